//! Many games between two engines, several at a time.

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

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan<'p> {
    pub rivals: [&'p Rival; 2],
    /// Path of this program.
    pub own: PathBuf,
    /// Pair `n` uses opening `n` modulo their number.
    pub openings: &'p [Position],
    pub referee: Referee,
    pub pairs: Range<u64>,
    /// Simultaneous games.
    pub concurrency: usize,
}

type Pair = (u64, [RefereedGame; 2]);

/// Plays a match. `go_on` gets every finished pair and returns false to end it, which drops pairs
/// in progress. `stop` ends it at once.
///
/// # Errors
/// The name of an engine that does not start, and the reason.
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
    fn chess960(&self) -> bool {
        self.openings.iter().any(|opening| opening.castling() != Castling::Standard)
    }

    /// Returns a pair's opening. Engines are told once that a match is Chess960, so all of its
    /// openings use that castling notation.
    fn opening(&self, number: u64) -> Position {
        let opening = self.openings[(number % self.openings.len() as u64) as usize].clone();
        let usual = opening.castling() == Castling::Standard;
        if usual && self.chess960() { opening.written(Castling::XFen) } else { opening }
    }

    /// Plays pairs until none are left. Engine processes are reused unless they fail.
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
