//! Trains the network of the chess evaluation on games that the engine played against itself.
//!
//! `tools/train` builds and starts it. The same files, seed and numbers give the same network, on
//! any number of threads: a batch is always cut into the same parts, and their sums are added in
//! the same order.

mod adam;
mod model;
mod numbers;
mod samples;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Parser;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use sparring_engine::games::Provenance;
use sparring_engine::games::chess::network::Network;
use sparring_sched::Pool;

use adam::Adam;
use model::{MOST, Model};
use samples::{Sample, Samples};

/// Trains the network of the chess evaluation on games played by `sparring chess datagen`.
#[derive(Parser)]
#[command(name = "train")]
struct Args {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the network is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often every position is seen
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Positions a step
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Length of the first steps; it falls to a hundredth along half a cosine
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Share of the game's result in what a position should be worth, 0 to 1; the rest is the
    /// score
    #[arg(long, default_value_t = 0.3)]
    blend: f32,
    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A network whose weights are the first ones; random ones otherwise
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Lines that are added to the provenance, such as which version has played the games
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// Workers
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Parts of a batch, whose gradients are added up one after the other. Not the number of threads,
/// which must not change the result.
const PARTS: usize = 8;

fn main() -> Result<(), String> {
    let args = Args::parse();
    let first = args.from.as_deref().map(parent).transpose()?;
    let start = Instant::now();
    let samples = Samples::read(&args.games, args.blend)?;
    if samples.training.len() < args.batch || samples.validation.is_empty() {
        let found = samples.training.len();
        return Err(format!("{found} positions are fewer than a batch of {}; give more games", args.batch));
    }
    eprintln!(
        "{} games, {} positions to train on, {} held back, read in {:.1} s",
        samples.games,
        samples.training.len(),
        samples.validation.len(),
        start.elapsed().as_secs_f64()
    );
    // Refused now if it would be too long, not after the last epoch.
    let parent = first.as_ref().map_or_else(Provenance::default, |(_, parent)| parent.clone());
    provenance(&args, &samples, (1.0, 1.0), &parent)?;
    let pool = Pool::new(args.threads).map_err(|error| error.to_string())?;
    let mut training = Training {
        pool: &pool,
        model: first.as_ref().map_or_else(|| Model::random(args.seed), |(numbers, _)| Model::of(numbers)),
        adam: Adam::new(model::NUMBERS),
        parts: (0..PARTS).map(|_| Model::zero()).collect(),
        random: Xoshiro256PlusPlus::seed_from_u64(args.seed ^ 0x5eed),
    };
    let mut losses = (0.0, 0.0);
    for epoch in 0..args.epochs {
        losses.0 = training.epoch(&samples.training, &args, epoch);
        losses.1 = training.loss(&samples.validation);
        let elapsed = start.elapsed().as_secs_f64();
        eprintln!(
            "epoch {:>2}: loss {:.6}, on games held back {:.6}, {elapsed:.0} s",
            epoch + 1,
            losses.0,
            losses.1
        );
    }
    let provenance = provenance(&args, &samples, losses, &parent)?;
    let bytes = Network::write(&training.model.quantised(), &provenance);
    Network::read(&bytes).map_err(|error| error.to_string())?;
    fs::write(&args.out, bytes).map_err(|error| format!("{}: {error}", args.out.display()))
}

/// The numbers and the provenance of the network to begin with.
fn parent(path: &Path) -> Result<(Vec<i16>, Provenance), String> {
    let told = |error: String| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| told(error.to_string()))?;
    Network::parse(&bytes).map_err(|error| told(error.to_string()))
}

/// What the network will say of itself. Losses are below ten: their length is always the same.
fn provenance(
    args: &Args,
    samples: &Samples,
    losses: (f64, f64),
    parent: &Provenance,
) -> Result<Provenance, String> {
    let mut lines = vec![
        format!("version: sparring {}", env!("CARGO_PKG_VERSION")),
        format!("games: {}", samples.games),
        format!("positions: {}", samples.training.len()),
        format!("epochs: {}", args.epochs),
        format!("batch: {}", args.batch),
        format!("rate: {}", args.rate),
        format!("blend: {}", args.blend),
        format!("seed: {}", args.seed),
        format!("loss: {:.6}", losses.0),
        format!("loss-held-back: {:.6}", losses.1),
    ];
    for (source, _) in &samples.sources {
        let (seed, nodes, random) = (source.seed, source.nodes, source.random);
        lines.push(format!("played-with: seed {seed}, {nodes} nodes a move, {random} random moves"));
    }
    lines.extend(args.note.iter().map(|note| format!("note: {note}")));
    Provenance::of(&lines, parent).ok_or_else(|| {
        let (got, most) = (samples.sources.len(), Provenance::MOST);
        format!("got {got} files and notes of over {most} bytes, expected fewer; try files of more games")
    })
}

struct Training<'p> {
    pool: &'p Pool,
    model: Model,
    adam: Adam,
    parts: Vec<Model>,
    random: Xoshiro256PlusPlus,
}

impl Training<'_> {
    /// Sees every position once, in a new order. Returns the mean squared error on the way.
    fn epoch(&mut self, samples: &[Sample], args: &Args, epoch: usize) -> f64 {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, (self.random.next_u64() % (i as u64 + 1)) as usize);
        }
        let batches = order.len() / args.batch;
        let mut error = 0.0;
        for (number, batch) in order.chunks_exact(args.batch).enumerate() {
            error += self.gradients(samples, batch);
            let done = (epoch * batches + number) as f32 / (args.epochs * batches) as f32;
            let rate = args.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            let scale = 1.0 / batch.len() as f32;
            let slope = |at: usize| scale * self.parts.iter().map(|part| part.0[at]).sum::<f32>();
            self.adam.step(&mut self.model.0, rate, slope, |_| MOST);
        }
        error / (batches * args.batch) as f64
    }

    /// Fills the parts' gradients. Returns the sum of squared errors.
    fn gradients(&mut self, samples: &[Sample], batch: &[u32]) -> f64 {
        let share = batch.len().div_ceil(PARTS);
        let Training { pool, model, parts, .. } = self;
        let mut errors = [0.0; PARTS];
        pool.install(|worker| {
            worker.for_each((0..PARTS, (&mut parts[..], &mut errors[..])), |_, (i, (gradient, error))| {
                gradient.0.fill(0.0);
                let part = batch.chunks(share).nth(i).unwrap_or_default();
                for &sample in part {
                    *error += f64::from(model.learn(&samples[sample as usize], gradient));
                }
            });
        });
        errors.iter().sum()
    }

    fn loss(&self, samples: &[Sample]) -> f64 {
        let error = |sample: &Sample| f64::from(self.model.points(sample) - sample.target).powi(2);
        let sum = |a, b| a + b;
        self.pool.install(|worker| worker.reduce(samples, 0.0, |_, sample| error(sample), sum))
            / samples.len() as f64
    }
}
