//! Flags of a chess position.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{colour, one_of};
use crate::cli::failure::Failure;
use crate::cli::output::say;
use crate::cli::read::text_of;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Move, NamedBoard, Position, Variant, board_file, parse_move};
use sparring_run::NamedFile;

const MAX_FILE: u64 = 1 << 18;
const HINT: &str = "a file of eight rows; try --board start";

/// Flags of a position.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct PlaceArgs {
    /// Position in Forsyth-Edwards Notation
    #[arg(long, value_name = "FEN", group = "place")]
    fen: Option<String>,
    /// Position by name [default: start]
    #[arg(long, value_name = "NAME", group = "place",
        value_parser = one_of(NamedBoard::ALL.map(|board| (board.name(), board))))]
    board: Option<NamedBoard>,
    /// File with eight rows like |br|bn|bb|bq|bk|bb|bn|br|, the eighth rank first; Black is to move
    #[arg(long, value_name = "FILE", group = "place")]
    board_file: Option<PathBuf>,
    /// Side to move, instead of the position's own
    #[arg(long, value_name = "COLOUR", value_parser = colour())]
    side: Option<Side>,
    /// Moves to play first, in UCI or SAN: "e2e4 c5" or e4,c5
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

/// A position and the game before it.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Place {
    pub start: Position,
    pub moves: Vec<Move>,
    pub position: Position,
    /// The oldest first.
    pub earlier: Vec<u64>,
}

impl PlaceArgs {
    pub fn file(&self) -> Option<NamedFile<'_>> {
        Some(("--board-file", self.board_file.as_deref()?))
    }

    pub fn read(&self) -> Result<Place, Failure> {
        let start = self.start()?;
        let mut place = Place { position: start.clone(), start, moves: Vec::new(), earlier: Vec::new() };
        let text = self.moves.as_deref().unwrap_or_default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let m = parse_move(&place.position, word).map_err(|why| {
                let nth = place.moves.len() + 1;
                Failure::usage(format!(
                    "--moves: got '{}' as move {nth}, expected a legal one: {why}; try --moves \"e2e4 c7c5\"",
                    word.escape_debug()
                ))
            })?;
            place.earlier.push(place.position.key());
            place.position = place.position.play(m);
            place.moves.push(m);
        }
        Ok(place)
    }

    fn start(&self) -> Result<Position, Failure> {
        if let Some(path) = &self.board_file {
            let side = self.side.unwrap_or(Side::Second);
            return board_file(&text_of(("--board-file", path), MAX_FILE, HINT)?, side)
                .map_err(Failure::usage);
        }
        let position = match &self.fen {
            Some(fen) => {
                let (position, remark) = Position::read_fen(fen, Variant::Told).map_err(Failure::usage)?;
                if !remark.is_empty() {
                    say(&format!("--fen: {remark}"));
                }
                position
            }
            None => self.board.unwrap_or(NamedBoard::Start).position(),
        };
        match self.side {
            Some(side) => position.with_side(side).map_err(Failure::of("--side")),
            None => Ok(position),
        }
    }
}
