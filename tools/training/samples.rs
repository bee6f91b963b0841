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
    /// What the headers say, for the provenance, and the games of each file.
    pub sources: Vec<(GamesHeader, u64)>,
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

/// A game depends on its seed and on how it was played. One that is in two files could be trained
/// on and held back.
fn have_a_game_in_common((one, games): &(GamesHeader, u64), (other, others): &(GamesHeader, u64)) -> bool {
    let alike = (one.nodes, one.random) == (other.nodes, other.random);
    let between = other.seed.wrapping_sub(one.seed);
    alike && (between < *games || between.wrapping_neg() < *others)
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
            let mut whole = 0;
            for (number, game) in games.enumerate() {
                let game = game.map_err(|error| told(error.to_string()))?;
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
                whole += 1;
            }
            samples.games += whole;
            let source = (header, whole as u64);
            if samples.sources.iter().any(|other| have_a_game_in_common(other, &source)) {
                return Err(told("got games of another file too, expected seeds further apart".into()));
            }
            samples.sources.push(source);
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_neighbouring_seeds_have_games_in_common() {
        let of = |seed, nodes, games| (GamesHeader { seed, nodes, random: 8 }, games);
        for (one, other, expected) in [
            (of(1, 50, 4), of(2, 50, 4), true),
            (of(1, 50, 4), of(4, 50, 1), true),
            (of(1, 50, 4), of(5, 50, 4), false),
            (of(1, 50, 4), of(2, 60, 4), false),
            (of(7, 50, 1), of(7, 50, 1), true),
            (of(u64::MAX, 50, 2), of(0, 50, 1), true),
        ] {
            assert_eq!(have_a_game_in_common(&one, &other), expected, "{one:?} {other:?}");
            assert_eq!(have_a_game_in_common(&other, &one), expected, "{other:?} {one:?}");
        }
    }
}
