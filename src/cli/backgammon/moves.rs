//! `sparring backgammon moves`.

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, show};
use crate::games::backgammon::{Position, Roll};
use crate::report::{PlayLine, PlaysDocument};

const EXAMPLES: &str = "\
Examples:
  sparring backgammon moves --roll 31
  sparring backgammon moves --position 4HPwATDgc/ABMA --roll 62 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct MovesArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    roll: RollArgs,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    json: bool,
}

pub(in crate::cli) fn run(args: &MovesArgs) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let roll = args.roll.read(&place)?;
    let position = &place.position;
    let document = PlaysDocument {
        game: "backgammon",
        position: position.to_string(),
        roll: roll.map(|roll| roll.to_string()),
        plays: roll.map_or_else(Vec::new, |roll| plays(position, roll)),
    };
    if document.plays.is_empty() {
        say("the game is over: there is nothing to play");
    }
    show(args.json, &document, || document.text())
}

/// One for each distinct result, in the generator's order; none if the game is over.
fn plays(position: &Position, roll: Roll) -> Vec<PlayLine> {
    if position.is_over() {
        return Vec::new();
    }
    let line = |result: &Position| PlayLine {
        name: position.play_to(roll, result).unwrap_or_default().to_string(),
        result: result.to_string(),
    };
    position.results(roll).iter().map(line).collect()
}
