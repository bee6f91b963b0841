//! Flags of `sparring backgammon match`.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::{Arg, Args};

use super::search::DiceArgs;
use super::stakes::table;
use crate::cli::args::{PoolArgs, colour, number, whole};
use crate::cli::failure::Failure;
use crate::cli::run::DeliveryArgs;
use crate::matches::{Player, SeriesPlan};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::MatchState;
use sparring_engine::games::backgammon::cube::{LONGEST, MatchEquity, Stakes};

const MAX_PAIRS: u64 = 50_000_000;

fn games(text: &str) -> Result<u64, String> {
    let games = number(text, 2..=100_000_000, "--games 1000")?;
    if games.is_multiple_of(2) {
        Ok(games)
    } else {
        Err(format!(
            "got {games}, expected an even number, for pairs with mirrored dice; try --games {}",
            games + 1
        ))
    }
}

const EXAMPLES: &str = "\
Examples:
  sparring backgammon match pubeval random --games 1000
  sparring backgammon match pubeval race:depth=1:keep=5 --games 10 --json
  sparring backgammon match net balanced --length 5 --games 4
  sparring backgammon match --side black --eval race --depth 1 --keep 3";

const ONE_GAME: &str = "Search of the game with --side";

const WITH_SIDE_STATS: &str = "Also print what each worker did in the game with --side, latencies, and a lane for each \
                               worker that shows when it was at work (the game is recorded for that). With --json \
                               all but the lanes is in the document";
const WITH_SIDE_REPORT: &str = "Write a page of the game with --side for a browser, one file that needs no network: all \
                                moves, a timeline of the workers, what became of the tasks, latencies, where the \
                                time went (see `sparring help timeline`). A name that ends in .svg asks for the \
                                timeline alone, a picture";

/// Moves or marks flags that only the game with --side uses.
fn only_with_side(arg: Arg) -> Arg {
    match (arg.get_help_heading(), arg.get_id().as_str()) {
        (Some("Search"), "bearoff") => arg.help_heading(None::<&str>),
        (Some("Search"), _) => arg.help_heading(ONE_GAME),
        (_, "stats") => arg.help(WITH_SIDE_STATS),
        (_, "report") => arg.help(WITH_SIDE_REPORT),
        (Some("Recording"), _) => arg.help_heading("Recording of the game with --side"),
        _ => arg,
    }
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(only_with_side))]
pub(in crate::cli) struct MatchArgs {
    /// First player: random, an evaluator (race, blots, pubeval, balanced, net) with optional
    /// :depth=N (default 0), :keep=K, :filter=K,X and :strategy=NAME, or gnubg:PORT, a gnubg told
    /// `external localhost:PORT`
    #[arg(value_name = "PLAYER", value_parser = str::parse::<Player>,
        conflicts_with_all = ["side", "depth", "strategy", "eval", "keep", "filter", "movetime", "nodes"])]
    pub(super) first: Option<Player>,
    /// Second player
    #[arg(value_name = "PLAYER", value_parser = str::parse::<Player>)]
    pub(super) second: Option<Player>,
    /// Number of games, even: the games of a pair have the same dice and exchanged seats. With
    /// --length the number of matches
    #[arg(
        long, value_name = "N", value_parser = games, default_value = "1000",
        allow_negative_numbers = true
    )]
    pub(super) games: u64,
    /// Leave out the first N pairs of games: the others keep their dice, so that a series can be
    /// played in parts
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(0..=MAX_PAIRS, "--first-pair 500"),
        default_value = "0", conflicts_with = "side", allow_negative_numbers = true, hide_short_help = true
    )]
    pub(super) first_pair: u64,
    /// Also print the points without the luck of the dice: the value of each roll's best play to
    /// `net`, less the mean over all rolls, is subtracted. The spread is several times smaller.
    /// With --length the share of matches won without luck
    #[arg(long, conflicts_with = "side")]
    pub(super) luck: bool,
    /// Instead of two players: one game of this side, with the search of --eval, --depth, --keep
    /// and --strategy, against random plays
    #[arg(long, value_name = "COLOUR", conflicts_with = "games",
        value_parser = colour())]
    pub(super) side: Option<Side>,
    #[command(flatten)]
    pub(super) stakes: MatchStakesArgs,
    #[command(flatten)]
    pub(super) search: DiceArgs,
    #[command(flatten)]
    pub(super) pool: PoolArgs,
    #[command(flatten)]
    pub(super) delivery: DeliveryArgs,
}

impl MatchArgs {
    pub(super) fn plan(&self) -> SeriesPlan {
        let pairs = self.first_pair..self.first_pair + self.games / 2;
        SeriesPlan { pairs, seed: self.pool.seed(), judges_luck: self.luck }
    }
}

/// Adds requested databases. Bad usage if no player can use them.
pub(super) fn informed<const N: usize>(
    args: &MatchArgs,
    players: [&Player; N],
) -> Result<[Player; N], Failure> {
    if args.search.bearoff && !players.iter().any(|player| player.can_be_informed()) {
        let names = players.map(Player::name).join(" and ");
        return Err(Failure::usage(format!(
            "got --bearoff for {names}, expected a player whose finished games are worth points; try pubeval"
        )));
    }
    let databases = args.search.databases(&args.pool)?;
    Ok(players.map(|player| match &databases {
        Some(bearoff) => player.clone().informed(bearoff),
        None => player.clone(),
    }))
}

/// Flags of games with the cube.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Stakes")]
pub(super) struct MatchStakesArgs {
    /// Play matches to N points, 1 to 64, with the cube and the Crawford rule. Players with net
    /// look ahead with the cube, up to depth 3; all others never double, take every double, and
    /// ignore the score
    #[arg(
        long, value_name = "N", value_parser = whole::<u16>(1..=LONGEST as u64, "--length 7"),
        allow_negative_numbers = true, conflicts_with_all = ["side", "cube"]
    )]
    length: Option<u16>,
    /// Play games for money with the cube, without beavers
    #[arg(long, conflicts_with = "side")]
    cube: bool,
    /// With --cube: gammons count only after a double
    #[arg(long, conflicts_with_all = ["side", "length"], hide_short_help = true)]
    jacoby: bool,
    /// Match equity table in the XML form of gnubg [default: a built-in one, up to 64 points]
    #[arg(long, value_name = "FILE.xml", conflicts_with_all = ["side", "cube"], hide_short_help = true)]
    met: Option<PathBuf>,
    /// Write each match into this folder: pair 7 as match-7-1.mat, in which the first player is
    /// White, and match-7-2.mat
    #[arg(long, value_name = "FOLDER", conflicts_with = "side", hide_short_help = true)]
    pub(super) record: Option<PathBuf>,
}

pub(super) struct MatchStakes<'a> {
    pub(super) start: MatchState,
    pub(super) args: &'a MatchStakesArgs,
}

impl MatchStakesArgs {
    /// The stakes, if any.
    ///
    /// # Errors
    /// Bad usage if their flags are given without the cube.
    pub fn asked(&self) -> Result<Option<MatchStakes<'_>>, Failure> {
        if let Some(length) = self.length {
            return Ok(Some(MatchStakes { start: MatchState { length, ..MatchState::MONEY }, args: self }));
        }
        if self.cube {
            let start = MatchState { jacoby: self.jacoby, ..MatchState::MONEY };
            return Ok(Some(MatchStakes { start, args: self }));
        }
        let given = [
            ("--jacoby", self.jacoby, "--cube"),
            ("--met", self.met.is_some(), "--length 7"),
            ("--record", self.record.is_some(), "--length 7"),
        ];
        match given.into_iter().find(|(_, given, _)| *given) {
            Some((flag, _, instead)) => Err(Failure::usage(format!(
                "got {flag} for games without the cube, expected games with it; try {instead}"
            ))),
            None => Ok(None),
        }
    }
}

impl MatchStakes<'_> {
    pub(super) fn table(&self) -> Result<Cow<'static, MatchEquity>, Failure> {
        let table = table(self.args.met.as_deref())?;
        Stakes::new(&self.start, Side::First, &table).map_err(Failure::usage)?;
        Ok(table)
    }
}
