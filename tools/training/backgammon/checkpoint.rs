//! All that a training is, and its file.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use clap::Parser;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use sparring_engine::games::Provenance;
use sparring_engine::games::backgammon::network::{Network, ONE};
use sparring_sched::Pool;

use crate::Args;
use crate::adam::Adam;
use crate::instructions::learn;
use crate::model::{Model, NUMBERS, most};
use crate::play::{Teaching, game};
use crate::samples::{BYTES, Sample};

/// Parts of a batch, whose gradients are added up one after the other. Not the number of threads,
/// which must not change the result.
const PARTS: usize = 8;

/// A training under way.
pub struct State {
    /// The flags it was started with.
    pub args: Args,
    /// What the networks to begin with say of themselves.
    pub parent: Provenance,
    pub games: u64,
    /// Positions that were ever put into the window.
    pub positions: u64,
    pub model: Model,
    pub adam: Adam,
    /// The integer networks at the last point of the curve.
    pub last: Vec<i16>,
    window: VecDeque<Sample>,
    parts: Vec<Model>,
}

impl State {
    /// The begin of a training.
    pub fn new(args: &Args) -> Result<State, String> {
        let (model, parent) = match &args.from {
            None => (Model::random(args.seed), Provenance::default()),
            Some(file) => {
                let told = |error: String| format!("{}: {error}", file.display());
                let bytes = fs::read(file).map_err(|error| told(error.to_string()))?;
                let (numbers, parent) = Network::parse(&bytes).map_err(|error| told(error.to_string()))?;
                (Model::of(&numbers), parent)
            }
        };
        Ok(State {
            args: args.clone(),
            parent,
            games: 0,
            positions: 0,
            last: model.quantised(),
            model,
            adam: Adam::new(NUMBERS),
            window: VecDeque::new(),
            parts: (0..PARTS).map(|_| Model::zero()).collect(),
        })
    }

    /// Plays the games of one cycle and learns. Returns the mean loss.
    pub fn cycle(&mut self, pool: &Pool) -> Result<f64, String> {
        self.play(pool)?;
        let batch = self.args.batch;
        let new = self.positions as f64 / self.games as f64 * self.args.cycle as f64;
        let steps = ((new * self.args.passes / batch as f64) as usize).max(1);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.args.seed ^ (self.games << 20) ^ 0x5eed);
        let mut loss = 0.0;
        for _ in 0..steps {
            let mut draw = || (random.next_u64() % self.window.len() as u64) as usize;
            let drawn: Vec<usize> = (0..batch).map(|_| draw()).collect();
            loss += self.gradients(pool, &drawn);
            let done = self.games as f32 / self.args.games as f32;
            let rate = self.args.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            let scale = 1.0 / batch as f32;
            let slope = |at: usize| scale * self.parts.iter().map(|part| part.0[at]).sum::<f32>();
            self.adam.step(&mut self.model.0, rate, slope, most);
        }
        Ok(loss / (steps * batch) as f64)
    }

    /// Adds the positions of one cycle's games to the window.
    fn play(&mut self, pool: &Pool) -> Result<(), String> {
        let network = Network::of(&self.model.quantised(), Provenance::default());
        let network = network.map_err(|error| error.to_string())?;
        let args = &self.args;
        let done = self.games as f64 / args.games as f64;
        let teaching = Teaching {
            by_points: done >= args.wins,
            lambda: args.lambda,
            look_ahead: done >= 1.0 - args.look_ahead,
            explore: args.explore,
        };
        let mut played: Vec<Vec<Sample>> = vec![Vec::new(); args.cycle as usize];
        let first = self.games;
        pool.install(|worker| {
            worker.for_each((0..args.cycle as usize, &mut played[..]), |_, (i, samples)| {
                let number = first + i as u64 + 1;
                let seed = args.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                game(&network, seed, teaching, samples);
            });
        });
        self.games += args.cycle;
        for sample in played.into_iter().flatten() {
            self.window.push_back(sample);
            self.positions += 1;
        }
        let most = (self.positions as usize / 2).clamp(args.window.min(50_000), args.window);
        let surplus = self.window.len().saturating_sub(most);
        self.window.drain(..surplus);
        Ok(())
    }

    /// Fills the parts' gradients. Returns the sum of losses.
    fn gradients(&mut self, pool: &Pool, drawn: &[usize]) -> f64 {
        let share = drawn.len().div_ceil(PARTS);
        let State { model, window, parts, .. } = self;
        let mut losses = [0.0; PARTS];
        pool.install(|worker| {
            worker.for_each((0..PARTS, (&mut parts[..], &mut losses[..])), |_, (i, (gradient, loss))| {
                gradient.0.fill(0.0);
                let part = drawn.chunks(share).nth(i).unwrap_or_default();
                let samples: Vec<&Sample> = part.iter().map(|&at| &window[at]).collect();
                *loss = learn(model, &samples, gradient);
            });
        });
        losses.iter().sum()
    }

    /// How far the integer networks' points are from the model's, in the mean over some positions
    /// of the window.
    pub fn rounding(&self, network: &Network) -> f64 {
        let some = self.window.iter().step_by(self.window.len() / 2000 + 1);
        let off = |sample: &Sample| {
            let position = sample.position();
            let points = f64::from(network.chances(&position).equity()) / f64::from(ONE);
            (points - f64::from(self.model.points(&position))).abs()
        };
        some.clone().map(off).sum::<f64>() / some.count() as f64
    }

    /// Writes the folder's checkpoint.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let mut bytes = MAGIC.to_vec();
        for text in [&self.args.text(), &self.parent.0] {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        for number in [self.games, self.positions, self.adam.steps] {
            bytes.extend(number.to_le_bytes());
        }
        for numbers in [&self.model.0, &self.adam.mean, &self.adam.square] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.last.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.window.iter().flat_map(Sample::bytes));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        replace(&folder.join(CHECKPOINT), &bytes)
    }

    /// Reads the folder's checkpoint.
    pub fn read(folder: &Path) -> Result<State, String> {
        let path = folder.join(CHECKPOINT);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        State::of(&bytes).ok_or_else(|| format!("{}: not a checkpoint of this program", path.display()))
    }

    fn of(bytes: &[u8]) -> Option<State> {
        let (content, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(content).to_le_bytes() != *checksum {
            return None;
        }
        let mut rest = content.strip_prefix(MAGIC)?;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count)?;
            rest = left;
            Some(taken)
        };
        let number = |bytes: &[u8]| bytes.try_into().ok().map(u64::from_le_bytes);
        let mut texts = [String::new(), String::new()];
        for text in &mut texts {
            let length = number(take(8)?)?;
            *text = String::from_utf8(take(length as usize)?.to_vec()).ok()?;
        }
        let [args, parent] = texts;
        let parent = Provenance(parent);
        let args = Args::try_parse_from(args.split('\n')).ok()?;
        let (games, positions, steps) = (number(take(8)?)?, number(take(8)?)?, number(take(8)?)?);
        let floats =
            |bytes: &[u8]| bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        let model = Model(floats(take(4 * NUMBERS)?));
        let adam = Adam { mean: floats(take(4 * NUMBERS)?), square: floats(take(4 * NUMBERS)?), steps };
        let last = take(2 * NUMBERS)?.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two)).collect();
        let window = rest.as_chunks::<BYTES>().0.iter().map(Sample::of).collect();
        let parts = (0..PARTS).map(|_| Model::zero()).collect();
        Some(State { args, parent, games, positions, model, adam, last, window, parts })
    }
}

const MAGIC: &[u8; 8] = b"spar-bt\x03";
const CHECKPOINT: &str = "checkpoint";

impl Args {
    /// The flags that shape the training, a word a line, as the command line has them.
    fn text(&self) -> String {
        let Args { games, cycle, wins, look_ahead, explore, lambda, .. } = self;
        let Args { passes, window, batch, rate, seed, every, pairs, .. } = self;
        format!(
            "train-backgammon --out . --games {games} --cycle {cycle} --wins {wins} \
             --look-ahead {look_ahead} --explore {explore} --lambda {lambda} --passes {passes} \
             --window {window} --batch {batch} --rate {rate} --seed {seed} --every {every} \
             --pairs {pairs}"
        )
        .replace(' ', "\n")
    }
}

/// Writes a file so that whoever is killed leaves the old one or the new one.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let new = path.with_extension("new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
}

/// Appends a line to a file.
pub fn append(path: &Path, line: &str) -> Result<(), String> {
    let write = || writeln!(File::options().create(true).append(true).open(path)?, "{line}");
    write().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(folder: &Path) -> Args {
        let out = folder.to_str().unwrap();
        let small = ["train-backgammon", "--out", out, "--games", "48", "--cycle", "8", "--batch", "64"];
        Args::try_parse_from(small.into_iter().chain(["--window", "900", "--wins", "0.5"])).unwrap()
    }

    /// All that is known of a state, as its checkpoint has it.
    fn bytes(state: &State, folder: &Path) -> Vec<u8> {
        state.write(folder).unwrap();
        fs::read(folder.join(CHECKPOINT)).unwrap()
    }

    #[test]
    fn threads_and_kills_change_nothing() {
        let folder = std::env::temp_dir().join(format!("sparring-train-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut whole = State::new(&args(&folder)).unwrap();
        let two = Pool::new(2).unwrap();
        (0..6).for_each(|_| _ = whole.cycle(&two).unwrap());
        let one = Pool::new(1).unwrap();
        let mut state = State::new(&args(&folder)).unwrap();
        for _ in 0..6 {
            state.cycle(&one).unwrap();
            state.write(&folder).unwrap();
            state = State::read(&folder).unwrap();
        }
        assert!(state.positions > 2000 && state.adam.steps > 30);
        assert!(bytes(&state, &folder) == bytes(&whole, &folder), "a resumed training differs");
        fs::remove_dir_all(&folder).unwrap();
    }
}
