//! The document of `chess analyse --pgn`: games judged move by move.

use schemars::JsonSchema;
use serde::Serialize;

use super::accuracy;
use super::suite::SuiteError;
use crate::documents::colour::Colour;
use crate::documents::diagram::ChessDiagram;
use crate::documents::lines::{LineVariant, RankedLine};
use crate::documents::value::Value;
use crate::statistics::Ledger;

/// The games of a file, move by move.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct JudgedGamesDocument {
    /// Always `chess`.
    pub game: &'static str,
    /// File; `-` is standard input.
    pub file: String,
    /// Strategy, as the command line calls it.
    pub strategy: &'static str,
    /// Depth asked for; null if only a limit is given.
    pub depth: Option<u32>,
    /// Time limit of a position in milliseconds; null if none.
    pub movetime_ms: Option<u64>,
    /// Node limit of a position; null if none.
    pub node_limit: Option<u64>,
    /// Number of workers.
    pub threads: usize,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Nodes, including unfinished depths.
    pub nodes: u64,
    /// Games in order, up to an interruption.
    pub games: Vec<JudgedGame>,
    /// Games that could not be read, each with a line and a message.
    pub errors: Vec<SuiteError>,
    #[serde(flatten)]
    pub ledger: Ledger,
}

/// A game, move by move.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct JudgedGame {
    /// Number of the game in the file, from 1, with those that could not be read.
    pub number: u64,
    /// Event; null if unknown.
    pub event: Option<String>,
    /// Date as in the file; null if unknown.
    pub date: Option<String>,
    /// White and Black.
    pub players: [JudgedPlayer; 2],
    /// Result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Moves in order.
    pub moves: Vec<JudgedMove>,
    /// FEN after the last move.
    pub end_position: String,
    /// Last position, with the best move, for the page.
    #[serde(skip)]
    pub end: ChessDiagram,
}

/// The quality of one player's moves.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct JudgedPlayer {
    /// Name; `?` if unknown.
    pub name: String,
    /// Rating as in the file; null if unknown.
    pub rating: Option<String>,
    /// Number of moves.
    pub moves: usize,
    /// Accuracy as lichess.org computes it, 0 to 100; null without moves.
    pub accuracy: Option<f64>,
    /// Mean loss of a move in centipawns, where values count as at most 1000; null without moves.
    pub mean_loss: Option<f64>,
    /// Moves marked `?!`, `?` and `??`.
    pub errors: [u64; 3],
}

/// A move of a game. Values are for the side that moved.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct JudgedMove {
    /// Number of the move, as written in front of it.
    pub number: u32,
    /// Side that moved.
    #[schemars(with = "String")]
    pub side: Colour,
    /// FEN before the move.
    pub position: String,
    /// Move.
    #[serde(rename = "move")]
    pub name: String,
    /// Move in standard algebraic notation.
    pub san: String,
    /// Best move; null if the game was over before the move.
    pub best: Option<String>,
    /// Value of the best move.
    pub best_value: MoveValue,
    /// Value of the move.
    pub value: MoveValue,
    /// Value lost in centipawns, where values count as at most 1000.
    pub loss: f64,
    /// Accuracy as lichess.org computes it, 0 to 100.
    pub accuracy: f64,
    /// Mark: `?!`, `?` or `??`; null if the move has none.
    pub mark: Option<&'static str>,
    /// Last finished depth of the search before the move.
    pub depth: u32,
    /// Best moves, as many as `--multipv`.
    pub lines: Vec<RankedLine>,
    /// Board before the move, with the best move, for the page.
    #[serde(skip)]
    pub board: ChessDiagram,
}

/// The value of a move.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct MoveValue {
    /// Value for the side that moved.
    #[serde(flatten)]
    pub value: Value,
}

/// Marks of moves that lose more and more.
pub const GAME_MARKS: [&str; 3] = ["?!", "?", "??"];

impl JudgedMove {
    /// Judges the values: loss and accuracy.
    pub fn judged(self) -> JudgedMove {
        let [best, made] = [self.best_value, self.value].map(|of| of.value);
        JudgedMove {
            loss: (accuracy::centipawns(best) - accuracy::centipawns(made)).max(0.0),
            accuracy: accuracy::of_move(accuracy::chances(best), accuracy::chances(made)),
            ..self
        }
    }

    /// The place of the mark among [`GAME_MARKS`], from 1; 0 for none.
    pub(crate) fn badness(&self) -> usize {
        self.mark.and_then(|mark| GAME_MARKS.iter().position(|known| *known == mark)).map_or(0, |at| at + 1)
    }

    /// Returns White's chances to win after the move.
    pub(crate) fn chances(&self) -> f64 {
        self.by_white(accuracy::chances(self.value.value))
    }

    /// Returns White's chances to win before the move.
    pub(crate) fn chances_before(&self) -> f64 {
        self.by_white(accuracy::chances(self.best_value.value))
    }

    fn by_white(&self, chances: f64) -> f64 {
        match self.side {
            Colour::White => chances,
            Colour::Black => 100.0 - chances,
        }
    }

    /// The move as written: `12... Nf6`.
    pub(crate) fn text(&self) -> String {
        format!("{} {}{}", self.place(), self.san, self.mark.unwrap_or_default())
    }

    /// The number as written: `12...`.
    pub(crate) fn place(&self) -> String {
        format!("{}{}", self.number, if self.side == Colour::White { "." } else { "..." })
    }

    /// A line from the position before the move, with numbers.
    pub(crate) fn line(&self, line: &RankedLine) -> String {
        let moves = match &line.variant {
            LineVariant::Chess(chess) => &chess.san,
            LineVariant::Dots(_) | LineVariant::Dice(_) => &line.pv,
        };
        let first = 2 * self.number + u32::from(self.side == Colour::Black);
        let word = |(ply, san): (u32, &String)| match ply % 2 {
            0 => format!("{}. {san}", ply / 2),
            _ if ply == first => format!("{}... {san}", ply / 2),
            _ => san.clone(),
        };
        (first..).zip(moves).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns White's value before the move.
    pub(crate) fn before(&self) -> String {
        white_view(self.best_value.value, self.side)
    }

    /// Returns White's value after the move; empty if it mates.
    pub(crate) fn after(&self) -> String {
        match self.value.value {
            Value::Mate(1) => String::new(),
            Value::Mate(n) if n > 1 => white_view(Value::Mate(n - 1), self.side),
            value => white_view(value, self.side),
        }
    }
}

/// A value in pawns for White, `#3` for a mate.
pub(crate) fn white_view(value: Value, side: Colour) -> String {
    let sign = if side == Colour::White { 1 } else { -1 };
    match value {
        Value::Score(0) => "0.00".to_owned(),
        Value::Score(score) => format!("{:+.2}", f64::from(sign * score) / 100.0),
        Value::Mate(n) => format!("#{}", sign * n),
        Value::Expected(_) | Value::Unproved(()) => String::new(),
    }
}

impl JudgedPlayer {
    /// Sums up the moves of a side.
    pub fn of(name: String, rating: Option<String>, side: Colour, moves: &[JudgedMove]) -> JudgedPlayer {
        let chances: Vec<f64> = moves
            .first()
            .map(JudgedMove::chances_before)
            .into_iter()
            .chain(moves.iter().map(JudgedMove::chances))
            .collect();
        let weights = accuracy::weights(&chances);
        let own = || moves.iter().zip(&weights).filter(|(one, _)| one.side == side && one.san != "--");
        let judged: Vec<(f64, f64)> = own().map(|(one, &weight)| (one.accuracy, weight)).collect();
        let lost: f64 = own().map(|(one, _)| one.loss).sum();
        let marked = |badness| own().filter(|(one, _)| one.badness() == badness).count() as u64;
        JudgedPlayer {
            name,
            rating,
            moves: judged.len(),
            accuracy: accuracy::of_game(&judged),
            mean_loss: (!judged.is_empty()).then(|| lost / judged.len() as f64),
            errors: [1, 2, 3].map(marked),
        }
    }

    /// The accuracy for people.
    pub(crate) fn accuracy(&self) -> String {
        self.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1} %"))
    }

    /// The mean loss for people.
    pub(crate) fn mean_loss(&self) -> String {
        self.mean_loss.map_or("-".to_owned(), |loss| format!("{loss:.0}"))
    }
}

impl JudgedGame {
    /// Returns players and result: `Anna 1-0 Bert`.
    pub(crate) fn title(&self) -> String {
        let [white, black] = &self.players;
        let result = if self.result == "*" { "-" } else { &self.result };
        format!("{} {result} {}", white.name, black.name)
    }

    /// Returns event and date, as far as known.
    pub(crate) fn occasion(&self) -> String {
        let known = [&self.event, &self.date].into_iter().flatten();
        known.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

impl JudgedGamesDocument {
    /// Returns strategy and limits: `play, depth 12`.
    pub(crate) fn search(&self) -> String {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let movetime = self.movetime_ms.map(|limit| format!("{limit} ms"));
        let nodes = self.node_limit.map(|limit| format!("{limit} nodes"));
        let limits = [depth, movetime, nodes].into_iter().flatten();
        [self.strategy.to_owned()].into_iter().chain(limits).collect::<Vec<_>>().join(", ")
    }
}
