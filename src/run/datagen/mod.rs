//! `sparring chess datagen`: games of the engine against itself, to train an evaluation on.
//!
//! A game is a function of its seed: each is searched by one worker, with its own table, emptied
//! before the game. The games are played side by side and written in the order of their seeds, so
//! the file is the same on any number of workers, and a run that was interrupted goes on where the
//! file ends.

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

/// MiB of each worker's table: a game of short searches fills no more.
const HASH: usize = 4;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Datagen {
    /// How the games are played.
    pub header: GamesHeader,
    /// How many games the file is to hold.
    pub games: u64,
}

/// What was played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generated {
    /// Games written.
    pub games: u64,
    /// Their plies, random ones included.
    pub plies: u64,
    /// Games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
}

/// Plays the games that a file does not hold yet, `earlier` being those it does, and writes them.
/// The value is an error if the file cannot be written.
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
        // The work ends at its next look at the interrupt.
        run.stopped_by(
            || {},
            || {
                // One thread for each worker, as a batch of `analyse` has them: it lends the worker
                // its games.
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

/// What the workers share.
struct DatagenState<'r, W> {
    what: &'r Datagen,
    earlier: u64,
    /// The next game that nobody plays yet.
    next: AtomicU64,
    panicked: AtomicBool,
    output: Output<W>,
    generated: Mutex<Generated>,
    interrupt: &'r Interrupt,
    screen: &'r Screen<'r>,
}

impl<W: Write> DatagenState<'_, W> {
    /// Plays one game after the other, as long as any are missing. A game that has begun is played
    /// to its end after Ctrl-C too, so that no later one waits in vain to be written.
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
    /// Adds a game. Returns how many there are.
    fn count(&mut self, game: &TrainingGame) -> u64 {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.results[2 - usize::from(game.half_points)] += 1;
        self.games
    }
}

/// Searches at least this number of nodes for each move, and then the depth it is at to its end.
struct Nodes<'a, 'w> {
    worker: Worker<'w>,
    engine: &'a mut Engine<Chess>,
    limit: u32,
}

impl MoveChooser for Nodes<'_, '_> {
    fn best(&mut self, position: &Position, earlier: &[u64]) -> ScoredMove {
        // Without splits: a game may not depend on who is idle. And without a limit of nodes,
        // which is met at a moment that depends on the number of workers: whole depths are
        // searched, the last one begins before the limit.
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
