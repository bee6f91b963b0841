//! The words and the outcome of a resignation.

use super::play_state::{PlayState, Record, Step};
use crate::protocol::{Effect, End};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Outcome, name};

/// Makes the side on turn resign what `words` say, or else the most likely outcome of its loss. A
/// match goes on with its next game.
pub(super) fn resign(words: &[&str], record: &mut Record) -> Effect {
    let turn = record.state();
    let side = turn.mover();
    let outcome = match words {
        [] => likely(turn, side),
        ["single" | "normal"] => Outcome::Single,
        ["gammon"] => Outcome::Gammon,
        ["backgammon"] => Outcome::Backgammon,
        _ => {
            let got = words.join(" ");
            return Effect::Say(format!(
                "not resigned: got '{}', expected single, gammon or backgammon; try resign\n",
                got.escape_debug()
            ));
        }
    };
    if outcome != Outcome::Single && has_borne_off(turn, side) {
        return Effect::Say(format!(
            "not resigned: got a {outcome}, expected a single game, because {} has borne off a checker; try resign\n",
            name(side)
        ));
    }
    let outcome = turn.cube.map_or(outcome, |cube| cube.state.counted(outcome));
    let step = Step::Resign(side, outcome);
    let after = turn.after(&step);
    if after.next_game().is_none() {
        return Effect::End(End::Resigned(side, outcome.points() as u8));
    }
    record.push(step, after);
    Effect::GoOn
}

fn has_borne_off(turn: &PlayState, side: Side) -> bool {
    turn.game.position().seen_by(side).off() > 0
}

/// The outcome that the network finds most likely among losses, as if before a throw.
fn likely(turn: &PlayState, side: Side) -> Outcome {
    let position = turn.game.position();
    let waits = Network::built_in().chances(&position.handed_over());
    let winner = if side == position.side() { waits } else { waits.of_other() };
    if 2 * winner.win_backgammon > winner.win {
        Outcome::Backgammon
    } else if 2 * winner.win_gammon > winner.win {
        Outcome::Gammon
    } else {
        Outcome::Single
    }
}
