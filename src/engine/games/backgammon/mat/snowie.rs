//! Positions in Snowie's text form. gnubg writes one in place of an illegal play.
//!
//! Its fields, with semicolons between them: match length, Jacoby, two unused, turn, the players
//! (the position is seen by the first), Crawford, two scores, cube, its owner, the opponent's bar,
//! points 1 to 24, the own bar, two dice.

use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::roll::Roll;

/// The number of fields before the position.
const HEAD: usize = 12;

/// Reads the position and the name of the player who sees it.
pub(super) fn read(text: &str) -> Option<(&str, [i8; 26])> {
    let fields: Vec<&str> = text.split(';').map(str::trim).collect();
    let mut points = [0i8; 26];
    for (cell, field) in points.iter_mut().zip(fields.get(HEAD..HEAD + 26)?) {
        *cell = field.parse().ok().filter(|n| (-15..=15).contains(n))?;
    }
    points[0] = -points[0].abs();
    points[25] = points[25].abs();
    Some((fields[5], points))
}

/// Writes the position after a roll; `result` is seen by the mover.
pub(super) fn written(roll: Roll, result: &Position, state: &MatchState, names: [&str; 2]) -> String {
    let seen = result.handed_over();
    let (own, other) = (seen.side(), seen.side().other());
    let name = |side: Side| names[side as usize].replace([';', '(', ')'], " ");
    let score = |side: Side| state.score[side as usize];
    let owner = state.owner.map_or(0, |owner| if owner == own { 1 } else { -1 });
    let points: Vec<String> = seen.points().iter().map(i8::to_string).collect();
    format!(
        "{};{};0;0;0;{};{};{};{};{};{};{owner};{};{};{}",
        state.length,
        u8::from(state.jacoby),
        name(own),
        name(other),
        u8::from(state.crawford),
        score(own),
        score(other),
        1u32 << state.cube,
        points.join(";"),
        roll.high(),
        roll.low()
    )
}
