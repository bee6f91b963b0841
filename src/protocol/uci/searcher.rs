//! The searcher: owns the engine and does one job at a time.

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::go::Go;
use super::info::{self, Effort};
use super::options::Options;
use super::place::Place;
use super::reporter::Reporter;
use super::request::GoRequest;
use super::searches::{Running, Ticket};
use super::session_state::SessionState;
use super::{MakeEngine, Means};
use sparring_engine::games::chess::{Chess, Move};
use sparring_engine::search::{Event, SearchStrategy, Settings, Watch};
use sparring_engine::{Engine, Stop};
use sparring_report::Ledger;
use sparring_run::{bench, chess_divide};

#[derive(Clone, Debug)]
pub(super) struct SearchJob {
    pub asked: Instant,
    pub place: Place,
    pub go: Go,
    pub options: Options,
}

/// A job of the searcher. Jobs with a ticket can be ended.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// `go`.
    Search(Ticket, Box<SearchJob>),
    /// `go perft` with this length.
    Perft(Ticket, Box<Place>, u32),
    /// `bench` to this depth.
    Bench(Ticket, u32),
    /// `setoption name Hash`, in MiB.
    Hash(usize),
    /// `setoption name Threads`.
    Threads(usize),
    /// `ucinewgame` or `Clear Hash`.
    Forget,
    /// `isready`.
    Ready,
}

pub(super) struct Searcher<'s, W> {
    shared: &'s SessionState<W>,
    make: &'s MakeEngine<'s>,
    engine: Engine<Chess>,
    means: Means,
}

impl<'s, W: Write + Send> Searcher<'s, W> {
    /// Makes the default engine.
    ///
    /// # Errors
    /// If that fails.
    pub fn new(shared: &'s SessionState<W>, make: &'s MakeEngine<'s>) -> Result<Searcher<'s, W>, String> {
        let means = Means::default();
        Ok(Searcher { shared, make, engine: make(means)?, means })
    }

    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Search(ticket, search) => self.search(ticket, &search),
                Job::Perft(ticket, place, depth) => self.perft(ticket, &place, depth),
                Job::Bench(ticket, depth) => self.bench(ticket, depth),
                Job::Hash(hash) => self.rebuild(Means { hash, ..self.means }),
                Job::Threads(threads) => self.rebuild(Means { threads, ..self.means }),
                Job::Forget => self.engine.new_game(),
                Job::Ready => self.shared.say("readyok\n"),
            }
        }
    }

    /// Makes an engine with other resources, or else with the old.
    fn rebuild(&mut self, means: Means) {
        if means == self.means {
            return;
        }
        // The old table is freed first, because memory may not suffice for two. A small engine
        // stands in and stays if all else fails.
        let before = self.means;
        self.remake(Means { threads: 1, hash: 1 });
        if !self.remake(means) && self.means != before {
            self.remake(before);
        }
    }

    /// Tries to make an engine. Returns true if it now has these resources.
    fn remake(&mut self, means: Means) -> bool {
        match (self.make)(means) {
            Ok(engine) => (self.engine, self.means) = (engine, means),
            Err(why) => self.shared.inform(&why),
        }
        self.means == means
    }

    fn search(&self, ticket: Ticket, search: &SearchJob) {
        let SearchJob { asked, place: Place { position, earlier, .. }, go, options } = search;
        let (since, stop) = (Instant::now(), self.engine.stop_switch());
        let begins = Arc::new(OnceLock::new());
        if !go.ponder {
            // The wait for an earlier search's answer does not count.
            _ = begins.set(self.shared.answered().map_or(*asked, |answered| answered.max(*asked)));
        }
        if options.strategy.is_exact() && !go.searchmoves.is_empty() {
            let name = options.strategy.name();
            self.shared.inform(&format!(
                "got go searchmoves, expected it with the strategies that play; {name} looks at all moves"
            ));
        }
        let (limits, budget) = go.times(options.overhead);
        // A pondering exact search has no own time limit.
        let ponders_exactly = go.ponder && options.strategy.is_exact();
        let budgeted = budget.map(|budget| if ponders_exactly { budget.soft } else { budget.hard });
        let most = limits.movetime.into_iter().chain(budgeted).min();
        self.engine.pool().reset();
        self.shared.begin(Running {
            shows_wdl: options.shows_wdl,
            begins: begins.clone(),
            most,
            ends_at_hit: ponders_exactly && most.is_none() && !go.is_limited(),
            since,
            ..Running::new(ticket, position.clone(), &self.engine, stop.clone())
        });
        let (shared, engine, mate, shows_wdl) = (self.shared, &self.engine, go.mate, options.shows_wdl);
        let reporter = Reporter { shared, ticket, engine, position, shows_wdl, since, mate, stop: &stop };
        let on_event = |event: &Event<Move>| reporter.event(event);
        let settings = Settings::depth(go.depth()).by(options.strategy);
        let settings = settings.within(limits).with_lines(options.lines);
        let (moves, begins, watch) = (&*go.searchmoves, &*begins, Watch(&on_event));
        let request = GoRequest { position, earlier, moves, settings, budget, begins, watch };
        let answer = request.search(engine, &stop, &mut |found| reporter.iteration(found));
        let effort = Effort { nodes: answer.counts.nodes, time: answer.time };
        let mut text = String::new();
        let pv = match answer.last {
            Some(last) => {
                text += &answer.stopped.map_or(String::new(), |_| info::effort(&effort));
                last.pv
            }
            None => {
                let legal = position.legal_moves();
                let moves = if moves.is_empty() { &*legal } else { moves };
                let moves = &moves[..moves.len().min(options.lines)];
                let over = info::over(position, shows_wdl, (answer.score, moves), &effort);
                shared.found(ticket, &over, |_| ());
                moves.iter().copied().take(1).collect()
            }
        };
        text += &self.ledger();
        if go.infinite || go.ponder {
            self.shared.wait(ticket, go.ponder && !go.infinite);
        }
        self.shared.finish(ticket, &(text + &info::bestmove(position, &pv)));
    }

    fn ledger(&self) -> String {
        if !self.shared.debug() {
            return String::new();
        }
        let ledger = Ledger::of(&self.engine.pool().snapshot()).lines();
        ledger.lines().map(|line| format!("info string {line}\n")).collect()
    }

    fn bench(&self, ticket: Ticket, depth: u32) {
        let bench = bench(depth, |engine, position, stop| {
            self.shared.begin(Running::new(ticket, position.clone(), engine, stop.clone()));
        });
        let line = match bench {
            Ok(Some(bench)) => bench.line(),
            Ok(None) => "info string got stop before the benchmark was complete".to_owned(),
            Err(why) => format!("info string {why}"),
        };
        self.shared.finish(ticket, &(line + "\n"));
    }

    fn perft(&self, ticket: Ticket, place: &Place, depth: u32) {
        let stop: Stop = self.engine.stop_switch();
        self.shared.begin(Running::new(ticket, place.position.clone(), &self.engine, stop.clone()));
        let counts = match depth {
            0 => Some(Vec::new()),
            _ => chess_divide(&self.engine, &place.position, depth, &stop),
        };
        let text = match counts {
            Some(counts) => {
                let nodes: u64 = counts.iter().map(|(_, count)| count).sum();
                let nodes = if depth == 0 { 1 } else { nodes };
                let lines = counts.iter().map(|(m, count)| format!("{m}: {count}\n"));
                lines.collect::<String>() + &format!("\nNodes searched: {nodes}\n\n")
            }
            None => "info string got stop before the count was complete\n".to_owned(),
        };
        self.shared.finish(ticket, &text);
    }
}
