//! The analysis of recorded backgammon matches, one task per decision.

use super::diagram::{backgammon_board, cube_diagram};
use super::lifecycle::{Run, RunScope};
use super::progress::Progress;
use parking_lot::Mutex;
use sparring_engine::cubeful::{Alternatives, Judge, Judgement};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    Choice, Decision, Finish, GameRecord, MatchRecord, Play, Position, Roll, name, xgid,
};
use sparring_report::{
    DecisionLine, GameLine, JudgedCubeLine, JudgedPlayLine, MatchAnalysisDocument, MatchCourse, MatchHead,
    MatchLine, PlayerLine,
};
use sparring_sched::{Cancelled, Scoped};

const TOLD: usize = 5;

pub(super) struct NumberedDecision {
    game: usize,
    number: usize,
    /// Line of a .mat file.
    line: usize,
    decision: Decision,
}

/// `None` before judgement, `Some(None)` without a choice.
pub(super) type Answer = Option<Option<DecisionLine>>;

/// Analyses a match, after an interrupt only its first decisions.
pub fn analyse_match(
    file: &str,
    record: &MatchRecord,
    judge: &Judge<'_>,
    run: &Run,
) -> MatchAnalysisDocument {
    let asked = decisions(record);
    let length = asked.len() as u64;
    let outcome = run.scoped(Progress::lines(Some(length)), |running| {
        let count = |done| running.screen.count(done, Some(length));
        answers(&asked, judge, running, &count)
    });
    let (keys, observed) = (outcome.keys(), outcome.observed);
    let MatchLine { head, course } = judged(file, record, judge, outcome.value);
    MatchAnalysisDocument { head, run: keys, course, accounts: observed.accounts(run.detail) }
}

/// Judges decisions side by side. Some are left out if the scope is cancelled.
pub(super) fn answers(
    asked: &[NumberedDecision],
    judge: &Judge<'_>,
    running: &RunScope<'_>,
    count: &(dyn Fn(u64) + Sync),
) -> Vec<Answer> {
    let found: Vec<Mutex<Answer>> = asked.iter().map(|_| Mutex::default()).collect();
    let done = Mutex::new(0);
    let judged = |task: Scoped<'_>, i: usize| -> Result<(), Cancelled> {
        let judged = judge.judge(task, &asked[i].decision)?;
        *found[i].lock() = Some(judged.map(|judged| line_of(&asked[i], &judged, judge.depth)));
        let mut done = done.lock();
        *done += 1;
        count(*done);
        Ok(())
    };
    // An interrupt shows as missing answers.
    let _interrupted = running.install(|task| task.split(asked.len(), judged));
    found.into_iter().map(Mutex::into_inner).collect()
}

/// Makes the match's line, up to the first missing answer.
pub(super) fn judged(
    file: &str,
    record: &MatchRecord,
    judge: &Judge<'_>,
    answers: impl IntoIterator<Item = Answer>,
) -> MatchLine {
    let decisions: Vec<DecisionLine> = answers.into_iter().map_while(|answer| answer).flatten().collect();
    let head = MatchHead {
        game: "backgammon",
        file: file.to_owned(),
        length: record.length(),
        games: record.games().len(),
        players: players(record, &decisions),
        depth: judge.depth,
        bearoff: judge.bearoff.is_some(),
    };
    let results = record.games().iter().enumerate().map(|(i, game)| result(i + 1, game)).collect();
    MatchLine { head, course: MatchCourse { decisions, results } }
}

pub(super) fn decisions(record: &MatchRecord) -> Vec<NumberedDecision> {
    let of_game = |(game, record): (usize, &GameRecord)| {
        // A line has a turn of each side, White's first. Not to double is part of the play.
        let mut turns = usize::from(record.start().side() == Side::Second);
        let asked = |(number, decision): (usize, Decision)| {
            let line = turns / 2 + 1;
            turns += usize::from(decision.choice != Choice::Roll);
            NumberedDecision { game: game + 1, number: number + 1, line, decision }
        };
        record.decisions().enumerate().map(asked).collect::<Vec<_>>()
    };
    record.games().iter().enumerate().flat_map(of_game).collect()
}

fn players(record: &MatchRecord, decisions: &[DecisionLine]) -> [PlayerLine; 2] {
    let moves = decisions.iter().filter(|line| line.is_play()).count();
    [Side::First, Side::Second].map(|side| {
        let called = record.tags.get(name(side)).unwrap_or(name(side)).to_owned();
        let own = decisions.iter().filter(|line| line.side == side.into());
        PlayerLine::of((called, record.score()[side as usize]), own, moves as u64)
    })
}

fn result(number: usize, game: &GameRecord) -> GameLine {
    let (state, end) = (game.start_state(), game.end());
    let finish = end.map(|end| match end.finish {
        Finish::BorneOff(outcome) => outcome.to_string(),
        Finish::Drop => "double passed".to_owned(),
        Finish::Resigned(outcome) => format!("{outcome} resigned"),
    });
    GameLine {
        number,
        score: state.score,
        crawford: state.crawford,
        winner: end.map(|end| name(end.winner)),
        points: end.map_or(0, |end| end.points),
        finish,
    }
}

fn line_of(asked: &NumberedDecision, judged: &Judgement, depth: u32) -> DecisionLine {
    let Decision { state, position, choice } = asked.decision;
    let roll = match choice {
        Choice::Play(roll, _) => Some(roll),
        _ => None,
    };
    let answers = matches!(choice, Choice::Take | Choice::Drop);
    let shown = if answers { position.handed_over() } else { position };
    let best = best_play(&position, judged, roll);
    let plays = plays(&position, judged, choice);
    let mut board = backgammon_board(&position, roll, best.as_ref());
    board.cube = cube_diagram(&state, position.side());
    DecisionLine {
        number: asked.game,
        decision: asked.number,
        mat_line: asked.line,
        side: position.side().into(),
        position: xgid(&shown, roll, &state),
        choice: words(&position, choice),
        best: match (&judged.alternatives, roll) {
            (Alternatives::Cube(decision), _) => decision.to_string(),
            (Alternatives::Plays(_), roll) => played(roll, best.as_ref()),
        },
        equity: judged.best,
        loss: judged.loss,
        counts: judged.counts,
        luck: judged.luck,
        depth: plays.iter().find(|play| play.made).map_or(depth, |play| play.depth),
        value: judged.value,
        plays,
        cube: cube(judged),
        board,
        stakes: state.to_string(),
        doubler: if answers { position.side().other() } else { position.side() }.into(),
    }
}

fn best_play(position: &Position, judged: &Judgement, roll: Option<Roll>) -> Option<Play> {
    let Alternatives::Plays(plays) = &judged.alternatives else { return None };
    position.play_to(roll?, &plays[0].result)
}

/// Returns the best plays and the one made.
fn plays(position: &Position, judged: &Judgement, choice: Choice) -> Vec<JudgedPlayLine> {
    let (Alternatives::Plays(plays), Choice::Play(roll, result)) = (&judged.alternatives, choice) else {
        return Vec::new();
    };
    let ranked = plays.iter().enumerate().filter(|(i, play)| *i < TOLD || play.result == result);
    let line = |(i, play): (usize, &sparring_engine::cubeful::JudgedPlay)| JudgedPlayLine {
        rank: i + 1,
        name: position.play_to(roll, &play.result).unwrap_or_default().to_string(),
        equity: play.equity,
        loss: (judged.best - play.equity).max(0.0),
        depth: play.depth,
        made: play.result == result,
    };
    ranked.map(line).collect()
}

fn cube(judged: &Judgement) -> Option<JudgedCubeLine> {
    let Alternatives::Cube(found) = &judged.alternatives else { return None };
    let double = found.double?;
    Some(JudgedCubeLine {
        no_double: found.no_double.equity,
        double_take: double.take.equity,
        double_pass: double.pass.equity,
    })
}

fn words(position: &Position, choice: Choice) -> String {
    match choice {
        Choice::Roll => "no double".to_owned(),
        Choice::Double => "double".to_owned(),
        Choice::Take => "take".to_owned(),
        Choice::Drop => "pass".to_owned(),
        Choice::Play(roll, result) => played(Some(roll), position.play_to(roll, &result).as_ref()),
    }
}

fn played(roll: Option<Roll>, play: Option<&Play>) -> String {
    let dice = roll.map_or(String::new(), |roll| format!("{roll}: "));
    let play = play.map_or(String::new(), Play::to_string);
    format!("{dice}{}", if play.is_empty() { "no play" } else { &play })
}
