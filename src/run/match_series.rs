//! The analysis of many backgammon matches on one pool.
//!
//! Decisions of several matches are judged side by side, so no worker waits for a match's last
//! one. Results do not depend on the grouping.

use super::lifecycle::{Run, RunScope};
use super::match_analysis::{Answer, NumberedDecision, answers, decisions, judged};
use super::progress::Progress;
use sparring_engine::cubeful::Judge;
use sparring_engine::games::backgammon::MatchRecord;
use sparring_report::{
    Accounts, Extras, Ledger, MatchError, MatchLine, MatchesDocument, PlayerTotal, RunKeys,
};
use sparring_sched::Pool;

/// Least number of decisions per worker that are judged together.
const EACH: usize = 64;

pub struct MatchFile {
    pub name: String,
    /// The match, or an error.
    pub record: Result<MatchRecord, String>,
}

struct MatchGroup {
    files: Vec<MatchFile>,
    decisions: Vec<NumberedDecision>,
    counts: Vec<usize>,
}

/// Analyses files, read when needed, and calls `tell` for each in order, except incomplete matches.
///
/// # Errors
/// The first error of `tell`, which ends the analysis.
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

fn count(document: &mut MatchesDocument, found: &Result<MatchLine, MatchError>) {
    match found {
        Ok(line) => {
            document.matches += 1;
            PlayerTotal::add(&mut document.players, &line.head);
        }
        Err(_) => document.errors += 1,
    }
}

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
