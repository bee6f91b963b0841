//! The positions to train on: read from files of games, kept in memory.

use std::fs;
use std::path::PathBuf;

use sparring_engine::game::Side;
use sparring_engine::games::chess::network::{Inputs, SCALE, inputs, output_for};
use sparring_engine::games::chess::training::{Games, GamesHeader, Sample as Played};

/// A position, seen by both sides, and what it should be worth.
pub struct Sample {
    /// Inputs of the mover's view; the first `pieces`.
    pub mine: [u16; 32],
    /// Inputs of the opponent's view.
    pub its: [u16; 32],
    pub pieces: u8,
    /// Its set of output weights.
    pub output: u8,
    /// Expected points of the mover, 0 to 1.
    pub target: f32,
}

/// What was read.
#[derive(Default)]
pub struct Samples {
    /// To train on.
    pub training: Vec<Sample>,
    /// To measure the loss on: every position of one game in [`HELD_BACK`].
    pub validation: Vec<Sample>,
    pub games: usize,
    /// What the headers say, for the provenance.
    pub sources: Vec<GamesHeader>,
}

/// One game of this many is held back.
pub const HELD_BACK: usize = 50;

/// The points that a score promises.
pub fn points(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

impl Sample {
    fn of(played: &Played, blend: f32) -> Sample {
        let side = played.position.side_to_move();
        let fixed = |inputs: Inputs| {
            let mut fixed = [0; 32];
            fixed[..inputs.len()].copy_from_slice(&inputs);
            (fixed, inputs.len() as u8)
        };
        let view = |side: Side| fixed(inputs(&played.position, side));
        let ((mine, pieces), (its, _)) = (view(side), view(side.other()));
        let output = output_for(pieces.into()) as u8;
        let (score, result) = (played.score as f32 / SCALE as f32, f32::from(played.half_points) / 2.0);
        Sample { mine, its, pieces, output, target: blend * result + (1.0 - blend) * points(score) }
    }
}

impl Samples {
    /// Reads the quiet positions of all games. `blend` is the share of the game's result in what a
    /// position should be worth; the rest is the search's score.
    pub fn read(files: &[PathBuf], blend: f32) -> Result<Samples, String> {
        let mut samples = Samples::default();
        for file in files {
            let told = |what: String| format!("{}: {what}", file.display());
            let bytes = fs::read(file).map_err(|error| told(error.to_string()))?;
            let (header, games) = Games::of(&bytes).map_err(|error| told(error.to_string()))?;
            for (number, game) in games.enumerate() {
                let into =
                    if number % HELD_BACK == 0 { &mut samples.validation } else { &mut samples.training };
                let legal = game.each_sample(|played| {
                    if played.is_quiet() {
                        into.push(Sample::of(&played, blend));
                    }
                });
                if !legal {
                    return Err(told(format!("game {number} has a move that is not legal")));
                }
                samples.games += 1;
            }
            samples.sources.push(header);
        }
        Ok(samples)
    }
}
