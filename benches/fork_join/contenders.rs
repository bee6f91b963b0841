//! Rows of the tables of items: a library and the way in which it puts them up.

use std::thread;
use std::time::Duration;

use crate::args::Args;
use crate::items::{Call, Verb};
use crate::peers::{Peer, Pool};

/// A scheduler that runs items in one way: a row of a table.
#[derive(Clone, Copy)]
pub struct Contender {
    pub peer: Peer,
    pub verb: Verb,
}

impl Contender {
    /// Its name in tables.
    pub fn name(self) -> String {
        format!("{} {}", self.peer.name(), self.verb.name())
    }

    /// Starts a pool, has it run some items of nothing, and leaves it alone until its workers
    /// sleep.
    pub fn rested_pool(self, threads: usize) -> Box<dyn Pool> {
        let mut pool = self.peer.start(threads);
        pool.items(&Call::of(self.verb, threads, &|_| ()));
        thread::sleep(REST);
        pool
    }
}

/// Pause between starting a pool and measuring it, in which its workers fall asleep.
const REST: Duration = Duration::from_millis(10);

/// All schedulers that were asked for, each with those of the verbs that it has. Plain calls are
/// not among them.
pub fn contenders(args: &Args, verbs: &[Verb]) -> Vec<Contender> {
    let peers = args.peers().into_iter().filter(|&peer| peer != Peer::Sequential);
    let of = |peer: Peer| {
        let has = peer.verbs();
        verbs.iter().filter(|verb| has.contains(verb)).map(move |&verb| Contender { peer, verb })
    };
    peers.flat_map(of).collect()
}
