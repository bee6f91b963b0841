//! Many games between engines, several at a time.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use super::adapter::{Adapter, Fault, IsOver};
use super::clock::Pace;
use super::referee::{Adjudication, EndCause, Referee, RefereedGame};
use super::rival::Rival;
use super::schedule::Schedule;
use super::standing::Standing;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Castling, Position};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan<'p> {
    pub rivals: &'p [Rival],
    pub schedule: Schedule,
    /// Path of this program.
    pub own: PathBuf,
    /// Round `n` uses opening `n` modulo their number.
    pub openings: &'p [Position],
    /// Limit of engines without one of their own.
    pub pace: Pace,
    /// Tolerated overrun of a move's time.
    pub margin: Duration,
    pub adjudication: Option<Adjudication>,
    pub pairs: Range<u64>,
    /// Simultaneous games.
    pub concurrency: usize,
    /// The tag `Event` of the games.
    pub event: &'p str,
}

type Pair = (u64, [RefereedGame; 2]);

/// Plays a match. `go_on` gets every finished pair, in order, and returns false to end it, which
/// drops pairs in progress. `stop` ends it at once.
///
/// # Errors
/// The engine that does not start, and the reason.
pub fn series<'p>(
    plan: &Plan<'p>,
    stop: &AtomicBool,
    mut go_on: impl FnMut(&Standing, u64, &[RefereedGame; 2]) -> bool,
) -> Result<Standing, (&'p Rival, Fault)> {
    let mut standing = Standing::new(&plan.schedule, plan.rivals.len());
    for rival in plan.rivals {
        match Adapter::start(rival, &plan.own, plan.chess960(), &|| stop.load(Relaxed)) {
            Ok(_starts) => {}
            Err(Fault::Unheard) => return Ok(standing),
            Err(fault) => return Err((rival, fault)),
        }
    }
    let (next, enough) = (AtomicU64::new(plan.pairs.start), AtomicBool::new(false));
    let is_over = || stop.load(Relaxed) || enough.load(Relaxed);
    thread::scope(|scope| {
        let (sender, pairs) = channel();
        for _ in 0..plan.concurrency {
            let sender = sender.clone();
            let (next, is_over) = (&next, &is_over);
            scope.spawn(move || plan.play_pairs(next, is_over, &sender));
        }
        drop(sender);
        // Pairs that are over, but an earlier one is not. Without them a stopped match has no
        // gaps.
        let mut waiting = BTreeMap::new();
        let mut due = plan.pairs.start;
        for (number, games) in pairs {
            waiting.insert(number, games);
            while !enough.load(Relaxed)
                && let Some(games) = waiting.remove(&due)
            {
                standing.add_pair(&plan.schedule, plan.schedule.place(due).pairing, &games);
                let goes_on = go_on(&standing, due, &games);
                enough.store(!goes_on, Relaxed);
                due += 1;
            }
        }
        standing.dropped = waiting.len() as u64;
    });
    Ok(standing)
}

impl Plan<'_> {
    /// An engine's limit.
    pub fn pace_of(&self, engine: usize) -> Pace {
        self.rivals[engine].pace.unwrap_or(self.pace)
    }

    /// Returns all engines' limits in words.
    pub fn pace(&self) -> String {
        let mut paces: Vec<String> = Vec::new();
        for pace in (0..self.rivals.len()).map(|engine| self.pace_of(engine).to_string()) {
            if !paces.contains(&pace) {
                paces.push(pace);
            }
        }
        paces.join(" against ")
    }

    /// The engines of a pair and its opening's number.
    pub fn engines(&self, pair: u64) -> [usize; 2] {
        self.schedule.pairings[self.schedule.place(pair).pairing]
    }

    fn chess960(&self) -> bool {
        self.openings.iter().any(|opening| opening.castling() != Castling::Standard)
    }

    /// A round's opening. Engines are told once that a match is Chess960, so all of its
    /// openings use that castling notation.
    fn opening(&self, round: u64) -> Position {
        let opening = self.openings[(round % self.openings.len() as u64) as usize].clone();
        let usual = opening.castling() == Castling::Standard;
        if usual && self.chess960() { opening.written(Castling::XFen) } else { opening }
    }

    /// Plays pairs until none are left. Engine processes are reused unless they fail or rest.
    fn play_pairs(&self, next: &AtomicU64, is_over: &IsOver<'_>, results: &Sender<Pair>) {
        let mut processes: Vec<Option<Adapter>> = self.rivals.iter().map(|_| None).collect();
        while !is_over() {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.pairs.end {
                return;
            }
            let (opening, [one, other]) =
                (self.opening(self.schedule.place(number).round), self.engines(number));
            for (engine, process) in processes.iter_mut().enumerate() {
                if engine != one && engine != other {
                    *process = None;
                }
            }
            let mut game = |seats| self.play(&opening, seats, &mut processes, is_over);
            let Some(first) = game([one, other]) else { return };
            let Some(second) = game([other, one]) else { return };
            if results.send((number, [first, second])).is_err() {
                return;
            }
        }
    }

    /// Plays a game; `seats` are the engines of White and Black.
    fn play(
        &self,
        opening: &Position,
        seats: [usize; 2],
        processes: &mut [Option<Adapter>],
        is_over: &IsOver<'_>,
    ) -> Option<RefereedGame> {
        for (engine, side) in seats.into_iter().zip([Side::First, Side::Second]) {
            if processes[engine].is_none() {
                match Adapter::start(&self.rivals[engine], &self.own, self.chess960(), is_over) {
                    Ok(started) => processes[engine] = Some(started),
                    Err(Fault::Unheard) => return None,
                    Err(fault) => {
                        let ended = EndCause::Crashed(fault.to_string());
                        return Some(RefereedGame::unplayed(opening).broken_off(side, ended));
                    }
                }
            }
        }
        let paces = seats.map(|engine| self.pace_of(engine));
        let referee = Referee { paces, margin: self.margin, adjudication: self.adjudication };
        let Ok([Some(white), Some(black)]) = processes.get_disjoint_mut(seats) else {
            unreachable!("two engines run")
        };
        let game = referee.play(opening, [white, black], is_over)?;
        if let Some(side) = game.at_fault {
            processes[seats[side as usize]] = None;
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_of_a_match_write_castling_the_same_way() {
        let usual = Position::start();
        let other: Position = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1".parse().unwrap();
        let rival: Rival = "sparring".parse().unwrap();
        let written = |openings: &[Position]| {
            let plan = Plan {
                rivals: &[rival.clone(), rival.clone()],
                schedule: Schedule::round_robin(2),
                own: PathBuf::new(),
                openings,
                pace: Pace::Depth(1),
                margin: Duration::ZERO,
                adjudication: None,
                pairs: 0..1,
                concurrency: 1,
                event: "?",
            };
            (0..openings.len() as u64).map(|pair| plan.opening(pair).castling()).collect::<Vec<_>>()
        };
        assert_eq!(written(std::slice::from_ref(&usual)), [Castling::Standard]);
        assert_eq!(written(&[usual, other]), [Castling::XFen, Castling::Shredder]);
    }
}
