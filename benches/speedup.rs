//! Speed-up on two threads, each parallel strategy against its baseline on one thread, in one
//! process and by turns.
//!
//! ```text
//! cargo bench -p benches --bench speedup           all of it cargo bench -p benches --bench
//! speedup -- boards    the boards of the ancestor, depths 4, 5 cargo bench -p benches --bench
//! speedup -- bk        ybw against pvs on Bratko-Kopec, 24 positions cargo bench -p benches
//! --bench speedup -- perft     perft, bulk and with every last move made
//! ```
//!
//! For each position the baseline, the parallel search and *two copies of the baseline at once*
//! (each on a processor of its own) take turns until each has run for at least a second. The
//! copies say what two threads could reach at best on this machine at that moment: `ceiling = 2 *
//! t(one copy) / t(two copies at once)`. Tables are emptied before every run.

use sparring_engine::game::Side;
use sparring_engine::games::chess::{Chess, NamedBoard, Position, Simplified, perft};
use sparring_engine::search::{Request, Settings, Strategy};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;
use std::time::{Duration, Instant};
use turns::{EACH, Turns, at_once, pinned, wanted};

const HASH_MIB: usize = 16;

struct Bench {
    both: Engine<Chess>,
    copies: [Engine<Chess>; 2],
}

fn go(
    engine: &mut Engine<Chess>,
    position: &Position,
    strategy: Strategy,
    depth: u32,
    turns: &mut Turns,
) -> String {
    engine.new_game();
    let request = Request::new(position.clone(), Settings::depth(depth).by(strategy));
    let start = Instant::now();
    let answer = engine.answer(&Compiled(Simplified), &request);
    turns.add(start.elapsed(), answer.counts);
    format!("{} {}", answer.best().map_or_else(String::new, |m| position.uci(m)), answer.score)
}

impl Bench {
    fn new() -> Bench {
        let engine = |list: &[usize]| Engine::new(Chess, pinned(list), HASH_MIB);
        Bench { both: engine(&[0, 1]), copies: [engine(&[0]), engine(&[1])] }
    }

    /// Both copies at once; the time is that of the later one.
    fn two_copies(&mut self, position: &Position, strategy: Strategy, depth: u32, turns: &mut Turns) {
        turns.time += at_once(self.copies.each_mut(), |engine| {
            let mut turns = Turns::default();
            go(engine, position, strategy, depth, &mut turns);
            turns.time
        });
        turns.runs += 1;
    }

    /// One row. Returns speed-up and ceiling.
    fn row(
        &mut self,
        name: &str,
        position: &Position,
        [baseline, parallel]: [Strategy; 2],
        depth: u32,
    ) -> (f64, f64) {
        let [mut one, mut two, mut copies] = [Turns::default(); 3];
        go(&mut self.both, position, baseline, depth, &mut Turns::default()); // warm
        while [one, two, copies].iter().any(|turns| turns.time < EACH) {
            let expected = go(&mut self.both, position, baseline, depth, &mut one);
            let found = go(&mut self.both, position, parallel, depth, &mut two);
            assert_eq!(found, expected, "{name}: the value theorem");
            self.two_copies(position, baseline, depth, &mut copies);
        }
        let speedup = one.mean() / two.mean();
        let ceiling = 2.0 * one.mean() / copies.mean();
        let first =
            if one.cuts == 0 { f64::NAN } else { 100.0 * one.first_move_cuts as f64 / one.cuts as f64 };
        println!(
            "{name:12} {depth:5} {:10.4} {:10.4} {speedup:7.3} {ceiling:7.3} {:7.3} {:+9.2} {first:9.1}",
            one.mean(),
            two.mean(),
            speedup / ceiling,
            two.more_nodes(&one)
        );
        (speedup, ceiling)
    }

    fn table(&mut self, title: &str, rows: &[(String, Position, u32)], strategies: [Strategy; 2]) {
        println!(
            "\n{title}\nposition     depth    1 thr. s   2 thr. s       S ceiling  S/ceil  nodes +%  1st cut %"
        );
        let rows: Vec<_> =
            rows.iter().map(|(name, position, depth)| self.row(name, position, strategies, *depth)).collect();
        let mean = |f: fn(&(f64, f64)) -> f64| {
            (rows.iter().map(|row| f(row).ln()).sum::<f64>() / rows.len() as f64).exp()
        };
        println!(
            "geometric mean over {}: S {:.3}, ceiling {:.3}, S/ceiling {:.3}",
            rows.len(),
            mean(|row| row.0),
            mean(|row| row.1),
            mean(|row| row.0 / row.1)
        );
    }

    /// The least depth that takes the one-thread search a second.
    fn depth_of_a_second(&mut self, position: &Position) -> u32 {
        (4..)
            .find(|&depth| {
                let mut turns = Turns::default();
                go(&mut self.both, position, Strategy::Pvs, depth, &mut turns);
                turns.time >= Duration::from_secs(1)
            })
            .expect("some depth takes a second")
    }
}

/// Leaves counted in one turn on a pool, and the time it took.
fn perft_turn(pool: &Pool, position: &Position, depth: u32, leaf: bool) -> (u64, Duration) {
    let scope = pool.cancel_scope();
    let start = Instant::now();
    let count = |position: &Position, depth, leaf| perft(position, depth, leaf);
    let divided = pool
        .install_in(&scope, |at| sparring_engine::search::perft(at, &Chess, position, depth, leaf, count))
        .expect("nobody cancels");
    (divided.iter().map(|&(_, leaves)| leaves).sum(), start.elapsed())
}

/// Two threads together against two independent copies with a thread each, in leaves a second.
fn perft_table() {
    println!("\nperft\nposition     depth  mode  2 thr. Mn/s  copies Mn/s   ratio");
    let (both, copies) = (pinned(&[0, 1]), [pinned(&[0]), pinned(&[1])]);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let third = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (name, fen, depth) in [("start", start, 7), ("kiwipete", kiwipete, 5), ("position 3", third, 7)] {
        for leaf in [false, true] {
            let position: Position = fen.parse().expect("a position");
            let depth = depth - u32::from(leaf);
            let (mut leaves, mut together, mut apart) = (0, Duration::ZERO, Duration::ZERO);
            while together < EACH || apart < EACH {
                let (n, time) = perft_turn(&both, &position, depth, leaf);
                leaves += n;
                together += time;
                apart += at_once(copies.each_ref(), |pool| perft_turn(pool, &position, depth, leaf).1);
            }
            let rate = |leaves: u64, time: Duration| leaves as f64 / time.as_secs_f64() / 1e6;
            let (ours, theirs) = (rate(leaves, together), rate(2 * leaves, apart));
            let mode = if leaf { "leaf" } else { "bulk" };
            println!("{name:12} {depth:5}  {mode}  {ours:11.1}  {theirs:11.1}  {:6.3}", ours / theirs);
        }
    }
}

fn boards() -> Vec<(String, Position, u32)> {
    let black = |board: NamedBoard| board.position().with_side(Side::Second).expect("Black may move");
    let named = [NamedBoard::Start, NamedBoard::Sicilian, NamedBoard::Stamma, NamedBoard::RuyLopez];
    [4, 5]
        .iter()
        .flat_map(|&depth| {
            named.iter().zip(1..).map(move |(&board, number)| (format!("B{number}"), black(board), depth))
        })
        .collect()
}

fn main() {
    if wanted("perft") {
        perft_table();
    }
    if wanted("boards") {
        Bench::new().table("par against minimax", &boards(), [Strategy::Minimax, Strategy::Par]);
    }
    if wanted("bk") {
        let mut bench = Bench::new();
        let suite = include_str!("../tests/data/bratko-kopec.epd");
        let rows: Vec<_> = suite
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
            .zip(1..)
            .map(|(line, number)| {
                let fen: Vec<&str> = line.split_whitespace().take(4).collect();
                let position: Position = fen.join(" ").parse().expect("a position of the suite");
                let depth = bench.depth_of_a_second(&position);
                (format!("BK.{number:02}"), position, depth)
            })
            .collect();
        bench.table("ybw against pvs", &rows, [Strategy::Pvs, Strategy::Ybw]);
    }
}
