//! Trains the networks of the backgammon evaluation, from nothing, by games against themselves.
//!
//! `tools/train-backgammon` builds and starts it. A *cycle* plays games with the integer networks
//! as they are, adds their positions to a window of recent ones, and takes steps on batches drawn
//! from this window. Weights do not change while games are played, each game has a seed of its
//! own, a batch is always cut into the same parts, and their sums are added in the same order: so
//! the result is the same at any number of threads, and after a kill and `--resume`.

#[path = "../adam.rs"]
mod adam;
mod checkpoint;
mod instructions;
mod measure;
mod model;
#[path = "../numbers.rs"]
mod numbers;
mod play;
mod samples;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use sparring_engine::games::Provenance;
use sparring_engine::games::backgammon::network::Network;
use sparring_sched::Pool;

use checkpoint::State;
use measure::{Player, Result as Match};

/// Trains the networks of the backgammon evaluation by games against themselves.
#[derive(Parser, Clone)]
#[command(name = "train-backgammon")]
pub struct Args {
    /// Folder for the checkpoint, the curve and the networks (net.bin)
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on from the folder's checkpoint, with the flags it was started with
    #[arg(long)]
    resume: bool,
    /// Networks to begin with; random ones otherwise
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Games in all
    #[arg(long, default_value_t = 400_000)]
    games: u64,
    /// Games of a cycle
    #[arg(long, default_value_t = 512)]
    cycle: u64,
    /// Share of the games in which moves are chosen by the chance to win; then by points
    #[arg(long, default_value_t = 0.2, value_parser = share)]
    wins: f64,
    /// Share of the games, the last ones, whose positions are valued by all rolls that may
    /// follow; before, by what the game showed
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    look_ahead: f64,
    /// Share of these games' plays that are drawn from those nearly as good as the best
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    explore: f64,
    /// Share of the later game in what a position should be worth; the rest is what the network
    /// said of the next position, or of all rolls that may follow
    #[arg(long, default_value_t = 0.9)]
    lambda: f32,
    /// How often a position is drawn, in the mean
    #[arg(long, default_value_t = 4.0)]
    passes: f64,
    /// The most positions of the window; it holds the newer half of all until then
    #[arg(long, default_value_t = 1_000_000)]
    window: usize,
    /// Positions a step
    #[arg(long, default_value_t = 2048)]
    batch: usize,
    /// Length of the first steps; it falls to a hundredth along half a cosine
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Seed of the first weights, the dice and the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games between two points of the curve, where the checkpoint is written, too
    #[arg(long, default_value_t = 20_480)]
    every: u64,
    /// Pairs of games with mirrored dice for each match of the curve
    #[arg(long, default_value_t = 2000)]
    pairs: u64,
    /// Stop after so many cycles, as if killed
    #[arg(long, hide = true)]
    stop_after: Option<u64>,
    /// Workers
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a share from 0 to 1; try 0.5".into())
}

fn main() -> Result<(), String> {
    let given = Args::parse();
    let mut state = if given.resume { State::read(&given.out)? } else { State::new(&given)? };
    fs::create_dir_all(&given.out).map_err(|error| format!("{}: {error}", given.out.display()))?;
    let pool = Pool::new(given.threads).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut cycles = 0;
    while state.games < state.args.games {
        if given.stop_after == Some(cycles) {
            return state.write(&given.out);
        }
        cycles += 1;
        let loss = state.cycle(&pool)?;
        let (games, every) = (state.games, state.args.every);
        if games / every != (games - state.args.cycle) / every || games >= state.args.games {
            point(&mut state, &pool, &given, loss, start)?;
        }
    }
    Ok(())
}

/// One point of the curve, and the files as they are then.
fn point(state: &mut State, pool: &Pool, given: &Args, loss: f64, start: Instant) -> Result<(), String> {
    let numbers = state.model.quantised();
    let text = provenance(state, loss);
    let network = Network::of(&numbers, text.clone()).map_err(|error| error.to_string())?;
    let last = Network::of(&state.last, Provenance::default()).map_err(|error| error.to_string())?;
    let (seed, pairs) = (state.args.seed, state.args.pairs);
    let pubeval = Match::of(pool, Player::Network(&network), Player::Pubeval, pairs, seed);
    let before = Match::of(pool, Player::Network(&network), Player::Network(&last), pairs, seed);
    let line = format!(
        "{} games, {} positions, loss {loss:.5}, pubeval {pubeval}, last {before}, rounding {:.5}, {:.0} s",
        state.games,
        state.positions,
        state.rounding(&network),
        start.elapsed().as_secs_f64()
    );
    eprintln!("{line}");
    state.last.clone_from(&numbers);
    // The checkpoint comes last: who is killed before it is resumed before this point.
    checkpoint::replace(&given.out.join("net.bin"), &Network::write(&numbers, &text))?;
    checkpoint::append(&given.out.join("curve.txt"), &line)?;
    state.write(&given.out)
}

fn provenance(state: &State, loss: f64) -> Provenance {
    let args = &state.args;
    let lines = [
        format!("version: sparring {}", env!("CARGO_PKG_VERSION")),
        // `tools/train-backgammon` says it.
        format!("commit: {}", std::env::var("SPARRING_COMMIT").unwrap_or_else(|_| "unknown".into())),
        format!("games: {} of {}", state.games, args.games),
        format!("positions: {}", state.positions),
        format!("wins: {}", args.wins),
        format!("look-ahead: {}", args.look_ahead),
        format!("explore: {}", args.explore),
        format!("lambda: {}", args.lambda),
        format!("passes: {}", args.passes),
        format!("window: {}", args.window),
        format!("batch: {}", args.batch),
        format!("rate: {}", args.rate),
        format!("seed: {}", args.seed),
        format!("loss: {loss:.6}"),
    ];
    Provenance::of(&lines, &state.parent).expect("a few short lines")
}
