//! A position to play from, as a question of an engine, and its deepening.

use super::memory::MoveRoom;
use super::root::RootMove;
use super::score::{DRAW, MATE, outside};
use super::search::{FrameOf, Logarithms, Search};
use super::tuning::Tuning;
use crate::game::{IncrementalEvaluator, MAX_PLY, Score, Tactical};
use crate::sched::{Cancelled, Scoped, Worker};
use crate::search::answer::{Answer, AnswerOf, Listener};
use crate::search::deepen::{Lines, Plan, Resources, Tree, deepen};
use crate::search::memory::Room;
use crate::search::request::{Question, Settings};
use crate::search::strategy::PlayStrategy;
use crate::search::task::{SharedBelow, Task, Tasks};

/// A position to play from: the best move is to be found as people play, without looking at every
/// line.
///
/// The answer is as good as the time allows, and not a function of depth and position as that of a
/// [`Request`](crate::search::Request) is. With one worker and no limit of time it is the same every
/// time.
#[derive(Clone, Debug)]
pub struct PlayRequest<'a, P, M> {
    /// The position.
    pub position: P,
    /// Keys of the positions of the game before it, the oldest first: a repetition of one of them
    /// is a draw.
    pub earlier: &'a [u64],
    /// The moves among which to choose; empty for all.
    pub moves: &'a [M],
    /// How to search it.
    pub settings: Settings<PlayStrategy>,
    /// The numbers that the search depends on.
    pub tuning: &'a Tuning,
}

impl<'a, P, M> PlayRequest<'a, P, M> {
    /// A position without a game before it.
    pub fn new(position: P, settings: Settings<PlayStrategy>) -> PlayRequest<'a, P, M> {
        PlayRequest { position, earlier: &[], moves: &[], settings, tuning: &Tuning::DEFAULT }
    }
}

impl<G: Tactical, E: IncrementalEvaluator<G>> Question<G, E> for PlayRequest<'_, G::Position, G::Move> {
    type Strategy = PlayStrategy;
    type Move = G::Move;
    type Value = Score;
    type Outcome = G::Outcome;

    fn memory(_game: &G) -> Room {
        let moves = MoveRoom { piece_to: G::PIECE_TO, squares: G::SQUARES, captures: G::CAPTURES };
        Room { moves, ..Room::default() }
    }

    fn search(
        &self,
        game: &G,
        evaluator: &E,
        with: &Resources<'_>,
        worker: Worker<'_>,
        listener: &mut Listener<'_, G::Move>,
    ) -> AnswerOf<G> {
        if let Some(outcome) = game.outcome(&self.position) {
            let mated = game.in_check(&self.position) && game.legal_moves(&self.position).is_empty();
            let score = outside(if mated { -MATE } else { DRAW });
            return Answer::over(outcome, score, with.start.elapsed());
        }
        with.table.next_generation();
        with.memories.begin();
        let search = Search {
            game,
            evaluator,
            earlier: self.earlier,
            table: with.table,
            tasks: with.tasks(),
            tuning: self.tuning,
            root_depth: 1,
            logarithms: Logarithms::new(),
        };
        let root = search.root_frame(&with.memories.of(worker.index()).moves, &self.position);
        let legal = game.legal_moves(&self.position);
        let wanted = |m: &&G::Move| self.moves.is_empty() || self.moves.contains(m);
        let mut moves: Vec<_> = legal.iter().filter(wanted).map(|&m| RootMove::new(m)).collect();
        if moves.is_empty() {
            moves = legal.iter().map(|&m| RootMove::new(m)).collect();
        }
        let depth = self.settings.depth.clamp(1, MAX_PLY - 1);
        let plan = Plan { certain: 1, depths: (1..=depth).collect(), limits: self.settings.limits };
        let lines = self.settings.lines.clamp(1, moves.len());
        deepen(PlayTree { search, root, moves, lines }, plan, with, worker, listener)
    }
}

/// The search of one position.
struct PlayTree<'s, 'r, G: Tactical, E: IncrementalEvaluator<G>> {
    search: Search<'s, G, E>,
    root: FrameOf<'r, G, E>,
    moves: Vec<RootMove<G::Move>>,
    /// How many moves are wanted.
    lines: usize,
}

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayTree<'_, '_, G, E> {
    /// One line after the other, each among the moves that the better ones have left.
    fn lines(
        search: &Search<'_, G, E>,
        root: &FrameOf<'_, G, E>,
        moves: &mut [RootMove<G::Move>],
        lines: usize,
        task: &mut Task<'_, '_>,
    ) -> Result<(), Cancelled> {
        let depth = search.root_depth;
        (0..lines).try_for_each(|line| search.aspire(task, root, &mut moves[line..], depth))
    }
}

impl<'s, G: Tactical, E: IncrementalEvaluator<G>> Tree<'s> for PlayTree<'s, '_, G, E> {
    type Move = G::Move;
    type Value = Score;

    fn tasks(&mut self) -> &mut Tasks<'s> {
        &mut self.search.tasks
    }

    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Lines<G::Move, Score>, Cancelled> {
        self.search.root_depth = depth as i32;
        let PlayTree { search, root, moves, lines } = self;
        let (search, wanted) = (&*search, *lines);
        let body = |task: &mut Task<'_, '_>| Self::lines(search, root, moves, wanted, task);
        search.tasks.run(at, &SharedBelow::default(), body)?;
        moves[..wanted].sort_by_key(|tried| -tried.last);
        Ok(moves[..wanted].iter().map(RootMove::line).collect())
    }
}
