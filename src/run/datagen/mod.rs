//! `sparring chess datagen`: training games of the engine against itself.
//!
//! A game is a function of its seed: one worker searches it with its own, emptied table. Games run
//! side by side and are written in the order of seeds. So the file is the same on any number of
//! workers, and an interrupted run continues where it ends.

mod file;
mod game;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;

pub use file::GamesFile;
use game::{MoveChooser, ScoredMove, play};

use super::ends_on_panic::EndsOnPanic;
use super::interrupt::Interrupt;
use super::lifecycle::{Run, RunOutcome};
use super::live::Screen;
use super::output::Output;
use super::progress::Progress;
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::training::{GamesHeader, TrainingGame};
use sparring_engine::games::chess::{Chess, Position};
use sparring_engine::search::{PlayRequest, Settings};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Worker;

/// MiB per worker; short searches fill no more.
const HASH: usize = 4;

#[derive(Clone, Copy, Debug)]
pub struct Datagen {
    pub header: GamesHeader,
    /// Games in the finished file.
    pub games: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Generated {
    pub games: u64,
    /// Plies, including random ones.
    pub plies: u64,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
}

/// Plays the games missing after `earlier` ones. The value is a write error, if any.
pub fn datagen(
    what: &Datagen,
    earlier: u64,
    file: impl Write + Send,
    run: &Run,
) -> RunOutcome<io::Result<Generated>> {
    run.shown(Progress::lines(Some(what.games)), |screen| {
        screen.count(earlier, Some(what.games));
        let state = DatagenState {
            what,
            earlier,
            next: AtomicU64::new(0),
            panicked: AtomicBool::new(false),
            output: Output::new(file, true),
            generated: Mutex::new(Generated::default()),
            interrupt: &run.interrupt,
            screen,
        };
        // The work itself checks the interrupt.
        run.stopped_by(
            || {},
            || {
                // One thread per worker, as in `analyse`: it lends the worker its games.
                thread::scope(|scope| {
                    for _ in 0..run.pool.threads() {
                        scope.spawn(|| {
                            let mut engine = Engine::new(Chess, run.pool.clone(), HASH);
                            run.pool.install(|worker| state.games(worker, &mut engine));
                        });
                    }
                });
                state.output.finish()?;
                Ok(state.generated.into_inner())
            },
        )
    })
}

struct DatagenState<'r, W> {
    what: &'r Datagen,
    earlier: u64,
    next: AtomicU64,
    panicked: AtomicBool,
    output: Output<W>,
    generated: Mutex<Generated>,
    interrupt: &'r Interrupt,
    screen: &'r Screen<'r>,
}

impl<W: Write> DatagenState<'_, W> {
    /// Plays missing games. After Ctrl-C a started game is finished, because later ones wait for
    /// it.
    fn games(&self, mut worker: Worker<'_>, engine: &mut Engine<Chess>) {
        let _ends = EndsOnPanic(&self.panicked);
        let GamesHeader { seed, nodes, random } = self.what.header;
        let missing = self.what.games.saturating_sub(self.earlier);
        while !(self.interrupt.requested() || self.output.failed() || self.panicked.load(Relaxed)) {
            let index = self.next.fetch_add(1, Relaxed);
            if index >= missing {
                return;
            }
            let mut search = Nodes { worker: worker.lend(), engine, limit: nodes };
            let game = play(&mut search, seed.wrapping_add(self.earlier + index), random);
            let played = self.generated.lock().count(&game);
            self.output.put(index, game.bytes());
            self.screen.count(self.earlier + played, Some(self.what.games));
        }
    }
}

impl Generated {
    fn count(&mut self, game: &TrainingGame) -> u64 {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.results[2 - usize::from(game.half_points)] += 1;
        self.games
    }
}

/// A search of at least `limit` nodes that finishes its depth.
struct Nodes<'a, 'w> {
    worker: Worker<'w>,
    engine: &'a mut Engine<Chess>,
    limit: u32,
}

impl MoveChooser for Nodes<'_, '_> {
    fn best(&mut self, position: &Position, earlier: &[u64]) -> ScoredMove {
        // Splits would make a game depend on idle workers, and a node limit would make it depend on
        // their number. So whole depths are searched without splits.
        let settings = Settings { split_depth: MAX_PLY, ..Settings::depth(MAX_PLY) };
        let request = PlayRequest { earlier, ..PlayRequest::new(position.clone(), settings) };
        let stop = self.engine.stop_switch();
        let limit = u64::from(self.limit);
        let answer = self.engine.go_on(
            self.worker.lend(),
            &Compiled(Network::built_in()),
            &request,
            &stop,
            &mut |depth| {
                if depth.counts.nodes >= limit {
                    stop.stop();
                }
            },
        );
        let last = answer.last.expect("the game goes on");
        ScoredMove { m: last.best, score: last.score }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}
