//! `sparring backgammon bearoff`.

use std::sync::Arc;

use clap::Args;

use crate::cli::args::{OutputArgs, PoolArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, say, show, width};
use sparring_engine::games::backgammon::{Position, Probabilities, parse_id};
use sparring_engine::solve::bearoff::{Bearoff, Home, MAX_ROLLS, OneSided, Rolls, TwoSided};
use sparring_engine::solve::store::Record;
use sparring_report::{
    BearoffDocument, BearoffEntry, BearoffLine, DatabaseLine, RollsLine, counted, grouped, span,
};
use sparring_run::{Databases, Detail, Interrupt, Run, bearoff_databases};

const EXAMPLE: &str = "-CA-D-C------------cc---b-";

const EXAMPLES: &str = "\
Examples:
  sparring backgammon bearoff
  sparring backgammon bearoff --position -CA-D-C------------cc---b- --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct BearoffArgs {
    /// Look up this position, before a roll: all checkers of both sides at home or borne off (see
    /// `sparring help formats`)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(in crate::cli) fn run(args: &BearoffArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let asked = args.position.as_deref().map(position).transpose()?;
    let detail = Detail { stats: args.output.stats, lanes: false };
    let run = Run { detail, ..Run::new(args.pool.pool()?, interrupt) };
    let outcome = bearoff_databases(&run);
    let (keys, observed) = (outcome.keys(), outcome.observed);
    let Some(Databases { bearoff, files }) = outcome.value else {
        return interrupted(
            "interrupted before a database was complete, of which nothing is kept; try again",
        );
    };
    files.iter().flat_map(|file| &file.remarks).for_each(|remark| say(remark));
    let document = BearoffDocument {
        game: "backgammon",
        threads: keys.threads,
        time_ns: keys.time_ns,
        databases: lines(&files),
        entry: asked.and_then(|position| entry(&bearoff, &position)).unwrap_or(NOTHING_ASKED),
        accounts: observed.accounts(run.detail),
    };
    show(args.output.json, &document, || text(&document))
}

fn position(text: &str) -> Result<Position, Failure> {
    let position = parse_id(text).map_err(Failure::of("--position"))?.position;
    let got = match Home::both(&position) {
        None => "checkers outside of their homes",
        Some((own, theirs)) if own.checkers() == 0 || theirs.checkers() == 0 => "a game that is over",
        Some(_) => return Ok(position),
    };
    Err(Failure::usage(format!(
        "--position: got {got}, expected all checkers of both sides at home or borne off; try {EXAMPLE}"
    )))
}

/// Loads or computes the databases on separate workers.
pub(super) fn databases(pool: &PoolArgs) -> Result<Arc<Bearoff>, Failure> {
    // Ctrl-C may end the process meanwhile: a file is either complete or absent.
    let run = Run::new(pool.quiet_pool()?, &Interrupt::default());
    let Databases { bearoff, files } = bearoff_databases(&run).value.expect("nobody presses this Ctrl-C");
    files.iter().flat_map(|file| &file.remarks).for_each(|remark| say(remark));
    Ok(Arc::new(bearoff))
}

fn lines(files: &[Record; 2]) -> Vec<DatabaseLine> {
    let names = [(OneSided::NAME, OneSided::POSITIONS), (TwoSided::NAME, TwoSided::POSITIONS)];
    let line = |((name, positions), file): ((&'static str, usize), &Record)| DatabaseLine {
        name,
        positions,
        origin: file.origin.to_string(),
        path: file.path.as_ref().map(|path| path.display().to_string()),
        bytes: file.bytes,
        checksum: format!("{:08x}", file.checksum),
    };
    names.into_iter().zip(files).map(line).collect()
}

const NOTHING_ASKED: BearoffEntry = BearoffEntry::None { position: () };

fn entry(bearoff: &Bearoff, position: &Position) -> Option<BearoffEntry> {
    let line = line(bearoff, position)?;
    Some(BearoffEntry::Of { position: position.to_string(), line })
}

fn line(bearoff: &Bearoff, position: &Position) -> Option<BearoffLine> {
    let equity = bearoff.equity(position)?;
    let Probabilities { win, win_gammon, lose_gammon, .. } = equity.probabilities;
    let (own, theirs) = Home::both(position)?;
    Some(BearoffLine {
        equity: equity.points(),
        win,
        win_gammon,
        lose_gammon,
        source: equity.source.name(),
        rolls: rolls(bearoff.one_sided.all_off(own)),
        opponent_rolls: rolls(bearoff.one_sided.all_off(theirs)),
    })
}

fn rolls(rolls: &Rolls) -> RollsLine {
    let end = (0..MAX_ROLLS).find(|&n| rolls.more_than(n) == 0.0).unwrap_or(MAX_ROLLS);
    RollsLine { mean: rolls.mean(), chances: (0..=end).map(|n| rolls.exactly(n)).collect() }
}

fn text(document: &BearoffDocument) -> String {
    let mut text = String::new();
    for database in &document.databases {
        let path = database.path.as_deref().unwrap_or("in memory only");
        text += &format!(
            "{}  {} positions, {} bytes, CRC-32 {}, {}: {path}\n",
            database.name,
            grouped(database.positions as u64),
            grouped(database.bytes as u64),
            database.checksum,
            database.origin
        );
    }
    text += &format!("time       {} on {}\n", span(document.time_ns), counted(document.threads, "thread"));
    if let BearoffEntry::Of { position, line } = &document.entry {
        let BearoffLine { equity, win, win_gammon, lose_gammon, source, .. } = line;
        text += &format!("position   {position}\n");
        text += &format!(
            "equity     {equity:+.6} points ({source}): wins {}, gammons {}, loses gammons {}\n",
            percent(*win),
            percent(*win_gammon),
            percent(*lose_gammon)
        );
        text += &format!("rolls      {}\n", rolls_text(&line.rolls));
        text += &format!("opponent   {}\n", rolls_text(&line.opponent_rolls));
    }
    text + &document.accounts.lines(width())
}

fn percent(chance: f64) -> String {
    format!("{:.3} %", 100.0 * chance)
}

/// Returns text without probabilities below 0.000005.
fn rolls_text(rolls: &RollsLine) -> String {
    let chances = rolls.chances.iter().enumerate().filter(|(_, chance)| **chance >= 5e-6);
    let chances: Vec<String> = chances.map(|(n, &chance)| format!("{n}: {}", percent(chance))).collect();
    format!("mean {:.4}; {}", rolls.mean, chances.join(", "))
}
