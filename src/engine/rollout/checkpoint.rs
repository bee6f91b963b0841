//! A rollout that survives its process: what is known, in a file.

use std::io::{self, Read};
use std::path::Path;

use super::sample::Sample;
use super::sums::Sums;
use super::{Plan, Rollout, Start, WithCube};
use crate::games::backgammon::Position;
use crate::solve::store::{CheckpointError, Kept, Kind};

/// The version is raised whenever the same words would lead to other trials.
const KIND: Kind<'static> = Kind { kind: *b"rollout         ", version: 2, what: "a rollout" };

/// The most starts that are read. Those that are written are fewer.
const MAX_STARTS: u64 = 1 << 12;

/// The file of one rollout: the words that say which it is, and its [`Sums`].
#[derive(Debug)]
pub struct Checkpoint(Kept);

impl Checkpoint {
    /// Opens the checkpoint of a rollout, and reads what it knows if it is there; else what the
    /// one before it, `FILE.previous`, knows.
    ///
    /// # Errors
    /// If a file is not whole, belongs to another rollout, cannot be written, or is held by
    /// another process. Then no file is touched.
    pub fn open(path: &Path, rollout: &Rollout<'_>) -> Result<(Checkpoint, Sums), CheckpointError> {
        let starts = rollout.starts.len();
        let (kept, known) = Kept::open(path, KIND, ("", words(rollout)), |_, numbers, cells| {
            let sums = read(numbers, cells)?.filter(|sums| sums.starts() == starts);
            sums.map(Ok).ok_or(io::ErrorKind::InvalidData.into())
        })?;
        Ok((Checkpoint(kept), known.map_or_else(|| Sums::new(starts), |(_, sums)| sums)))
    }

    /// Replaces the file by what is known now.
    ///
    /// # Errors
    /// Those of writing. What the file held is then still in it or in the previous one.
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

/// Which rollout it is: everything on which its trials depend. How many are wanted is not among
/// it, so that there can be more.
fn words(rollout: &Rollout<'_>) -> String {
    let Plan { seed, truncate, level, trials: _, until: _ } = rollout.plan;
    let starts = rollout.starts.iter().enumerate().map(|(i, start)| {
        let (position, played) = match start {
            Start::ToRoll(position) => (position, ""),
            Start::Played(position) => (position, " played"),
        };
        // A position is written as its side sees it; score and owner are those of White and Black.
        let cube = rollout.cube.map(|cube| format!(" {:?} {:?}", position.side(), cube.begins[i]));
        format!("{position}{played}{}", cube.unwrap_or_default())
    });
    let starts = starts.collect::<Vec<_>>().join(", ");
    let end = truncate.map_or("the end".to_owned(), |turns| format!("{turns} turns"));
    let bearoff = if rollout.bearoff.is_some() { ", exact bear-offs" } else { "" };
    // What stands for the network: another one says something else of the start.
    let chances = rollout.network.chances(&Position::START).as_array();
    // What stands for the score, the rules, the table and the model.
    let stakes = |cube: WithCube<'_>| crc32fast::hash(format!("{:?}", cube.holds).as_bytes());
    let cube = rollout.cube.map_or(String::new(), |cube| format!(", stakes {:08x}", stakes(cube)));
    format!("a rollout of seed {seed}, to {end}, {level:?}{bearoff}{cube}, network {chances:?}, of {starts}")
}

/// The sums; `None` if the numbers do not go together.
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
