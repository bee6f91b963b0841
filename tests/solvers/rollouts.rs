//! Claims: a rollout adds up what naive trials say, whoever plays them; subtracting luck keeps
//! the mean and takes most of the spread; what is stopped and resumed is the same as what is not.

use std::collections::HashMap;

use crate::support::bearoff::bearoff;
use crate::support::folder::Folder;
use crate::support::simulated::simulate;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Outcome, Position, Roll};
use sparring_engine::rollout::{Checkpoint, CheckpointError, Level, Plan, Rollout, Start, Sums, Throws};
use sparring_engine::solve::bearoff::Bearoff;
use sparring_sched::{Costs, Pool, PoolBuilder};

const UNIT: i64 = 36 << 16;

/// Win, gammon, backgammon, and losses of both, times `UNIT`.
type Numbers = [i64; 5];

fn plan(trials: u64) -> Plan {
    Plan { trials, seed: 3, truncate: None, level: Level::Static, until: None }
}

fn rollout(starts: &[Start], plan: Plan) -> Rollout<'_> {
    Rollout { starts, plan, network: Network::built_in(), bearoff: None, cube: None }
}

fn sums(pool: &Pool, rollout: &Rollout<'_>) -> Sums {
    rollout.run((pool, &pool.cancel_scope()), Sums::new(rollout.starts.len()), &|_| {})
}

/// Three plays of an opening 43, a position before a roll, and two of bear-offs.
fn starts() -> Vec<Start> {
    let start = Position::START;
    let mut starts: Vec<Start> = ["24/20 13/10", "13/10 13/9", "24/21 24/20"]
        .map(|play| {
            sparring_engine::games::backgammon::parse_play(&start, "43".parse().unwrap(), play).unwrap()
        })
        .map(Start::Played)
        .into();
    for text in ["--A-b-M---------b-cdd-A---", "-BBC--------------abcc----"] {
        starts.push(Start::ToRoll(text.parse().unwrap()));
    }
    starts
}

fn equity(numbers: Numbers) -> i64 {
    2 * numbers[0] - UNIT + numbers[1] + numbers[2] - numbers[3] - numbers[4]
}

/// The other side's, where winning for sure is `whole`: 0 for differences.
fn other(numbers: Numbers, whole: i64) -> Numbers {
    [whole - numbers[0], numbers[3], numbers[4], numbers[1], numbers[2]]
}

fn plus(a: Numbers, b: Numbers, factor: i64) -> Numbers {
    std::array::from_fn(|i| a[i] + factor * b[i])
}

/// What the network says of a result, 36 times.
fn said(result: &Position) -> Numbers {
    Network::built_in().chances(result).as_array().map(|chance| 36 * i64::from(chance))
}

/// The best play of a roll right after it: of equals the one whose text comes first.
fn best(position: &Position, roll: Roll) -> (Numbers, Position) {
    let mut found: Option<(Numbers, Position)> = None;
    for result in position.results(roll) {
        let numbers = said(&result);
        if found.is_none_or(|(best, _)| equity(numbers) > equity(best)) {
            found = Some((numbers, result));
        }
    }
    found.unwrap()
}

/// A trial by hand: how it ends and how lucky it was, for the side asked about.
fn naive(start: &Start, seed: u64, trial: u64) -> (Numbers, Numbers) {
    let (mut position, mut own) = match start {
        Start::ToRoll(position) => (*position, true),
        Start::Played(result) => (result.handed_over(), false),
    };
    let mut throws = Throws::of(seed, trial);
    let mut luck = Numbers::default();
    loop {
        let (mut mean, mut played, thrown) = (Numbers::default(), None, throws.throw());
        for (a, b) in (1..=6).flat_map(|a| (1..=a).map(move |b| (a, b))) {
            let roll = Roll::new(a, b).unwrap();
            let found = best(&position, roll);
            mean = plus(mean, found.0, if a == b { 1 } else { 2 });
            if roll == thrown {
                played = Some(found);
            }
        }
        let (drawn, result) = played.unwrap();
        let lucky = plus(drawn, mean.map(|sum| sum / 36), -1);
        luck = plus(luck, if own { lucky } else { other(lucky, 0) }, 1);
        if let Some(outcome) = Outcome::of(&result) {
            let at_least = |points| if outcome.points() >= points { UNIT } else { 0 };
            let end = [UNIT, at_least(2), at_least(3), 0, 0];
            return (if own { end } else { other(end, UNIT) }, luck);
        }
        position = result.handed_over();
        own = !own;
    }
}

#[test]
fn a_rollout_adds_up_naive_trials_whoever_plays_them() {
    let starts = starts();
    let trials = 12;
    let mut expected = vec![Numbers::default(); starts.len()];
    for (sum, start) in expected.iter_mut().zip(&starts) {
        for trial in 0..trials {
            let (end, luck) = naive(start, 3, trial);
            *sum = plus(*sum, plus(end, luck, -1), 1);
        }
    }
    let one = sums(&Pool::new(1).unwrap(), &rollout(&starts, plan(trials)));
    assert_eq!(one.trials(), trials);
    let found: Vec<Numbers> = (0..starts.len()).map(|start| one.sample(start).chances).collect();
    assert_eq!(found, expected);
    for threads in [2, 8] {
        assert_eq!(sums(&Pool::new(threads).unwrap(), &rollout(&starts, plan(trials))), one);
    }
    for workers in [3, 64] {
        let builder = PoolBuilder::new().threads(workers).stack(1 << 20);
        let pool = simulate(builder, Costs::default()).seed(5).build().unwrap();
        assert_eq!(sums(&pool, &rollout(&starts, plan(trials))), one, "{workers} simulated workers");
        let total = pool.snapshot().total();
        total.check().unwrap();
        assert_eq!((total.created, total.run()), (trials * starts.len() as u64, total.created));
    }
}

#[test]
fn every_way_to_play_is_the_same_on_all_workers() {
    let starts = starts();
    for (truncate, level) in [(Some(4), Level::Static), (Some(0), Level::Ahead), (Some(3), Level::Ahead)] {
        let plan = Plan { truncate, level, ..plan(6) };
        let [one, three] = [1, 3].map(|threads| {
            let rollout = Rollout { bearoff: Some(bearoff()), ..rollout(&starts, plan) };
            sums(&Pool::new(threads).unwrap(), &rollout)
        });
        assert_eq!(one, three, "{truncate:?} {level:?}");
    }
}

#[test]
fn without_luck_the_mean_is_the_same_and_the_spread_is_not() {
    // Two positions in the middle of games; points with and without luck of 100 trials each.
    for text in ["-b----E-C---eE---c-e----B-", "-a-a--E-C---dD---c-da---BA"] {
        let start = Start::ToRoll(text.parse().unwrap());
        let trials: Vec<(f64, f64)> = (0..100)
            .map(|trial| {
                let (end, luck) = naive(&start, 1, trial);
                let points = |numbers| equity(numbers) as f64 / UNIT as f64;
                (points(end), points(plus(end, luck, -1)))
            })
            .collect();
        let n = trials.len() as f64;
        let spread = |value: fn(&(f64, f64)) -> f64| {
            let mean = trials.iter().map(value).sum::<f64>() / n;
            (mean, trials.iter().map(|trial| (value(trial) - mean).powi(2)).sum::<f64>() / (n - 1.0))
        };
        let ((with, wide), (without, narrow)) = (spread(|trial| trial.0), spread(|trial| trial.1));
        println!("{text}: {with:+.3} (variance {wide:.3}) with luck, {without:+.3} ({narrow:.4}) without");
        assert!(narrow <= wide / 10.0, "{text}: {narrow} and {wide}");
        // Four standard errors of the mean with luck.
        assert!((with - without).abs() < 4.0 * (wide / n).sqrt(), "{text}: {with} and {without}");
    }
}

/// What the side to roll wins if both take the best play by the network each time: the whole
/// tree.
fn played_out(position: &Position, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut sum = 0.0;
    for roll in Roll::ALL {
        let (_, result) = best(position, roll);
        let value = match Outcome::of(&result) {
            Some(outcome) => f64::from(outcome.points()),
            None => -played_out(&result.handed_over(), known),
        };
        sum += f64::from(roll.weight()) * value;
    }
    known.insert(*position, sum / 36.0);
    sum / 36.0
}

#[test]
fn the_mean_is_that_of_the_whole_tree() {
    // Short bear-offs, where the network is wrong by what it likes: luck has mean 0 all the same.
    let mut known = HashMap::new();
    for text in ["-BBC--------------abcc----", "-----C-----------------e--", "--B-B------------cb-------"] {
        let position: Position = text.parse().unwrap();
        let expected = played_out(&position, &mut known);
        let sums = sums(&Pool::new(2).unwrap(), &rollout(&[Start::ToRoll(position)], plan(1296)));
        let found = sums.equity(0);
        let error = found.error.unwrap();
        println!("{text}: {expected:+.4}, found {:+.4} +- {error:.4}", found.mean);
        assert!((found.mean - expected).abs() < 4.0 * error + 1e-9, "{text}: {found:?}, {expected}");
    }
}

#[test]
fn databases_end_trials_with_exact_values() {
    let position: Position = "-----C-----------------e--".parse().unwrap();
    let exact = Bearoff::equity(bearoff(), &position).unwrap().points();
    let starts = [Start::ToRoll(position)];
    let pool = Pool::new(2).unwrap();
    let found = sums(&pool, &Rollout { bearoff: Some(bearoff()), ..rollout(&starts, plan(40)) }).equity(0);
    assert!((found.mean - exact).abs() < 1e-6 && found.error.unwrap() < 1e-6, "{found:?}, {exact}");
    assert_eq!(pool.snapshot().total().nodes, 0, "nothing is asked of the network");
}

#[test]
fn stopped_trials_are_the_first_ones_and_a_resumed_rollout_is_the_same() {
    let starts = [starts()[3], starts()[4]];
    let whole = sums(&Pool::new(1).unwrap(), &rollout(&starts, plan(60)));
    for (threads, stop) in [(1, 5), (2, 17), (8, 30)] {
        let pool = Pool::new(threads).unwrap();
        let scope = pool.cancel_scope();
        let listener = |sums: &Sums| {
            if sums.trials() >= stop {
                scope.cancel();
            }
        };
        let some = rollout(&starts, plan(60)).run((&pool, &scope), Sums::new(2), &listener);
        let done = some.trials();
        assert!((stop..60).contains(&done), "{done} trials with {threads} threads");
        assert_eq!(some, sums(&pool, &rollout(&starts, plan(done))), "the first {done}");
        let resumed = rollout(&starts, plan(60)).run((&pool, &pool.cancel_scope()), some, &|_| {});
        assert_eq!(resumed, whole);
        pool.snapshot().total().check().unwrap();
    }
}

#[test]
fn enough_is_known_at_the_same_trial_on_all_workers() {
    // Bear-offs, since their rolls have few plays: where the trials end does not depend on that.
    let starts = ["-BBC--------------abcc----", "--B-B------------cb-------"]
        .map(|text| Start::ToRoll(text.parse().unwrap()));
    let until = |until| Plan { until: Some(until), ..plan(1296) };
    let one = Pool::new(1).unwrap();
    let all = sums(&one, &rollout(&starts, Plan { truncate: Some(1), ..plan(1296) }));
    let error = all.difference(0, 1).error.unwrap();
    // With 648 trials the error is about the square root of two as large as with 1,296.
    for threads in [1, 3] {
        let pool = Pool::new(threads).unwrap();
        let trials = |plan: Plan| sums(&pool, &rollout(&starts, Plan { truncate: Some(1), ..plan })).trials();
        assert_eq!(trials(until(1.0)), 324);
        assert_eq!(trials(until(1.5 * error)), 648);
        assert_eq!(trials(until(error / 2.0)), 1296);
        // Resumed within a stage it goes on to the end of the stage.
        let some = sums(&pool, &rollout(&starts, Plan { truncate: Some(1), ..plan(100) }));
        let plan = Plan { truncate: Some(1), ..until(1.0) };
        let resumed = rollout(&starts, plan).run((&pool, &pool.cancel_scope()), some, &|_| {});
        assert_eq!(resumed, sums(&pool, &rollout(&starts, plan)));
    }
}

#[test]
fn a_checkpoint_is_of_its_rollout_alone() {
    let folder = Folder::new("rollout");
    let file = folder.path().join("rollout");
    let starts = [starts()[3], starts()[4]];
    let pool = Pool::new(2).unwrap();
    let whole = sums(&pool, &rollout(&starts, plan(20)));
    {
        let (checkpoint, known) = Checkpoint::open(&file, &rollout(&starts, plan(20))).unwrap();
        assert_eq!(known, Sums::new(2));
        assert!(matches!(
            Checkpoint::open(&file, &rollout(&starts, plan(20))),
            Err(CheckpointError::Held(_))
        ));
        checkpoint.write(&sums(&pool, &rollout(&starts, plan(7)))).unwrap();
        checkpoint.write(&whole).unwrap();
    }
    // More trials are the same rollout; anything else is another.
    let (_, known) = Checkpoint::open(&file, &rollout(&starts, plan(99))).unwrap();
    assert_eq!(known, whole);
    let others = [
        (&starts[..1], plan(20)),
        (&starts[..], Plan { seed: 4, ..plan(20) }),
        (&starts[..], Plan { truncate: Some(1), ..plan(20) }),
        (&starts[..], Plan { level: Level::Ahead, ..plan(20) }),
    ];
    for (starts, plan) in others {
        let why = Checkpoint::open(&file, &rollout(starts, plan)).unwrap_err();
        assert!(matches!(why, CheckpointError::Other(..)) && why.to_string().lines().count() == 1, "{why}");
    }
    let bytes = std::fs::read(&file).unwrap();
    for (place, at) in [(bytes.len() - 1, 1), (41, 1), (20, 1)] {
        let mut forged = bytes.clone();
        forged[place] ^= at;
        std::fs::write(&file, forged).unwrap();
        let why = Checkpoint::open(&file, &rollout(&starts, plan(20))).unwrap_err();
        assert!(matches!(why, CheckpointError::Damaged { .. }), "{why}");
    }
    // Lost, it is read from the one before it.
    std::fs::remove_file(&file).unwrap();
    let (_, known) = Checkpoint::open(&file, &rollout(&starts, plan(20))).unwrap();
    assert_eq!(known.trials(), 7);
}
