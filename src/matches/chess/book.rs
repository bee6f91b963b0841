//! Opening books: positions in which neither side is much better.

use std::collections::HashSet;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use thiserror::Error;

use sparring_engine::Engine;
use sparring_engine::game::Score;
use sparring_engine::games::chess::{Chess, FenError, PgnError, PgnGames, Position, epd_position};

const BUILT_IN: &str = include_str!("openings.epd");

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// This line is not a position.
    #[error("line {0}: {1}")]
    Line(usize, FenError),
    /// In this line, or at the end of the game that begins there, the game is over.
    #[error("line {0}: got a game that is over, expected one that goes on; try to delete it")]
    Over(usize),
    #[error("got no position, expected a line or a game for each; try a file of FEN, EPD or PGN")]
    Empty,
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] PgnError),
}

/// Positions of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub openings: Vec<Position>,
    /// Line of each position that is read otherwise than it is written, and a remark.
    pub remarks: Vec<(usize, String)>,
}

impl Book {
    fn add(&mut self, line: usize, opening: Position) -> Result<(), BookError> {
        if opening.outcome().is_some() || opening.halfmove_clock() >= 100 {
            return Err(BookError::Over(line));
        }
        self.openings.push(opening);
        Ok(())
    }
}

/// Reads the last positions of the games of a PGN file, or a FEN or EPD per line, except empty
/// lines and those with `#` in front.
///
/// # Errors
/// The first game or line without a position of a game in progress, or a text without positions.
pub fn read_book(text: &str) -> Result<Book, BookError> {
    let text = text.trim_start_matches('\u{feff}');
    let book = if is_pgn(text) { games(text)? } else { lines(text)? };
    if book.openings.is_empty() { Err(BookError::Empty) } else { Ok(book) }
}

/// True for a text that begins with a tag, a move number or a comment of PGN: a FEN has ranks.
fn is_pgn(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('%'));
    lines.find(|line| !line.starts_with('#')).is_some_and(|line| {
        line.starts_with(['[', '{', ';']) || line.starts_with("1.") || line.starts_with("1 ")
    })
}

fn games(text: &str) -> Result<Book, BookError> {
    let mut book = Book::default();
    let mut games = PgnGames::new(text);
    while let Some(game) = games.next_with_notes() {
        let (record, notes) = game?;
        let line = notes.line;
        book.remarks.extend(notes.start);
        book.add(line, record.end())?;
    }
    Ok(book)
}

fn lines(text: &str) -> Result<Book, BookError> {
    let mut book = Book::default();
    for (nth, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (opening, remark) = epd_position(line).map_err(|why| BookError::Line(nth + 1, why))?;
        if !remark.is_empty() {
            book.remarks.push((nth + 1, remark));
        }
        book.add(nth + 1, opening)?;
    }
    Ok(book)
}

/// Returns 500 positions after 8 random plies, within 60 centipawns of equal.
pub fn built_in() -> Vec<Position> {
    read_book(BUILT_IN).expect("the book in this program is one: a test reads it").openings
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
    fn clocks_of_a_line_may_be_operations() {
        let placed = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
        for (line, clocks) in [
            (format!("{placed} hmvc 2; fmvn 39;"), "2 39"),
            (format!("{placed} fmvn 39; id \"x\"; hmvc 2;"), "2 39"),
            (format!("{placed} 2 39 hmvc 7;"), "2 39"),
            (format!("{placed} bm Be2; fmvn 4;"), "0 4"),
            (placed.to_owned(), "0 1"),
        ] {
            let book = read_book(&format!("\u{feff}{line}\n")).unwrap();
            assert_eq!(book.openings[0].to_string(), format!("{placed} {clocks}"), "{line}");
        }
    }

    #[test]
    fn games_lead_to_openings() {
        let text =
            "[Event \"a\"]\n\n1. e4 {best} (1. d4) c5 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n*\n";
        let book = read_book(text).unwrap();
        let fens: Vec<String> = book.openings.iter().map(Position::to_string).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
            ]
        );
        assert_eq!(read_book("1. d4 Nf6 *\n\n1. c4 *\n").unwrap().openings.len(), 2);
        assert_eq!(read_book("[Event \"x\"]\n1. f3 e5 2. g4 Qh4# 0-1"), Err(BookError::Over(1)));
        assert!(matches!(read_book("1. e4 e4 *"), Err(BookError::Game(_))));
    }

    #[test]
    fn stale_rights_are_told() {
        let stale = "r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQq - 0 1";
        let game = format!("[Event \"a\"]\n[FEN \"{stale}\"]\n1. O-O *\n");
        for text in [format!("# x\n{stale}\n"), game] {
            let remarks = read_book(&text).unwrap().remarks;
            assert!(matches!(&remarks[..], [(2, why)] if why.starts_with("castling q")), "{remarks:?}");
        }
    }

    #[test]
    fn the_built_in_book_has_500_positions() {
        let book = built_in();
        let keys: BTreeSet<u64> = book.iter().map(Position::key).collect();
        assert_eq!((book.len(), keys.len()), (500, 500));
    }
}
