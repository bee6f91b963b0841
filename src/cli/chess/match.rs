//! `sparring chess match`.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;

use crate::cli::args::{MAX_MS, milliseconds, number, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, say, show};
use crate::cli::read::text_of;
use crate::matches::chess::{
    Adjudication, EndCause, Fault, Pace, Plan, Referee, RefereedGame, Rival, Sprt, built_in, read_book,
    series, told_apart,
};
use sparring_engine::game::{MAX_PLY, Side};
use sparring_engine::games::Tags;
use sparring_engine::games::chess::{GameRecord, Position, stale_rights};
use sparring_run::{Interrupt, Progress};

const MAX_BOOK: u64 = 1 << 26;

const EXAMPLES: &str = "\
An ENGINE is a program that speaks UCI, its arguments, option.NAME=VALUE and
name=NAME, quoted where something has blanks, all of it in one argument:
  \"stockfish option.UCI_LimitStrength=true option.UCI_Elo=2800 name=sf2800\"

A game is lost by mate, on time (--margin is forgiven), by an illegal move or a
crash. Draws by repetition, fifty moves or material are claimed. Adjudication:
a game is lost when both engines have said so by 10 pawns for 3 moves of each in
a row, and drawn when from move 40 on both have said that neither side is better
by more than 0.08 pawns for 6 moves of each in a row; --no-adjudication plays on.

Examples:
  sparring chess match sparring \"sparring name=b\" --games 2 --nodes 500
  sparring chess match sparring sparring --games 2 --tc 0.2+0.01 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct MatchArgs {
    /// First engine: sparring, or a program with arguments and options
    #[arg(value_name = "ENGINE", value_parser = str::parse::<Rival>)]
    first: Rival,
    /// Second engine
    #[arg(value_name = "ENGINE", value_parser = str::parse::<Rival>)]
    second: Rival,
    /// Number of games, even: the games of a pair have the same opening and exchanged colours
    #[arg(
        long, value_name = "N", value_parser = games, default_value = "100",
        allow_negative_numbers = true
    )]
    games: u64,
    /// Leave out the first N pairs of games, so that a match can be played in parts
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(0..=50_000_000, "--first-pair 50"),
        default_value = "0", allow_negative_numbers = true
    )]
    first_pair: u64,
    /// Games played at the same time
    #[arg(
        long, value_name = "N", value_parser = whole::<usize>(1..=64, "--concurrency 2"),
        default_value = "1", allow_negative_numbers = true
    )]
    concurrency: usize,
    #[command(flatten)]
    pace: PaceArgs,
    /// File of openings: a FEN or EPD on each line, or games in PGN, begun where they end [default:
    /// 500 positions after 8 random plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Tolerated overrun of a move's time or of the clock in milliseconds
    #[arg(
        long, value_name = "MS", value_parser = whole::<u64>(0..=MAX_MS, "--margin 50"),
        default_value = "50", allow_negative_numbers = true
    )]
    margin: u64,
    /// Play every game to its end by the rules
    #[arg(long)]
    no_adjudication: bool,
    /// End the match as soon as a sequential probability ratio test decides between two Elo
    /// differences, with 5 % of errors of either kind
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// File for the games as PGN; an existing file is continued
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pgn: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Flags of the time of a move.
#[derive(Args, Clone, Copy, Debug)]
#[group(multiple = false)]
struct PaceArgs {
    /// Milliseconds for each move [default: 100]
    #[arg(
        long, value_name = "MS", value_parser = milliseconds("--movetime 100"),
        allow_negative_numbers = true
    )]
    movetime: Option<u64>,
    /// About N nodes for each move
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX, "--nodes 10000"),
        allow_negative_numbers = true
    )]
    nodes: Option<u64>,
    /// N plies for each move
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_PLY.into(), "--depth 5"),
        allow_negative_numbers = true
    )]
    depth: Option<u32>,
    /// A clock: seconds for the game, then + and the increment in seconds per move
    #[arg(long, value_name = "BASE+INC", value_parser = str::parse::<Pace>)]
    tc: Option<Pace>,
}

impl PaceArgs {
    fn read(self) -> Pace {
        let nodes = self.nodes.map(Pace::Nodes).or(self.depth.map(Pace::Depth));
        let movetime = Pace::MoveTime(Duration::from_millis(self.movetime.unwrap_or(100)));
        self.tc.or(nodes).unwrap_or(movetime)
    }
}

fn games(text: &str) -> Result<u64, String> {
    let games = number(text, 2..=100_000_000, "--games 100")?;
    if games.is_multiple_of(2) {
        Ok(games)
    } else {
        let try_it = games + 1;
        Err(format!(
            "got {games}, expected an even number, for pairs with the same opening; try --games {try_it}"
        ))
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let refused = || {
        let got = text.escape_debug();
        format!("got '{got}', expected two Elo differences, the smaller first; try --sprt 0,5")
    };
    let (elo0, elo1) = text.split_once(',').ok_or_else(refused)?;
    let elo =
        |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0).ok_or_else(refused);
    let (elo0, elo1) = (elo(elo0)?, elo(elo1)?);
    if elo0 < elo1 { Ok(Sprt { elo0, elo1 }) } else { Err(refused()) }
}

pub(in crate::cli) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let openings = openings(args)?;
    let rivals = told_apart([args.first.clone(), args.second.clone()]);
    let mut pgn = args.pgn.as_ref().map(open).transpose()?;
    let own = std::env::current_exe().map_err(|error| {
        Failure::Run(format!("got '{error}' for this program, expected its path; try again"))
    })?;
    let pairs = args.first_pair..args.first_pair + args.games / 2;
    let adjudication = (!args.no_adjudication).then(Adjudication::default);
    let margin = Duration::from_millis(args.margin);
    let plan = Plan {
        rivals: rivals.each_ref(),
        own,
        openings: &openings,
        referee: Referee { pace: args.pace.read(), margin, adjudication },
        pairs: pairs.clone(),
        concurrency: args.concurrency,
    };
    if matches!(plan.referee.pace, Pace::Nodes(_) | Pace::Depth(_)) && args.games / 2 > openings.len() as u64
    {
        say(
            "got more pairs of games than openings: players that always move alike repeat games, which count again; \
             try --openings with more",
        );
    }
    let stop = Arc::new(AtomicBool::new(false));
    let switch = stop.clone();
    interrupt.guard(move || switch.store(true, Relaxed));
    let progress = Progress::turns(args.games / 2);
    let mut unwritten = None;
    let played = series(&plan, &stop, |standing, pair, games| {
        let llr = args.sprt.map(|test| standing.llr(test));
        let summary = standing.summary() + &llr.map_or(String::new(), |llr| format!("  LLR {llr:+.2}"));
        progress.reach_of(standing.games() / 2, args.games / 2, summary);
        complain(&plan, pair, games, |line| progress.aside(|| say(line)));
        if let Some(file) = &mut pgn {
            unwritten = unwritten.take().or(write(file, &plan, pair, games).err());
        }
        unwritten.is_none() && !interrupt.requested() && llr.and_then(Sprt::verdict).is_none()
    });
    drop(progress);
    let standing = played.map_err(|(name, fault)| unable(&name, &fault))?;
    if standing.games() == 0 {
        return interrupted("interrupted before a pair of games was over; try less time for a move");
    }
    let names = rivals.each_ref().map(|rival| rival.name.as_str());
    let pace = plan.referee.pace.to_string();
    let document = standing.document(names, pace, openings.len(), args.first_pair, args.sprt);
    show(args.json, &document, || document.to_string())?;
    match unwritten {
        Some(error) => {
            Err(Failure::Run(format!("--pgn: got '{error}', expected room for the games; try another disk")))
        }
        None => Ok(Exit::of(interrupt)),
    }
}

fn openings(args: &MatchArgs) -> Result<Vec<Position>, Failure> {
    const HINT: &str = "a file of FEN, EPD or PGN; try --openings book.epd";
    match &args.openings {
        None => Ok(built_in()),
        Some(path) => {
            let text = text_of(("--openings", path), MAX_BOOK, HINT)?;
            let named = format!("--openings: '{}'", path.display());
            let book = read_book(&text).map_err(|why| Failure::usage(format!("{named}: {why}")))?;
            if let Some((line, dropped)) = book.stale.first() {
                let more = book.stale.len() - 1;
                let others = if more > 0 { format!(" ({more} more alike)") } else { String::new() };
                say(&format!("{named}, line {line}: {}{others}", stale_rights(dropped)));
            }
            Ok(book.openings)
        }
    }
}

fn open(path: &PathBuf) -> Result<File, Failure> {
    File::options().append(true).create(true).open(path).map_err(|error| {
        let path = path.display();
        Failure::usage(format!(
            "--pgn: got '{path}' ({error}), expected a file that can be written; try games.pgn"
        ))
    })
}

fn unable(name: &str, fault: &Fault) -> Failure {
    let name = name.escape_debug();
    Failure::usage(match fault {
        Fault::Crashed(why) => {
            format!("{name}: got '{why}', expected a program that speaks UCI; try its full path")
        }
        Fault::Silent => format!("{name}: got no answer to uci, expected uciok; try an engine for UCI"),
        Fault::Option(option) => {
            let option = option.escape_debug();
            format!("{name}: got the option '{option}', expected one that it has; try without it")
        }
        Fault::Unheard => unreachable!("a match that is over before it began has no fault"),
    })
}

fn complain(plan: &Plan<'_>, pair: u64, games: &[RefereedGame; 2], mut say: impl FnMut(&str)) {
    for (game, first) in games.iter().zip([Side::First, Side::Second]) {
        let what = match &game.ended {
            EndCause::Rules(_) | EndCause::Adjudicated => continue,
            EndCause::Time => "lost on time".to_owned(),
            EndCause::Illegal(m) => format!("made the illegal move '{}'", m.escape_debug()),
            EndCause::Crashed(why) => format!("crashed ({})", why.escape_debug()),
        };
        let loser = usize::from(game.winner == Some(first));
        let (name, ply) = (&plan.rivals[loser].name, game.moves.len() + 1);
        say(&format!("pair {pair}: {name} {what} at ply {ply}"));
    }
}

fn write(file: &mut File, plan: &Plan<'_>, pair: u64, games: &[RefereedGame; 2]) -> std::io::Result<()> {
    let [one, other] = plan.rivals.map(|rival| rival.name.as_str());
    let mut text = String::new();
    for (game, (white, black)) in games.iter().zip([(one, other), (other, one)]) {
        let round = (pair + 1).to_string();
        let termination = match game.ended {
            EndCause::Rules(_) => "normal",
            EndCause::Adjudicated => "adjudication",
            EndCause::Time => "time forfeit",
            EndCause::Illegal(_) => "rules infraction",
            EndCause::Crashed(_) => "abandoned",
        };
        let pace = plan.referee.pace.tag();
        let tags = [
            ("White", white),
            ("Black", black),
            ("Round", &round),
            ("Termination", termination),
            ("TimeControl", &pace),
        ];
        let tags = Tags::from_iter(tags);
        let record =
            GameRecord { start: game.start.clone(), moves: game.moves.clone(), result: game.result(), tags };
        text += &record.to_pgn();
        text.push('\n');
    }
    file.write_all(text.as_bytes())
}
