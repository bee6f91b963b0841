//! Games read from SGF.

use super::nodes::{Nodes, Property};
use super::{PROPERTIES, SgfError, SgfFault};
use crate::game::Side;
use crate::games::backgammon::notation::parse_play;
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::record::{GameRecord, MAX_TURNS, Turn};
use crate::games::backgammon::roll::Roll;

/// The first game of a text.
pub(in crate::games::backgammon) fn read(text: &str) -> Result<GameRecord, SgfError> {
    let mut nodes = Nodes::new(text)?;
    let mut reader = Reader { record: GameRecord::new(Position::START), board: Board::Usual };
    let mut last = 1;
    while let Some(property) = nodes.next()? {
        last = property.line;
        reader.property(&property).map_err(|fault| SgfError { line: property.line, fault })?;
    }
    reader.finish().map_err(|fault| SgfError { line: last, fault })
}

/// Where the checkers stand before the first turn.
enum Board {
    /// As usual.
    Usual,
    /// As properties say, seen by White.
    Set([i8; 26]),
    /// Turns have been read.
    Played,
}

struct Reader {
    record: GameRecord,
    board: Board,
}

impl Reader {
    fn property(&mut self, property: &Property) -> Result<(), SgfFault> {
        let value = property.value();
        match property.name {
            "GM" if value.trim() != "6" => Err(SgfFault::Game(value.to_owned())),
            "W" => self.turn(Side::First, value),
            "B" => self.turn(Side::Second, value),
            "PL" => self.on_turn(side(value)?),
            "DI" => {
                // gnubg writes 00 if nothing is thrown.
                let thrown = value.trim() != "00";
                self.record.roll =
                    if thrown { Some(value.trim().parse().map_err(SgfFault::Dice)?) } else { None };
                Ok(())
            }
            "AE" | "AW" | "AB" => self.set_up(property),
            "RE" => self.result(value),
            "GC" => {
                for (name, value) in value.lines().filter_map(|line| line.split_once(": ")) {
                    self.record.tags.set(name, value);
                }
                Ok(())
            }
            name => {
                if let Some((_, tag)) = PROPERTIES.iter().find(|(property, _)| *property == name) {
                    self.record.tags.set(tag, value);
                }
                Ok(())
            }
        }
    }

    /// Before the first turn any side may have it.
    fn on_turn(&mut self, side: Side) -> Result<(), SgfFault> {
        match self.board {
            Board::Played if self.record.position().side() != side => Err(SgfFault::NotOnTurn(side)),
            Board::Played => Ok(()),
            _ => {
                self.record.start = self.record.start.seen_by(side);
                Ok(())
            }
        }
    }

    fn turn(&mut self, side: Side, value: &str) -> Result<(), SgfFault> {
        let value = value.trim();
        if ["double", "take", "drop"].contains(&value) {
            return Err(SgfFault::Cube(side, value.to_owned()));
        }
        self.begin()?;
        self.on_turn(side)?;
        let position = self.record.position();
        if position.is_over() {
            return Err(SgfFault::Over(side));
        }
        if self.record.turns.len() == MAX_TURNS {
            return Err(SgfFault::TooLong);
        }
        self.board = Board::Played;
        let refused = || SgfFault::Turn(side, value.to_owned());
        let (dice, moves) = value.split_at_checked(2).ok_or_else(refused)?;
        let roll: Roll = dice.parse().map_err(SgfFault::Dice)?;
        let text = play_text(side, moves).ok_or_else(refused)?;
        let position = self.record.position();
        let result =
            parse_play(&position, roll, &text).map_err(|why| SgfFault::Play(side, value.to_owned(), why))?;
        self.record.turns.push(Turn { roll, result });
        self.record.roll = None;
        Ok(())
    }

    fn set_up(&mut self, property: &Property) -> Result<(), SgfFault> {
        let usual = *Position::START.points();
        let mut points = match self.board {
            Board::Usual => usual,
            Board::Set(points) => points,
            Board::Played => return Err(SgfFault::LateSetup),
        };
        for value in &property.values {
            match (property.name, value.split_once(':')) {
                ("AE", Some((first, last))) => {
                    let (first, last) = (point(first)?, point(last)?);
                    (first..=last).for_each(|letter| clear(&mut points, letter));
                }
                ("AE", None) => clear(&mut points, point(value)?),
                ("AW", _) => put(&mut points, Side::First, point(value)?)?,
                _ => put(&mut points, Side::Second, point(value)?)?,
            }
        }
        self.board = Board::Set(points);
        Ok(())
    }

    /// Makes the first position of what has been set up.
    fn begin(&mut self) -> Result<(), SgfFault> {
        if let Board::Set(points) = self.board {
            let position = Position::new(&points, Side::First).map_err(SgfFault::Position)?;
            self.record.start = position.seen_by(self.record.start.side());
            self.board = Board::Usual;
        }
        Ok(())
    }

    /// Only a resignation matters: any other end of the game is on the board.
    fn result(&mut self, value: &str) -> Result<(), SgfFault> {
        let Some(won) = value.trim().strip_suffix(['R', 'r']) else { return Ok(()) };
        let refused = || SgfFault::Result(value.to_owned());
        let (winner, points) = won.split_once('+').ok_or_else(refused)?;
        let outcomes = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon];
        let outcome = outcomes.into_iter().find(|outcome| outcome.points().to_string() == points);
        let winner = side(winner).map_err(|_| refused())?;
        self.record.resigned = Some((winner.other(), outcome.ok_or_else(refused)?));
        Ok(())
    }

    fn finish(mut self) -> Result<GameRecord, SgfFault> {
        self.begin()?;
        if self.record.position().is_over() {
            (self.record.roll, self.record.resigned) = (None, None);
        }
        Ok(self.record)
    }
}

fn side(text: &str) -> Result<Side, SgfFault> {
    match text.trim() {
        "W" | "w" | "white" => Ok(Side::First),
        "B" | "b" | "black" => Ok(Side::Second),
        _ => Err(SgfFault::Side(text.to_owned())),
    }
}

/// A letter from `a` to `y`, counted from 0; `y` is the bar.
fn point(text: &str) -> Result<u8, SgfFault> {
    match text.trim().as_bytes() {
        &[letter @ b'a'..=b'y'] => Ok(letter - b'a'),
        _ => Err(SgfFault::Point(text.to_owned())),
    }
}

/// Takes all checkers off a point. Both bars have the letter `y`.
fn clear(points: &mut [i8; 26], letter: u8) {
    points[usize::from(letter) + 1] = 0;
    if letter == 24 {
        points[0] = 0;
    }
}

fn put(points: &mut [i8; 26], side: Side, letter: u8) -> Result<(), SgfFault> {
    let (at, sign) = match (side, letter) {
        (Side::First, letter) => (usize::from(letter) + 1, 1),
        (Side::Second, 24) => (0, -1),
        (Side::Second, letter) => (usize::from(letter) + 1, -1),
    };
    if points[at] * sign < 0 {
        return Err(SgfFault::Shared(char::from(b'a' + letter)));
    }
    // Far more than the rules allow, and far less than the cell holds.
    points[at] = (points[at] + sign).clamp(-100, 100);
    Ok(())
}

/// Pairs of letters as a play of the mover: `hefe` of White is `8/5 6/5`.
fn play_text(side: Side, letters: &str) -> Option<String> {
    if !letters.len().is_multiple_of(2) || letters.len() > 8 {
        return None;
    }
    let named = |letter: u8| match letter {
        b'a'..=b'x' if side == Side::First => Some((letter - b'a' + 1).to_string()),
        b'a'..=b'x' => Some((24 - (letter - b'a')).to_string()),
        b'y' => Some("bar".to_owned()),
        b'z' => Some("off".to_owned()),
        _ => None,
    };
    let pairs = letters.as_bytes().as_chunks::<2>().0;
    let parts: Option<Vec<String>> =
        pairs.iter().map(|&[from, to]| Some(format!("{}/{}", named(from)?, named(to)?))).collect();
    parts.map(|parts| parts.join(" "))
}
