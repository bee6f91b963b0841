use std::path::PathBuf;

use clap::Args;

use crate::cli::args::one_of;
use crate::cli::failure::Failure;
use crate::cli::read::text_of;
use sparring_engine::game::Game;
use sparring_engine::games::dots::{Board, Dots, Position, Rules, Size, Start, edge_words};
use sparring_run::NamedFile;

const MAX_FILE: u64 = 1 << 20;
const HINT: &str = "a file with a box a line; try --size 3x3";

/// Flags of a board.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct BoardArgs {
    /// Rows and columns of boxes: 3x4 has 4x5 dots [default: 3x3]
    #[arg(long, value_name = "RxC", group = "board", allow_hyphen_values = true)]
    size: Option<Size>,
    /// File with a box on each line, "value e1 e2 e3 e4": its value and the numbers of its edges,
    /// which two boxes may share
    #[arg(long, value_name = "FILE", group = "board")]
    config: Option<PathBuf>,
    /// Rule for a player who closes a box: moves again (standard) or not (alternate)
    #[arg(long, value_name = "RULES", default_value = "standard",
        value_parser = one_of(Rules::ALL.map(|rules| (rules.name(), rules))))]
    pub rules: Rules,
}

/// Flags of a board and a position.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct PlaceArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Edges already drawn, as a hexadecimal number: bit i is edge i
    #[arg(long, value_name = "HEX", group = "drawn-edges", allow_hyphen_values = true)]
    drawn: Option<String>,
    /// Edges already drawn, by name: american (none), icelandic (the left and lower border),
    /// swedish (the whole border) [default: american]
    #[arg(long, value_name = "NAME", group = "drawn-edges",
        value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    start: Option<Start>,
    /// Edges to draw first: "h0,1 v2,0"; on a board from a file "e5 e7"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

/// A board, its rules and a game on it.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Place {
    pub game: Dots,
    /// The present one last.
    pub positions: Vec<Position>,
    pub name: String,
}

impl Place {
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a place begins with a position and never loses it")
    }
}

impl PlaceArgs {
    pub fn file(&self) -> Option<NamedFile<'_>> {
        Some(("--config", self.board.config.as_deref()?))
    }

    pub fn read(&self) -> Result<Place, Failure> {
        let NamedBoard { board, name } = self.board.read()?;
        let drawn = match (&self.drawn, self.start) {
            (Some(text), _) => board.parse_mask(text).map_err(Failure::of("--drawn"))?,
            (None, start) => {
                let drawn = start.unwrap_or_default().drawn(&board);
                drawn.map_err(Failure::of("--start"))?
            }
        };
        let game = Dots::new(board, self.board.rules);
        let mut positions = vec![Position::new(drawn)];
        for (i, word) in edge_words(self.moves.as_deref().unwrap_or_default()).into_iter().enumerate() {
            let position = positions[i];
            let edge = game.board().parse_edge(word, position.drawn());
            let edge = edge.map_err(|why| Failure::usage(format!("--moves: move {}: {why}", i + 1)))?;
            positions.push(game.play(&position, edge));
        }
        Ok(Place { game, positions, name })
    }
}

pub(super) struct NamedBoard {
    pub board: Board,
    pub name: String,
}

impl BoardArgs {
    pub fn read(&self) -> Result<NamedBoard, Failure> {
        match &self.config {
            Some(path) => {
                let board = Board::from_config(&text_of(("--config", path), MAX_FILE, HINT)?);
                let board = board.map_err(Failure::of("--config"))?;
                Ok(NamedBoard { board, name: path.display().to_string() })
            }
            None => {
                let size = self.size.map_or_else(|| Size::new(3, 3), Ok).map_err(Failure::usage)?;
                Ok(NamedBoard { board: Board::grid(size), name: size.to_string() })
            }
        }
    }
}
