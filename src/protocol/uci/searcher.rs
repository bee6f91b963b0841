//! The searcher: owns the engine and does one job after the other.

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::info::{self, Found, Spent};
use super::job::{Job, Search};
use super::place::Place;
use super::searches::{Running, Ticket};
use super::session::Shared;
use super::way::{Question, Way};
use super::{MakeEngine, Means};
use crate::engine::{Clock, Engine, Iteration, Settings, Stop};
use crate::games::chess::{Chess, Move, Position};
use crate::report::Ledger;
use crate::run::{BENCH_DEPTH, bench, chess_divide};

/// Does jobs.
pub(super) struct Searcher<'s, W> {
    shared: &'s Shared<W>,
    make: &'s MakeEngine<'s>,
    engine: Engine<Chess>,
    /// What the engine is made of.
    means: Means,
    /// What it is to be made of.
    wanted: Means,
}

impl<'s, W: Write + Send> Searcher<'s, W> {
    /// # Errors
    /// If there can be no engine of the usual means.
    pub fn new(shared: &'s Shared<W>, make: &'s MakeEngine<'s>) -> Result<Searcher<'s, W>, String> {
        let means = Means::default();
        Ok(Searcher { shared, make, engine: make(means)?, means, wanted: means })
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
                Job::Bench(ticket) => {
                    let line =
                        bench(BENCH_DEPTH).map_or_else(|why| format!("info string {why}"), |b| b.line());
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

    fn search(&self, ticket: Ticket, search: &Search) {
        let Search { place: Place { position, earlier }, go, options } = search;
        let searches = &self.shared.searches;
        let settings = Settings::depth(go.depth()).within(go.limits()).with_lines(options.lines);
        let clock = go.clock.filter(|_| !go.infinite);
        let budget = clock.map(|clock| Clock { overhead: options.overhead, ..clock }.budget());
        let hit = Arc::new(OnceLock::new());
        let begins = go.ponder.then_some(&*hit);
        let question = Question { position, earlier, moves: &go.searchmoves, settings, budget, begins };
        let stop = self.engine.stop_switch();
        let ends_at_hit = go.ponder && matches!(options.way, Way::Exact(_));
        searches.begin(Running { ticket, stop: stop.clone(), hit: hit.clone(), ends_at_hit });
        self.engine.pool().reset();
        let mut listener = |iteration: &Iteration<Move>| self.shared.say(&self.lines(position, iteration));
        let answer = options.way.search(&self.engine, &question, &stop, &mut listener);
        let mut text = match &answer.last {
            Some(_) if answer.stopped.is_none() => String::new(),
            Some(_) => info::spent(&self.spent(answer.counts.nodes, answer.time)),
            None => info::over(answer.score),
        };
        text += &self.ledger();
        let any = position.legal_moves().first().copied();
        let pv = answer.last.map_or(Vec::from_iter(any), |last| last.pv);
        if go.infinite || go.ponder {
            searches.wait(ticket, go.ponder && !go.infinite);
        }
        self.shared.finish(ticket, &(text + &info::bestmove(position, &pv)));
    }

    /// The lines of a finished depth.
    fn lines(&self, position: &Position, iteration: &Iteration<Move>) -> String {
        let spent = self.spent(iteration.counts.nodes, iteration.time);
        let text = iteration.lines.iter().enumerate().map(|(place, line)| {
            let seldepth = iteration.selective_depth.max(iteration.depth);
            let found =
                Found { depth: iteration.depth, seldepth, rank: place + 1, score: line.score, pv: &line.pv };
            info::found(position, &found, &spent)
        });
        text.collect()
    }

    fn spent(&self, nodes: u64, time: Duration) -> Spent {
        Spent { nodes, time, hashfull: self.engine.table_permille() }
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
        let running = Running { ticket, stop: stop.clone(), hit: Arc::default(), ends_at_hit: false };
        self.shared.searches.begin(running);
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
