//! Positions to learn from.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::Position;
use sparring_engine::games::backgammon::network::{Class, OUTPUTS};

/// A result of a play, and what the network should say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// As [`Position::points`], seen by the side that has just played.
    pub points: [i8; 26],
    /// What each output should be, in units of 1/65535.
    pub targets: [u16; OUTPUTS],
}

/// Bytes of a sample in a file.
pub const BYTES: usize = 26 + 2 * OUTPUTS;

impl Sample {
    /// A result and what the outputs should be, 0 to 1.
    pub fn new(result: &Position, targets: [f32; OUTPUTS]) -> Sample {
        let target = |target: f32| (target.clamp(0.0, 1.0) * 65535.0).round() as u16;
        Sample { points: *result.points(), targets: targets.map(target) }
    }

    /// The position, as White's.
    pub fn position(&self) -> Position {
        Position::new(&self.points, Side::First).expect("samples are positions")
    }

    /// What the outputs should be, 0 to 1.
    pub fn targets(&self) -> [f32; OUTPUTS] {
        self.targets.map(|target| f32::from(target) / 65535.0)
    }

    /// Which network it is for.
    pub fn class(&self) -> usize {
        Class::of(&self.position()) as usize
    }

    /// For a file.
    pub fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (byte, &n) in bytes.iter_mut().zip(&self.points) {
            *byte = n as u8;
        }
        for (pair, target) in bytes[26..].as_chunks_mut::<2>().0.iter_mut().zip(self.targets) {
            *pair = target.to_le_bytes();
        }
        bytes
    }

    /// From a file.
    pub fn of(bytes: &[u8; BYTES]) -> Sample {
        let points = std::array::from_fn(|i| bytes[i] as i8);
        let targets = std::array::from_fn(|i| u16::from_le_bytes([bytes[26 + 2 * i], bytes[27 + 2 * i]]));
        Sample { points, targets }
    }
}
