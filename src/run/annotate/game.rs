//! The search and annotation of one game.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::judge::{Judgement, PositionAnswer};
use super::words;
use crate::chess::{CHESS_EVALUATORS, ChessRequest};
use crate::interrupt::Interrupt;
use crate::observation::PROGRAM;
use crate::side_by_side::{EngineJob, SideBySide};
use sparring_engine::game::{Game, MAX_PLY};
use sparring_engine::games::chess::{
    Annotation, Annotations, Chess, GameRecord, Move, Outcome, PgnNotes, Position,
};
use sparring_engine::search::{AnyStrategy, Iteration, SearchStrategy, Settings};

fn positions(record: &GameRecord) -> Vec<Position> {
    let next = |position: &mut Position, m: &Move| {
        *position = position.play(*m);
        Some(position.clone())
    };
    let after = record.moves.iter().scan(record.start.clone(), next);
    [record.start.clone()].into_iter().chain(after).collect()
}

/// Searches all positions. Also returns their nodes; `None` after Ctrl-C. `count` gets the number
/// done.
pub fn search(
    engines: &mut SideBySide<Chess>,
    record: &GameRecord,
    settings: Settings<AnyStrategy>,
    interrupt: &Interrupt,
    count: &(impl Fn(u64) + Sync),
) -> Option<(Vec<PositionAnswer>, u64)> {
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
    let (searched, nodes): (Vec<PositionAnswer>, Vec<u64>) = searched?.into_iter().unzip();
    Some((searched, nodes.iter().sum()))
}

fn search_one(job: &mut EngineJob<'_, Chess>, request: &ChessRequest<'_>) -> Option<(PositionAnswer, u64)> {
    let mut depths = Vec::new();
    let mut listener = |iteration: &Iteration<Move>| {
        depths.extend(iteration.finished.then_some((iteration.depth, iteration.score)));
    };
    let answer = job.go(&CHESS_EVALUATORS, request, &mut listener)?;
    let pv = answer.last.map_or(Vec::new(), |last| last.pv);
    Some((PositionAnswer { depths, score: answer.score, pv }, answer.counts.nodes))
}

pub fn annotations(record: &GameRecord, searched: &[PositionAnswer], notes: &PgnNotes) -> Annotations {
    let positions = positions(record);
    let said =
        |moves: usize| notes.comments.iter().find(|(at, _)| *at == moves).map(|(_, said)| said.as_str());
    let annotate = |(i, &m): (usize, &Move)| {
        let (position, best) = (&positions[i], searched[i].pv.first().copied());
        let judged = Judgement::of(m, &searched[i], &searched[i + 1], is_drawn(&positions, i + 1));
        let better = best.filter(|_| judged.after < judged.before).map(|best| position.san(best));
        let glyph = judged.glyph();
        Annotation {
            glyph,
            comment: words::comment(judged, position.side_to_move(), better.as_deref(), said(i + 1)),
            line: glyph.map_or(Vec::new(), |_| searched[i].pv.clone()),
        }
    };
    Annotations {
        before: said(0).map(str::to_owned),
        moves: record.moves.iter().enumerate().map(annotate).collect(),
        end: None,
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

pub fn annotator(settings: Settings<AnyStrategy>) -> String {
    let mut how = format!("sparring {}, {}", PROGRAM.version, settings.strategy.name());
    let Settings { depth, limits, .. } = settings;
    // A maximal depth is not informative.
    if depth < MAX_PLY || !limits.may_stop_early() {
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
