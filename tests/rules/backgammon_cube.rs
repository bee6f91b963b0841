//! Claim: cube decisions are those of Janowski's model in money games, and sound at any score.

use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{
    Decision, Doubling, Efficiency, MatchEquity, Odds, Response, Stakes, StakesError,
};
use sparring_engine::games::backgammon::network::{Chances, ONE};
use sparring_engine::games::backgammon::{MatchState, Outcome, Position};

const X: f64 = 2.0 / 3.0;

fn money(cube: u8, owner: Option<Side>) -> MatchState {
    MatchState { cube, owner, max_cube: 15, ..MatchState::MONEY }
}

/// A match in which the side about to roll and its opponent need so many points.
fn needs(mine: u16, theirs: u16) -> MatchState {
    let length = mine.max(theirs);
    MatchState { length, score: [length - mine, length - theirs], max_cube: 15, ..MatchState::MONEY }
}

fn stakes(state: &MatchState) -> Stakes {
    Stakes::new(state, Side::First, MatchEquity::built_in()).unwrap()
}

fn decide(state: &MatchState, chances: [f64; 5]) -> Decision {
    stakes(state).decide(&Odds::new(chances), X)
}

fn wins(win: f64) -> [f64; 5] {
    [win, 0.0, 0.0, 0.0, 0.0]
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, expected {expected}");
}

#[test]
fn take_points_without_gammons_are_the_well_known_ones() {
    let (stakes, even) = (stakes(&money(0, None)), Odds::new(wins(0.5)));
    assert_near(stakes.take_point(&even, 0.0).unwrap(), 0.25);
    assert_near(stakes.take_point(&even, 1.0).unwrap(), 0.2);
    assert_near(stakes.take_point(&even, X).unwrap(), 3.0 / 14.0);
    assert_near(stakes.cash_point(&even, 1.0).unwrap(), 0.8);
}

/// The formulas of "Take-Points in Money Games" (1993); W and L are the points of a game won and
/// of one lost.
#[test]
fn money_games_have_janowskis_take_points_and_equities() {
    for chances in [[0.5, 0.13, 0.005, 0.1, 0.002], [0.3, 0.2, 0.05, 0.01, 0.0], [0.8, 0.0, 0.0, 0.15, 0.1]] {
        let [p, wg, wbg, lg, lbg] = chances;
        let (w, l) = ((p + wg + wbg) / p, (1.0 - p + lg + lbg) / (1.0 - p));
        let odds = Odds::new(chances);
        let at = |owner| stakes(&money(0, owner));
        for x in [0.0, 0.25, 0.6, 1.0] {
            assert_near(at(None).take_point(&odds, x).unwrap(), (l - 0.5) / (w + l + 0.5 * x));
            assert_near(at(None).cash_point(&odds, x).unwrap(), (l + 0.5 + 0.5 * x) / (w + l + 0.5 * x));
        }
        // The straight parts of the curves with a live cube.
        let (take, cash) = ((l - 0.5) / (w + l + 0.5), (l + 1.0) / (w + l + 0.5));
        let p = 0.5 * (take + cash);
        let odds = odds.at(p);
        assert_near(at(Some(Side::First)).held(&odds, 1.0), p * (w + l + 0.5) - l);
        assert_near(at(Some(Side::Second)).held(&odds, 1.0), p * (w + l + 0.5) - l - 0.5);
        assert_near(at(None).held(&odds, 1.0), 0.0);
        assert_near(at(None).held(&odds, 0.0), p * (w + l) - l);
    }
}

/// A cube that can be turned once more is dead for who takes it, twice more nearly so.
#[test]
fn a_limited_cube_has_other_take_points() {
    let even = Odds::new(wins(0.5));
    let take = |turns: u8| {
        let state = MatchState { max_cube: 3 + turns, ..money(3, None) };
        stakes(&state).take_point(&even, 1.0)
    };
    assert_eq!(take(0), None);
    assert_near(take(1).unwrap(), 0.25);
    assert_near(take(2).unwrap(), 0.25 * 0.75);
    assert_near(take(3).unwrap(), 0.25 * (1.0 - 0.25 * 0.75));
    assert_near(take(12).unwrap(), 0.2);
}

#[test]
fn gammons_count_after_a_turn_where_jacoby_says_so() {
    let jacoby = MatchState { jacoby: true, ..money(0, None) };
    let odds = Odds::new([0.6, 0.3, 0.0, 0.1, 0.0]);
    assert_near(stakes(&jacoby).held(&odds, 0.0), 0.2);
    assert_near(stakes(&jacoby).finished(Outcome::Gammon, true), 1.0);
    let turned = MatchState { jacoby: true, ..money(1, Some(Side::Second)) };
    assert_near(stakes(&turned).held(&odds, 0.0), 2.0 * 0.4);
    assert_near(stakes(&turned).finished(Outcome::Backgammon, false), -6.0);
    // What is too good without the rule is cashed with it.
    let gammons = [0.9, 0.6, 0.0, 0.02, 0.0];
    assert_eq!(decide(&money(0, None), gammons).to_string(), "Too good to double, pass");
    assert_eq!(decide(&jacoby, gammons).to_string(), "Double, pass");
}

#[test]
fn decisions_are_said_as_players_say_them() {
    let beavers = MatchState { beavers: true, ..money(0, None) };
    let (mine, theirs) = (money(1, Some(Side::First)), money(1, Some(Side::Second)));
    let crawford = MatchState { crawford: true, ..needs(4, 1) };
    let cases = [
        (money(0, None), [0.5, 0.13, 0.0, 0.13, 0.0], "No double, take"),
        (money(0, None), wins(0.72), "Double, take"),
        (money(0, None), wins(0.85), "Double, pass"),
        (money(0, None), wins(1.0), "Double, pass"),
        (money(0, None), wins(0.0), "No double, take"),
        (money(0, None), [0.9, 0.6, 0.0, 0.02, 0.0], "Too good to double, pass"),
        (beavers, wins(0.4), "No double, beaver"),
        (beavers, wins(0.72), "Double, take"),
        (mine, wins(0.6), "No redouble, take"),
        (mine, wins(0.72), "Redouble, take"),
        (mine, wins(0.85), "Redouble, pass"),
        (mine, [0.9, 0.6, 0.0, 0.02, 0.0], "Too good to redouble, pass"),
        (theirs, wins(0.9), "Cube not available"),
        (crawford, wins(0.9), "Cube not available"),
        // The trailing side has nothing to lose, and the leader a free drop.
        (needs(2, 1), wins(0.3), "Double, take"),
        (needs(2, 1), wins(0.51), "Double, pass"),
        (needs(3, 1), wins(0.1), "Double, take"),
        // The leader needs one point, or its cube is enough.
        (needs(1, 4), wins(0.75), "No double, take"),
        (MatchState { cube: 1, owner: Some(Side::First), ..needs(2, 6) }, wins(0.75), "No redouble, take"),
    ];
    for (state, chances, expected) in cases {
        let decision = decide(&state, chances);
        assert_eq!(decision.to_string(), expected, "{state}, {chances:?}: {decision:?}");
    }
}

/// On the last roll of a game nobody doubles again: an efficiency of 0.
#[test]
fn a_last_roll_is_doubled_from_a_half_and_taken_from_a_quarter() {
    let stakes = stakes(&money(2, None));
    for (win, expected) in
        [(0.49, "No double, take"), (0.51, "Double, take"), (0.74, "Double, take"), (0.76, "Double, pass")]
    {
        let decision = stakes.decide(&Odds::new(wins(win)), 0.0);
        assert_eq!(decision.to_string(), expected);
        assert_near(decision.no_double.equity, 2.0 * win - 1.0);
        assert_near(decision.no_double.value, 4.0 * (2.0 * win - 1.0));
        assert_near(decision.double.unwrap().take.equity, 4.0 * win - 2.0);
    }
}

#[test]
fn losses_are_told_for_both_sides() {
    let decision = stakes(&money(0, None)).decide(&Odds::new(wins(0.8)), 0.0);
    assert_eq!(decision.to_string(), "Double, pass");
    assert_near(decision.doubling_loss(false), 0.4);
    assert_near(decision.doubling_loss(true), 0.0);
    assert_near(decision.double.unwrap().response_loss(Response::Take), 0.2);
    assert_near(decision.best().value, 1.0);
}

#[test]
fn chances_of_a_network_are_odds() {
    let chances = Chances { win: ONE / 2, win_gammon: ONE / 8, ..Chances::default() };
    assert_eq!(Odds::from(chances), Odds::new([0.5, 0.125, 0.0, 0.0, 0.0]));
    assert_eq!(Odds::from(chances).of_other(), Odds::from(chances.of_other()));
    // What contradicts itself is lowered, NaN included.
    assert_eq!(Odds::new([0.5, 0.9, 2.0, -1.0, 0.1]), Odds::new([0.5, 0.5, 0.5, 0.0, 0.0]));
    assert_eq!(Odds::new([f64::NAN; 5]), Odds::new([0.0; 5]));
}

#[test]
fn efficiency_depends_on_the_class_of_the_position() {
    let efficiency = Efficiency { contact: 0.5, short_race: 0.6, long_race: 0.7 };
    let at = |text: &str| efficiency.of(&text.parse::<Position>().unwrap());
    assert_eq!(efficiency.of(&Position::START), 0.5);
    // Five checkers on the four point need 20 pips, and ten 40.
    assert_near(at("----E-------------------e-"), 0.65);
    assert_near(at("----J-------------------e-"), 0.7);
    for (pips, expected) in [(0, 0.6), (8, 0.6), (20, 0.65), (32, 0.7), (375, 0.7)] {
        assert_near(efficiency.race(pips), expected);
    }
}

#[test]
fn states_without_stakes_are_refused_in_one_line() {
    let table = MatchEquity::built_in();
    let refused = |state: MatchState| Stakes::new(&state, Side::First, table).unwrap_err();
    let over = MatchState { score: [5, 2], ..needs(5, 5) };
    assert_eq!(refused(over), StakesError::Over(5, 2, 5));
    assert_eq!(refused(needs(65, 3)), StakesError::TooLong(65, 64));
    assert_eq!(refused(MatchState { crawford: true, ..needs(3, 2) }), StakesError::Crawford(3, 2));
    assert_eq!(refused(MatchState { cube: 16, ..MatchState::MONEY }), StakesError::Cube(16));
    for error in [refused(over), refused(needs(65, 3)), StakesError::Crawford(3, 2), StakesError::Cube(16)] {
        let line = error.to_string();
        assert!(
            line.starts_with("got ") && line.contains(", expected ") && line.contains("; try "),
            "{line}"
        );
    }
}

fn chances() -> impl Strategy<Value = [f64; 5]> {
    let edge = prop_oneof![3 => 0.0..=1.0, 1 => Just(0.0), 1 => Just(1.0)];
    (edge, [0.0..=1.0, 0.0..=1.0, 0.0..=1.0, 0.0..=1.0]).prop_map(|(win, [a, b, c, d])| {
        let (won, lost): (f64, f64) = (win * a, (1.0 - win) * b);
        [win, won, won * c, lost, lost * d]
    })
}

fn states() -> impl Strategy<Value = MatchState> {
    let owner = prop_oneof![Just(None), Just(Some(Side::First)), Just(Some(Side::Second))];
    let rules = (any::<bool>(), any::<bool>(), any::<bool>());
    (any::<bool>(), 1..=25u16, 1..=25u16, 0..=15u8, 0..=15u8, owner, rules).prop_map(
        |(money, mine, theirs, cube, max_cube, owner, (crawford, jacoby, beavers))| {
            let state = if money { MatchState::MONEY } else { needs(mine, theirs) };
            let crawford = crawford && !money && mine.min(theirs) == 1;
            MatchState { crawford, jacoby, beavers, cube, max_cube, owner, ..state }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// No NaN and nothing beyond the worst and the best end; a game won for one side is one lost
    /// for the other; a better chance is never worth less.
    #[test]
    fn values_are_sound(state in states(), chances in chances(), x in 0.0..=1.0f64, less in 0.0..=1.0f64) {
        let odds = Odds::new(chances);
        let stakes = Stakes::new(&state, Side::First, MatchEquity::built_in()).unwrap();
        let others = Stakes::new(&state, Side::Second, MatchEquity::built_in()).unwrap();
        let [held, value] = [stakes.held(&odds, x), stakes.value(&odds, x)];
        let most = if state.length > 0 { 1.0 } else { 6.0 * f64::from(1u32 << state.cube) };
        let least = if state.length > 0 { 0.0 } else { -most };
        for value in [held, value, stakes.cubeless(&odds)] {
            prop_assert!((least - 1e-9..=most + 1e-9).contains(&value), "{value}");
        }
        let scale = most.max(1.0);
        let sum = if state.length > 0 { 1.0 } else { 0.0 };
        prop_assert!((held + others.held(&odds.of_other(), x) - sum).abs() < 1e-9 * scale);
        let worse = odds.at(odds.win() * less);
        prop_assert!(stakes.held(&worse, x) <= held + 1e-9 * scale);
        prop_assert!(stakes.value(&worse, x) <= value + 1e-9 * scale);
        for point in [stakes.take_point(&odds, x), stakes.cash_point(&odds, x)].into_iter().flatten() {
            prop_assert!((0.0..=1.0).contains(&point), "{point}");
        }
    }

    /// The best action has the best value, and nobody doubles where nothing can be gained.
    #[test]
    fn decisions_are_sound(state in states(), chances in chances(), x in 0.0..=1.0f64) {
        let odds = Odds::new(chances);
        let stakes = Stakes::new(&state, Side::First, MatchEquity::built_in()).unwrap();
        let decision = stakes.decide(&odds, x);
        let scale = f64::from(1u32 << state.cube);
        prop_assert!((decision.best().value - stakes.value(&odds, x)).abs() < 1e-8 * scale);
        prop_assert!(!decision.to_string().is_empty());
        prop_assert!(decision.no_double.equity.is_finite());
        let mine = state.owner.is_none_or(|owner| owner == Side::First);
        let may = mine && !state.crawford && state.cube < state.max_cube;
        prop_assert_eq!(decision.double.is_some(), may);
        let Some(double) = decision.double else { return Ok(()) };
        let away = state.length - state.score[0];
        if state.length > 0 && u32::from(away) <= 1 << state.cube {
            prop_assert_ne!(double.doubling, Doubling::Double);
            prop_assert!(double.take.value <= decision.no_double.value + 1e-9);
        }
        let answers = [Some(double.take), Some(double.pass), double.beaver];
        let least = answers.into_iter().flatten().map(|value| value.value).fold(f64::MAX, f64::min);
        prop_assert!((double.answered().value - least).abs() < 1e-8 * scale);
        prop_assert!(decision.doubling_loss(true) == 0.0 || decision.doubling_loss(false) == 0.0);
        prop_assert!(decision.best().value >= decision.no_double.value - 1e-8 * scale);
    }
}
