//! The common form of network files.
//!
//! All numbers are little-endian: eight bytes of name and version, the sizes (u32 each), the
//! length of the provenance (u32), the provenance, the weights (`i16`), and a CRC-32 of everything
//! before it.

use super::Provenance;

pub(in crate::games) struct NetworkFile<const S: usize> {
    /// Name and version.
    pub name: &'static [u8; 8],
    pub sizes: [u32; S],
    /// The number of weights for these sizes.
    pub numbers: usize,
}

pub(in crate::games) enum NetworkFileError<const S: usize> {
    /// Another name or version.
    Foreign,
    /// Other sizes.
    Sizes([u32; S]),
    /// A wrong length.
    Length { got: usize, expected: usize },
    /// A wrong checksum.
    Damaged,
}

impl<const S: usize> NetworkFile<S> {
    /// The bytes before the provenance.
    const HEADER: usize = 8 + 4 * S + 4;

    pub fn read(&self, bytes: &[u8]) -> Result<(Vec<i16>, Provenance), NetworkFileError<S>> {
        if !bytes.starts_with(self.name) || bytes.len() < Self::HEADER {
            return Err(NetworkFileError::Foreign);
        }
        let word = |i: usize| u32::from_le_bytes(bytes[8 + 4 * i..][..4].try_into().expect("four bytes"));
        let (sizes, text) = (std::array::from_fn(word), word(S) as usize);
        if sizes != self.sizes {
            return Err(NetworkFileError::Sizes(sizes));
        }
        let expected = Self::HEADER + text.min(Provenance::MOST) + 2 * self.numbers + 4;
        if bytes.len() != expected || text > Provenance::MOST {
            return Err(NetworkFileError::Length { got: bytes.len(), expected });
        }
        let (content, checksum) = bytes.split_at(expected - 4);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(NetworkFileError::Damaged);
        }
        let (text, numbers) = content[Self::HEADER..].split_at(text);
        let provenance = Provenance(String::from_utf8_lossy(text).into_owned());
        let pairs = numbers.as_chunks::<2>().0;
        Ok((pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect(), provenance))
    }

    /// Writes a file of these weights.
    ///
    /// # Panics
    /// If the count of weights is wrong or the provenance is longer than [`Provenance::MOST`].
    pub fn write(&self, numbers: &[i16], provenance: &Provenance) -> Vec<u8> {
        assert_eq!(numbers.len(), self.numbers, "the numbers of networks of these sizes");
        assert!(provenance.0.len() <= Provenance::MOST, "a provenance of at most {} bytes", Provenance::MOST);
        let mut bytes = self.name.to_vec();
        bytes.extend(self.sizes.iter().flat_map(|size| size.to_le_bytes()));
        bytes.extend((provenance.0.len() as u32).to_le_bytes());
        bytes.extend(provenance.0.as_bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}
