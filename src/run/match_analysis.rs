//! The analysis of a recorded match of backgammon: every decision a task.

use std::sync::Arc;
use std::time::Instant;

use super::diagram::backgammon_diagram;
use super::interrupt::Interrupt;
use super::live::{ProgressView, Screen};
use super::observed::{Detail, Finished, Observed};
use super::progress::Progress;
use super::usage::CpuClock;
use parking_lot::Mutex;
use sparring_engine::cubeful::{Found, Judge, Judged};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Choice, Decision, MatchRecord, Position, Roll, name, xgid};
use sparring_report::{DecisionLine, Diagram, Extras, Ledger, MatchAnalysisDocument, PlayerLine};
use sparring_sched::{Cancelled, Pool, Scoped};

/// A decision of a match and where it stands.
struct Asked {
    game: usize,
    number: usize,
    decision: Decision,
}

/// Analyses a match. If it is interrupted, what is known of its first decisions comes back.
pub fn analyse_match(
    (file, record): (&str, &MatchRecord),
    judge: &Judge<'_>,
    pool: &Pool,
    (interrupt, view, detail): (&Interrupt, ProgressView, Detail),
) -> Finished<MatchAnalysisDocument> {
    let asked = decisions(record);
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    pool.reset();
    let clock = CpuClock::start();
    let start = Instant::now();
    let found: Vec<Mutex<Option<Option<Judged>>>> = asked.iter().map(|_| Mutex::default()).collect();
    let line = Progress::lines(Some(asked.len() as u64));
    Screen::during(view, line, (pool, &|| None), |screen| {
        let done = Mutex::new(0);
        let judged = |task: Scoped<'_>, i: usize| -> Result<(), Cancelled> {
            *found[i].lock() = Some(judge.judge(task, &asked[i].decision)?);
            let mut done = done.lock();
            *done += 1;
            screen.count(*done, Some(asked.len() as u64));
            Ok(())
        };
        // That it was interrupted shows in what was found.
        let _interrupted = pool.install_in(&scope, |task| task.split(asked.len(), judged));
    });
    let time_ns = start.elapsed().as_nanos() as u64;
    let observed = Observed::timed(pool, Vec::new(), clock);
    let known = found.into_iter().map_while(Mutex::into_inner);
    let decisions: Vec<DecisionLine> = asked
        .iter()
        .zip(known)
        .filter_map(|(asked, judged)| Some(line_of(asked, &judged?, judge.depth)))
        .collect();
    let document = MatchAnalysisDocument {
        game: "backgammon",
        file: file.to_owned(),
        length: record.length(),
        games: record.games().len(),
        players: players(record, &decisions),
        depth: judge.depth,
        threads: pool.threads(),
        time_ns,
        nodes: observed.snapshot.total().nodes,
        diagram: None,
        decisions,
        ledger: Ledger::of(&observed.snapshot),
        extras: Extras { stats: observed.stats(detail), compare: None },
    };
    let diagram = document.worst().first().and_then(|line| diagram(&asked, line));
    Finished { document: MatchAnalysisDocument { diagram, ..document }, observed }
}

fn decisions(record: &MatchRecord) -> Vec<Asked> {
    let of_game = |(game, record): (usize, &sparring_engine::games::backgammon::GameRecord)| {
        let asked = |(number, decision)| Asked { game: game + 1, number: number + 1, decision };
        record.decisions().enumerate().map(asked).collect::<Vec<_>>()
    };
    record.games().iter().enumerate().flat_map(of_game).collect()
}

fn players(record: &MatchRecord, decisions: &[DecisionLine]) -> [PlayerLine; 2] {
    let moves = decisions.iter().filter(|line| line.choice.starts_with(|c: char| c.is_ascii_digit())).count();
    [Side::First, Side::Second].map(|side| {
        let called = record.tags.get(name(side)).unwrap_or(name(side)).to_owned();
        let own = decisions.iter().filter(|line| line.side == name(side));
        PlayerLine::of((called, record.score()[side as usize]), own, moves as u64)
    })
}

fn line_of(asked: &Asked, judged: &Judged, depth: u32) -> DecisionLine {
    let Decision { state, position, choice } = asked.decision;
    let roll = match choice {
        Choice::Play(roll, _) => Some(roll),
        _ => None,
    };
    let answers = matches!(choice, Choice::Take | Choice::Drop);
    let shown = if answers { position.handed_over() } else { position };
    let (best, depth) = match (&judged.found, choice) {
        (Found::Plays(plays), Choice::Play(roll, result)) => {
            let played = plays.iter().find(|play| play.result == result);
            (play(&position, roll, &plays[0].result), played.map_or(depth, |play| play.depth))
        }
        (Found::Cube(decision), _) => (decision.to_string(), depth),
        (Found::Plays(_), _) => (String::new(), depth),
    };
    DecisionLine {
        number: asked.game,
        decision: asked.number,
        side: name(position.side()),
        position: xgid(&shown, roll, &state),
        choice: words(&position, choice),
        best,
        equity: judged.best,
        loss: judged.loss,
        counts: judged.counts,
        luck: judged.luck,
        depth,
    }
}

fn words(position: &Position, choice: Choice) -> String {
    match choice {
        Choice::Roll => "no double".to_owned(),
        Choice::Double => "double".to_owned(),
        Choice::Take => "take".to_owned(),
        Choice::Drop => "pass".to_owned(),
        Choice::Play(roll, result) => play(position, roll, &result),
    }
}

/// The dice and the play that leads to a result.
fn play(position: &Position, roll: Roll, result: &Position) -> String {
    let play = position.play_to(roll, result).unwrap_or_default().to_string();
    format!("{roll}: {}", if play.is_empty() { "no play" } else { &play })
}

/// The board of a decision.
fn diagram(asked: &[Asked], line: &DecisionLine) -> Option<Diagram> {
    let found = asked.iter().find(|asked| (asked.game, asked.number) == (line.number, line.decision))?;
    let roll = match found.decision.choice {
        Choice::Play(roll, _) => Some(roll),
        _ => None,
    };
    Some(backgammon_diagram(&found.decision.position, roll, None))
}
