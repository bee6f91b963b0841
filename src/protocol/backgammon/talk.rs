//! Words about cube and score at the terminal.

use super::cube::{Cube, Won};
use super::play_state::{PlayState, Step};
use crate::protocol::level::counted;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Finish, Probabilities, name};

pub(super) fn named(step: &Step) -> &'static str {
    match step {
        Step::Roll => "roll",
        Step::Double => "double",
        Step::Take => "take",
        Step::Drop => "drop",
        Step::Resign(..) => "resign",
        Step::Next => "next game",
        Step::Opening(..) | Step::Throw(_) | Step::Play(_) => "play",
    }
}

/// The words that can be typed instead of a play.
pub(super) fn cube_words(turn: &PlayState) -> Vec<String> {
    let steps: &[Step] = match (turn.is_offered(), turn.may_double()) {
        (true, _) => &[Step::Take, Step::Drop],
        (_, true) => &[Step::Roll, Step::Double],
        _ => &[],
    };
    steps.iter().map(|step| named(step).to_owned()).collect()
}

/// Reads a step of the cube. Returns `None` if the text may be a play.
///
/// # Errors
/// A reason why the step is impossible.
pub(super) fn cube_step(turn: &PlayState, text: &str) -> Result<Option<Step>, String> {
    let text = text.trim().to_lowercase();
    match (&*text, turn.is_offered(), turn.may_double()) {
        ("take", true, _) => Ok(Some(Step::Take)),
        ("drop" | "pass", true, _) => Ok(Some(Step::Drop)),
        (_, true, _) => Err("a double stands to be answered; try take or drop".to_owned()),
        ("roll", _, true) => Ok(Some(Step::Roll)),
        ("double" | "redouble", _, true) => Ok(Some(Step::Double)),
        (_, _, true) => Err("you have not thrown yet; try roll or double".to_owned()),
        ("double" | "redouble", ..) => Err(why_not(turn)),
        ("take" | "drop", ..) => Err("nobody has doubled; try a play".to_owned()),
        _ => Ok(None),
    }
}

fn why_not(turn: &PlayState) -> String {
    let Some(cube) = turn.cube else {
        return "this game has no cube; try play --cube or play --length 5".to_owned();
    };
    let side = turn.game.position().side();
    if cube.state.crawford {
        "nobody doubles in the Crawford game; try a play".to_owned()
    } else if cube.state.owner.is_some_and(|owner| owner != side) {
        format!("{} owns the cube; try a play", name(side.other()))
    } else if Cube::new(cube.state, cube.has_crawford).may_be_turned(side) {
        "a double comes before the throw; try a play".to_owned()
    } else {
        "a double gains nothing at this score; try a play".to_owned()
    }
}

pub(super) fn stakes(turn: &PlayState) -> String {
    turn.cube.map_or_else(String::new, |cube| format!("{}\n", cube.state))
}

pub(super) fn question(turn: &PlayState, person: Side) -> String {
    if turn.mover() != person {
        return String::new();
    }
    match turn.cube {
        Some(cube) if turn.is_offered() => {
            let to = 2u32 << cube.state.cube;
            format!("{} doubles to {to}: take or drop?\n", name(person.other()))
        }
        Some(_) if turn.may_double() => "roll or double?\n".to_owned(),
        _ => String::new(),
    }
}

fn end(won: Won) -> String {
    let Won { winner, finish, points } = won;
    let (winner, loser) = (name(winner), name(winner.other()));
    let points = counted(points, ["point", "points"]);
    match finish {
        Finish::BorneOff(outcome) => format!("{winner} wins a {outcome}, {points}"),
        Finish::Drop => format!("{winner} wins by a drop, {points}"),
        Finish::Resigned(outcome) => format!("{loser} resigns a {outcome}, {winner} wins {points}"),
    }
}

pub(super) fn ended(turn: &PlayState, won: Won) -> String {
    let Some(cube) = turn.cube.filter(|cube| cube.state.length > 0) else { return end(won) };
    let [white, black] = cube.score_after(won);
    format!("{}; {} wins the match, White {white}, Black {black}", end(won), name(won.winner))
}

pub(super) fn next_game(turn: &PlayState, won: Won) -> String {
    let score = turn.next_game().map_or_else(String::new, |next| format!("; {}", stakes(&next)));
    format!("{}{score}", end(won))
}

/// Returns chances in the order and with the abbreviations of a rollout.
pub(super) fn chances(of: Probabilities) -> String {
    let percent = |chance: f64| format!("{:.1}", 100.0 * chance);
    let [win, gammon, backgammon, loses_gammon, loses_backgammon] = of.as_array().map(percent);
    let loses = percent(1.0 - of.win);
    format!(
        "wins {win} %, g {gammon}, bg {backgammon}; loses {loses} %, g {loses_gammon}, bg {loses_backgammon}"
    )
}
