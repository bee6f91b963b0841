//! `sparring chess match`.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::match_args::MatchArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, show, width};
use crate::cli::read::text_of;
use crate::matches::chess::{
    Adjudication, EndCause, Fault, Plan, RefereedGame, Rival, Schedule, Sprt, Standing, built_in, pair_pgn,
    read_book, series, told_apart,
};
use sparring_engine::games::chess::Position;
use sparring_report::counted;
use sparring_run::{Interrupt, Progress};

const MAX_BOOK: u64 = 1 << 26;

pub(in crate::cli) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let pace = args.pace()?;
    let openings = openings(args)?;
    let rivals = told_apart(args.engines.clone());
    match rivals.len() {
        1 => return Err(Failure::usage("got one engine, expected two or more; try to add sparring")),
        engines if engines > 2 && args.sprt.is_some() => {
            let line = format!("--sprt: got {engines} engines, expected two; try without --sprt");
            return Err(Failure::Usage(line));
        }
        _ => {}
    }
    let mut pgn = args.pgn.as_ref().map(open).transpose()?;
    let own = std::env::current_exe().map_err(|error| {
        Failure::Run(format!("got '{error}' for this program, expected its path; try again"))
    })?;
    let schedule = Schedule::round_robin(rivals.len());
    let plan = Plan {
        rivals: &rivals,
        own,
        openings: &openings,
        pace,
        margin: Duration::from_millis(args.margin),
        adjudication: (!args.no_adjudication).then(Adjudication::default),
        pairs: schedule.pairs(args.first_pair, args.games / 2),
        schedule,
        concurrency: args.concurrency,
        event: &args.event,
    };
    warn_of_repeats(&plan, args.games / 2);
    let mut unwritten = None;
    let standing = played(&plan, args.sprt, interrupt, |pair, games| {
        if let Some(file) = &mut pgn {
            let text = pair_pgn(&plan, pair, games);
            unwritten = unwritten.take().or(file.write_all(text.as_bytes()).err());
        }
        unwritten.is_none()
    })?;
    if interrupt.requested() {
        tell_rest(&plan, &standing);
    }
    if standing.games() == 0 {
        return Ok(Exit::Interrupted);
    }
    if rivals.len() == 2 {
        let document = standing.match_document(&plan, args.sprt);
        show(args.json, &document, || document.to_string())?;
    } else {
        let document = standing.tournament_document(&plan);
        show(args.json, &document, || document.text(width()))?;
    }
    match unwritten {
        Some(error) => {
            Err(Failure::Run(format!("--pgn: got '{error}', expected room for the games; try another disk")))
        }
        None => Ok(Exit::of(interrupt)),
    }
}

/// Plays until all pairs are played, Ctrl-C, a decided test, or `keep` returns false for a pair.
fn played(
    plan: &Plan<'_>,
    test: Option<Sprt>,
    interrupt: &Interrupt,
    mut keep: impl FnMut(u64, &[RefereedGame; 2]) -> bool,
) -> Result<Standing, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = stop.clone();
    interrupt.guard(move || switch.store(true, Relaxed));
    let pairs = plan.pairs.end - plan.pairs.start;
    let progress = Progress::turns(pairs);
    let played = series(plan, &stop, |standing, pair, games| {
        let llr = test.map(|test| standing.llr(test));
        progress.reach_of(standing.games() / 2, pairs, summary(plan, standing, llr));
        complain(plan, pair, games, |line| progress.aside(|| say(line)));
        keep(pair, games) && !interrupt.requested() && llr.and_then(Sprt::verdict).is_none()
    });
    drop(progress);
    played.map_err(|(rival, fault)| unable(rival, &fault))
}

fn summary(plan: &Plan<'_>, standing: &Standing, llr: Option<f64>) -> String {
    if let [score] = &standing.scores[..] {
        return score.summary() + &llr.map_or(String::new(), |llr| format!("  LLR {llr:+.2}"));
    }
    let points = plan.rivals.iter().enumerate().map(|(engine, rival)| {
        let total = standing.total(&plan.schedule, engine);
        format!("{} {:.1}/{}", rival.name, total.points(), total.games())
    });
    points.collect::<Vec<_>>().join(", ")
}

fn warn_of_repeats(plan: &Plan<'_>, rounds: u64) {
    let is_timeless = (0..plan.rivals.len()).all(|engine| plan.pace_of(engine).is_timeless());
    if is_timeless && rounds > plan.openings.len() as u64 {
        say(
            "got more pairs of games than openings: players that always move alike repeat games, which count again; \
             try --openings with more",
        );
    }
}

/// Says after an interruption how to play the pairs that are missing.
fn tell_rest(plan: &Plan<'_>, standing: &Standing) {
    let next = plan.pairs.start + standing.games() / 2;
    let each = plan.schedule.pairings.len() as u64;
    let games = 2 * (plan.pairs.end / each - next / each);
    if standing.dropped > 0 {
        let pairs = counted(standing.dropped as usize, "pair");
        say(&format!("left out {pairs} of finished games, because an earlier game is not finished"));
    }
    if standing.games() == 0 {
        say("interrupted before a pair of games was over; try less time for a move");
    } else if games > 0 {
        say(&format!("interrupted; try --first-pair {next} --games {games} for the rest"));
    }
}

fn openings(args: &MatchArgs) -> Result<Vec<Position>, Failure> {
    const HINT: &str = "a file of FEN, EPD or PGN, no Polyglot book; try --openings book.epd";
    match &args.openings {
        None => Ok(built_in()),
        Some(path) => {
            let text = text_of(("--openings", path), MAX_BOOK, HINT)?;
            let named = format!("--openings: '{}'", path.display());
            let book = read_book(&text).map_err(|why| Failure::usage(format!("{named}: {why}")))?;
            if let Some((line, remark)) = book.remarks.first() {
                let more = book.remarks.len() - 1;
                let others = if more > 0 { format!(" ({more} more alike)") } else { String::new() };
                say(&format!("{named}, line {line}: {remark}{others}"));
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

fn unable(rival: &Rival, fault: &Fault) -> Failure {
    let name = rival.name.escape_debug();
    Failure::usage(match fault {
        Fault::Crashed(why) => {
            format!("{name}: got '{why}', expected a program that speaks UCI; try its full path")
        }
        Fault::NoUci(said) => {
            let said =
                said.as_ref().map_or("nothing".to_owned(), |line| format!("'{}'", line.escape_debug()));
            let program = rival.program.as_ref().map_or(name.to_string(), |path| path.display().to_string());
            let program = program.escape_debug();
            format!(
                "{name}: got {said} for uci, expected uciok; try the engine's switch for UCI, often \"{program} --uci\""
            )
        }
        Fault::Silent => format!("{name}: got no answer to isready, expected readyok; try another engine"),
        Fault::Option(option) => {
            let option = option.escape_debug();
            format!("{name}: got the option '{option}', expected one that it has; try without it")
        }
        Fault::Value { option, got, expected, example } => {
            let (option, got, example) = (option.escape_debug(), got.escape_debug(), example.escape_debug());
            format!(
                "{name}: got '{got}' for the option {option}, expected {expected}; try option.{option}={example}"
            )
        }
        Fault::Unheard => unreachable!("a match that is over before it began has no fault"),
    })
}

fn complain(plan: &Plan<'_>, pair: u64, games: &[RefereedGame; 2], mut say: impl FnMut(&str)) {
    let [one, other] = plan.engines(pair);
    for (game, seats) in games.iter().zip([[one, other], [other, one]]) {
        let Some(side) = game.at_fault else { continue };
        let what = match &game.ended {
            EndCause::Rules(_) | EndCause::Adjudicated => continue,
            EndCause::Time if game.winner.is_none() => {
                "ran out of time, but its opponent cannot mate,".to_owned()
            }
            EndCause::Time => "lost on time".to_owned(),
            EndCause::Illegal(m) => format!("made the illegal move '{}'", m.escape_debug()),
            EndCause::Crashed(why) => format!("crashed ({})", why.escape_debug()),
        };
        let (name, ply) = (&plan.rivals[seats[side as usize]].name, game.moves.len() + 1);
        say(&format!("pair {pair}: {name} {what} at ply {ply}"));
    }
}
