use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::training::{PLIES_MOST, Ply, TrainingGame};
use sparring_engine::games::chess::{Move, Outcome, Position};

/// A lead of this many centipawns for [`WON_PLIES`] plies wins.
const WON: Score = 2_000;
const WON_PLIES: u32 = 5;
/// Leads of at most this for [`DRAWN_PLIES`] plies, after [`DRAWN_FROM`], draw.
const DRAWN: Score = 6;
const DRAWN_PLIES: u32 = 12;
const DRAWN_FROM: usize = 80;
/// Largest lead after the random moves.
const FAIR: Score = 400;

/// A move, and its score in centipawns for its side.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    pub m: Move,
    pub score: Score,
}

pub trait MoveChooser {
    /// Chooses a move. `earlier` contains earlier positions' keys.
    fn best(&mut self, position: &Position, earlier: &[u64]) -> ScoredMove;
    /// Forgets earlier games: a game must not depend on them.
    fn new_game(&mut self);
}

/// Plays a seed's game after `random` random moves, by chance one more, so either side may choose
/// first.
pub fn play(search: &mut impl MoveChooser, seed: u64, random: u32) -> TrainingGame {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        search.new_game();
        let mut game = GameSoFar::new();
        if !game.open(&mut chance, random) {
            continue;
        }
        let ScoredMove { m, score } = search.best(&game.position, &game.earlier);
        if score.abs() > FAIR {
            continue;
        }
        game.push(m, Ply::searched(m, score));
        return game.finish(search, score);
    }
}

struct GameSoFar {
    position: Position,
    earlier: Vec<u64>,
    plies: Vec<Ply>,
}

impl GameSoFar {
    fn new() -> GameSoFar {
        GameSoFar { position: Position::start(), earlier: Vec::new(), plies: Vec::new() }
    }

    fn push(&mut self, m: Move, ply: Ply) {
        self.earlier.push(self.position.key());
        self.position = self.position.play(m);
        self.plies.push(ply);
    }

    /// Returns false if random moves end the game.
    fn open(&mut self, chance: &mut Xoshiro256PlusPlus, random: u32) -> bool {
        let plies = random + (chance.next_u32() & 1);
        for _ in 0..plies {
            let moves = self.position.legal_moves();
            if moves.is_empty() {
                return false;
            }
            let m = moves[(chance.next_u64() % moves.len() as u64) as usize];
            self.push(m, Ply::random(m));
        }
        self.result().is_none()
    }

    fn result(&self) -> Option<u8> {
        let position = &self.position;
        match position.outcome() {
            Some(Outcome::Checkmate) => return Some(2 * u8::from(position.side_to_move() == Side::Second)),
            Some(_) => return Some(1),
            None => {}
        }
        let since = self.earlier.len().saturating_sub(position.halfmove_clock() as usize);
        let repeated = self.earlier[since..].iter().filter(|&&key| key == position.key()).count() >= 2;
        (repeated || position.halfmove_clock() >= 100).then_some(1)
    }

    fn finish(mut self, search: &mut impl MoveChooser, score: Score) -> TrainingGame {
        let mut clear = Clear::default();
        clear.see(self.position.side_to_move().other(), score, self.plies.len());
        loop {
            let half_points = self.result().or_else(|| clear.verdict());
            let half_points = half_points.or_else(|| (self.plies.len() >= PLIES_MOST).then_some(1));
            if let Some(half_points) = half_points {
                return TrainingGame { plies: self.plies, half_points };
            }
            let ScoredMove { m, score } = search.best(&self.position, &self.earlier);
            clear.see(self.position.side_to_move(), score, self.plies.len());
            self.push(m, Ply::searched(m, score));
        }
    }
}

/// Consecutive plies with one verdict.
#[derive(Default)]
struct Clear {
    white: u32,
    black: u32,
    level: u32,
}

impl Clear {
    fn see(&mut self, side: Side, score: Score, plies: usize) {
        let white = if side == Side::First { score } else { -score };
        let longer = |run: u32, goes_on: bool| if goes_on { run + 1 } else { 0 };
        self.white = longer(self.white, white >= WON);
        self.black = longer(self.black, white <= -WON);
        self.level = longer(self.level, score.abs() <= DRAWN && plies >= DRAWN_FROM);
    }

    /// Returns White's half points after a long enough run.
    fn verdict(&self) -> Option<u8> {
        match self {
            Clear { white: WON_PLIES.., .. } => Some(2),
            Clear { black: WON_PLIES.., .. } => Some(0),
            Clear { level: DRAWN_PLIES.., .. } => Some(1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::games::chess::training::{Games, GamesError, GamesHeader};

    struct Scripted(Xoshiro256PlusPlus, Score);

    impl MoveChooser for Scripted {
        fn best(&mut self, position: &Position, _: &[u64]) -> ScoredMove {
            let moves = position.legal_moves();
            let m = moves[(self.0.next_u64() % moves.len() as u64) as usize];
            let white = position.side_to_move() == Side::First;
            ScoredMove { m, score: if white { self.1 } else { -self.1 } }
        }

        fn new_game(&mut self) {}
    }

    fn game(seed: u64, white: Score) -> TrainingGame {
        play(&mut Scripted(Xoshiro256PlusPlus::seed_from_u64(seed), white), seed, 8)
    }

    fn reread(game: &TrainingGame) -> Result<TrainingGame, GamesError> {
        let mut bytes = GamesHeader { seed: 1, nodes: 1, random: 8 }.bytes().to_vec();
        bytes.extend(game.bytes());
        let (_, mut games) = Games::of(&bytes)?;
        let read = games.next().unwrap();
        assert!(games.next().is_none() && games.read_up_to() == bytes.len());
        read
    }

    #[test]
    fn random_games_end_as_their_positions_say_and_replay_from_their_bytes() {
        let mut results = [0; 3];
        for seed in 0..200 {
            let game = game(seed, 50);
            results[usize::from(game.half_points)] += 1;
            assert_eq!(reread(&game), Ok(game.clone()));
            let mut last = None;
            assert!(game.each_sample(|sample| last = Some(sample)));
            let last = last.unwrap();
            let end = last.position.play(last.played);
            if end.outcome() == Some(Outcome::Checkmate) {
                assert_eq!(last.half_points, 2, "who moved last has won");
            } else if game.plies.len() < PLIES_MOST {
                assert_eq!(last.half_points, 1);
            }
        }
        assert!(results.iter().all(|&count| count > 0), "{results:?}");
    }

    #[test]
    fn a_score_that_stays_clear_ends_the_game() {
        assert!(play(&mut Scripted(Xoshiro256PlusPlus::seed_from_u64(1), 0), 1, 8).plies.len() < 500);
        let mut clear = Clear::default();
        for ply in 0..WON_PLIES as usize {
            assert_eq!(clear.verdict(), None);
            clear.see(
                if ply % 2 == 0 { Side::First } else { Side::Second },
                if ply % 2 == 0 { -3_000 } else { 3_000 },
                ply,
            );
        }
        assert_eq!(clear.verdict(), Some(0));
    }
}
