//! Dots and boxes by trying everything.

use std::collections::HashMap;

use sparring_engine::games::dots::{Cell, Dots};

use super::dots_closer::again;

/// A board whose positions are valued by trying everything, with memory.
pub struct Exhaustive<'g> {
    game: &'g Dots,
    known: HashMap<u64, i32>,
}

impl Exhaustive<'_> {
    pub fn of(game: &Dots) -> Exhaustive<'_> {
        Exhaustive { game, known: HashMap::new() }
    }

    fn open(&self, drawn: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.game.board().edges()).filter(move |edge| drawn >> edge & 1 == 0)
    }

    fn worth(&mut self, drawn: u64, edge: usize) -> i32 {
        let after = drawn | 1 << edge;
        let closed = |cell: &&Cell| cell.edges >> edge & 1 == 1 && cell.edges & !after == 0;
        let values: Vec<i32> =
            self.game.board().cells().iter().filter(closed).map(|cell| cell.value).collect();
        let (gain, rest) = (values.iter().sum::<i32>(), self.value(after));
        if !values.is_empty() && again(self.game.rules()) { gain + rest } else { gain - rest }
    }

    /// The net value the side to move still gains.
    pub fn value(&mut self, drawn: u64) -> i32 {
        if let Some(&value) = self.known.get(&drawn) {
            return value;
        }
        let value = self.open(drawn).map(|edge| self.worth(drawn, edge)).max().unwrap_or(0);
        self.known.insert(drawn, value);
        value
    }

    /// The moves that keep it.
    pub fn optimal(&mut self, drawn: u64) -> u64 {
        let value = self.value(drawn);
        self.open(drawn).filter(|&edge| self.worth(drawn, edge) == value).map(|edge| 1 << edge).sum()
    }
}
