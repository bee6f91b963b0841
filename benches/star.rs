//! What windows at chance nodes save, and what two threads make of the rest.
//!
//! ```text
//! cargo bench -p benches --bench star              all of it
//! cargo bench -p benches --bench star -- savings   evaluations of star1, star2 and expectimax
//! cargo bench -p benches --bench star -- bounds    the same for several bounds of the evaluator
//! cargo bench -p benches --bench star -- speedup   parallel strategies against their baselines
//! ```
//!
//! Full width (no forward pruning), depth 2: two pairs of roll and reply after the play that is
//! looked for. The evaluator is pubeval with its values cut off at `±LIMIT`, which are its declared
//! bounds. Evaluations made only to order replies are counted.
//!
//! The speed-up table is made as that of `benches/speedup.rs`: the baseline, the parallel search
//! and *two copies of the baseline at once* take turns until each has run for at least a second;
//! `ceiling = 2 * t(one copy) / t(two copies at once)`.

use sparring_engine::Engine;
use sparring_engine::games::backgammon::{Backgammon, Clamped, Position, Pubeval, Roll};
use sparring_engine::search::{DiceRequest, DiceStrategy, SearchStrategy, Settings};
use std::time::Instant;
use turns::{EACH, Turns, at_once, pinned, wanted};

/// In pubeval's unit. Nine in ten contact positions of play by pubeval itself have values between
/// -2 and 2.
const LIMIT: f64 = 25.0;
const DEPTH: u32 = 2;

/// Contact positions: openings, and the ancestors' boards.
const POSITIONS: [(&str, &str, &str); 10] = [
    ("start", "-b----E-C---eE---c-e----B-", "31"),
    ("start", "-b----E-C---eE---c-e----B-", "21"),
    ("start", "-b----E-C---eE---c-e----B-", "64"),
    ("reply", "-a----EaC---dEa--c-e----B-", "42"),
    ("midgame", "b--B-c--C-C-c---C--b-B-bcA", "31"),
    ("midgame", "b--B-c--C-C-c---C--b-B-bcA", "64"),
    ("critical", "a--a-DdA---Ca---C--e--A-cA", "31"),
    ("critical", "a--a-DdA---Ca---C--e--A-cA", "55"),
    ("holding", "-b--B-E-B---cD---bcc---bB-", "52"),
    ("ace point", "-BB-CaD-B----------bbc-gB-", "63"),
];

type Narrow = Clamped<Pubeval>;

fn narrow(limit: f64) -> Narrow {
    let pubeval = Pubeval::new();
    let scale = f64::from(sparring_engine::game::EquityEvaluator::scale(&pubeval));
    Clamped::new(pubeval, (limit * scale) as i32)
}

struct Task {
    name: String,
    position: Position,
    roll: Roll,
}

fn tasks() -> Vec<Task> {
    let task = |&(name, text, roll): &(&str, &str, &str)| Task {
        name: format!("{name} {roll}"),
        position: text.parse().unwrap_or_else(|why| panic!("{text}: {why}")),
        roll: roll.parse().expect("a roll"),
    };
    POSITIONS.iter().map(task).collect()
}

fn engine(processors: &[usize]) -> Engine<Backgammon> {
    Engine::new(Backgammon, pinned(processors), 0)
}

fn go(
    engine: &Engine<Backgammon>,
    evaluator: &Narrow,
    task: &Task,
    strategy: DiceStrategy,
    depth: u32,
    turns: &mut Turns,
) -> (Position, i64) {
    let request = DiceRequest::new(task.position, task.roll, Settings::depth(depth).by(strategy));
    let start = Instant::now();
    let answer = engine.answer(evaluator, &request);
    turns.add(start.elapsed(), answer.counts);
    let last = answer.last.expect("the game is not over");
    (last.best, last.score.exact)
}

const ALONE: [DiceStrategy; 3] = [DiceStrategy::Expectimax, DiceStrategy::Star1, DiceStrategy::Star2];

/// All positions with the three strategies: evaluations and seconds of each.
fn run_all(limit: f64, depth: u32, show: bool) -> [Turns; 3] {
    let (engine, evaluator) = (engine(&[0]), narrow(limit));
    let mut sums = [Turns::default(); 3];
    for task in tasks() {
        let mut turns = [Turns::default(); 3];
        let found: Vec<_> = ALONE
            .iter()
            .zip(&mut turns)
            .map(|(&strategy, turns)| go(&engine, &evaluator, &task, strategy, depth, turns))
            .collect();
        assert!(found.iter().all(|answer| *answer == found[0]), "{}: {found:?}", task.name);
        if show {
            row(&task.name, &turns);
        }
        for (sum, turns) in sums.iter_mut().zip(turns) {
            sum.evaluations += turns.evaluations;
            sum.time += turns.time;
        }
    }
    sums
}

fn row(name: &str, [full, one, two]: &[Turns; 3]) {
    let share = |turns: &Turns| 100.0 * turns.evaluations as f64 / full.evaluations as f64;
    println!(
        "{name:14} {:11} {:11} {:11} {:7.1} {:7.1} {:9.3} {:9.3} {:9.3}",
        full.evaluations,
        one.evaluations,
        two.evaluations,
        share(one),
        share(two),
        full.time.as_secs_f64(),
        one.time.as_secs_f64(),
        two.time.as_secs_f64()
    );
}

const HEAD: &str =
    "               expectimax       star1       star2 star1 % star2 %    exp. s   star1 s   star2 s";

fn savings() {
    for depth in [1, DEPTH] {
        println!("\nevaluations, depth {depth}, bounds +-{LIMIT}\n{HEAD}");
        row("all", &run_all(LIMIT, depth, true));
    }
}

fn bounds() {
    println!("\nevaluations, depth {DEPTH}, by bounds\n{HEAD}");
    for limit in [10.0, 25.0, 100.0] {
        row(&format!("+-{limit}"), &run_all(limit, DEPTH, false));
    }
}

fn speedup(parallel: DiceStrategy) {
    let baseline = parallel.baseline();
    println!(
        "\n{} against {}, depth {DEPTH}, bounds +-{LIMIT}\nposition         1 thr. s   2 thr. s       S ceiling  S/ceil  nodes +%",
        parallel.name(),
        baseline.name()
    );
    let (both, copies, evaluator) = (engine(&[0, 1]), [engine(&[0]), engine(&[1])], narrow(LIMIT));
    let mut logs = [0.0; 3];
    let tasks = tasks();
    for task in &tasks {
        let [mut one, mut two, mut apart] = [Turns::default(); 3];
        go(&both, &evaluator, task, baseline, DEPTH, &mut Turns::default()); // warm
        while [one, two, apart].iter().any(|turns| turns.time < EACH) {
            let expected = go(&both, &evaluator, task, baseline, DEPTH, &mut one);
            let found = go(&both, &evaluator, task, parallel, DEPTH, &mut two);
            assert_eq!(found, expected, "{}: the value theorem", task.name);
            apart.time += at_once(copies.each_ref(), |engine| {
                let mut turns = Turns::default();
                go(engine, &evaluator, task, baseline, DEPTH, &mut turns);
                turns.time
            });
            apart.runs += 1;
        }
        let (s, ceiling) = (one.mean() / two.mean(), 2.0 * one.mean() / apart.mean());
        println!(
            "{:14} {:10.4} {:10.4} {s:7.3} {ceiling:7.3} {:7.3} {:+9.2}",
            task.name,
            one.mean(),
            two.mean(),
            s / ceiling,
            two.more_nodes(&one)
        );
        for (log, value) in logs.iter_mut().zip([s, ceiling, s / ceiling]) {
            *log += value.ln() / tasks.len() as f64;
        }
    }
    let [s, ceiling, share] = logs.map(f64::exp);
    println!("geometric mean over {}: S {s:.3}, ceiling {ceiling:.3}, S/ceiling {share:.3}", tasks.len());
}

fn main() {
    if wanted("savings") {
        savings();
    }
    if wanted("bounds") {
        bounds();
    }
    if wanted("speedup") {
        for parallel in [DiceStrategy::ParExpectimax, DiceStrategy::ParStar1, DiceStrategy::ParStar2] {
            speedup(parallel);
        }
    }
}
