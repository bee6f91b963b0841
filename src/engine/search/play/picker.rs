//! The moves of a node, the most promising first. Each kind is generated only when the kinds before
//! have not cut:
//!
//! 1. the table's move;
//! 2. noisy moves that lose nothing by exchange, by gain;
//! 3. quiet moves by their histories, or only checks if the others would be left out;
//! 4. noisy moves that lose material.
//!
//! In check all evasions are ordered at once. Quiescence has only 1 and 2, unless in check.

use arrayvec::ArrayVec;

use super::context::Context;
use crate::game::Tactical;

/// Moves beyond this many are left out; no position here has more.
pub(super) const MOST_MOVES: usize = 256;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Remembered,
    GenerateNoisy,
    Noisy,
    GenerateQuiet,
    Quiet,
    BeginLosing,
    Losing,
    GenerateEvasions,
    Ordered,
    Over,
}

/// `list` holds losing noisy moves (`..losing`), then tried ones (`..next`), then the rest.
pub(super) struct Picker<M> {
    stage: Stage,
    first: Option<M>,
    list: ArrayVec<(M, i32), MOST_MOVES>,
    losing: usize,
    next: usize,
    quiescence: bool,
    /// True if only quiet moves that give check are needed, in any order.
    pub only_checks: bool,
}

impl<M: Copy + Eq> Picker<M> {
    /// All moves, the legal move `first` before the others.
    #[inline]
    pub fn new(first: Option<M>, in_check: bool) -> Picker<M> {
        Picker::of(first, in_check, false)
    }

    #[inline]
    pub fn quiescence(first: Option<M>, in_check: bool) -> Picker<M> {
        Picker::of(first, in_check, true)
    }

    #[inline]
    fn of(first: Option<M>, in_check: bool, quiescence: bool) -> Picker<M> {
        let generate = if in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
        Picker {
            stage: if first.is_some() { Stage::Remembered } else { generate },
            first,
            list: ArrayVec::new_const(),
            losing: 0,
            next: 0,
            quiescence,
            only_checks: false,
        }
    }

    pub fn next<G: Tactical<Move = M>, S>(&mut self, with: &Context<'_, G, S>) -> Option<M> {
        loop {
            let (found, then) = match self.stage {
                Stage::Remembered => {
                    let in_check = with.frame.in_check;
                    self.stage = if in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    return self.first;
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(with);
                    (None, Stage::Noisy)
                }
                Stage::Noisy => match self.next_noisy(with) {
                    None if self.quiescence => (None, Stage::Over),
                    None => (None, Stage::GenerateQuiet),
                    found => (found, Stage::Noisy),
                },
                Stage::GenerateQuiet => {
                    self.generate_quiet(with);
                    (None, Stage::Quiet)
                }
                Stage::Quiet if self.only_checks => (self.next_left(), Stage::BeginLosing),
                Stage::Quiet => (self.best_left(), Stage::BeginLosing),
                Stage::BeginLosing => {
                    self.next = 0;
                    (None, Stage::Losing)
                }
                Stage::Losing => {
                    self.next += 1;
                    let losing = &self.list[..self.losing];
                    (losing.get(self.next - 1).map(|&(m, _)| m), Stage::Over)
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(with);
                    (None, Stage::Ordered)
                }
                Stage::Ordered => (self.best_left(), Stage::Over),
                Stage::Over => return None,
            };
            if found.is_some() {
                return found;
            }
            self.stage = then;
        }
    }

    fn push(&mut self, m: M, score: i32) {
        if Some(m) != self.first {
            let _no_room = self.list.try_push((m, score));
        }
    }

    fn generate_noisy<G: Tactical<Move = M>, S>(&mut self, with: &Context<'_, G, S>) {
        with.game.noisy_moves(with.frame.position, |m| self.push(m, with.game.gain(m)));
    }

    fn generate_quiet<G: Tactical<Move = M>, S>(&mut self, with: &Context<'_, G, S>) {
        self.next = self.list.len();
        if self.only_checks {
            with.game.quiet_checks(with.frame.position, |m| self.push(m, 0));
        } else {
            with.game.quiet_moves(with.frame.position, |m| self.push(m, with.quiet_history(m)));
        }
    }

    fn generate_evasions<G: Tactical<Move = M>, S>(&mut self, with: &Context<'_, G, S>) {
        const NOISY: i32 = 1 << 20;
        with.game.noisy_moves(with.frame.position, |m| self.push(m, NOISY + with.game.gain(m)));
        with.game.quiet_moves(with.frame.position, |m| self.push(m, with.quiet_history(m)));
    }

    /// The next noisy move that loses nothing. Puts those that lose aside.
    fn next_noisy<G: Tactical<Move = M>, S>(&mut self, with: &Context<'_, G, S>) -> Option<M> {
        while let Some(m) = self.best_left() {
            if with.game.exchange_at_least(with.frame.position, m, 0) {
                return Some(m);
            }
            // The entry at `losing` has been tried.
            self.list.swap(self.losing, self.next - 1);
            self.losing += 1;
        }
        None
    }

    #[inline]
    fn next_left(&mut self) -> Option<M> {
        let m = self.list.get(self.next)?.0;
        self.next += 1;
        Some(m)
    }

    #[inline]
    fn best_left(&mut self) -> Option<M> {
        let left = &mut self.list[self.next..];
        let (mut best, mut top) = (0, left.first()?.1);
        for (i, &(_, score)) in left.iter().enumerate() {
            if score > top {
                (best, top) = (i, score);
            }
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0].0)
    }
}
