//! The file of the networks has the form of `games/network_file.rs`. Its sizes are the inputs and
//! both hidden layers; each class has the numbers of [`Layout`], in its order.

use thiserror::Error;

use super::slots::{INPUTS, LEVELS, SLOTS, coding};
use super::{ACTIVE_MOST, Class, HIDDEN, INPUT_UNIT, Layers, Network, OUTPUTS, Row, SECOND, UNIT};
use crate::games::Provenance;
use crate::games::instruction_set::InstructionSet;
use crate::games::network_file::{NetworkFile, NetworkFileError};

const SIZES: [u32; 3] = [INPUTS as u32, HIDDEN as u32, SECOND as u32];
const FILE: NetworkFile<3> =
    NetworkFile { name: b"spar-bg\x01", sizes: SIZES, numbers: Class::COUNT * Layout::NUMBERS };

/// The offsets of one class's numbers, in the file and in a trainer's memory: input weights, first
/// bias, second layer's weights and bias, output weights and bias.
pub struct Layout;

impl Layout {
    /// The first layer's bias.
    pub const BIAS: usize = INPUTS * HIDDEN;
    /// The second layer's weights, in rows of `HIDDEN`.
    pub const SECOND: usize = Layout::BIAS + HIDDEN;
    /// The second layer's bias.
    pub const SECOND_BIAS: usize = Layout::SECOND + SECOND * HIDDEN;
    /// The output weights, in rows of `SECOND`.
    pub const LAST: usize = Layout::SECOND_BIAS + SECOND;
    /// The output bias.
    pub const LAST_BIAS: usize = Layout::LAST + OUTPUTS * SECOND;
    /// The numbers of a class.
    pub const NUMBERS: usize = Layout::LAST_BIAS + OUTPUTS;

    /// The number that stands for 1 at an offset.
    pub const fn unit(at: usize) -> i32 {
        if at < Layout::BIAS { INPUT_UNIT } else { UNIT }
    }
}

/// A file without valid networks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// Another kind of file, or another version.
    #[error("not a backgammon network of this program")]
    Foreign,
    /// Other layer sizes.
    #[error(
        "a network of {0:?} inputs and hidden numbers, this program is built for {expected:?}",
        expected = SIZES
    )]
    Sizes([u32; 3]),
    /// A wrong length.
    #[error("{got} bytes long, a network of these sizes has {expected}")]
    Length {
        /// The file's length.
        got: usize,
        /// The expected length.
        expected: usize,
    },
    /// A wrong checksum.
    #[error("damaged: its checksum is wrong")]
    Damaged,
    /// Sums may overflow 32 bits.
    #[error("weights so large that sums overflow")]
    Overflow,
}

impl From<NetworkFileError<3>> for NetworkError {
    fn from(error: NetworkFileError<3>) -> NetworkError {
        match error {
            NetworkFileError::Foreign => NetworkError::Foreign,
            NetworkFileError::Sizes(sizes) => NetworkError::Sizes(sizes),
            NetworkFileError::Length { got, expected } => NetworkError::Length { got, expected },
            NetworkFileError::Damaged => NetworkError::Damaged,
        }
    }
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it has no networks, or sums after the first layer could overflow.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (numbers, provenance) = Network::parse(bytes)?;
        Network::of(&numbers, provenance)
    }

    /// Reads a file's numbers, as [`Network::write`] takes them, and their provenance.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn parse(bytes: &[u8]) -> Result<(Vec<i16>, Provenance), NetworkError> {
        Ok(FILE.read(bytes)?)
    }

    /// Builds networks from a file's numbers.
    ///
    /// # Errors
    /// If sums could overflow.
    ///
    /// # Panics
    /// If the count of numbers is wrong.
    pub fn of(numbers: &[i16], provenance: Provenance) -> Result<Network, NetworkError> {
        assert_eq!(numbers.len(), Class::COUNT * Layout::NUMBERS, "the numbers of all classes");
        let layers = |class: usize| Layers::of(&numbers[class * Layout::NUMBERS..][..Layout::NUMBERS]);
        let classes = [layers(0), layers(1)];
        if !classes.iter().all(Layers::sums_fit) {
            return Err(NetworkError::Overflow);
        }
        Ok(Network { set: InstructionSet::best(), classes, provenance, cache: None })
    }

    /// Writes the numbers of all classes as a file.
    ///
    /// # Panics
    /// If the count of numbers is wrong or the provenance is longer than [`Provenance::MOST`].
    pub fn write(numbers: &[i16], provenance: &Provenance) -> Vec<u8> {
        FILE.write(numbers, provenance)
    }
}

impl Layers {
    fn of(numbers: &[i16]) -> Layers {
        let row = |at: usize| Row(*numbers[at..].first_chunk().expect("a whole row"));
        let wide = |at: usize| i32::from(numbers[at]) * UNIT;
        Layers {
            rows: rows(&numbers[..Layout::BIAS]),
            bias: row(Layout::BIAS),
            second: Box::new(std::array::from_fn(|i| row(Layout::SECOND + i * HIDDEN))),
            second_bias: std::array::from_fn(|i| wide(Layout::SECOND_BIAS + i)),
            last: std::array::from_fn(|i| {
                *numbers[Layout::LAST + i * SECOND..].first_chunk().expect("a whole row")
            }),
            last_bias: std::array::from_fn(|i| wide(Layout::LAST_BIAS + i)),
        }
    }

    /// True if no sum after the first layer can leave 32 bits, for any hidden numbers.
    fn sums_fit(&self) -> bool {
        let most = |weights: &[i16], bias: i32| {
            let sum: i64 = weights.iter().map(|&weight| i64::from(weight.unsigned_abs())).sum();
            sum * i64::from(ACTIVE_MOST) + i64::from(bias.unsigned_abs()) + i64::from(UNIT)
        };
        let second = self.second.iter().zip(self.second_bias).map(|(row, bias)| most(&row.0, bias));
        let last = self.last.iter().zip(self.last_bias).map(|(row, bias)| most(row, bias));
        second.chain(last).all(|most| most < i64::from(i32::MAX))
    }
}

/// The rows of all slots and levels: sums of their inputs' weights, rounded once.
fn rows(weights: &[i16]) -> Box<[Row]> {
    let row = |slot: usize, level: usize| {
        let codes = coding(slot, level);
        Row(std::array::from_fn(|i| {
            let weight = |(input, value): (usize, f32)| f32::from(weights[input * HIDDEN + i]) * value;
            let sum: f32 = codes.into_iter().map(weight).sum();
            (sum * (UNIT as f32 / INPUT_UNIT as f32)).round() as i16
        }))
    };
    (0..SLOTS)
        .flat_map(|slot| (0..LEVELS).map(move |level| (slot, level)))
        .map(|(slot, level)| row(slot, level))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_refused() {
        let numbers: Vec<i16> =
            (0..Class::COUNT * Layout::NUMBERS).map(|i| (i % 251) as i16 % 128 - 60).collect();
        let provenance = Provenance("seed: 1".to_owned());
        let bytes = Network::write(&numbers, &provenance);
        assert_eq!(Network::parse(&bytes), Ok((numbers.clone(), provenance.clone())));
        let network = Network::read(&bytes).unwrap();
        assert_eq!(network.provenance, provenance);
        assert_eq!(network.classes[1].last[4][31], numbers[numbers.len() - 6]);
        let refused = |bytes: &[u8]| Network::read(bytes).map(|_| ()).unwrap_err();
        assert_eq!(refused(b"GIF89a"), NetworkError::Foreign);
        assert!(matches!(refused(&bytes[..bytes.len() - 1]), NetworkError::Length { .. }));
        for at in [24, 1000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(refused(&damaged), NetworkError::Damaged, "byte {at}");
        }
        let mut wider = bytes.clone();
        wider[13] = 2;
        assert_eq!(refused(&wider), NetworkError::Sizes([INPUTS as u32, 512, SECOND as u32]));
        let mut large = numbers;
        large[Layout::SECOND..][..HIDDEN].fill(i16::MAX);
        assert_eq!(refused(&Network::write(&large, &provenance)), NetworkError::Overflow);
    }
}
