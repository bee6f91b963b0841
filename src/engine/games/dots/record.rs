//! Saved games: a text file with one keyword and its value per line.
//!
//! ```text
//! dots-and-boxes 1       the format and its version
//! size 2x2               rows x columns of boxes; or, on a board from a file,
//! box 1 0 3 2 1          a line for each box: its value and the numbers of its edges
//! rules standard         or alternate; the default is standard
//! drawn 21               the edges drawn before the first move, in hexadecimal
//! tag Seed 7             any number of tags
//! A h0,0                 a player and the edge drawn
//! B v0,1
//! resigns A              if somebody did
//! ```
//!
//! Empty lines and lines that begin with `#` are ignored. A move of the wrong player is refused.

use thiserror::Error;

use super::board::{Board, Edge, Shape, SizeError};
use super::config::ConfigError;
use super::notation::{EdgeError, MaskError};
use super::position::Position;
use super::{Dots, Rules, letter};
use crate::game::{Game, Side};
use crate::games::{Tags, quoted};

const HEAD: &str = "dots-and-boxes 1";

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// The edges drawn before the first move, which win nothing. A begins.
    pub drawn: u64,
    /// The moves.
    pub moves: Vec<Edge>,
    /// The side that has resigned.
    pub resigned: Option<Side>,
    /// The players and the date.
    pub tags: Tags,
}

impl GameRecord {
    /// The game's rules on its board.
    pub fn game(&self) -> Dots {
        Dots::new(self.board.clone(), self.rules)
    }

    /// All positions: one more than moves.
    pub fn positions(&self) -> Vec<Position> {
        let game = self.game();
        let mut positions = vec![Position::new(self.drawn)];
        for (i, &edge) in self.moves.iter().enumerate() {
            positions.push(game.play(&positions[i], edge));
        }
        positions
    }

    /// Writes the file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        match self.board.shape() {
            Shape::Grid(size) => text += &format!("size {size}\n"),
            Shape::Numbered(_) => {
                self.board.to_config().lines().for_each(|line| text += &format!("box {line}\n"));
            }
        }
        text += &format!("rules {}\ndrawn {:x}\n", self.rules.name(), self.drawn);
        for (name, value) in self.tags.iter() {
            text += &format!("tag {name} {value}\n");
        }
        for (position, &edge) in self.positions().iter().zip(&self.moves) {
            text += &format!("{} {}\n", letter(position.side_to_move()), self.board.name(edge));
        }
        match self.resigned {
            Some(side) => text + &format!("resigns {}\n", letter(side)),
            None => text,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The first faulty line.
    pub fn from_text(text: &str) -> Result<GameRecord, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (line, head) = lines.next().unwrap_or((1, ""));
        if head != HEAD {
            return Err(RecordError { line, fault: RecordFault::Head(head.to_owned()) });
        }
        let (mut reader, mut last) = (Reader::default(), line);
        for (line, text) in lines {
            last = line;
            reader.line(text).map_err(|fault| RecordError { line, fault })?;
        }
        reader.begin().map_err(|fault| RecordError { line: last, fault })?;
        let Reader { begun, tags, resigned, .. } = reader;
        let Some(Begun { game, start, moves, .. }) = begun else {
            return Err(RecordError { line: last, fault: RecordFault::NoBoard });
        };
        let (board, rules) = (game.board().clone(), game.rules());
        Ok(GameRecord { board, rules, drawn: start, moves, resigned, tags })
    }
}

/// An error in a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("saved game, line {line}: {fault}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The fault there.
    pub fault: RecordFault,
}

/// A fault in a line of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordFault {
    /// Another format.
    #[error("got {}, expected {}; try a game that was saved here", quoted(.0), quoted(HEAD))]
    Head(String),
    /// An unknown keyword.
    #[error(
        "got {}, expected size, box, rules, drawn, tag, A, B or resigns and what it says; try A h0,0",
        quoted(.0)
    )]
    Word(String),
    /// Neither a size nor a box, or both, before the first move.
    #[error("got no board, expected either a size or boxes before the first move; try size 3x3")]
    NoBoard,
    /// A second board, or one after the first move.
    #[error(
        "got {} after the board or a move, expected a move; try one board before all moves",
        quoted(.0)
    )]
    TooLate(String),
    /// An invalid size.
    #[error("{0}")]
    Size(SizeError),
    /// Invalid boxes; lines count from the first box.
    #[error("{0}")]
    Boxes(ConfigError),
    /// Unknown rules.
    #[error("got the rules {}, expected standard or alternate; try standard", quoted(.0))]
    Rules(String),
    /// An invalid set of edges.
    #[error("{0}")]
    Drawn(MaskError),
    /// An invalid player.
    #[error("got the player {}, expected A or B; try A", quoted(.0))]
    Player(String),
    /// A move of the player not on turn.
    #[error(
        "got a move of {}, expected one of {}, who is on turn", letter(*.0), letter(.0.other())
    )]
    NotOnTurn(Side),
    /// An edge that cannot be drawn.
    #[error("{0}")]
    Edge(EdgeError),
    /// A move or resignation after a resignation.
    #[error(
        "got {} after {} resigned, expected the end; try without it", quoted(.0), letter(*.1)
    )]
    Over(String, Side),
}

#[derive(Default)]
struct Reader {
    size: Option<Board>,
    boxes: String,
    rules: Rules,
    drawn: String,
    tags: Tags,
    resigned: Option<Side>,
    begun: Option<Begun>,
}

struct Begun {
    game: Dots,
    start: u64,
    position: Position,
    moves: Vec<Edge>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), RecordFault> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let plays = player(word).is_some() || word == "resigns";
        if plays && let Some(side) = self.resigned {
            return Err(RecordFault::Over(line.to_owned(), side));
        }
        match word {
            "size" | "box" | "rules" | "drawn" if self.begun.is_some() => {
                Err(RecordFault::TooLate(line.to_owned()))
            }
            "size" | "box" if self.size.is_some() || word == "size" && !self.boxes.is_empty() => {
                Err(RecordFault::TooLate(line.to_owned()))
            }
            "size" => {
                self.size = Some(Board::grid(rest.parse().map_err(RecordFault::Size)?));
                Ok(())
            }
            "box" => {
                self.boxes += &format!("{rest}\n");
                Ok(())
            }
            "rules" => {
                let rules = Rules::from_name(rest);
                self.rules = rules.ok_or_else(|| RecordFault::Rules(rest.to_owned()))?;
                Ok(())
            }
            "drawn" => {
                self.drawn = rest.to_owned();
                Ok(())
            }
            "tag" => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.tags.set(name, value);
                Ok(())
            }
            "resigns" => {
                let side = player(rest).ok_or_else(|| RecordFault::Player(rest.to_owned()))?;
                self.resigned = Some(side);
                Ok(())
            }
            _ => match player(word) {
                Some(side) => self.turn(side, rest),
                None => Err(RecordFault::Word(line.to_owned())),
            },
        }
    }

    fn begin(&mut self) -> Result<&mut Begun, RecordFault> {
        if self.begun.is_none() {
            let board = match self.size.take() {
                Some(board) => board,
                None if self.boxes.is_empty() => return Err(RecordFault::NoBoard),
                None => Board::from_config(&self.boxes).map_err(RecordFault::Boxes)?,
            };
            let drawn = if self.drawn.is_empty() { "0" } else { self.drawn.as_str() };
            let start = board.parse_mask(drawn).map_err(RecordFault::Drawn)?;
            let game = Dots::new(board, self.rules);
            self.begun = Some(Begun { game, start, position: Position::new(start), moves: Vec::new() });
        }
        self.begun.as_mut().ok_or(RecordFault::NoBoard)
    }

    fn turn(&mut self, side: Side, name: &str) -> Result<(), RecordFault> {
        let begun = self.begin()?;
        let position = begun.position;
        let edge = begun.game.board().parse_edge(name, position.drawn()).map_err(RecordFault::Edge)?;
        if position.side_to_move() != side {
            return Err(RecordFault::NotOnTurn(side));
        }
        begun.position = begun.game.play(&position, edge);
        begun.moves.push(edge);
        Ok(())
    }
}

fn player(text: &str) -> Option<Side> {
    [Side::First, Side::Second].into_iter().find(|&side| text == letter(side).to_string())
}
