//! Claims: looking ahead with the cube finds what naive recursion finds, on any number of
//! workers; where it sees the end of the game, it finds what the exact bear-offs with the cube
//! say.

use std::collections::BTreeMap;

use crate::support::bearoff::{bearoff, position};
use sparring_engine::cubeful::{Cubeful, Lookahead};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{Doubling, Efficiency, MatchEquity, Odds, Stakes};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{MatchState, Outcome, Position, Roll};
use sparring_engine::search::Filter;
use sparring_engine::solve::bearoff::Home;
use sparring_sched::{Pool, Scoped};

const EVERY: Filter = Filter { most: usize::MAX, within: i32::MAX };

fn cubeful(state: &MatchState) -> Cubeful<'static> {
    Cubeful::new(Network::built_in(), state, MatchEquity::built_in(), Efficiency::default()).unwrap()
}

/// Money, a match, cubes in the middle and owned, Jacoby, beavers, a cube that is dead.
fn states() -> Vec<MatchState> {
    let money = MatchState::MONEY;
    let to_five = MatchState { length: 5, score: [1, 3], ..money };
    vec![
        money,
        MatchState { jacoby: true, beavers: true, ..money },
        MatchState { cube: 1, owner: Some(Side::First), ..money },
        to_five,
        MatchState { cube: 1, owner: Some(Side::First), ..to_five },
        MatchState { crawford: true, score: [4, 2], ..to_five },
        MatchState { score: [2, 4], ..to_five },
    ]
}

fn stakes(state: &MatchState, side: Side) -> Stakes {
    Stakes::new(state, side, MatchEquity::built_in()).unwrap()
}

fn flipped(state: &MatchState, value: f64) -> f64 {
    if state.length > 0 { 1.0 - value } else { -value }
}

/// The same game with the cube turned by `side`, so often.
fn turned(state: &MatchState, side: Side, times: u8) -> MatchState {
    MatchState { cube: state.cube + times, owner: Some(side.other()), ..*state }
}

/// What a position is worth to the side on roll before its cube action.
fn before(position: &Position, state: &MatchState, depth: u32) -> f64 {
    let side = position.side();
    let stakes = stakes(state, side);
    if depth == 0 {
        let odds = Odds::from(Network::built_in().chances(&position.handed_over())).of_other();
        return stakes.value(&odds, Efficiency::default().of(position));
    }
    let rolled = rolled(position, state, depth);
    if !stakes.may_double() {
        return rolled;
    }
    let mut answered = self::rolled(position, &turned(state, side, 1), depth);
    if state.beavers {
        answered = answered.min(self::rolled(position, &turned(state, side, 2), depth));
    }
    let passed = stakes.finished(Outcome::Single, true);
    rolled.max(answered.min(passed))
}

/// What rolling is worth.
fn rolled(position: &Position, state: &MatchState, depth: u32) -> f64 {
    let mut sum = 0.0;
    for a in 1..=6 {
        for b in 1..=6 {
            let results = position.results(Roll::new(a, b).unwrap());
            let value = |result: &&Position| after(result, state, 0);
            let best = results.iter().rev().max_by(|a, b| value(a).total_cmp(&value(b))).unwrap();
            sum += after(best, state, depth - 1);
        }
    }
    sum / 36.0
}

/// What a play is worth to the side that made it.
fn after(result: &Position, state: &MatchState, depth: u32) -> f64 {
    match Outcome::of(result) {
        Some(outcome) => stakes(state, result.side()).finished(outcome, true),
        None => flipped(state, before(&result.handed_over(), state, depth)),
    }
}

fn positions() -> [Position; 3] {
    ["-b----E-C---eE---c-e----B-", "--AABC-----A--------bbcb-A", "-BC--------------------bb-"]
        .map(|text| text.parse().unwrap())
}

#[test]
fn cube_actions_are_those_of_naive_recursion() {
    let pools = [1, 2, 5].map(|threads| Pool::new(threads).unwrap());
    for position in positions() {
        for state in states() {
            let expected = rolled(&position, &state, 1);
            for pool in &pools {
                let cubeful = cubeful(&state);
                let found = pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, &position, 1));
                let found = found.unwrap();
                assert!((found.no_double.value - expected).abs() < 1e-12, "{position} {state}: {found:?}");
                assert_eq!(found.double.is_some(), stakes(&state, Side::First).may_double());
                if let Some(double) = found.double {
                    let taken = rolled(&position, &turned(&state, Side::First, 1), 1);
                    assert!((double.take.value - taken).abs() < 1e-12, "{position} {state}: {found:?}");
                    assert_eq!(double.beaver.is_some(), state.beavers);
                }
                let best = before(&position, &state, 1);
                let gains = found.best().value - best;
                assert!(gains.abs() < 1e-9, "{position} {state}: {found:?}, expected {best}");
            }
        }
    }
}

#[test]
fn two_plies_are_those_of_naive_recursion() {
    let pool = Pool::new(2).unwrap();
    let [_, _, short] = positions();
    for state in states() {
        let cubeful = cubeful(&state);
        let found = pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, &short, 2)).unwrap();
        let best = before(&short, &state, 2);
        assert!((found.best().value - best).abs() < 1e-9, "{state}: {found:?}, expected {best}");
        // As deep as it goes every double may be beavered.
        let deepest = pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, &short, 3)).unwrap();
        assert!((deepest.best().equity - found.best().equity).abs() < 0.5, "{state}: {deepest:?}");
    }
}

#[test]
fn plays_are_valued_by_naive_recursion_and_the_filter_leaves_some_out() {
    let pool = Pool::new(2).unwrap();
    let position = positions()[1];
    let roll: Roll = "62".parse().unwrap();
    for state in states() {
        let cubeful = cubeful(&state);
        let plays = |depth, filter, also: &[Position]| {
            pool.install_in(&pool.cancel_scope(), |task| {
                cubeful.plays(task, (&position, roll), Lookahead { depth, filter }, also)
            })
            .unwrap()
        };
        let every = plays(1, EVERY, &[]);
        assert_eq!(every.len(), position.results(roll).len());
        assert!(every.is_sorted_by(|a, b| a.value >= b.value));
        for play in &every {
            let expected = after(&play.result, &state, 1);
            assert!(
                (play.value - expected).abs() < 1e-12 && play.depth == 1,
                "{state}: {play:?}, {expected}"
            );
        }
        let last = every[every.len() - 1].result;
        let some = plays(1, Filter { most: 2, within: i32::MAX }, &[last]);
        assert_eq!(some.len(), every.len());
        let deep: Vec<_> = some.iter().filter(|play| play.depth == 1).collect();
        assert!(
            deep.len() >= 2 && deep.len() <= 3 && deep.iter().any(|play| play.result == last),
            "{some:?}"
        );
    }
}

#[test]
fn short_bear_offs_are_exact() {
    let pool = Pool::new(2).unwrap();
    let mut seen = 0;
    // A side with at most two checkers on the lowest three points is off within two rolls.
    let homes: Vec<Home> = (1..20).map(Home::from_index).filter(|home| home.checkers() <= 2).collect();
    for &own in &homes {
        for &theirs in &homes {
            let position = position(own, theirs);
            let exact = bearoff().two_sided.cubeful(own, theirs).unwrap();
            let state = MatchState::MONEY;
            let cubeful = cubeful(&state);
            let found =
                pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, &position, 3)).unwrap();
            let value = found.best().value;
            let ends = ends_within(&position, 3);
            if ends {
                seen += 1;
                let expected = exact.best(exact.centred);
                assert!((value - expected).abs() < 1e-6, "{position}: {found:?}, expected {exact:?}");
                let double = found.double.unwrap();
                assert!((double.take.value - exact.double_take()).abs() < 1e-6, "{position}");
                assert!(double.doubling != Doubling::TooGood, "nobody wins a gammon");
            }
        }
    }
    assert!(seen > 50, "{seen} positions");
}

/// With the databases short bear-offs for money are exact at every depth, whoever owns the cube;
/// at a score and in longer ones the chances are.
#[test]
fn with_the_databases_bear_offs_are_exact_at_every_depth() {
    let (pool, money) = (Pool::new(2).unwrap(), MatchState::MONEY);
    let decide = |state: &MatchState, position: &Position, depth| {
        let cubeful = cubeful(state).informed(Some(bearoff()));
        pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, position, depth)).unwrap()
    };
    let owned = |owner| MatchState { cube: 1, owner: Some(owner), ..money };
    for (own, theirs) in (20..924).step_by(97).flat_map(|own| (30..924).step_by(89).map(move |at| (own, at)))
    {
        let (own, theirs) = (Home::from_index(own), Home::from_index(theirs));
        let exact = bearoff().two_sided.cubeful(own, theirs).unwrap();
        let position = position(own, theirs);
        for (state, undoubled) in
            [(money, exact.centred), (owned(Side::First), exact.owned), (owned(Side::Second), exact.against)]
        {
            for depth in 0..2 {
                let found = decide(&state, &position, depth);
                let apart = (found.no_double.equity - undoubled).abs();
                assert!(apart < 1e-6, "{position} {state} {depth}: {found:?}, expected {exact:?}");
                let Some(double) = found.double else { continue };
                assert!((double.take.equity - exact.double_take()).abs() < 1e-6, "{position} {state}");
            }
        }
    }
    let (long, to_five) = ("-FBB----------------cca---", MatchState { length: 5, score: [1, 3], ..money });
    let long: Position = long.parse().unwrap();
    let known = bearoff().equity(&long).unwrap();
    let odds = Odds::from(known.probabilities);
    let model = stakes(&to_five, Side::First).decide(&odds, Efficiency::default().of(&long));
    let found = decide(&to_five, &long, 0);
    assert!((found.no_double.value - model.no_double.value).abs() < 1e-4, "{found:?}, {model:?}");
    // The network alone is far off here: its redouble would be wrong, and it is right.
    let redouble = owned(Side::First);
    let (with, without) = (decide(&redouble, &long, 2), cubeful(&redouble));
    let without = pool.install_in(&pool.cancel_scope(), |task| without.decide(task, &long, 2)).unwrap();
    println!("with the databases {with:?}\nwithout {without:?}");
    assert!(with.no_double.equity > without.no_double.equity + 0.1);
}

/// The databases know games without a cube and with one that can be turned without end.
#[test]
fn a_cube_that_nobody_can_turn_any_more_has_no_value() {
    let homes = (Home::from_index(200), Home::from_index(210));
    let database = &bearoff().two_sided;
    let equity = database.equity(homes.0, homes.1).unwrap();
    let endless = database.cubeful(homes.0, homes.1).unwrap();
    assert!(endless.owned - equity > 0.02, "{endless:?} without the cube {equity}");
    let owned = |max_cube| MatchState { cube: 1, max_cube, owner: Some(Side::First), ..MatchState::MONEY };
    let known = |max_cube| database.at(homes, &stakes(&owned(max_cube), Side::First), false);
    let owned = Some(2.0 * endless.owned);
    assert_eq!([1, 2, 5].map(known), [Some(2.0 * equity), None, None], "cubes up to 2, 4 and 32");
    assert_eq!([6, 10, 15].map(known), [owned; 3], "cubes up to 64, 1024 and 32768");
    let pool = Pool::new(2).unwrap();
    for depth in 0..2 {
        let cubeful = cubeful(&MatchState { max_cube: 0, ..MatchState::MONEY }).informed(Some(bearoff()));
        let decide = |task: Scoped<'_>| cubeful.decide(task, &position(homes.0, homes.1), depth);
        let found = pool.install_in(&pool.cancel_scope(), decide).unwrap();
        assert!(found.double.is_none() && (found.no_double.value - equity).abs() < 1e-6, "{found:?}");
    }
}

/// Whether every line of play ends within so many plies, whatever is played.
fn ends_within(position: &Position, plies: u32) -> bool {
    if Outcome::of(&position.handed_over()).is_some() {
        return true;
    }
    plies > 0
        && Roll::ALL.iter().all(|&roll| {
            position
                .results(roll)
                .iter()
                .all(|result| Outcome::of(result).is_some() || ends_within(&result.handed_over(), plies - 1))
        })
}

#[test]
fn the_efficiency_of_short_races_is_that_of_exact_bearoffs() {
    // Exact chances put into the model, exact values with the cube beside what it says: by the
    // pips of the side on roll the share of the way from the dead to the live values that fits
    // best.
    let database = bearoff();
    let mut sums: BTreeMap<usize, (f64, f64, u32)> = BTreeMap::new();
    for (own, theirs) in (50..924).step_by(7).flat_map(|own| (50..924).step_by(11).map(move |at| (own, at))) {
        let (own, theirs) = (Home::from_index(own), Home::from_index(theirs));
        let win = (1.0 + database.two_sided.equity(own, theirs).unwrap()) / 2.0;
        if !(0.25..0.85).contains(&win) {
            continue;
        }
        let odds = Odds::new([win, 0.0, 0.0, 0.0, 0.0]);
        let exact = database.two_sided.cubeful(own, theirs).unwrap();
        let holds = [
            (0, None, exact.centred),
            (1, Some(Side::First), exact.owned),
            (1, Some(Side::Second), exact.against),
        ];
        for (cube, owner, value) in holds {
            let stakes = stakes(&MatchState { cube, owner, ..MatchState::MONEY }, Side::First);
            let [dead, live] = [0.0, 1.0].map(|efficiency| stakes.equity(stakes.held(&odds, efficiency)));
            let (product, whole, count) = sums.entry(own.pips() / 4).or_default();
            *whole += (live - dead).powi(2);
            *product += (live - dead) * (value - dead);
            *count += 1;
        }
    }
    for (pips, (product, whole, count)) in sums {
        let (found, ours) = (product / whole, Efficiency::default().race(4 * pips as u32 + 2));
        println!("from {} pips: {found:.3}, ours {ours:.3}, {count} values", 4 * pips);
        assert!((found - ours).abs() < 0.05, "{found} and {ours}");
    }
}
