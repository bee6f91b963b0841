//! The search and annotation of one game.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::judge::{GLYPHS, Judgement, PositionAnswer};
use super::words;
use crate::chess::{CHESS_EVALUATORS, ChessRequest, chess_value, line_of};
use crate::diagram::chess_board;
use crate::interrupt::Interrupt;
use crate::observation::PROGRAM;
use crate::side_by_side::{EngineJob, SideBySide};
use sparring_engine::game::{Game, MAX_PLY, Side};
use sparring_engine::games::chess::{
    Annotation, Annotations, Chess, GameRecord, Move, Outcome, PgnNotes, Position,
};
use sparring_engine::search::{AnyStrategy, Iteration, SearchStrategy, Settings};
use sparring_report::{GAME_MARKS, JudgedGame, JudgedMove, JudgedPlayer, MoveValue};

/// A game whose positions were searched.
pub struct SearchedGame<'g> {
    record: &'g GameRecord,
    /// Before the first and after every move.
    positions: Vec<Position>,
    answers: Vec<PositionAnswer>,
    pub nodes: u64,
}

fn positions(record: &GameRecord) -> Vec<Position> {
    let next = |position: &mut Position, m: &Move| {
        *position = position.play_or_pass(*m);
        Some(position.clone())
    };
    let after = record.moves.iter().scan(record.start.clone(), next);
    [record.start.clone()].into_iter().chain(after).collect()
}

/// Searches all positions, each as if it were the first; `None` after Ctrl-C. `count` gets the
/// number done.
pub fn search<'g>(
    engines: &mut SideBySide<Chess>,
    record: &'g GameRecord,
    settings: Settings<AnyStrategy>,
    interrupt: &Interrupt,
    count: &(impl Fn(u64) + Sync),
) -> Option<SearchedGame<'g>> {
    let positions = positions(record);
    let keys: Vec<u64> = positions.iter().map(Position::key).collect();
    let done = AtomicU64::new(0);
    let searched = engines.each(positions.len(), interrupt, |job, i| {
        let settings = settings.deepening();
        let request = ChessRequest { position: positions[i].clone(), earlier: &keys[..i], settings };
        let one = search_one(job, &request);
        count(done.fetch_add(1, Relaxed) + 1);
        one
    });
    let searched: Option<Vec<(PositionAnswer, u64)>> = searched.into_iter().collect();
    let (answers, nodes): (Vec<PositionAnswer>, Vec<u64>) = searched?.into_iter().unzip();
    Some(SearchedGame { record, positions, answers, nodes: nodes.iter().sum() })
}

fn search_one(job: &mut EngineJob<'_, Chess>, request: &ChessRequest<'_>) -> Option<(PositionAnswer, u64)> {
    let mut depths = Vec::new();
    let is_exact = request.settings.strategy.is_exact();
    let mut listener =
        |iteration: &Iteration<Move>| depths.extend(is_exact.then_some((iteration.depth, iteration.score)));
    if !is_exact {
        job.forget();
    }
    let answer = job.go(&CHESS_EVALUATORS, request, &mut listener)?;
    let found = |last: Iteration<Move>| (last.depth, last.pv, last.lines);
    let (depth, pv, lines) = answer.last.map_or_else(Default::default, found);
    Some((PositionAnswer { depth, depths, score: answer.score, pv, lines }, answer.counts.nodes))
}

impl SearchedGame<'_> {
    fn judged(&self, nth: usize) -> Judgement {
        let (before, after) = (&self.answers[nth], &self.answers[nth + 1]);
        if self.record.moves[nth] == Move::NULL {
            return Judgement::unjudged(after);
        }
        Judgement::of(self.record.moves[nth], before, after, is_drawn(&self.positions, nth + 1))
    }

    /// Returns all that is to be written about the moves.
    pub fn annotations(&self, notes: &PgnNotes) -> Annotations {
        let said =
            |moves: usize| notes.comments.iter().find(|(at, _)| *at == moves).map(|(_, said)| said.as_str());
        let annotate = |(i, &m): (usize, &Move)| {
            let (position, answer, judged) = (&self.positions[i], &self.answers[i], self.judged(i));
            let best = answer.pv.first().filter(|_| judged.after < judged.before);
            let better = best.map(|&best| position.san(best));
            let glyph = judged.glyph();
            let others = answer.lines.iter().map(|line| &line.pv).filter(|pv| pv.first() != Some(&m));
            Annotation {
                glyph,
                comment: words::comment(judged, position.side_to_move(), better.as_deref(), said(i + 1)),
                lines: glyph.map_or(Vec::new(), |_| others.cloned().collect()),
            }
        };
        Annotations {
            before: said(0).map(str::to_owned),
            moves: self.record.moves.iter().enumerate().map(annotate).collect(),
            end: None,
        }
    }

    /// The game for documents and pages.
    pub fn judged_game(&self, number: u64) -> JudgedGame {
        let moves: Vec<JudgedMove> = (0..self.record.moves.len()).map(|nth| self.judged_move(nth)).collect();
        let tag = |name: &str| self.record.tags.get(name).map(str::to_owned);
        let player = |side: Side| {
            let name = ["White", "Black"][side as usize];
            let rating = tag(&format!("{name}Elo"));
            JudgedPlayer::of(tag(name).unwrap_or("?".to_owned()), rating, side.into(), &moves)
        };
        let end = self.positions.last().expect("a game has a first position");
        let best = self.answers.last().and_then(|answer| answer.pv.first());
        JudgedGame {
            number,
            event: tag("Event"),
            date: tag("Date").filter(|date| date.contains(|c: char| c.is_ascii_digit())),
            players: [Side::First, Side::Second].map(player),
            result: self.record.result.to_string(),
            end_position: end.to_string(),
            end: chess_board(end, best.copied(), None),
            moves,
        }
    }

    fn judged_move(&self, nth: usize) -> JudgedMove {
        let (position, answer, m) = (&self.positions[nth], &self.answers[nth], self.record.moves[nth]);
        let (judged, best) = (self.judged(nth), answer.pv.first().copied());
        let mark = |glyph: u8| GLYPHS.iter().position(|(_, known)| *known == glyph).map(|at| GAME_MARKS[at]);
        let lines = answer.lines.iter().enumerate();
        JudgedMove {
            number: position.fullmove_number(),
            side: position.side_to_move().into(),
            position: position.to_string(),
            name: position.uci(m),
            san: position.san(m),
            best: best.map(|best| position.uci(best)),
            best_value: MoveValue { value: chess_value(judged.before) },
            value: MoveValue { value: chess_value(judged.after) },
            loss: 0.0,
            accuracy: 0.0,
            mark: judged.glyph().and_then(mark),
            depth: answer.depth,
            lines: lines.map(|(place, line)| line_of(position, place + 1, line)).collect(),
            board: chess_board(position, best, Some(m).filter(|&m| m != Move::NULL)),
        }
        .judged()
    }
}

/// True if the move to this position draws, by repetition or the 50-move rule without mate.
fn is_drawn(positions: &[Position], i: usize) -> bool {
    let (key, clock) = (positions[i].key(), positions[i].halfmove_clock() as usize);
    let recent = &positions[i.saturating_sub(clock)..i];
    let repeated = recent.iter().filter(|position| position.key() == key).count() >= 2;
    let claimable = Chess.claimable_draw(&positions[i]).is_some() || repeated;
    claimable && positions[i].outcome() != Some(Outcome::Checkmate)
}

/// False for a maximal depth, which is not informative.
pub fn tells_depth(settings: Settings<AnyStrategy>) -> bool {
    settings.depth < MAX_PLY || !settings.limits.may_stop_early()
}

pub fn annotator(settings: Settings<AnyStrategy>) -> String {
    let mut how = format!("sparring {}, {}", PROGRAM.version, settings.strategy.name());
    let Settings { depth, limits, .. } = settings;
    if tells_depth(settings) {
        how += &format!(", depth {depth}");
    }
    limits.movetime.iter().for_each(|limit| how += &format!(", {} ms", limit.as_millis()));
    limits.nodes.iter().for_each(|limit| how += &format!(", {limit} nodes"));
    how
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use sparring_engine::search::{Limits, PlayStrategy};

    #[test]
    fn the_annotator_tells_the_depth_and_all_limits() {
        let told = |depth, ms: Option<u64>, nodes| {
            let limits = Limits { movetime: ms.map(Duration::from_millis), nodes };
            let play = AnyStrategy::Play(PlayStrategy::Play);
            let told = annotator(Settings::depth(depth).within(limits).by(play));
            told.split_once(", play, ").unwrap().1.to_owned()
        };
        assert_eq!(told(5, None, None), "depth 5");
        assert_eq!(told(5, Some(2_000), Some(9)), "depth 5, 2000 ms, 9 nodes");
        assert_eq!(told(MAX_PLY, Some(2_000), None), "2000 ms");
    }
}
