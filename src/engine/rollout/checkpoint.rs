use std::io::{self, Read};
use std::path::Path;

use super::sample::Sample;
use super::sums::Sums;
use super::{Plan, Rollout, Start, WithCube};
use crate::games::backgammon::Position;
use crate::solve::store::{CheckpointError, Kept, Kind};

/// Raise the version whenever the same words would lead to other trials.
const KIND: Kind<'static> = Kind { kind: *b"rollout         ", version: 2, what: "a rollout" };

const MAX_STARTS: u64 = 1 << 12;

/// The checkpoint file of one rollout: identifying words and its [`Sums`].
#[derive(Debug)]
pub struct Checkpoint(Kept);

impl Checkpoint {
    /// Opens the checkpoint and reads its sums, from the file or else from its predecessor
    /// `FILE.previous`. Without either the sums are empty.
    ///
    /// # Errors
    /// If a file is damaged, belongs to another rollout, cannot be written, or is held by another
    /// process. Then no file is touched.
    pub fn open(path: &Path, rollout: &Rollout<'_>) -> Result<(Checkpoint, Sums), CheckpointError> {
        let starts = rollout.starts.len();
        let (kept, known) = Kept::open(path, KIND, ("", words(rollout)), |_, numbers, cells| {
            let sums = read(numbers, cells)?.filter(|sums| sums.starts() == starts);
            sums.map(Ok).ok_or(io::ErrorKind::InvalidData.into())
        })?;
        Ok((Checkpoint(kept), known.map_or_else(|| Sums::new(starts), |(_, sums)| sums)))
    }

    /// Replaces the file's contents by these sums.
    ///
    /// # Errors
    /// If writing fails. The old contents then survive in the file or in its predecessor.
    pub fn write(&self, sums: &Sums) -> io::Result<()> {
        let (trials, samples, products) = sums.parts();
        self.0.write([samples.len() as u64, trials], |out| {
            for Sample { chances, value } in samples {
                let numbers = chances.iter().chain([value]);
                numbers.into_iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
            }
            products.iter().try_for_each(|product| out.write_all(&product.to_le_bytes()))
        })?;
        Ok(())
    }
}

/// Identifies the rollout by everything on which its trials depend. The number of trials is left
/// out, so a resumed rollout can have more.
fn words(rollout: &Rollout<'_>) -> String {
    let Plan { seed, truncate, level, trials: _, until: _ } = rollout.plan;
    let starts = rollout.starts.iter().enumerate().map(|(i, start)| {
        let (position, played) = match start {
            Start::ToRoll(position) => (position, ""),
            Start::Played(position) => (position, " played"),
        };
        // The position's text depends on the side that sees it; score and owner are White's and
        // Black's.
        let cube = rollout.cube.map(|cube| format!(" {:?} {:?}", position.side(), cube.begins[i]));
        format!("{position}{played}{}", cube.unwrap_or_default())
    });
    let starts = starts.collect::<Vec<_>>().join(", ");
    let end = truncate.map_or("the end".to_owned(), |turns| format!("{turns} turns"));
    let bearoff = if rollout.bearoff.is_some() { ", exact bear-offs" } else { "" };
    // The network's view of the start identifies the network.
    let chances = rollout.network.chances(&Position::START).as_array();
    // The checksum covers score, rules, match equity table and cube model.
    let stakes = |cube: WithCube<'_>| crc32fast::hash(format!("{:?}", cube.holds).as_bytes());
    let cube = rollout.cube.map_or(String::new(), |cube| format!(", stakes {:08x}", stakes(cube)));
    format!("a rollout of seed {seed}, to {end}, {level:?}{bearoff}{cube}, network {chances:?}, of {starts}")
}

/// Returns `None` if the numbers contradict each other.
fn read([starts, trials]: [u64; 2], cells: &mut impl Read) -> io::Result<Option<Sums>> {
    if starts > MAX_STARTS || trials > Plan::MOST {
        return Ok(None);
    }
    let mut samples = vec![Sample::default(); starts as usize];
    for Sample { chances, value } in &mut samples {
        for sum in chances.iter_mut().chain([value]) {
            *sum = i64::from_le_bytes(number(cells)?);
        }
    }
    let mut products = vec![0; (starts * (starts + 1) / 2) as usize];
    for product in &mut products {
        *product = i128::from_le_bytes(number(cells)?);
    }
    Ok(Sums::of_parts(trials, samples, products))
}

fn number<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
