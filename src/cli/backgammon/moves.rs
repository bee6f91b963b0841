//! `sparring backgammon moves`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::place::{Place, PlaceArgs, RollArgs};
use super::search::informed;
use crate::cli::args::{PoolArgs, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, show, width};
use sparring_engine::game::EquityEvaluator;
use sparring_engine::games::backgammon::{NamedEvaluator, Position, Roll};
use sparring_engine::search::{DiceRequest, MAX_DEPTH, Settings};
use sparring_report::{PlayLine, Plays, PlaysDocument, Ranking, ranked_plays};
use sparring_run::{BackgammonSearch, Detail, Interrupt, Run, search};

const EXAMPLES: &str = "\
Examples:
  sparring backgammon moves --roll 31
  sparring backgammon moves --roll 31 --rank --depth 1
  sparring backgammon moves --position 4HPwATDgc/ABMA --roll 62 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct MovesArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    rank: RankArgs,
    #[command(flatten)]
    pool: PoolArgs,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Flags of a ranking.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Ranking")]
struct RankArgs {
    /// Rank the plays, the best first, with their values
    #[arg(long)]
    rank: bool,
    /// With --rank: depth of the search, 0 to 5; 0 takes the static value after each play
    #[arg(
        long, requires = "rank", value_name = "N",
        value_parser = whole::<u32>(0..=MAX_DEPTH.into(), "--depth 1"), default_value = "0",
        allow_negative_numbers = true
    )]
    depth: u32,
    /// With --rank: evaluator (see `sparring backgammon bestmove --help`)
    #[arg(long, requires = "rank", value_name = "NAME", default_value = "net",
        value_parser = PossibleValuesParser::new(NamedEvaluator::NAMES).try_map(|name| name.parse::<NamedEvaluator>()))]
    eval: NamedEvaluator,
    /// With --rank: take exact values and winning chances from the bear-off databases where both
    /// sides bear off
    #[arg(long, requires = "rank")]
    bearoff: bool,
}

pub(in crate::cli) fn run(args: &MovesArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let roll = args.roll.read(&place)?;
    let (plays, ranking) = match roll.filter(|_| args.rank.rank) {
        Some(roll) => ranked(args, &place, roll, interrupt)?,
        None => (Plays::Listed(roll.map_or_else(Vec::new, |roll| plays(&place.position, roll))), None),
    };
    let document = PlaysDocument {
        game: "backgammon",
        position: place.position.to_string(),
        roll: roll.map(|roll| roll.to_string()),
        plays,
        ranking,
    };
    if place.position.is_over() {
        say("the game is over: there is nothing to play");
    }
    let shown = show(args.json, &document, || document.text(width()))?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { shown })
}

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

/// Ranks plays; after an interrupt, by the last finished depth.
fn ranked(
    args: &MovesArgs,
    place: &Place,
    roll: Roll,
    interrupt: &Interrupt,
) -> Result<(Plays, Option<Ranking>), Failure> {
    let RankArgs { depth, eval, bearoff, .. } = args.rank;
    place.ignores_stakes("bestmove --top 5");
    let informed = informed(eval, bearoff, &args.pool)?.deciding(place.position.side());
    let request = DiceRequest::new(place.position, roll, Settings::depth(depth).with_lines(usize::MAX));
    let what = BackgammonSearch::new(informed, Some(roll), request);
    let finished =
        search(&what, &Run::new(args.pool.pool()?, interrupt)).finish(&what, None, Detail::default());
    let lines = finished.document.lines.unwrap_or_default();
    let ranking = Ranking { unit: eval.unit(), depth: finished.document.findings.header.depth };
    Ok((Plays::Ranked(ranked_plays(lines)), Some(ranking)))
}
