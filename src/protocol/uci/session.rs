//! The reader: obeys commands and never waits for a search.

use std::io::{BufRead, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

use super::MakeEngine;
use super::go::Go;
use super::options::{Effect, Options, shown};
use super::place::{Place, in_chess960};
use super::searcher::{Job, SearchJob, Searcher};
use super::searches::{Kind, Searches};
use super::session_state::SessionState;
use crate::protocol::{Input, bounded_line};
use sparring_engine::game::{MAX_PLY, Side};
use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{Glyphs, Square, draw};
use sparring_run::{BENCH_DEPTH, EndsOnPanic, PROGRAM};

/// Longest command in bytes, enough for any game.
pub const MAX_COMMAND: usize = 1 << 18;

pub struct Session<'s, W> {
    shared: &'s SessionState<W>,
    jobs: Sender<Job>,
    options: Options,
    place: Place,
    /// True if the last `position` was refused, so that there is none to search.
    is_lost: bool,
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

impl<W: Write + Send> Session<'_, W> {
    /// Obeys `input` until `quit` or its end. Every search then ends with its `bestmove`; perft
    /// and benchmarks are completed.
    ///
    /// # Errors
    /// If `make` cannot make an engine with default resources.
    pub fn serve(mut input: impl BufRead, output: W, make: &MakeEngine<'_>) -> Result<(), String> {
        let shared = SessionState::new(output);
        let searcher = Searcher::new(&shared, make)?;
        thread::scope(|scope| {
            let (jobs, work) = channel();
            let closed = &shared.closed;
            scope.spawn(move || {
                let _ends = EndsOnPanic(closed);
                searcher.run(&work);
            });
            scope.spawn(|| shared.keep_time());
            let (options, place) = (Options::default(), Place::start());
            let mut session = Session { shared: &shared, jobs, options, place, is_lost: false };
            while !shared.closed.load(Relaxed) {
                let next = match bounded_line(&mut input, MAX_COMMAND) {
                    Input::Line(line) => session.obey(&line),
                    Input::TooLong => session.refuse(&format!(
                        "got a line of more than {MAX_COMMAND} bytes, expected a command; try isready"
                    )),
                    Input::Interrupt => {
                        shared.change(Searches::end);
                        Next::Quit
                    }
                    Input::End => Next::Quit,
                };
                if next == Next::Quit {
                    break;
                }
            }
            shared.change(Searches::close);
            if shared.closed.load(Relaxed) {
                shared.change(Searches::end);
            }
        });
        Ok(())
    }

    fn refuse(&self, why: &str) -> Next {
        self.shared.inform(why);
        Next::GoOn
    }

    /// Obeys a line. By the protocol, unknown words before a command are skipped.
    fn obey(&mut self, line: &str) -> Next {
        let words: Vec<&str> = line.split_whitespace().collect();
        for begin in 0..words.len() {
            if let Some(next) = self.command(words[begin], &words[begin + 1..]) {
                return next;
            }
        }
        match words.is_empty() {
            true => Next::GoOn,
            false => self.refuse(&format!(
                "got '{}', expected a command of UCI, d, eval or bench; try uci or go depth 5",
                shown(line)
            )),
        }
    }

    fn command(&mut self, command: &str, words: &[&str]) -> Option<Next> {
        match command {
            "uci" => self.shared.say(&introduction()),
            "debug" => self.shared.set_debug(words != ["off"]),
            "isready" if self.shared.any_search() => self.shared.say("readyok\n"),
            "isready" => self.ask(Job::Ready),
            "setoption" => self.set_option(words),
            "register" => {}
            "ucinewgame" => self.ask(Job::Forget),
            "position" => match Place::read(words, self.options.chess960) {
                Ok(place) => {
                    if !place.remark.is_empty() {
                        self.shared.inform(&format!("position: {}", place.remark));
                    }
                    (self.place, self.is_lost) = (place, false);
                }
                Err(why) => {
                    self.shared.inform(&why);
                    self.is_lost = true;
                }
            },
            "go" => self.go(words),
            "stop" => self.shared.change(Searches::end),
            "ponderhit" => self.shared.change(Searches::hit),
            "d" => self.shared.say(&self.drawing()),
            "eval" => self.shared.say(&self.evaluation()),
            "bench" => self.bench(words),
            "quit" => return Some(Next::Quit),
            _ => return None,
        }
        Some(Next::GoOn)
    }

    /// Sends a job. If the searcher has panicked, the session ends.
    fn ask(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            self.shared.closed.store(true, Relaxed);
        }
    }

    fn set_option(&mut self, words: &[&str]) {
        match self.options.set(words) {
            Ok(Effect::Set) => {
                let place = &mut self.place;
                place.position = in_chess960(place.position.clone(), self.options.chess960);
            }
            Ok(Effect::Hash(mib)) => self.ask(Job::Hash(mib)),
            Ok(Effect::Threads(threads)) => self.ask(Job::Threads(threads)),
            Ok(Effect::Clear) => self.ask(Job::Forget),
            Err(why) => _ = self.refuse(&why),
        }
    }

    fn go(&self, words: &[&str]) {
        let asked = Instant::now();
        // An interface would play a move of the position before on the board that it has.
        if self.is_lost {
            self.shared.inform("got go after a position that was refused, expected a position first");
            return self.shared.say("bestmove 0000\n");
        }
        let (go, faults) = Go::read(words, &self.place.position);
        faults.iter().for_each(|fault| self.shared.inform(fault));
        let ticket = self.shared.change(|searches| searches.ask(go.kind()));
        let place = self.place.clone();
        self.ask(match go.perft {
            Some(depth) => Job::Perft(ticket, Box::new(place), depth),
            None => {
                let options = self.options.clone();
                Job::Search(ticket, Box::new(SearchJob { asked, place, go, options }))
            }
        });
    }

    fn bench(&self, words: &[&str]) {
        let depth = match words.first().map_or(Ok(BENCH_DEPTH), |word| word.parse()) {
            Ok(depth) if (1..=MAX_PLY).contains(&depth) => depth,
            _ => {
                let got = shown(words[0]);
                let why = format!(
                    "got bench '{got}', expected a depth from 1 to {MAX_PLY}; try bench {BENCH_DEPTH}"
                );
                return self.shared.inform(&why);
            }
        };
        let ticket = self.shared.change(|searches| searches.ask(Kind::Count));
        self.ask(Job::Bench(ticket, depth));
    }

    fn drawing(&self) -> String {
        let position = &self.place.position;
        let checkers: Vec<String> = position.checkers().into_iter().map(|s: Square| s.to_string()).collect();
        format!(
            "\n{}\nFen: {position}\nKey: {:016X}\nCheckers: {}\n",
            draw(position, Side::First, Glyphs::Letters),
            position.key(),
            checkers.join(" ")
        )
    }

    fn evaluation(&self) -> String {
        let position = &self.place.position;
        if position.checkers().any() {
            return "Static evaluation: none (in check)\n".to_owned();
        }
        let network = Network::built_in();
        let worths = network.worths(position);
        let rank = |rank: u8| {
            let square = |file: u8| {
                let at = worths.iter().find(|(square, _)| *square == Square::at(file, rank));
                at.map_or(format!("{:>7}", "."), |&(_, worth)| format!("{:>+7.2}", f64::from(worth) / 100.0))
            };
            format!("{} {}\n", rank + 1, (0..8).map(square).collect::<String>())
        };
        let ranks: String = (0..8).rev().map(rank).collect();
        let files: String = ('a'..='h').map(|file| format!("{file:>7}")).collect();
        let score = network.value_of(position);
        let white = if position.side_to_move() == Side::First { score } else { -score };
        format!(
            "By how many pawns each side's value falls without a piece of its own:\n{ranks}  {files}\n\
             Static evaluation: {:+.2} pawns for White\n",
            f64::from(white) / 100.0
        )
    }
}

fn introduction() -> String {
    format!(
        "id name sparring {}\nid author the authors of sparring\n{}uciok\n",
        PROGRAM.version,
        Options::list()
    )
}
