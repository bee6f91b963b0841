//! The analysis of many matches of backgammon on one pool.
//!
//! The decisions of several matches are judged side by side, as many matches at a time as give
//! every worker enough to do, so that no worker waits for the last decision of each match. What
//! is found does not depend on that: every decision is judged by itself.

use super::lifecycle::{Run, RunScope};
use super::match_analysis::{Answer, NumberedDecision, answers, decisions, judged};
use super::progress::Progress;
use sparring_engine::cubeful::Judge;
use sparring_engine::games::backgammon::MatchRecord;
use sparring_report::{
    Accounts, Extras, Ledger, MatchError, MatchLine, MatchesDocument, PlayerTotal, RunKeys,
};
use sparring_sched::Pool;

/// Decisions for each worker that are judged at a time, or a few more.
const EACH: usize = 64;

/// A file that was read.
pub struct MatchFile {
    /// Its name.
    pub name: String,
    /// The match in it, or why there is none.
    pub record: Result<MatchRecord, String>,
}

/// Matches that are judged together.
struct MatchGroup {
    /// Their files.
    files: Vec<MatchFile>,
    /// The decisions of all of them, those of each file one after the other.
    decisions: Vec<NumberedDecision>,
    /// The number of them in each file.
    counts: Vec<usize>,
}

/// Analyses the matches of files, which are read when they are needed. `tell` is called with each
/// in the order of the files. If it is interrupted, matches whose decisions are not all known are
/// left out.
///
/// # Errors
/// What `tell` says first; nothing is judged after it.
pub fn analyse_matches<E>(
    files: impl ExactSizeIterator<Item = MatchFile>,
    judge: &Judge<'_>,
    run: &Run,
    mut tell: impl FnMut(Result<MatchLine, MatchError>) -> Result<(), E>,
) -> Result<MatchesDocument, E> {
    let (length, mut files) = (files.len() as u64, files);
    let mut document = begun(length as usize, judge, &run.pool);
    let outcome = run.scoped(Progress::lines(Some(length)), |running| {
        let mut done = 0;
        while !run.interrupt.requested() {
            let group = next_group(&mut files, EACH * running.pool.threads());
            if group.files.is_empty() {
                break;
            }
            for found in judged_group(group, judge, running) {
                done += 1;
                count(&mut document, &found);
                running.screen.aside(|| tell(found))?;
                running.screen.count(done, Some(length));
            }
        }
        Ok(())
    });
    let (keys, observed) = (outcome.keys(), outcome.observed);
    outcome.value?;
    Ok(MatchesDocument { run: keys, accounts: observed.accounts(run.detail), ..document })
}

/// The document before the first match.
fn begun(files: usize, judge: &Judge<'_>, pool: &Pool) -> MatchesDocument {
    MatchesDocument {
        game: "backgammon",
        files,
        matches: 0,
        errors: 0,
        depth: judge.depth,
        bearoff: judge.bearoff.is_some(),
        run: RunKeys::default(),
        players: Vec::new(),
        accounts: Accounts { ledger: Ledger::of(&pool.snapshot()), extras: Extras::default() },
    }
}

/// Adds a match, or a file without one, to all matches together.
fn count(document: &mut MatchesDocument, found: &Result<MatchLine, MatchError>) {
    match found {
        Ok(line) => {
            document.matches += 1;
            PlayerTotal::add(&mut document.players, &line.head);
        }
        Err(_) => document.errors += 1,
    }
}

/// The next files, as many as have `least` decisions together.
fn next_group(files: &mut impl Iterator<Item = MatchFile>, least: usize) -> MatchGroup {
    let mut group = MatchGroup { files: Vec::new(), decisions: Vec::new(), counts: Vec::new() };
    while group.decisions.len() < least
        && let Some(file) = files.next()
    {
        let own = file.record.as_ref().map_or(Vec::new(), decisions);
        group.files.push(file);
        group.counts.push(own.len());
        group.decisions.extend(own);
    }
    group
}

/// The matches of a group, up to the first of which a decision is missing.
fn judged_group(
    group: MatchGroup,
    judge: &Judge<'_>,
    running: &RunScope<'_>,
) -> Vec<Result<MatchLine, MatchError>> {
    let mut answers = answers(&group.decisions, judge, running, &|_| ()).into_iter();
    let of_file = |(MatchFile { name, record }, decisions): (MatchFile, usize)| {
        let own: Vec<Answer> = answers.by_ref().take(decisions).collect();
        match record {
            Ok(_) if own.iter().any(Option::is_none) => None,
            Ok(record) => Some(Ok(judged(&name, &record, judge, own))),
            Err(error) => Some(Err(MatchError { game: "backgammon", file: name, error })),
        }
    };
    group.files.into_iter().zip(group.counts).map_while(of_file).collect()
}
