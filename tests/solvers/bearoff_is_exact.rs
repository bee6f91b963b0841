//! Claim: the bear-off databases hold what naive recursion to the end of the game finds.

use std::collections::HashMap;

use crate::support::bearoff::{KNOWN_HOMES, all_homes, bearoff, pool, position};
use crate::support::folder::Folder;
use sparring_engine::games::backgammon::{Outcome, Position, Probabilities, Roll};
use sparring_engine::solve::bearoff::{
    Bearoff, Home, MAX_ROLLS, OneSided, Progress, Source, TwoSided, homes,
};
use sparring_engine::solve::store::Store;

/// Half the unit of a table cell, plus the rounding error of f64.
const EQUITY_ERROR: f64 = 0.5 / (1u64 << 30) as f64 + 1e-13;
const CHANCE_ERROR: f64 = 0.5 / (1u64 << 31) as f64 + 1e-13;

/// Expectiminimax to the end of the game: what the side to roll wins.
fn value(position: &Position, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut sum = 0.0;
    for roll in Roll::ALL {
        let mut best = f64::MIN;
        for result in position.results(roll) {
            let value = match Outcome::of(&result) {
                Some(outcome) => f64::from(outcome.points()),
                None => -value(&result.handed_over(), known),
            };
            best = best.max(value);
        }
        sum += f64::from(roll.weight()) * best;
    }
    known.insert(*position, sum / 36.0);
    sum / 36.0
}

#[test]
fn two_sided_equities_are_those_of_the_whole_tree() {
    let mut known = HashMap::new();
    let mut largest = 0.0_f64;
    for own in all_homes(1..homes(3)) {
        for theirs in all_homes(1..homes(3)) {
            let position = position(own, theirs);
            let equity = bearoff().equity(&position).unwrap();
            assert_eq!(equity.source, Source::Exact);
            largest = largest.max((equity.points() - value(&position, &mut known)).abs());
        }
    }
    println!("two-sided, all of 3 v 3 against the whole tree: largest difference {largest:.3e}");
    assert!(largest <= EQUITY_ERROR, "{largest:e}");
}

/// Who may double next.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Cube {
    Mine,
    Centred,
    Theirs,
}

/// Expectiminimax to the end of the game with a cube of 1, told as a game: the side on roll says
/// whether it doubles, the other answers, then the roll is played.
#[derive(Default)]
struct Doubling {
    rolled: HashMap<(Position, Cube), f64>,
}

impl Doubling {
    /// Before the side on roll has said whether it doubles.
    fn before(&mut self, position: &Position, cube: Cube) -> f64 {
        let without = self.roll(position, cube);
        if cube == Cube::Theirs {
            return without;
        }
        let taken = 2.0 * self.roll(position, Cube::Theirs);
        let answered = if taken < 1.0 { taken } else { 1.0 };
        if answered > without { answered } else { without }
    }

    /// After it has not, or the double is taken.
    fn roll(&mut self, position: &Position, cube: Cube) -> f64 {
        if let Some(&value) = self.rolled.get(&(*position, cube)) {
            return value;
        }
        let turned = match cube {
            Cube::Mine => Cube::Theirs,
            Cube::Centred => Cube::Centred,
            Cube::Theirs => Cube::Mine,
        };
        let mut sum = 0.0;
        for roll in Roll::ALL {
            let mut best = f64::MIN;
            for result in position.results(roll) {
                let over = Outcome::of(&result).map(|outcome| f64::from(outcome.points()));
                best = best.max(over.unwrap_or_else(|| -self.before(&result.handed_over(), turned)));
            }
            sum += f64::from(roll.weight()) * best;
        }
        self.rolled.insert((*position, cube), sum / 36.0);
        sum / 36.0
    }
}

#[test]
fn cubeful_equities_are_those_of_the_whole_tree() {
    let mut game = Doubling::default();
    let mut largest = 0.0_f64;
    let (mut doubles, mut passes, mut holds) = (0, 0, 0);
    for own in all_homes(1..homes(3)) {
        for theirs in all_homes(1..homes(3)) {
            let position = position(own, theirs);
            let found = bearoff().two_sided.cubeful(own, theirs).unwrap();
            let each =
                [(Cube::Mine, found.owned), (Cube::Centred, found.centred), (Cube::Theirs, found.against)];
            for (cube, found) in each {
                largest = largest.max((found - game.roll(&position, cube)).abs());
            }
            let best = found.best(found.centred);
            largest = largest.max((best - game.before(&position, Cube::Centred)).abs() / 2.0);
            match found.double_take() {
                taken if taken > 1.0 => passes += 1,
                taken if taken > found.centred => doubles += 1,
                _ => holds += 1,
            }
        }
    }
    println!("two-sided with the cube, 3 v 3 against the whole tree: largest difference {largest:.3e}");
    assert!(largest <= EQUITY_ERROR, "{largest:e}");
    assert!(doubles.min(passes).min(holds) > 200, "{doubles} {passes} {holds}");
}

/// Checks one step of the recursion anywhere in the table. By induction over the pip count, a table
/// whose every step is right is right.
#[test]
fn two_sided_equities_follow_from_each_other() {
    for n in 0..4_000 {
        let (own, theirs) = (1 + n * 7919 % 923, 1 + n * 104_729 % 923);
        let position = position(Home::from_index(own), Home::from_index(theirs));
        let after = |result: &Position| match bearoff().equity(&result.handed_over()) {
            Some(equity) => -equity.points(),
            None => 1.0,
        };
        let best = |roll: Roll| position.results(roll).iter().map(after).fold(f64::MIN, f64::max);
        let expected: f64 = Roll::ALL.iter().map(|&roll| f64::from(roll.weight()) * best(roll) / 36.0).sum();
        let found = bearoff().equity(&position).unwrap().points();
        assert!((found - expected).abs() <= 2.0 * EQUITY_ERROR, "{position}: {found} {expected}");
    }
}

/// For each home the mean number of rolls and the chances of each number, by the stated policy.
struct Hurry {
    known: HashMap<usize, (f64, [f64; 40])>,
    /// Whether the home needs no more rolls.
    ready: fn(Home) -> bool,
}

impl Hurry {
    fn rolls(&mut self, home: Home) -> (f64, [f64; 40]) {
        if (self.ready)(home) {
            return (0.0, std::array::from_fn(|n| if n == 0 { 1.0 } else { 0.0 }));
        }
        if let Some(&rolls) = self.known.get(&home.index()) {
            return rolls;
        }
        let position = position(home, Home::new([1, 0, 0, 0, 0, 0]).unwrap());
        let (mut mean, mut chances) = (1.0, [0.0; 40]);
        for roll in Roll::ALL {
            let mut results: Vec<Home> =
                position.results(roll).iter().map(|result| Home::both(result).unwrap().0).collect();
            results.sort_unstable_by_key(|home| home.index());
            let mut best: Option<(f64, [f64; 40])> = None;
            for result in results {
                let rolls = self.rolls(result);
                if best.is_none_or(|best| rolls.0 < best.0 - 1e-9) {
                    best = Some(rolls);
                }
            }
            let (after, then) = best.unwrap();
            mean += f64::from(roll.weight()) * after / 36.0;
            for n in 1..40 {
                chances[n] += f64::from(roll.weight()) * then[n - 1] / 36.0;
            }
        }
        self.known.insert(home.index(), (mean, chances));
        (mean, chances)
    }

    fn assert_equal(&mut self, home: Home, found: &sparring_engine::solve::bearoff::Rolls) {
        let (mean, chances) = self.rolls(home);
        assert!((found.mean() - mean).abs() < 1e-8, "{home:?}: {} {mean}", found.mean());
        for (n, &chance) in chances.iter().enumerate() {
            let difference = (found.exactly(n) - chance).abs();
            assert!(difference <= 2.0 * CHANCE_ERROR, "{home:?}, {n} rolls: {} {chance}", found.exactly(n));
        }
    }
}

#[test]
fn one_sided_distributions_are_those_of_the_recursion() {
    let mut hurry = Hurry { known: HashMap::new(), ready: |home| home.checkers() == 0 };
    for home in all_homes(0..homes(5)) {
        hurry.assert_equal(home, bearoff().one_sided.all_off(home));
    }
}

#[test]
fn first_checkers_come_off_as_in_the_recursion() {
    let mut hurry = Hurry { known: HashMap::new(), ready: |home| home.checkers() < 15 };
    for points in [[0, 0, 0, 0, 3, 12], [0, 0, 0, 0, 15, 0], [6, 5, 0, 0, 0, 4], [0, 0, 15, 0, 0, 0]] {
        let home = Home::new(points).unwrap();
        hurry.assert_equal(home, bearoff().one_sided.first_off(home).unwrap());
    }
    assert!(hurry.known.len() > 1_000, "only {} homes were needed", hurry.known.len());
    assert!(bearoff().one_sided.first_off(Home::new([0, 0, 0, 0, 0, 14]).unwrap()).is_none());
}

#[test]
fn means_are_the_known_ones() {
    for (points, _, mean) in KNOWN_HOMES {
        let found = bearoff().one_sided.all_off(Home::new(points).unwrap()).mean();
        assert!((found - mean).abs() <= 2e-4, "{points:?}: {found}, expected {mean}");
    }
}

#[test]
fn distributions_begin_certain_fall_and_end() {
    for home in all_homes(0..homes(15)) {
        let rolls = [Some(bearoff().one_sided.all_off(home)), bearoff().one_sided.first_off(home)];
        for rolls in rolls.into_iter().flatten() {
            assert_eq!(rolls.more_than(0), if home.checkers() > 0 { 1.0 } else { 0.0 }, "{home:?}");
            assert!((1..MAX_ROLLS).all(|n| rolls.more_than(n) <= rolls.more_than(n - 1)), "{home:?}");
            assert_eq!(rolls.more_than(MAX_ROLLS - 1), 0.0, "{home:?} does not end");
            assert_eq!((0..=MAX_ROLLS).map(|n| rolls.exactly(n)).sum::<f64>(), 1.0, "{home:?}");
        }
    }
}

/// One checker less never makes a side slower or its game worse. (One checker nearer can: a four
/// bears off from 6, 4 but has to be played 6/2 from 6, 3.)
#[test]
fn fewer_checkers_are_never_worse() {
    let fewer = |home: Home| {
        (0..6).filter(move |&i| home.points()[i] > 0).map(move |i| {
            let mut points = home.points();
            points[i] -= 1;
            Home::new(points).unwrap()
        })
    };
    let mean = |home| bearoff().one_sided.all_off(home).mean();
    for home in all_homes(1..homes(15)) {
        assert!(fewer(home).all(|fewer| mean(fewer) <= mean(home)), "{home:?}");
    }
    let equity = |own, theirs| bearoff().two_sided.equity(own, theirs).unwrap();
    for own in all_homes(1..homes(6)) {
        for theirs in all_homes(1..homes(6)) {
            let now = equity(own, theirs);
            assert!(fewer(own).all(|own| equity(own, theirs) >= now), "{own:?} {theirs:?}");
            assert!(fewer(theirs).all(|theirs| equity(own, theirs) <= now), "{own:?} {theirs:?}");
        }
    }
}

/// Races that the two-sided database does not have, with values that can be counted on the fingers.
#[test]
fn one_sided_equities_are_those_of_simple_races() {
    let home = |points| Home::new(points).unwrap();
    let (last, all, none) = (home([1, 0, 0, 0, 0, 0]), home([0, 0, 0, 0, 0, 15]), Home::default());
    let equity = |own, theirs| bearoff().equity(&position(own, theirs)).unwrap();
    let won = equity(last, all);
    assert_eq!(won.probabilities, [1.0, 1.0, 0.0, 0.0, 0.0].into());
    assert_eq!(won.source, Source::OneSided);
    assert_eq!(won.points(), 2.0);
    // A first checker comes off the six point with any six and with 51, 42, 33, 22: 17 throws of 36
    // save the gammon.
    let lost = equity(all, last);
    let Probabilities { win, win_gammon, lose_gammon, .. } = lost.probabilities;
    assert_eq!((win, win_gammon), (0.0, 0.0));
    assert!((lose_gammon - 19.0 / 36.0).abs() < 1e-9);
    assert_eq!(lost.points(), -1.0 - lose_gammon);
    // Three on the ace point are off with the second roll at the latest, with the first if it is a
    // double; seven are off with the second roll if both are doubles.
    let seven = equity(home([7, 0, 0, 0, 0, 0]), home([3, 0, 0, 0, 0, 0]));
    let Probabilities { win, win_gammon, lose_gammon, .. } = seven.probabilities;
    assert!((win - 1.0 / 36.0 * 30.0 / 36.0).abs() < 1e-9, "{seven:?}");
    assert_eq!((win_gammon, lose_gammon, seven.source), (0.0, 0.0, Source::OneSided));
    for over in [position(last, none), position(none, last)] {
        assert!(bearoff().equity(&over).is_none());
    }
    assert!(bearoff().equity(&Position::START).is_none());
}

/// Where both databases apply: what playing for speed loses against best play.
#[test]
fn one_sided_chances_are_near_the_exact_ones() {
    let (mut largest, mut sum, mut pairs) = (0.0_f64, 0.0, 0);
    for own in all_homes(1..homes(6)) {
        for theirs in all_homes(1..homes(6)) {
            let (ours, others) = (bearoff().one_sided.all_off(own), bearoff().one_sided.all_off(theirs));
            let win: f64 = (1..MAX_ROLLS).map(|n| ours.exactly(n) * others.more_than(n - 1)).sum();
            let exact = bearoff().two_sided.equity(own, theirs).unwrap();
            let difference = (2.0 * win - 1.0 - exact).abs();
            (largest, sum, pairs) = (largest.max(difference), sum + difference, pairs + 1);
        }
    }
    let mean = sum / f64::from(pairs);
    println!("one-sided against two-sided equities: largest difference {largest:.4}, mean {mean:.5}");
    assert!(largest < 0.03 && mean < 0.002, "{largest} {mean}");
}

#[test]
fn any_number_of_threads_computes_the_same_bytes() {
    let expected = (bearoff().one_sided.to_bytes(), bearoff().two_sided.to_bytes());
    for threads in [1, 2, 3, 8] {
        let pool = pool(threads);
        let scope = pool.cancel_scope();
        let one = OneSided::generate(&pool, &scope, &mut |_| {}).unwrap();
        let two = TwoSided::generate(&pool, &scope, &mut |_| {}).unwrap();
        assert!((one.to_bytes(), two.to_bytes()) == expected, "{threads} threads");
        pool.snapshot().total().check().unwrap();
    }
}

#[test]
fn progress_is_told_until_all_is_done() {
    let pool = pool(2);
    let mut told: Vec<Progress> = Vec::new();
    Bearoff::generate(&pool, &pool.cancel_scope(), &mut |progress| told.push(progress)).unwrap();
    for (name, total) in [("one-sided", 54_264), ("two-sided", 924 * 924)] {
        let of_it: Vec<&Progress> = told.iter().filter(|progress| progress.database == name).collect();
        assert!(of_it.windows(2).all(|pair| pair[0].done < pair[1].done), "{name}");
        assert!(of_it.iter().all(|progress| progress.total == total), "{name}");
        assert_eq!(of_it.last().unwrap().done, total, "{name}");
    }
}

#[test]
fn a_cancelled_generation_leaves_nothing() {
    let pool = pool(2);
    for (database, done) in [("one-sided", 20_000), ("two-sided", 400_000)] {
        let folder = Folder::new(database);
        let scope = pool.cancel_scope();
        let mut last = None;
        let generated =
            Bearoff::load_or_generate(&Store::at(folder.path()), &pool, &scope, &mut |progress| {
                last = Some(progress);
                if progress.database == database && progress.done >= done {
                    scope.cancel();
                }
            });
        assert!(generated.is_err());
        let last = last.unwrap();
        assert!(last.database == database && last.done < last.total, "{last:?}");
        let whole = if database == "two-sided" { vec!["bearoff-one-sided"] } else { vec![] };
        assert_eq!(folder.names(), whole);
        pool.snapshot().total().check().unwrap();
    }
}
