//! `sparring backgammon match`.

use clap::{Arg, Args};

use super::search::DiceArgs;
use crate::cli::args::{PoolArgs, colour, number, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, show};
use crate::cli::run::LiveArgs;
use crate::matches::{Player, Watched, play, series};
use crate::run::{Interrupt, Progress, Screen};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Backgammon, Dice, name};
use sparring_engine::search::SearchStrategy;
use sparring_engine::{Engine, Stop};
use sparring_report::{GameDocument, Ledger};
use sparring_sched::Pool;

/// The last pair that a part of a series can begin with.
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
  sparring backgammon match --side black --eval race --depth 1 --keep 3";

/// The heading of the flags that two players have no use for.
const ONE_GAME: &str = "Search of the game with --side";

/// Puts a flag of the search under that heading, and one that is for players too under `Options`.
fn only_with_side(arg: Arg) -> Arg {
    match (arg.get_help_heading(), arg.get_id().as_str()) {
        (Some("Search"), "bearoff") => arg.help_heading(None::<&str>),
        (Some("Search"), _) => arg.help_heading(ONE_GAME),
        _ => arg,
    }
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(only_with_side))]
pub(in crate::cli) struct MatchArgs {
    /// First player: random, or an evaluator (race, blots, pubeval, balanced, net) with :depth=N
    /// (default 0), :keep=K and :strategy=NAME as wanted
    #[arg(value_name = "PLAYER", value_parser = str::parse::<Player>,
        conflicts_with_all = ["side", "depth", "strategy", "eval", "keep", "movetime", "nodes"])]
    first: Option<Player>,
    /// Second player
    #[arg(value_name = "PLAYER", value_parser = str::parse::<Player>)]
    second: Option<Player>,
    /// Number of games, even: the games of a pair have the same dice and the seats exchanged
    #[arg(
        long, value_name = "N", value_parser = games, default_value = "1000",
        allow_negative_numbers = true
    )]
    games: u64,
    /// Leave out the first N pairs of games: the others have the dice that they have in the whole
    /// series, so that it can be played in parts, on several machines
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(0..=MAX_PAIRS, "--first-pair 500"),
        default_value = "0", conflicts_with = "side", allow_negative_numbers = true
    )]
    first_pair: u64,
    /// Instead of two players: one game of this side, which searches as --eval, --depth, --keep and
    /// --strategy say, against random plays
    #[arg(long, value_name = "COLOUR", conflicts_with = "games",
        value_parser = colour())]
    side: Option<Side>,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    live: LiveArgs,
}

pub(in crate::cli) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let engine = Engine::new(Backgammon, args.pool.pool()?, 0);
    match (&args.first, &args.second, args.side) {
        (Some(first), Some(second), _) => run_series(args, [first, second], &engine, interrupt),
        (_, _, Some(side)) => run_game(args, side, &engine, interrupt),
        (first, ..) => {
            let got = first.as_ref().map_or("no player", |_| "one player");
            Err(Failure::usage(format!(
                "got {got}, expected two, or --side for a game against random plays; try match pubeval random"
            )))
        }
    }
}

fn run_series(
    args: &MatchArgs,
    players: [&Player; 2],
    engine: &Engine<Backgammon>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let players = informed(args, players, engine.pool())?;
    let players = players.each_ref();
    // Players that do not search never replace this guard: their pairs are over soon.
    interrupt.guard(|| {});
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let (first, pairs) = (args.first_pair, args.games / 2);
    let score =
        Screen::during(args.live.view(), Progress::turns(pairs), (engine.pool(), &|| None), |screen| {
            series(players, Watched { engine, watch }, first..first + pairs, args.pool.seed(), |score| {
                screen.reach(score.games / 2, pairs, &format!("pairs  {:+.3} points a game", score.mean()));
                !interrupt.requested()
            })
        });
    if score.games == 0 {
        say("interrupted before a pair of games was over; try players with less depth");
        return Ok(Exit::Interrupted);
    }
    let document = score.document(players, args.pool.seed(), args.first_pair, engine.pool().threads());
    show(args.json, &document, || document.to_string())?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

/// The players, with the databases if these are asked for. Bad usage if no player can use them.
fn informed<const N: usize>(
    args: &MatchArgs,
    players: [&Player; N],
    pool: &Pool,
) -> Result<[Player; N], Failure> {
    if args.search.bearoff && !players.iter().any(|player| player.can_be_informed()) {
        let names = players.map(Player::name).join(" and ");
        return Err(Failure::usage(format!(
            "got --bearoff for {names}, expected a player whose finished games are worth points; try pubeval"
        )));
    }
    let databases = args.search.databases(pool)?;
    Ok(players.map(|player| match &databases {
        Some(bearoff) => player.clone().informed(bearoff),
        None => player.clone(),
    }))
}

/// Plays one game against random plays, as the 2020 ancestor did.
fn run_game(
    args: &MatchArgs,
    side: Side,
    engine: &Engine<Backgammon>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let search = &args.search;
    let player = Player::search(search.eval, search.settings()?, search.keep);
    let [player] = informed(args, [&player], engine.pool())?;
    let random = Player::random();
    let players = if side == Side::First { [&player, &random] } else { [&random, &player] };
    let mut dice = Dice::new(args.pool.seed());
    let mut chance = dice.split();
    engine.pool().reset();
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let mut play = || play(players, Watched { engine, watch }, &mut dice, &mut chance);
    let Some(played) =
        Screen::during(args.live.view(), Progress::steps(), (engine.pool(), &|| None), |_| play())
    else {
        say("interrupted before the game was over; try less --depth");
        return Ok(Exit::Interrupted);
    };
    let seat = usize::from(side == Side::Second);
    let document = GameDocument {
        game: "backgammon",
        side: name(side),
        player: player.name().to_owned(),
        strategy: search.settings()?.strategy.name(),
        seed: args.pool.seed(),
        threads: engine.pool().threads(),
        winner: name(played.winner),
        outcome: played.outcome.to_string(),
        actions: played.actions,
        decisions: played.decisions[seat].len() as u64,
        time_ns: played.time[seat].as_nanos() as u64,
        ledger: Ledger::of(&engine.pool().snapshot()),
    };
    show(args.json, &document, || document.to_string())
}
