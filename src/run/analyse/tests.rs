//! Claim: a job that panics ends the batch, even if the input never ends.

use std::io::{self, BufReader, Read, sink};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread::spawn;
use std::time::Duration;

use super::*;
use crate::{ChessSearch, Interrupt};
use sparring_engine::games::chess::Chess;
use sparring_engine::search::Settings;

/// Panics on one line.
struct Defective(ChessAnalysis);

impl Analysis for Defective {
    type Game = Chess;
    type Search<'r> = ChessSearch<'r>;

    fn flags(&self) -> String {
        self.0.flags()
    }

    fn game(&self) -> Chess {
        self.0.game()
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        self.0.plain(line)
    }

    fn search<'r>(&self, request: &'r Request) -> Result<ChessSearch<'r>, String> {
        assert_ne!(request.position, "defect", "the analysis has a defect");
        self.0.search(request)
    }
}

/// Stalemates without end after the line that panics.
struct Endless(&'static [u8]);

impl Read for Endless {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            self.0 = b"8/8/8/8/8/4k3/4p3/4K3 w - -\n";
        }
        self.0.read(to)
    }
}

#[test]
fn a_job_that_panics_ends_the_batch() {
    for (jobs, ordered) in [(1, true), (2, true), (2, false)] {
        let (ended, end) = channel();
        spawn(move || {
            let what =
                ChessAnalysis { settings: Settings::depth(1), alone: false, hash: None, remark: |_| {} };
            let what = Defective(what);
            let batch = Batch {
                flags: flags_of(&what, false),
                jobs,
                hash: 0,
                ordered,
                repeatable: false,
                earlier: Earlier::default(),
                length: None,
            };
            let input = BufReader::new(Endless(b"defect\n"));
            let run = Run::new(Pool::new(jobs).unwrap(), &Interrupt::default());
            let batch = || drop(analyse(&what, batch, &run, input, sink()));
            ended.send(catch_unwind(AssertUnwindSafe(batch)).is_err()).unwrap();
        });
        let panicked = end.recv_timeout(Duration::from_secs(600));
        assert_eq!(panicked, Ok(true), "{jobs} jobs, ordered {ordered}: it goes on without its job");
    }
}
