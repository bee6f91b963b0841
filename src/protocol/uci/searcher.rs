//! The searcher: owns the engine and does one job after the other.

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::info::{self, Spent};
use super::job::{Job, Search};
use super::place::Place;
use super::searches::{Running, Ticket};
use super::shared::Shared;
use super::telling::Telling;
use super::way::{Question, Way};
use super::{MakeEngine, Means};
use crate::engine::{Engine, Event, Settings, Stop, Watch};
use crate::games::chess::{Chess, Move};
use crate::report::Ledger;
use crate::run::{bench, chess_divide};

/// Does jobs.
pub(super) struct Searcher<'s, W> {
    shared: &'s Shared<W>,
    make: &'s MakeEngine<'s>,
    engine: Engine<Chess>,
    /// What the engine is made of.
    means: Means,
    /// What it is to be made of.
    wanted: Means,
    /// When the last search ended.
    free: Instant,
}

impl<'s, W: Write + Send> Searcher<'s, W> {
    /// # Errors
    /// If there can be no engine of the usual means.
    pub fn new(shared: &'s Shared<W>, make: &'s MakeEngine<'s>) -> Result<Searcher<'s, W>, String> {
        let means = Means::default();
        Ok(Searcher { shared, make, engine: make(means)?, means, wanted: means, free: Instant::now() })
    }

    /// Does all jobs that come, until no more can come.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Search(ticket, search) => {
                    self.rebuild();
                    self.search(ticket, &search);
                }
                Job::Perft(ticket, place, depth) => self.perft(ticket, &place, depth),
                Job::Bench(ticket, depth) => {
                    let line = bench(depth).map_or_else(|why| format!("info string {why}"), |b| b.line());
                    self.shared.finish(ticket, &(line + "\n"));
                }
                Job::Means(means) => self.wanted = means,
                Job::Forget => {
                    self.rebuild();
                    self.engine.new_game();
                }
                Job::Ready => {
                    self.rebuild();
                    self.shared.say("readyok\n");
                }
            }
        }
    }

    /// Makes the engine that is wanted. If that fails, the old one stays.
    fn rebuild(&mut self) {
        if self.means == self.wanted {
            return;
        }
        match (self.make)(self.wanted) {
            Ok(engine) => (self.engine, self.means) = (engine, self.wanted),
            Err(why) => {
                self.wanted = self.means;
                self.shared.inform(&why);
            }
        }
    }

    fn search(&mut self, ticket: Ticket, search: &Search) {
        let Search { asked, place: Place { position, earlier }, go, options } = search;
        let (since, stop) = (Instant::now(), self.engine.stop_switch());
        let begins = Arc::new(OnceLock::new());
        if !go.ponder {
            // A search that had to wait for another one has its time nevertheless.
            _ = begins.set((*asked).max(self.free));
        }
        let ends_at_hit = go.ponder && matches!(options.way, Way::Exact(_));
        let (limits, budget) = go.times(options.overhead);
        let most = limits.movetime.into_iter().chain(budget.map(|budget| budget.hard)).min();
        self.engine.pool().reset();
        self.shared.begin(Running {
            ticket,
            position: position.clone(),
            shows_wdl: options.shows_wdl,
            stop: stop.clone(),
            begins: begins.clone(),
            most,
            ends_at_hit,
            since,
            nodes: self.engine.node_count(),
            found: None,
            finished_nodes: 0,
        });
        let (shared, engine, mate, shows_wdl) = (self.shared, &self.engine, go.mate, options.shows_wdl);
        let telling = Telling { shared, ticket, engine, position, shows_wdl, since, mate, stop: &stop };
        let happened = |event: &Event<Move>| telling.happened(event);
        let settings = Settings::depth(go.depth()).within(limits).with_lines(options.lines);
        let (moves, begins, watch) = (&*go.searchmoves, &*begins, Watch(&happened));
        let question = Question { position, earlier, moves, settings, budget, begins, watch };
        let answer = options.way.search(engine, &question, &stop, &mut |found| telling.finished(found));
        let mut text = match &answer.last {
            Some(_) if answer.stopped.is_none() => String::new(),
            Some(_) => info::spent(&Spent { nodes: answer.counts.nodes, time: answer.time }),
            None => info::over(answer.score),
        };
        text += &self.ledger();
        let any = position.legal_moves().first().copied();
        let pv = answer.last.map_or(Vec::from_iter(any), |last| last.pv);
        if go.infinite || go.ponder {
            self.shared.wait(ticket, go.ponder && !go.infinite);
        }
        self.shared.finish(ticket, &(text + &info::bestmove(position, &pv)));
        self.free = Instant::now();
    }

    /// What became of the tasks, if `debug` is on.
    fn ledger(&self) -> String {
        if !self.shared.debug() {
            return String::new();
        }
        let ledger = Ledger::of(&self.engine.pool().snapshot()).lines();
        ledger.lines().map(|line| format!("info string {line}\n")).collect()
    }

    fn perft(&self, ticket: Ticket, place: &Place, depth: u32) {
        let stop: Stop = self.engine.stop_switch();
        self.shared.begin(Running {
            ticket,
            position: place.position.clone(),
            shows_wdl: false,
            stop: stop.clone(),
            begins: Arc::default(),
            most: None,
            ends_at_hit: false,
            since: Instant::now(),
            nodes: self.engine.node_count(),
            found: None,
            finished_nodes: 0,
        });
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
