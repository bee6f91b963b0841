//! Opening books: positions in which neither side is much better.

use std::collections::HashSet;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use thiserror::Error;

use sparring_engine::Engine;
use sparring_engine::game::Score;
use sparring_engine::games::chess::{Chess, FenError, Position};

const BUILT_IN: &str = include_str!("openings.epd");

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// This line is not a position.
    #[error("line {0}: {1}")]
    Line(usize, FenError),
    /// In this line the game is over.
    #[error("line {0}: got a game that is over, expected one that goes on; try to delete the line")]
    Over(usize),
    #[error("got no position, expected a line for each; try a file of FEN or EPD")]
    Empty,
}

/// Reads a FEN or EPD per line, except empty lines and those with `#` in front.
///
/// # Errors
/// The first line without a position of a game in progress, or a text without positions.
pub fn read_book(text: &str) -> Result<Vec<Position>, BookError> {
    let mut book = Vec::new();
    for (nth, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split([' ', '\t', ';']).filter(|field| !field.is_empty()).collect();
        let is_clock =
            |at: usize| fields.get(at).is_some_and(|field| field.bytes().all(|b| b.is_ascii_digit()));
        let length = if is_clock(4) && is_clock(5) { 6 } else { 4.min(fields.len()) };
        let position: Position =
            fields[..length].join(" ").parse().map_err(|why| BookError::Line(nth + 1, why))?;
        if position.outcome().is_some() {
            return Err(BookError::Over(nth + 1));
        }
        book.push(position);
    }
    if book.is_empty() { Err(BookError::Empty) } else { Ok(book) }
}

/// Returns 500 positions after 8 random plies, within 60 centipawns of equal.
pub fn built_in() -> Vec<Position> {
    read_book(BUILT_IN).expect("the book in this program is one: a test reads it")
}

/// The positions that [`generate`] looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub plies: u32,
    /// Largest absolute score in centipawns.
    pub level: Score,
    pub seed: u64,
}

/// This many repetitions in a row mean that hardly any new positions are left.
const REPEATS: u32 = 100_000;

/// Passes distinct positions with scores to `found` until it returns true, or until `search`
/// returns `None`. Returns true if `found` did; there may be too few positions.
pub fn generate(
    engine: &mut Engine<Chess>,
    search: impl Fn(&Engine<Chess>, Position) -> Option<Score>,
    Wanted { plies, level, seed }: Wanted,
    mut found: impl FnMut(&Position, Score) -> bool,
) -> bool {
    let mut seen = HashSet::new();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut repeats = 0;
    while repeats < REPEATS {
        repeats += 1;
        let Some(position) = wander(plies, &mut random) else { continue };
        if !seen.insert(position.key()) {
            continue;
        }
        repeats = 0;
        engine.new_game();
        let Some(score) = search(engine, position.clone()) else { return false };
        if score.abs() <= level && found(&position, score) {
            return true;
        }
    }
    false
}

fn wander(plies: u32, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        // With so few moves the bias of the remainder is negligible.
        let nth = random.next_u64().checked_rem(moves.len() as u64)?;
        position = position.play(moves[nth as usize]);
    }
    position.outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_built_in_book_has_500_positions() {
        let book = built_in();
        let keys: BTreeSet<u64> = book.iter().map(Position::key).collect();
        assert_eq!((book.len(), keys.len()), (500, 500));
    }
}
