//! Two settings of the playing search of chess against each other, in one process: what is a
//! technique worth?
//!
//! `cargo run --release -p benches --bin self-play -- [games=240] [nodes=5000] [threads=2] [seed=1]
//! [ms=MILLISECONDS] [virtual-us=MICROSECONDS] [depth=PLIES] [NAME=VALUE ...]
//! [other.NAME=VALUE ...]`
//!
//! Names are those of [`Tuning`] and `network`, `strategy`, `workers` and `split`; with `other.`
//! before them they change the opponent. Networks are files of `tools/train`; the program's own is
//! used unless another is named. A strategy is `play` or `lazy`, on so many workers (1); nodes from
//! the depth `split` on are offered to all of them, and with a `split` of 1000 one worker searches
//! alone.
//!
//! A move costs a number of nodes, a depth, a time, or a virtual time: that of simulated workers
//! which take a microsecond to a node, so that 16 of them play where there are two processors. If
//! it costs time, `threads=1` and no more workers than processors.
//!
//! Each opening (eight random plies, balanced by a search) is played twice with colours swapped.
//! Games are decided when both sides agree for four plies on ten pawns, or are drawn when both see
//! less than a tenth of a pawn for ten plies after the fortieth move. The error is that of 95 %,
//! from the scores of pairs.

use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sparring_engine::game::Game;
use sparring_engine::game::Side;
use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{Chess, Outcome, Position};
use sparring_engine::search::{Limits, PlayRequest, PlayStrategy, SearchStrategy, Settings, Tuning};
use sparring_engine::{Compiled, Engine};
use sparring_sched::{Costs, Pin, PoolBuilder};

/// What is played.
#[derive(Clone)]
struct Plan {
    games: usize,
    pace: Pace,
    threads: usize,
    seed: u64,
    candidate: Setting,
    other: Setting,
}

/// What a move may cost.
#[derive(Clone, Copy)]
enum Pace {
    Nodes(u64),
    Depth(u32),
    Time(Duration),
    VirtualTime(Duration),
}

/// How one side plays.
#[derive(Clone)]
struct Setting {
    tuning: Tuning,
    network: Arc<Network>,
    strategy: PlayStrategy,
    workers: usize,
    /// Nodes of at least this depth are offered to all workers.
    split: u32,
}

impl Setting {
    fn built_in() -> Setting {
        let (tuning, network) = (Tuning::DEFAULT, Arc::new(Network::built_in().clone()));
        let strategy = PlayStrategy::DEFAULT;
        Setting { tuning, network, strategy, workers: 1, split: strategy.split_depth() }
    }

    /// Changes what `name` says.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "network" => {
                let bytes = std::fs::read(value).map_err(|error| format!("{value}: {error}"))?;
                let network = Network::read(&bytes).map_err(|error| format!("{value}: {error}"))?;
                self.network = Arc::new(network);
            }
            "strategy" => {
                let named = PlayStrategy::ALL.iter().find(|strategy| strategy.name() == value);
                self.strategy = *named.ok_or(format!("strategy: got '{value}', expected play or lazy"))?;
            }
            "workers" => self.workers = number(name, value)?,
            "split" => self.split = number(name, value)?,
            _ => {
                let names = Tuning::NAMES.join(", ");
                let expected = format!("expected network, strategy, workers, split or one of {names}");
                let tuned = self.tuning.get_mut(name);
                *tuned.ok_or(format!("got '{name}', {expected}"))? = number(name, value)?;
            }
        }
        Ok(())
    }

    /// An engine with its workers, simulated if time is virtual.
    fn player(&self, pace: Pace) -> Player {
        let builder = PoolBuilder::new().threads(self.workers);
        let builder = match pace {
            // SAFETY: only tasks of a search run on it. They use thread-local variables within
            // calls of libraries, none of which forks, polls or waits for tasks.
            #[allow(unsafe_code)]
            Pace::VirtualTime(_) => unsafe {
                builder.simulate(Costs::default().with(|costs| costs.poll_ns = NODE_NS))
            },
            _ => builder.pin(Pin::None),
        };
        Engine::new(Chess, builder.build().expect("the workers start"), 16)
    }

    fn settings(&self, pace: Pace) -> Settings<PlayStrategy> {
        let (depth, limits) = match pace {
            Pace::Nodes(nodes) => (100, Limits { nodes: Some(nodes), ..Limits::default() }),
            Pace::Time(time) | Pace::VirtualTime(time) => {
                (100, Limits { movetime: Some(time), ..Limits::default() })
            }
            Pace::Depth(depth) => (depth, Limits::default()),
        };
        let settings = Settings::depth(depth).within(limits).by(self.strategy);
        Settings { split_depth: self.split, ..settings }
    }
}

/// What a simulated worker takes to a node in nanoseconds.
const NODE_NS: u64 = 1000;

fn number<N: FromStr>(name: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("{name}: got '{value}', expected a number; try {name}=1"))
}

fn read(args: impl Iterator<Item = String>) -> Result<Plan, String> {
    let (candidate, other) = (Setting::built_in(), Setting::built_in());
    let mut plan = Plan { games: 240, pace: Pace::Nodes(5000), threads: 2, seed: 1, candidate, other };
    for arg in args {
        let Some((name, value)) = arg.split_once('=') else {
            return Err(format!("got '{arg}', expected NAME=VALUE; try games=240"));
        };
        match name {
            "games" => plan.games = number(name, value)?,
            "nodes" => plan.pace = Pace::Nodes(number(name, value)?),
            "depth" => plan.pace = Pace::Depth(number(name, value)?),
            "ms" => plan.pace = Pace::Time(Duration::from_millis(number(name, value)?)),
            "virtual-us" => plan.pace = Pace::VirtualTime(Duration::from_micros(number(name, value)?)),
            "threads" => plan.threads = number(name, value)?,
            "seed" => plan.seed = number(name, value)?,
            _ => match name.strip_prefix("other.") {
                Some(name) => plan.other.set(name, value)?,
                None => plan.candidate.set(name, value)?,
            },
        }
    }
    Ok(plan)
}

/// SplitMix64.
fn hash(n: u64) -> u64 {
    let z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

type Player = Engine<Chess>;

/// Eight random plies after which neither side is ahead, and the keys before.
fn opening(judge: &Player, seed: u64) -> (Position, Vec<u64>) {
    for attempt in 0.. {
        let (mut position, mut earlier) = (Position::start(), Vec::new());
        for ply in 0..8 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            earlier.push(position.key());
            let pick = hash(seed << 20 ^ attempt << 8 ^ ply) as usize % moves.len();
            position = position.play(moves[pick]);
        }
        if Chess.outcome(&position).is_none() {
            let settings = Setting::built_in().settings(Pace::Nodes(5000));
            let request = PlayRequest::new(position.clone(), settings);
            if judge.answer(&Compiled(Network::built_in()), &request).score.abs() <= 60 {
                return (position, earlier);
            }
        }
    }
    unreachable!("some attempt is balanced")
}

/// Half points of the candidate, who has `side`.
fn game(players: [&Player; 2], plan: &Plan, start: &(Position, Vec<u64>), side: Side) -> i32 {
    let (mut position, mut earlier) = start.clone();
    let (mut sure, mut even, mut last) = (0, 0, 0);
    for ply in 0..600 {
        if let Some(outcome) = Chess.outcome(&position) {
            return match outcome {
                Outcome::Checkmate if position.side_to_move() != side => 2,
                Outcome::Checkmate => 0,
                _ => 1,
            };
        }
        let repeated = earlier.iter().filter(|&&key| key == position.key()).count() >= 2;
        if repeated || position.halfmove_clock() >= 100 {
            return 1;
        }
        let own = position.side_to_move() == side;
        let (engine, setting) = if own { (players[0], &plan.candidate) } else { (players[1], &plan.other) };
        let request = PlayRequest::new(position.clone(), setting.settings(plan.pace));
        let request = PlayRequest { earlier: &earlier, tuning: &setting.tuning, ..request };
        let answer = engine.answer(&Compiled(&*setting.network), &request);
        let score = if own { answer.score } else { -answer.score };
        sure = if score.abs() >= 1000 && score.signum() == last { sure + 1 } else { 0 };
        last = score.signum();
        even = if score.abs() < 10 && ply >= 80 { even + 1 } else { 0 };
        if sure >= 4 {
            return if score > 0 { 2 } else { 0 };
        }
        if even >= 10 {
            return 1;
        }
        earlier.push(position.key());
        position = position.play(answer.best().expect("the game goes on"));
    }
    1
}

/// Elo of a score between 0 and 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

/// Counts of pairs by half points 0 to 4, as a line.
fn report(pairs: &[usize; 5], what: &str) {
    let n: usize = pairs.iter().sum();
    let mean = |power: i32| {
        let sum: f64 =
            pairs.iter().enumerate().map(|(half, &k)| k as f64 * (half as f64 / 4.0).powi(power)).sum();
        sum / n as f64
    };
    let (score, variance) = (mean(1), mean(2) - mean(1) * mean(1));
    let error = 1.96 * (variance / n as f64).sqrt();
    let (low, high) = (elo(score - error), elo(score + error));
    println!("{what}: {:+.1} Elo [{low:+.1}, {high:+.1}], {} games, pairs {pairs:?}", elo(score), 2 * n);
}

fn main() {
    let plan = read(std::env::args().skip(1)).unwrap_or_else(|why| {
        eprintln!("self-play: {why}");
        std::process::exit(2);
    });
    let (next, pairs) = (AtomicUsize::new(0), Mutex::new([0; 5]));
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            scope.spawn(|| {
                let mut one = plan.candidate.player(plan.pace);
                let mut two = plan.other.player(plan.pace);
                let mut judge = Setting::built_in().player(Pace::Nodes(0));
                loop {
                    let pair = next.fetch_add(1, Relaxed);
                    if 2 * pair >= plan.games {
                        break;
                    }
                    judge.new_game();
                    let start = opening(&judge, plan.seed << 32 | pair as u64);
                    let mut half = 0;
                    for side in [Side::First, Side::Second] {
                        one.new_game();
                        two.new_game();
                        half += game([&one, &two], &plan, &start, side);
                    }
                    let mut pairs = pairs.lock().expect("nobody panics with it");
                    pairs[half as usize] += 1;
                }
            });
        }
    });
    let what = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    report(&pairs.lock().expect("nobody panics with it"), &what);
}
