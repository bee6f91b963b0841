//! An evaluation learnt from self-play: a small network whose first layer follows the moves.
//!
//! Each side sees the pieces ([`features`](inputs)) and adds one *row* of weights for each. Both
//! sums, the mover's first, are clamped, squared and weighed into one number, by weights that
//! depend on the number of pieces ([`OUTPUTS`]). A move changes two to four pieces, so a few rows
//! update the sums: an *efficiently updatable* network (Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi*, 2018).
//!
//! All numbers are 16-bit integers: a trained 1 is [`ACTIVE`] in the rows and [`WEIGHED`] in the
//! output weights. So values do not depend on the instruction set or the order of sums.

mod dispatch;
mod explain;
mod features;
mod file;

use std::sync::LazyLock;

pub use features::{INPUTS, Inputs, inputs};
pub use file::NetworkError;

use super::board::Board;
use super::{Chess, Move, Piece, Position};
use crate::game::{IncrementalEvaluator, Score, Side};
use crate::games::Provenance;
use crate::games::instruction_set::InstructionSet;
use features::{Change, Perspective, PieceOn};

/// Hidden numbers per view.
pub const WIDTH: usize = 128;
/// Sets of output weights: for up to 4, 8, … 32 pieces.
pub const OUTPUTS: usize = 8;
/// The number that stands for 1 after the first layer. Sums are clamped to 0 to 1.
pub const ACTIVE: i16 = 255;
/// The number that stands for 1 in output weights.
pub const WEIGHED: i16 = 64;
/// The largest output weight. Its product with [`ACTIVE`] fits 16 bits.
pub const OUTPUT_MOST: i16 = 127;
/// Centipawns of an output of 1. An output of `x` predicts a score of `1 / (1 + exp(-x))` for the
/// mover.
pub const SCALE: Score = 400;
/// The largest score in centipawns, well below forced mates.
pub const SCORE_MOST: Score = 20_000;

/// One number per hidden unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; WIDTH]);

/// The network's weights.
#[derive(Clone)]
pub struct Network {
    set: InstructionSet,
    rows: Box<[Row]>,
    bias: Row,
    outputs: [Output; OUTPUTS],
    provenance: Provenance,
}

#[derive(Clone)]
struct Output {
    /// The mover's, then the opponent's.
    weights: [Row; 2],
    bias: i16,
}

/// The set of output weights for this number of pieces.
pub fn output_for(pieces: u32) -> usize {
    (pieces.saturating_sub(1) as usize / 4).min(OUTPUTS - 1)
}

/// The sums of both views of a position: White's, then Black's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator([Row; 2]);

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl Network {
    /// The network that is part of the program.
    pub fn built_in() -> &'static Network {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| {
            Network::read(include_bytes!("weights.bin")).expect("a test reads the built-in network")
        });
        &NETWORK
    }

    /// The provenance of the weights.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Computes the sums of a position from scratch.
    pub fn sums(&self, position: &Position) -> Accumulator {
        Accumulator(SIDES.map(|side| self.sum(&position.board, side)))
    }

    /// Updates the sums by a move.
    #[inline]
    pub fn advance(&self, sums: &mut Accumulator, before: &Position, m: Move, after: &Position) {
        let change = Change::by(before.side_to_move(), m);
        for (side, sum) in SIDES.into_iter().zip(&mut sums.0) {
            let view = Perspective::of(&after.board, side);
            if m.piece() == Piece::King && view != Perspective::of(&before.board, side) {
                *sum = self.sum(&after.board, side);
                continue;
            }
            let row =
                |&(side, piece, square): &PieceOn| &self.rows[usize::from(view.input(side, piece, square))];
            match (&change.placed[..], &change.lifted[..]) {
                ([to], [from]) => dispatch::change(self.set, sum, [row(to)], [row(from)]),
                ([to], [from, taken]) => dispatch::change(self.set, sum, [row(to)], [row(from), row(taken)]),
                (placed, lifted) => {
                    placed.iter().for_each(|piece| dispatch::change(self.set, sum, [row(piece)], []));
                    lifted.iter().for_each(|piece| dispatch::change(self.set, sum, [], [row(piece)]));
                }
            }
        }
    }

    fn sum(&self, board: &Board, side: Side) -> Row {
        let mut sum = self.bias.clone();
        for input in Perspective::of(board, side).inputs(board) {
            dispatch::change(self.set, &mut sum, [&self.rows[usize::from(input)]], []);
        }
        sum
    }

    /// The value in centipawns for `side`, which is to move.
    #[inline]
    pub fn value(&self, sums: &Accumulator, side: Side, pieces: u32) -> Score {
        let output = &self.outputs[output_for(pieces)];
        let views = [&sums.0[side as usize], &sums.0[side.other() as usize]];
        let [mine, its] = [0, 1].map(|i| i64::from(dispatch::weigh(self.set, views[i], &output.weights[i])));
        let one = i64::from(ACTIVE) * i64::from(WEIGHED);
        // Squares have one factor of `ACTIVE` too many.
        let output = (mine + its) / i64::from(ACTIVE) + i64::from(output.bias);
        (output * i64::from(SCALE) / one).clamp(-i64::from(SCORE_MOST), i64::from(SCORE_MOST)) as Score
    }

    /// Computes a position's value in centipawns for the side to move from scratch.
    pub fn value_of(&self, position: &Position) -> Score {
        self.value(&self.sums(position), position.side_to_move(), position.board.occupied().count())
    }
}

impl IncrementalEvaluator<Chess> for Network {
    type State = Accumulator;

    fn start(&self, _game: &Chess, position: &Position) -> Accumulator {
        self.sums(position)
    }

    #[inline]
    fn advance(&self, _game: &Chess, sums: &mut Accumulator, before: &Position, m: Move, after: &Position) {
        self.advance(sums, before, m, after);
    }

    #[inline]
    fn evaluate(&self, _game: &Chess, sums: &Accumulator, position: &Position) -> Score {
        self.value(sums, position.side_to_move(), position.board.occupied().count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_follow_moves_are_those_made_anew() {
        let network = Network::built_in();
        for line in include_str!("../../../../../tests/data/perft-chess960.epd").lines() {
            let Some(fen) = line.split(';').next().filter(|fen| !fen.starts_with('#')) else { continue };
            let mut position: Position = fen.parse().expect("the suite holds positions");
            let mut sums = network.sums(&position);
            for ply in 0..40 {
                let moves = position.legal_moves();
                let Some(&m) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                let next = position.play(m);
                network.advance(&mut sums, &position, m, &next);
                assert_eq!(sums, network.sums(&next), "{fen}, ply {ply}");
                position = next;
            }
        }
    }

    #[test]
    fn exchanging_colours_does_not_change_the_value() {
        let network = Network::built_in();
        for fens in [
            [
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
            ],
            ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"],
        ] {
            let [one, other] = fens.map(|fen| network.value_of(&fen.parse().unwrap()));
            assert_eq!(one, other, "{fens:?}");
        }
    }
}
