//! Which board is meant, and what is drawn on it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::failure::Failure;
use crate::cli::output_file::Flagged;
use crate::game::Game;
use crate::games::dots::{Board, Dots, Position, Rules, Size, Start};

/// The largest board file that is read: a thousand times what the largest board takes.
const MAX_FILE: u64 = 1 << 20;

/// The board and the position.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct PlaceArgs {
    /// Rows and columns of boxes: 3x4 has 4x5 dots [default: 3x3]
    #[arg(long, value_name = "RxC", group = "board", allow_hyphen_values = true)]
    size: Option<Size>,
    /// A file with a box a line, "value e1 e2 e3 e4": its value and the numbers of its edges; edges may be shared by two
    #[arg(long, value_name = "FILE", group = "board")]
    config: Option<PathBuf>,
    /// Whether the closer of a box moves again (standard) or not (alternate)
    #[arg(long, value_name = "RULES", default_value = "standard",
        value_parser = PossibleValuesParser::new(Rules::ALL.map(Rules::name))
            .map(|name| Rules::from_name(&name).unwrap_or_default()))]
    rules: Rules,
    /// The edges drawn already: bit i of a hexadecimal number is edge i
    #[arg(long, value_name = "HEX", group = "drawn-edges", allow_hyphen_values = true)]
    drawn: Option<String>,
    /// The edges drawn already, by name: none, the left and lower border, the whole border
    #[arg(long, value_name = "NAME", group = "drawn-edges",
        value_parser = PossibleValuesParser::new(Start::ALL.map(Start::name))
            .map(|name| Start::from_name(&name).unwrap_or_default()))]
    start: Option<Start>,
    /// Edges to draw from there before anything else: "h0,1 v2,0", on a board from a file "e5 e7"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

/// A board, its rules and a game on it.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Place {
    /// The board and the rules.
    pub game: Dots,
    /// Every position from the first one to the one that is meant.
    pub positions: Vec<Position>,
    /// What the board is called in documents.
    pub name: String,
}

impl Place {
    /// The position that is meant.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a place begins with a position and never loses it")
    }
}

impl PlaceArgs {
    /// The file it is read from.
    pub fn file(&self) -> Option<Flagged<'_>> {
        Some(("--config", self.config.as_deref()?))
    }

    /// Reads the board and draws the edges.
    pub fn read(&self) -> Result<Place, Failure> {
        let (board, name) = self.board()?;
        let drawn = match (&self.drawn, self.start) {
            (Some(text), _) => {
                board.parse_mask(text).map_err(|why| Failure::usage(format!("--drawn: {why}")))?
            }
            (None, start) => {
                let drawn = start.unwrap_or_default().drawn(&board);
                drawn.map_err(|why| Failure::usage(format!("--start: {why}")))?
            }
        };
        let game = Dots::new(board, self.rules);
        let mut positions = vec![Position::new(drawn)];
        for (i, word) in self.moves.as_deref().unwrap_or_default().split_whitespace().enumerate() {
            let position = positions[i];
            let edge = game.board().parse_edge(word, position.drawn());
            let edge = edge.map_err(|why| Failure::usage(format!("--moves: move {}: {why}", i + 1)))?;
            positions.push(game.play(&position, edge));
        }
        Ok(Place { game, positions, name })
    }

    fn board(&self) -> Result<(Board, String), Failure> {
        match &self.config {
            Some(path) => {
                let board = Board::from_config(&contents(path)?);
                let board = board.map_err(|why| Failure::usage(format!("--config: {why}")))?;
                Ok((board, path.display().to_string()))
            }
            None => {
                let size = self.size.map_or_else(|| Size::new(3, 3), Ok).map_err(Failure::usage)?;
                Ok((Board::grid(size), size.to_string()))
            }
        }
    }
}

fn contents(path: &Path) -> Result<String, Failure> {
    let refused = |got: String| {
        let name = path.display();
        Failure::usage(format!(
            "--config: got '{name}' ({got}), expected a file with a box a line; try --size 3x3"
        ))
    };
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_string(&mut text));
    match read {
        Ok(length) if length as u64 > MAX_FILE => Err(refused(format!("more than {MAX_FILE} bytes"))),
        Ok(_) => Ok(text),
        Err(error) => Err(refused(error.to_string())),
    }
}
