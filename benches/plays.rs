//! The play generator beside bkgm's in one run: the same positions, one thread, every result made.
//!
//! bkgm returns a new vector for each roll, in which every result is already seen by the opponent
//! (and some stand twice when checkers are borne off); `sparring, handed over` does that last part
//! too. Throughput is in distinct results.

#[path = "../tests/support"]
mod support {
    pub mod backgammon_rules;
    pub mod random;
}

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use bkgm::dice::ALL_21;
use bkgm::{ClassicRules, PositionRules};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use sparring_engine::games::backgammon::{Board, Outcome, Position, Results, Roll, perft};
use support::backgammon_rules::results;
use support::random::Random;

type Theirs = bkgm::Position<15>;

fn theirs(position: &Position) -> Theirs {
    Theirs::try_from(*position.points()).unwrap()
}

fn their_perft(position: Theirs, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal =
        ALL_21.iter().map(|(dice, _)| <ClassicRules as PositionRules<15>>::legal_positions(position, dice));
    legal.map(|results| results.iter().map(|&next| their_perft(next, depth - 1)).sum::<u64>()).sum()
}

/// Makes the results of all rolls, each list in the same buffer.
fn listed(positions: &[Position], list: &mut Results) -> usize {
    let all_rolls = |position: &Position| {
        let board = Board::of(position);
        Roll::ALL.map(|roll| black_box(board.results(roll, list)).len()).iter().sum::<usize>()
    };
    positions.iter().map(all_rolls).sum()
}

/// Does the same with a closure.
fn visited(positions: &[Position], buffer: &mut Vec<Position>, of: impl Fn(&Position) -> Position) -> usize {
    let mut count = 0;
    for position in positions {
        for roll in Roll::ALL {
            buffer.clear();
            Board::of(position).each_result(roll, |result| {
                buffer.push(of(result));
                ControlFlow::Continue(())
            });
            count += black_box(&buffer).len();
        }
    }
    count
}

/// Positions of random games, each kind as often as it is asked for.
fn positions(kind: impl Fn(&Position) -> bool) -> Vec<Position> {
    let mut random = Random::new(3);
    let (mut found, mut position) = (Vec::new(), Position::START);
    while found.len() < 1000 {
        let results = position.results(random.roll());
        let result = results[random.below(results.len())];
        position = if Outcome::of(&result).is_some() { Position::START } else { result.handed_over() };
        if kind(&position) && random.below(4) == 0 {
            found.push(position);
        }
    }
    found
}

fn group<'a>(c: &'a mut Criterion, name: &str, results: u64) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sampling_mode(SamplingMode::Flat).sample_size(10).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(results));
    group
}

fn perft_3(c: &mut Criterion) {
    let mut group = group(c, "perft 3", 116_154_993);
    assert_eq!(perft(&Position::START, 2), their_perft(theirs(&Position::START), 2));
    group.bench_function("sparring", |b| b.iter(|| perft(black_box(&Position::START), 3)));
    group.bench_function("bkgm", |b| b.iter(|| their_perft(black_box(theirs(&Position::START)), 3)));
    group.finish();
}

fn lists(c: &mut Criterion, name: &str, positions: &[Position]) {
    let (mut list, mut buffer) = (Results::new(), Vec::new());
    let mut group = group(c, name, listed(positions, &mut list) as u64);
    group.bench_function("sparring", |b| b.iter(|| listed(positions, &mut list)));
    group.bench_function("sparring, visited", |b| {
        b.iter(|| visited(positions, &mut buffer, |result| *result))
    });
    group.bench_function("sparring, visited and handed over", |b| {
        b.iter(|| visited(positions, &mut buffer, Position::handed_over))
    });
    let others: Vec<Theirs> = positions.iter().map(theirs).collect();
    group.bench_function("bkgm", |b| {
        b.iter(|| others.iter().map(|&position| their_perft(position, 1)).sum::<u64>())
    });
    group.bench_function("naive", |b| {
        let naive = |position: &Position| Roll::ALL.map(|roll| results(position.points(), roll).1.len());
        b.iter(|| positions.iter().map(|position| naive(position).iter().sum::<usize>()).sum::<usize>())
    });
    group.finish();
}

fn contact(c: &mut Criterion) {
    lists(c, "contact", &positions(|position| !position.is_race()));
}

fn race(c: &mut Criterion) {
    lists(c, "race", &positions(Position::is_race));
}

criterion_group!(benches, perft_3, contact, race);
criterion_main!(benches);
