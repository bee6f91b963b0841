//! A node's principal variation. A null-window search has `()`: its line code is compiled away.

use arrayvec::ArrayVec;

use crate::game::MAX_PLY;

pub(super) trait Pv<M>: Default + Send + Sync {
    /// True if the window is open.
    const OPEN: bool;

    fn clear(&mut self);

    /// Sets the line to `m`, which has raised alpha, and `rest`.
    fn lead(&mut self, m: M, rest: &Self);
}

impl<M> Pv<M> for () {
    const OPEN: bool = false;

    #[inline(always)]
    fn clear(&mut self) {}

    #[inline(always)]
    fn lead(&mut self, _m: M, _rest: &()) {}
}

pub(super) struct PvMoves<M>(pub ArrayVec<M, { MAX_PLY as usize }>);

impl<M> Default for PvMoves<M> {
    fn default() -> PvMoves<M> {
        PvMoves(ArrayVec::new_const())
    }
}

impl<M: Copy + Send + Sync> Pv<M> for PvMoves<M> {
    const OPEN: bool = true;

    fn clear(&mut self) {
        self.0.clear();
    }

    fn lead(&mut self, m: M, rest: &PvMoves<M>) {
        self.0.clear();
        self.0.push(m);
        self.0.extend(rest.0.iter().copied().take(MAX_PLY as usize - 1));
    }
}
