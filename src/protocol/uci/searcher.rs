//! The searcher: owns the engine and does one job after the other.

use std::io::Write;
use std::sync::mpsc::Receiver;

use super::info::{self, Found, Spent};
use super::job::{Job, Search};
use super::place::Place;
use super::searches::Ticket;
use super::session::Shared;
use super::{MakeEngine, Means};
use crate::engine::{Engine, Iteration, Request, Settings, Stop};
use crate::games::chess::{Chess, Move, Simplified};
use crate::report::Ledger;
use crate::run::chess_divide;

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
        let Search { place: Place { position, earlier }, go, lines, overhead } = search;
        let settings = Settings::depth(go.depth()).within(go.limits(*overhead)).with_lines(*lines);
        let request = Request { earlier, ..Request::new(position.clone(), settings) };
        let stop = self.engine.stop_switch();
        self.shared.searches.begin(ticket, &stop);
        self.engine.pool().reset();
        let mut listener = |iteration: &Iteration<Move>| {
            let text = iteration.lines.iter().enumerate().map(|(place, line)| {
                let found =
                    Found { depth: iteration.depth, rank: place + 1, score: line.score, pv: &line.pv };
                let (nodes, time) = (iteration.counts.nodes, iteration.time);
                info::found(position, &found, &self.spent(nodes, time))
            });
            self.shared.say(&text.collect::<String>());
        };
        let answer = self.engine.go(&Simplified, &request, &stop, &mut listener);
        let mut text = match &answer.last {
            Some(_) if answer.stopped.is_none() => String::new(),
            Some(_) => info::spent(&self.spent(answer.counts.nodes, answer.time)),
            None => info::over(answer.score),
        };
        text += &self.ledger();
        let any = position.legal_moves().first().copied();
        let pv = answer.last.map_or(Vec::from_iter(any), |last| last.pv);
        if go.infinite || go.ponder {
            self.shared.searches.wait(ticket);
        }
        self.shared.finish(ticket, &(text + &info::bestmove(position, &pv)));
    }

    fn spent(&self, nodes: u64, time: std::time::Duration) -> Spent {
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
        self.shared.searches.begin(ticket, &stop);
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
