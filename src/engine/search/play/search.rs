use super::context::Context;
use super::frame::{Frame, Step};
use super::histories::{GRAIN, Histories};
use super::score::{DRAW, FORCED, MATE, MOST, UNKNOWN};
use super::tt_entry::TtEntry;
use super::tuning::Tuning;
use crate::game::{IncrementalEvaluator, MAX_PLY, Score, Tactical};
use crate::search::sim_ids::TABLE;
use crate::search::table::Table;
use crate::search::task::{Task, Tasks};
use crate::search::window::Bound;
use sparring_sched::Cancelled;

pub(super) type State<G, E> = <E as IncrementalEvaluator<G>>::State;
pub(super) type FrameOf<'p, G, E> = Frame<'p, G, State<G, E>>;
pub(super) type StepOf<'p, G, E> = Step<'p, G, State<G, E>>;

/// The plies without a pawn move or a capture that end the game.
const FIFTY_MOVES: Score = 100;
/// From this number of such plies on, the table's scores do not end nodes: they may come from paths
/// with fewer.
const LATE_CLOCK: u32 = 90;

/// A task that fills idle time offers its help at each node whose number has none of these bits.
const FILLED: u64 = 7;

/// Nodes at this ply are leaves.
pub(super) const DEEPEST: u32 = MAX_PLY;

/// Shared by all tasks of a search; it never changes while they run.
pub(super) struct PlaySearch<'s, G: Tactical, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    /// Keys of positions that the game had twice before the root.
    pub repeated: &'s [u64],
    pub table: &'s Table,
    pub tasks: Tasks<'s>,
    pub tuning: &'s Tuning,
    pub root_moves: usize,
    pub root_depth: i32,
    pub split_depth: i32,
    pub logarithms: Logarithms,
}

/// Logarithms of 1 to 63: a product of two is 1024 times that of natural ones, divided by
/// `divisor` hundredths.
pub(super) struct Logarithms([i32; 64]);

impl Logarithms {
    pub fn new(divisor: i32) -> Logarithms {
        let unit = (1024.0 * 1024.0 * 100.0 / f64::from(divisor.max(1))).sqrt();
        Logarithms(std::array::from_fn(|n| (unit * (n.max(1) as f64).ln()) as i32))
    }

    #[inline]
    pub fn of(&self, n: i32) -> i32 {
        self.0[n.clamp(1, 63) as usize]
    }
}

impl<G: Tactical, E: IncrementalEvaluator<G>> PlaySearch<'_, G, E> {
    /// The position after a move. Prefetches its table entry.
    #[inline]
    pub fn step<'p>(
        &self,
        task: &Task<'_, '_>,
        frame: &'p FrameOf<'p, G, E>,
        m: G::Move,
    ) -> StepOf<'p, G, E> {
        let key = self.game.likely_key(frame.position, m);
        self.table.prefetch(key);
        task.at.prefetches([self.table.line(TABLE, key)]);
        Step::by(self.game, frame, m)
    }

    #[inline]
    pub fn probe(&self, task: &Task<'_, '_>, step: &StepOf<'_, G, E>) -> Option<TtEntry> {
        if self.tuning.table == 0 {
            return None;
        }
        task.at.reads([self.table.line(TABLE, step.key)]);
        let tt_entry = TtEntry::probe(self.table, step.key, step.ply())?;
        Some(if tt_entry.score.abs() < FORCED { tt_entry } else { self.within_fifty_moves(tt_entry, step) })
    }

    /// True if the fifty moves are so far away that the table's scores may end nodes.
    #[inline]
    pub fn trusts_table(&self, step: &StepOf<'_, G, E>) -> bool {
        self.game.reversible_plies(&step.position) < LATE_CLOCK
    }

    /// Corrects a mate score from a path with a lower count, which may come too late. The winner
    /// has at least a draw, and more if a pawn move or a capture comes before. A bound on the other
    /// side stays one, limited to scores below a mate.
    #[cold]
    fn within_fifty_moves(&self, tt_entry: TtEntry, step: &StepOf<'_, G, E>) -> TtEntry {
        let plies = MATE - tt_entry.score.abs() - step.ply() as Score;
        if plies + self.game.reversible_plies(&step.position) as Score <= FIFTY_MOVES {
            return tt_entry;
        }
        match (tt_entry.score > 0, tt_entry.bound) {
            (true, Bound::Lower | Bound::Exact) => TtEntry { score: DRAW, bound: Bound::Lower, ..tt_entry },
            (false, Bound::Upper | Bound::Exact) => TtEntry { score: DRAW, bound: Bound::Upper, ..tt_entry },
            (true, Bound::Upper) => TtEntry { score: MOST, ..tt_entry },
            (false, Bound::Lower) => TtEntry { score: -MOST, ..tt_entry },
        }
    }

    #[inline]
    pub fn histories(&self, task: &Task<'_, '_>) -> &Histories {
        self.tasks.memories.histories(task.at.index())
    }

    #[inline]
    pub fn count_node(&self, task: &mut Task<'_, '_>) -> Result<(), Cancelled> {
        task.counts.nodes += 1;
        if self.tasks.guard.is_due(task.counts.nodes) {
            self.tasks.report(task, self.tasks.guard.batch());
        }
        if task.fills && task.counts.nodes & FILLED == 0 {
            task.at.lend().help()?;
        }
        task.at.poll()
    }

    /// True if the game is drawn here, also by a repetition.
    #[inline]
    pub fn is_drawn(&self, step: &StepOf<'_, G, E>) -> bool {
        step.is_repetition(self.game, self.repeated) || self.game.is_drawn(&step.position)
    }

    /// Inlined, so that the evaluator's state is written in place.
    #[inline(always)]
    pub fn frame<'p>(
        &self,
        histories: &Histories,
        step: &'p StepOf<'p, G, E>,
        tt_entry: Option<&TtEntry>,
    ) -> FrameOf<'p, G, E> {
        let parent = step.parent;
        let mut frame = Frame {
            position: &step.position,
            key: step.key,
            ply: parent.ply + 1,
            parent: Some(parent),
            m: step.m,
            last: step.last,
            state: parent.state.clone(),
            in_check: self.game.in_check(&step.position),
            attacked: 0,
            structures: self.game.structures(&step.position),
            raw: UNKNOWN,
            value: UNKNOWN,
        };
        if let Some(m) = step.m {
            self.evaluator.advance(self.game, &mut frame.state, parent.position, m, &step.position);
        }
        self.assess(histories, &mut frame, tt_entry);
        frame
    }

    pub fn root_frame<'p>(&self, histories: &Histories, position: &'p G::Position) -> FrameOf<'p, G, E> {
        let mut frame = Frame {
            position,
            key: self.game.key(position),
            ply: 0,
            parent: None,
            m: None,
            last: None,
            state: self.evaluator.start(self.game, position),
            in_check: self.game.in_check(position),
            attacked: self.attacked(position),
            structures: self.game.structures(position),
            raw: UNKNOWN,
            value: UNKNOWN,
        };
        self.assess(histories, &mut frame, None);
        frame
    }

    fn assess(&self, histories: &Histories, frame: &mut FrameOf<'_, G, E>, tt_entry: Option<&TtEntry>) {
        if frame.in_check {
            return;
        }
        frame.raw = match tt_entry {
            Some(tt_entry) if tt_entry.value != UNKNOWN => tt_entry.value,
            _ => {
                let value = self.evaluator.evaluate(self.game, &frame.state, frame.position);
                value.clamp(-MOST, MOST)
            }
        };
        frame.value = frame.raw;
        if self.tuning.correction != 0 {
            let side = self.game.side_to_move(frame.position) as usize;
            let off = histories.correction(side, &frame.structures, self.last_two(frame));
            frame.value = (frame.raw + off * self.tuning.correction / (100 * GRAIN)).clamp(-MOST, MOST);
        }
    }

    #[inline]
    pub fn remember(
        &self,
        task: &Task<'_, '_>,
        frame: &FrameOf<'_, G, E>,
        (score, bound, code): (Score, Bound, u16),
        depth: i32,
        before: Option<&TtEntry>,
    ) {
        let tt_entry = TtEntry { score, value: frame.raw, depth, bound, code };
        if tt_entry.store(self.table, frame.key, frame.ply, before) {
            task.at.writes(self.table.line(TABLE, frame.key));
        }
    }

    #[inline]
    pub fn attacked(&self, position: &G::Position) -> u64 {
        if self.tuning.attacked == 0 { 0 } else { self.game.attacked(position) }
    }

    #[inline]
    pub fn last_two(&self, frame: &FrameOf<'_, G, E>) -> Option<[usize; 2]> {
        let before = frame.parent.filter(|_| self.tuning.correction_after != 0)?;
        Some([before.last?, frame.last?])
    }

    #[inline]
    pub fn context<'n>(
        &'n self,
        frame: &'n FrameOf<'n, G, E>,
        histories: &'n Histories,
    ) -> Context<'n, G, State<G, E>> {
        Context::new(self.game, frame, histories, self.tuning)
    }
}
