//! An opponent that does what it was told to.

use crate::protocol::{Choice, Level, Opponent, Playable, RecordOf, Watch};

/// Plays what it was told to, then the first legal move.
pub struct Puppet<V> {
    answers: Vec<&'static str>,
    /// What the legal move of a number is worth to it.
    value: fn(usize) -> V,
    level: Level,
}

impl<V> Puppet<V> {
    pub fn new(answers: Vec<&'static str>, value: fn(usize) -> V) -> Puppet<V> {
        Puppet { answers, value, level: Level::depth(1) }
    }
}

impl<G: Playable> Opponent<G> for Puppet<G::Value> {
    fn choose(&mut self, game: &G, record: &RecordOf<G>, _watch: &Watch) -> Option<Choice<G>> {
        let legal = game.legal(record.state());
        let told = (!self.answers.is_empty()).then(|| self.answers.remove(0).to_owned());
        let text = told.or(legal.first().cloned())?;
        let step = game.parse(record, &text).unwrap().remove(0);
        Some(Choice { step, value: (self.value)(0), line: String::new() })
    }

    fn ranked(&mut self, game: &G, record: &RecordOf<G>, n: usize, _watch: &Watch) -> Vec<Choice<G>> {
        let legal = game.legal(record.state());
        let choice = |(i, text): (usize, &String)| {
            let step = game.parse(record, text).unwrap().remove(0);
            Choice { step, value: (self.value)(i), line: String::new() }
        };
        legal.iter().enumerate().take(n).map(choice).collect()
    }

    fn new_game(&mut self, _game: &G) {}

    fn level(&self) -> Level {
        self.level
    }

    fn set_level(&mut self, level: Level) {
        self.level = level;
    }
}
