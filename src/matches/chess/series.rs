//! Many games between two engines, several of them at a time.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::adapter::{Adapter, Fault, IsOver};
use super::referee::{EndCause, Referee, RefereedGame};
use super::rival::Rival;
use super::standing::Standing;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Castling, Position};

/// A match that is to be played.
#[derive(Clone, Debug)]
pub struct Plan<'p> {
    /// The engines.
    pub rivals: [&'p Rival; 2],
    /// The path of this program, for engines that are it.
    pub own: PathBuf,
    /// The openings. Pair `n` has opening `n`, and when all have been played they begin again.
    pub openings: &'p [Position],
    /// What games are played by.
    pub referee: Referee,
    /// The pairs, by number.
    pub pairs: Range<u64>,
    /// Games that are played at the same time.
    pub concurrency: usize,
}

/// A pair that is over: its number and its games.
type Pair = (u64, [RefereedGame; 2]);

/// Plays a match. `go_on` is told of every finished pair and asked whether the match goes on;
/// pairs that are being played then are not counted. `stop` ends it at once.
///
/// # Errors
/// If an engine cannot be started at all: which, and why.
pub fn series(
    plan: &Plan<'_>,
    stop: &AtomicBool,
    mut go_on: impl FnMut(&Standing, u64, &[RefereedGame; 2]) -> bool,
) -> Result<Standing, (String, Fault)> {
    for rival in plan.rivals {
        match Adapter::start(rival, &plan.own, plan.chess960(), &|| stop.load(Relaxed)) {
            Ok(_starts) => {}
            Err(Fault::Unheard) => return Ok(Standing::default()),
            Err(fault) => return Err((rival.name.clone(), fault)),
        }
    }
    let (next, enough) = (AtomicU64::new(plan.pairs.start), AtomicBool::new(false));
    let is_over = || stop.load(Relaxed) || enough.load(Relaxed);
    let mut standing = Standing::default();
    thread::scope(|scope| {
        let (sender, pairs) = channel();
        for _ in 0..plan.concurrency {
            let sender = sender.clone();
            let (next, is_over) = (&next, &is_over);
            scope.spawn(move || plan.play_pairs(next, is_over, &sender));
        }
        drop(sender);
        for (number, games) in pairs {
            if enough.load(Relaxed) {
                continue;
            }
            standing.add_pair(&games);
            if !go_on(&standing, number, &games) {
                enough.store(true, Relaxed);
            }
        }
    });
    Ok(standing)
}

impl Plan<'_> {
    /// Whether there is an opening of Chess960.
    fn chess960(&self) -> bool {
        self.openings.iter().any(|opening| opening.castling() != Castling::Standard)
    }

    /// The opening of a pair. All engines know whether the match is one of Chess960, so all its
    /// openings are written that way, also those with king and rooks where they usually are.
    fn opening(&self, number: u64) -> Position {
        let opening = self.openings[(number % self.openings.len() as u64) as usize].clone();
        let usual = opening.castling() == Castling::Standard;
        if usual && self.chess960() { opening.written(Castling::XFen) } else { opening }
    }

    /// Plays one pair after the other, until there are no more. The engines stay from game to
    /// game, unless one has failed.
    fn play_pairs(&self, next: &AtomicU64, is_over: &IsOver<'_>, results: &Sender<Pair>) {
        let mut engines = [None, None];
        while !is_over() {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.pairs.end {
                return;
            }
            let opening = self.opening(number);
            let mut game = |first| self.play(&opening, first, &mut engines, is_over);
            let Some(one) = game(Side::First) else { return };
            let Some(other) = game(Side::Second) else { return };
            if results.send((number, [one, other])).is_err() {
                return;
            }
        }
    }

    /// Plays a game in which the first engine has the side `first`.
    fn play(
        &self,
        opening: &Position,
        first: Side,
        engines: &mut [Option<Adapter>; 2],
        is_over: &IsOver<'_>,
    ) -> Option<RefereedGame> {
        let sides = [first, first.other()];
        for (engine, (rival, side)) in engines.iter_mut().zip(self.rivals.into_iter().zip(sides)) {
            if engine.is_none() {
                match Adapter::start(rival, &self.own, self.chess960(), is_over) {
                    Ok(started) => *engine = Some(started),
                    Err(Fault::Unheard) => return None,
                    Err(fault) => return Some(forfeit(opening, side, &fault)),
                }
            }
        }
        let [Some(one), Some(other)] = engines else { unreachable!("both engines run") };
        let seated = if first == Side::First { [one, other] } else { [other, one] };
        let game = self.referee.play(opening, seated, is_over)?;
        if let (Some(winner), EndCause::Time | EndCause::Illegal(_) | EndCause::Crashed(_)) =
            (game.winner, &game.ended)
        {
            let failed = usize::from(sides[0] == winner);
            engines[failed] = None;
        }
        Some(game)
    }
}

/// A game that is lost because an engine does not start again.
fn forfeit(opening: &Position, loser: Side, fault: &Fault) -> RefereedGame {
    let nothing = RefereedGame::unplayed(opening);
    RefereedGame { winner: Some(loser.other()), ended: EndCause::Crashed(fault.to_string()), ..nothing }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::matches::chess::clock::Pace;

    #[test]
    fn all_openings_of_a_match_write_castling_the_same_way() {
        let usual = Position::start();
        let other: Position = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1".parse().unwrap();
        let rival: Rival = "sparring".parse().unwrap();
        let written = |openings: &[Position]| {
            let plan = Plan {
                rivals: [&rival; 2],
                own: PathBuf::new(),
                openings,
                referee: Referee { pace: Pace::Depth(1), margin: Duration::ZERO, adjudication: None },
                pairs: 0..1,
                concurrency: 1,
            };
            (0..openings.len() as u64).map(|pair| plan.opening(pair).castling()).collect::<Vec<_>>()
        };
        assert_eq!(written(std::slice::from_ref(&usual)), [Castling::Standard]);
        assert_eq!(written(&[usual, other]), [Castling::XFen, Castling::Shredder]);
    }
}
