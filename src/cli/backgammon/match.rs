//! `sparring backgammon match`.

use clap::{Arg, Args};

use super::match_cube::{MatchStakesArgs, run_matches};
use super::search::DiceArgs;
use crate::cli::args::{PoolArgs, colour, number, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, show};
use crate::cli::run::DeliveryArgs;
use crate::matches::{Player, SeriesPlan, StoppableEngine, play, series};
use crate::protocol::TerminalCaps;
use crate::run::{Finished, GameLog, Interrupt, Observation, Progress, backgammon_diagram};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Backgammon, Dice, Picture, Position, name};
use sparring_engine::search::SearchStrategy;
use sparring_engine::{Engine, Stop};
use sparring_report::{Action, Course, Extras, GameDocument, Ledger};

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
  sparring backgammon match net balanced --length 5 --games 4
  sparring backgammon match --side black --eval race --depth 1 --keep 3";

/// The heading of the flags that two players have no use for.
const ONE_GAME: &str = "Search of the game with --side";

/// The help of flags that are for that game alone, and stand among others.
const WITH_SIDE_STATS: &str = "Also print what each worker did in the game with --side, latencies, and a lane for each \
                               worker that shows when it was at work (the game is recorded for that). With --json \
                               all but the lanes is in the document";
const WITH_SIDE_REPORT: &str = "Write a page of the game with --side for a browser, one file that needs no network: all \
                                moves, a timeline of the workers, what became of the tasks, latencies, where the \
                                time went (see `sparring help timeline`). A name that ends in .svg asks for the \
                                timeline alone, a picture";

/// Puts a flag of the search under that heading, and one that is for players too under `Options`.
/// Flags of the output that two players have no use for say so.
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
    /// First player: random, an evaluator (race, blots, pubeval, balanced, net) with :depth=N
    /// (default 0), :keep=K, :filter=K,X and :strategy=NAME as wanted, or gnubg:PORT, a gnubg that
    /// was told `external localhost:PORT`
    #[arg(value_name = "PLAYER", value_parser = str::parse::<Player>,
        conflicts_with_all = ["side", "depth", "strategy", "eval", "keep", "filter", "movetime", "nodes"])]
    first: Option<Player>,
    /// Second player
    #[arg(value_name = "PLAYER", value_parser = str::parse::<Player>)]
    second: Option<Player>,
    /// Number of games, even: the games of a pair have the same dice and the seats exchanged. With
    /// --length the number of matches
    #[arg(
        long, value_name = "N", value_parser = games, default_value = "1000",
        allow_negative_numbers = true
    )]
    games: u64,
    /// Leave out the first N pairs of games: the others have the dice that they have in the whole
    /// series, so that it can be played in parts, on several machines
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(0..=MAX_PAIRS, "--first-pair 500"),
        default_value = "0", conflicts_with = "side", allow_negative_numbers = true, hide_short_help = true
    )]
    first_pair: u64,
    /// Also say the points without the luck of the dice: what the best play of each roll was worth
    /// to `net`, less the mean over all rolls, is taken off. The spread is several times smaller.
    /// With --length the share of matches won without luck
    #[arg(long, conflicts_with = "side")]
    pub(super) luck: bool,
    /// Instead of two players: one game of this side, which searches as --eval, --depth, --keep and
    /// --strategy say, against random plays
    #[arg(long, value_name = "COLOUR", conflicts_with = "games",
        value_parser = colour())]
    side: Option<Side>,
    #[command(flatten)]
    stakes: MatchStakesArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pub(super) pool: PoolArgs,
    #[command(flatten)]
    pub(super) delivery: DeliveryArgs,
}

impl MatchArgs {
    /// The numbers of the pairs to play.
    pub(super) fn plan(&self) -> SeriesPlan {
        let pairs = self.first_pair..self.first_pair + self.games / 2;
        SeriesPlan { pairs, seed: self.pool.seed(), judges_luck: self.luck }
    }
}

pub(in crate::cli) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match (&args.first, &args.second, args.side) {
        (Some(first), Some(second), _) => run_series(args, [first, second], interrupt),
        (_, _, Some(side)) => run_game(args, side, interrupt),
        (first, ..) => {
            let got = first.as_ref().map_or("no player", |_| "one player");
            Err(Failure::usage(format!(
                "got {got}, expected two, or --side for a game against random plays; try match pubeval random"
            )))
        }
    }
}

fn run_series(args: &MatchArgs, players: [&Player; 2], interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some(flag) = args.delivery.of_one_run() {
        return Err(Failure::usage(format!(
            "got {flag} for a series of games, expected one game to record; try match --side black {flag}"
        )));
    }
    if let Some(stakes) = args.stakes.asked()? {
        return run_matches(args, stakes, players, interrupt);
    }
    let run = args.delivery.run(args.pool.pool()?, interrupt);
    let engine = &Engine::new(Backgammon, run.pool.clone(), 0);
    let players = informed(args, players)?;
    let players = players.each_ref();
    // Players that do not search never replace this guard: their pairs are over soon.
    interrupt.guard(|| {});
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let (plan, pairs) = (args.plan(), args.games / 2);
    let score = run.shown(Progress::turns(pairs), |screen| {
        series(players, StoppableEngine { engine, watch }, &plan, |score| {
            screen.reach(score.games / 2, pairs, &format!("pairs  {:+.3} points a game", score.mean()));
            !interrupt.requested()
        })
    });
    let lost = players.iter().find_map(|player| player.lost());
    let lost = lost.map(|why| Failure::Run(format!("from gnubg: {why}; the pairs before it are counted")));
    if score.games == 0 {
        lost.map_or(Ok(()), Err)?;
        say("interrupted before a pair of games was over; try players with less depth");
        return Ok(Exit::Interrupted);
    }
    let document = score.document(players, &plan, engine.pool().threads());
    show(args.delivery.output.json, &document, || document.to_string())?;
    lost.map_or(Ok(()), Err)?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

/// The players, with the databases if these are asked for. Bad usage if no player can use them.
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

/// Plays one game against random plays, as the 2020 ancestor did.
fn run_game(args: &MatchArgs, side: Side, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let (search, delivery) = (&args.search, &args.delivery);
    let sinks = delivery.open(&[])?;
    let run = delivery.run(args.pool.recording_pool(delivery.events(&sinks))?, interrupt);
    let engine = &Engine::new(Backgammon, run.pool.clone(), 0);
    let player = Player::search(search.eval, search.settings()?, search.pruning());
    let [player] = informed(args, [&player])?;
    let random = Player::random();
    let players = if side == Side::First { [&player, &random] } else { [&random, &player] };
    let mut dice = Dice::new(args.pool.seed());
    let mut chance = dice.split();
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let outcome = run.shown(Progress::steps(), |screen| {
        run.counted(|| {
            let mut log = GameLog::new(&run.pool, screen);
            let played =
                play(players, StoppableEngine { engine, watch }, &mut dice, &mut chance, Some(&mut log));
            Some((played?, log.finish()))
        })
    });
    let (keys, observed) = (outcome.keys(), outcome.observed);
    let Some((played, actions)) = outcome.value else {
        say("interrupted before the game was over; try less --depth");
        return Ok(Exit::Interrupted);
    };
    let course = course(&played.end, side, actions);
    let observed = Observation { marks: course.marks("backgammon"), ..observed };
    let document = GameDocument {
        game: "backgammon",
        side: name(side),
        player: player.name().to_owned(),
        strategy: search.settings()?.strategy.name(),
        seed: args.pool.seed(),
        threads: keys.threads,
        winner: name(played.winner),
        outcome: played.outcome.to_string(),
        course,
        ledger: Ledger::of(&observed.snapshot),
        extras: Extras { stats: observed.stats(run.detail), compare: None },
    };
    delivery.deliver(Finished { document, observed }, sinks, interrupt)
}

/// The course of a game that ended in a position, whose board `view` sees.
fn course(end: &Position, view: Side, actions: Vec<Action>) -> Course {
    let style = TerminalCaps::PLAIN.style(0);
    let picture = Picture { position: *end, roll: None, view, numbers: view, last: 0, style };
    let (drawing, diagram) = (picture.drawing().to_string(), backgammon_diagram(end, None, None));
    Course::new(actions, end.to_string(), drawing, diagram)
}
