//! The states and steps of a game, including steps taken back.

/// A game. `S` is all that the rest depends on; `T` is a step: a move, an edge, a throw.
#[derive(Clone, Debug)]
pub struct Record<S, T> {
    /// One more than `steps`.
    states: Vec<S>,
    steps: Vec<T>,
    /// Number of steps that are not taken back.
    at: usize,
}

impl<S, T> Record<S, T> {
    pub fn new(start: S) -> Record<S, T> {
        Record { states: vec![start], steps: Vec::new(), at: 0 }
    }

    pub fn state(&self) -> &S {
        &self.states[self.at]
    }

    pub fn start(&self) -> &S {
        &self.states[0]
    }

    pub fn plies(&self) -> usize {
        self.at
    }

    pub fn steps(&self) -> &[T] {
        &self.steps[..self.at]
    }

    pub fn states(&self) -> &[S] {
        &self.states[..=self.at]
    }

    /// Adds a step and forgets those taken back.
    pub fn push(&mut self, step: T, state: S) {
        self.forget();
        self.steps.push(step);
        self.states.push(state);
        self.at += 1;
    }

    /// Replaces the present state and forgets steps taken back.
    pub fn replace(&mut self, state: S) {
        self.forget();
        self.states[self.at] = state;
    }

    #[cfg(test)]
    pub fn take_back(&mut self, plies: usize) {
        self.at = self.at.saturating_sub(plies);
    }

    /// Goes back to the last `wanted` state; false if there is none.
    pub fn back_to(&mut self, wanted: impl Fn(&[S], usize) -> bool) -> bool {
        let found = (0..self.at).rev().find(|&ply| wanted(&self.states, ply));
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }

    /// Replays steps up to the next `wanted` state; false if there are none.
    pub fn forward_to(&mut self, wanted: impl Fn(&[S], usize) -> bool) -> bool {
        let last = self.steps.len();
        let from = self.at;
        self.at = (from + 1..last).find(|&ply| wanted(&self.states, ply)).unwrap_or(last);
        self.at > from
    }

    /// Goes back to the state after the last `wanted` step and forgets the others; false if there
    /// is none.
    pub fn restart_after(&mut self, wanted: impl Fn(&T) -> bool) -> bool {
        let Some(last) = self.steps().iter().rposition(wanted) else { return false };
        self.at = last + 1;
        self.forget();
        true
    }

    fn forget(&mut self) {
        self.steps.truncate(self.at);
        self.states.truncate(self.at + 1);
    }
}
