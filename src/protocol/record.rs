//! A game as it was played: every state and step, and those that were taken back.

/// A game from its first state on. `S` is everything the rest of the game depends on, `T` is a
/// step from one state to the next: a move, an edge, a throw of dice.
#[derive(Clone, Debug)]
pub struct Record<S, T> {
    /// One more than `steps`.
    states: Vec<S>,
    steps: Vec<T>,
    /// How many of the steps are played; those behind were taken back.
    at: usize,
}

impl<S, T> Record<S, T> {
    /// A game that begins here.
    pub fn new(start: S) -> Record<S, T> {
        Record { states: vec![start], steps: Vec::new(), at: 0 }
    }

    /// The present state.
    pub fn state(&self) -> &S {
        &self.states[self.at]
    }

    /// The first state.
    pub fn start(&self) -> &S {
        &self.states[0]
    }

    /// Number of steps played.
    pub fn plies(&self) -> usize {
        self.at
    }

    /// The steps played.
    pub fn steps(&self) -> &[T] {
        &self.steps[..self.at]
    }

    /// The states of the game, the present one last.
    pub fn states(&self) -> &[S] {
        &self.states[..=self.at]
    }

    /// Adds a step and the state it leads to. What was taken back cannot be played again then.
    pub fn push(&mut self, step: T, state: S) {
        self.forget();
        self.steps.push(step);
        self.states.push(state);
        self.at += 1;
    }

    /// Replaces the present state. What was taken back cannot be played again then.
    pub fn replace(&mut self, state: S) {
        self.forget();
        self.states[self.at] = state;
    }

    /// Takes back `plies` steps, or all if there are fewer.
    #[cfg(test)]
    pub fn take_back(&mut self, plies: usize) {
        self.at = self.at.saturating_sub(plies);
    }

    /// Goes to the last earlier state of which `wanted` is true, given its number; false if there
    /// is none.
    pub fn back_to(&mut self, wanted: impl Fn(&[S], usize) -> bool) -> bool {
        let found = (0..self.at).rev().find(|&ply| wanted(&self.states, ply));
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }

    /// Plays steps again that were taken back, up to the next state of which `wanted` is true or
    /// all; false if there are none.
    pub fn forward_to(&mut self, wanted: impl Fn(&[S], usize) -> bool) -> bool {
        let last = self.steps.len();
        let from = self.at;
        self.at = (from + 1..last).find(|&ply| wanted(&self.states, ply)).unwrap_or(last);
        self.at > from
    }

    fn forget(&mut self) {
        self.steps.truncate(self.at);
        self.states.truncate(self.at + 1);
    }
}
