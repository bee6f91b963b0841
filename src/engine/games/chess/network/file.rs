//! The file of a network has the form of `games/network_file.rs`. Its size is the width. Its
//! weights are the inputs' rows in order, the bias of the sums, and per set of output weights the
//! mover's, the opponent's and the bias.

use thiserror::Error;

use super::features::INPUTS;
use super::{Network, OUTPUT_MOST, OUTPUTS, Output, Row, WIDTH};
use crate::games::Provenance;
use crate::games::instruction_set::InstructionSet;
use crate::games::network_file::{NetworkFile, NetworkFileError};

const NUMBERS: usize = (INPUTS + 1) * WIDTH + OUTPUTS * (2 * WIDTH + 1);
const FILE: NetworkFile<1> = NetworkFile { name: b"spar-nn\x02", sizes: [WIDTH as u32], numbers: NUMBERS };

/// A file without a valid network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// Another kind of file, or another version.
    #[error("not a network of this program")]
    Foreign,
    /// Another width.
    #[error("a network of width {0}, this program is built for {WIDTH}")]
    Width(u32),
    /// A wrong length.
    #[error("{got} bytes long, a network of this width has {expected}")]
    Length {
        /// The file's length.
        got: usize,
        /// The expected length.
        expected: usize,
    },
    /// A wrong checksum.
    #[error("damaged: its checksum is wrong")]
    Damaged,
    /// An output weight out of range.
    #[error("an output weight is {0}, more than {OUTPUT_MOST}")]
    Weight(i16),
}

impl From<NetworkFileError<1>> for NetworkError {
    fn from(error: NetworkFileError<1>) -> NetworkError {
        match error {
            NetworkFileError::Foreign => NetworkError::Foreign,
            NetworkFileError::Sizes([width]) => NetworkError::Width(width),
            NetworkFileError::Length { got, expected } => NetworkError::Length { got, expected },
            NetworkFileError::Damaged => NetworkError::Damaged,
        }
    }
}

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// If the file has none.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (numbers, provenance) = Network::parse(bytes)?;
        Network::of(numbers.into_iter(), provenance)
    }

    /// Reads a file's numbers, as [`Network::write`] takes them, and their provenance.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn parse(bytes: &[u8]) -> Result<(Vec<i16>, Provenance), NetworkError> {
        Ok(FILE.read(bytes)?)
    }

    fn of(mut numbers: impl Iterator<Item = i16>, provenance: Provenance) -> Result<Network, NetworkError> {
        let mut next = || numbers.next().unwrap_or_default();
        let mut row = || Row(std::array::from_fn(|_| next()));
        let rows = (0..INPUTS).map(|_| row()).collect();
        let bias = row();
        let outputs = std::array::from_fn(|_| {
            let mut row = || Row(std::array::from_fn(|_| next()));
            Output { weights: [row(), row()], bias: next() }
        });
        let weights = outputs.iter().flat_map(|output: &Output| &output.weights);
        let wrong =
            weights.flat_map(|row| row.0).find(|weight| !(-OUTPUT_MOST..=OUTPUT_MOST).contains(weight));
        match wrong {
            Some(weight) => Err(NetworkError::Weight(weight)),
            None => Ok(Network { set: InstructionSet::best(), rows, bias, outputs, provenance }),
        }
    }

    /// Writes numbers in the file's order as a file.
    ///
    /// # Panics
    /// If the count of numbers is wrong or the provenance is longer than [`Provenance::MOST`].
    pub fn write(numbers: &[i16], provenance: &Provenance) -> Vec<u8> {
        FILE.write(numbers, provenance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_refused() {
        let numbers: Vec<i16> = (0..NUMBERS).map(|i| (i % 251) as i16 % 128 - 60).collect();
        let provenance = Provenance("seed: 1".to_owned());
        let bytes = Network::write(&numbers, &provenance);
        let network = Network::read(&bytes).unwrap();
        assert_eq!(network.provenance, provenance);
        assert_eq!(network.rows[1].0[0], numbers[WIDTH]);
        assert_eq!(network.outputs[OUTPUTS - 1].bias, numbers[NUMBERS - 1]);
        let refused = |bytes: &[u8]| Network::read(bytes).map(|_| ()).unwrap_err();
        assert_eq!(refused(b"GIF89a"), NetworkError::Foreign);
        assert!(matches!(refused(&bytes[..bytes.len() - 1]), NetworkError::Length { .. }));
        for at in [20, 1000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(refused(&damaged), NetworkError::Damaged, "byte {at}");
        }
    }
}
