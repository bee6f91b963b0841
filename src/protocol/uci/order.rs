//! What the searcher has to do.

use std::time::Instant;

use super::go::Go;
use super::options::Options;
use super::place::Place;
use super::searches::Ticket;

/// A search that was asked for.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// When.
    pub asked: Instant,
    pub place: Place,
    pub go: Go,
    pub options: Options,
}

/// A job of the searcher. Those with a ticket can be ended.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// `go`.
    Search(Ticket, Box<Search>),
    /// `go perft`: counts sequences of moves of this length.
    Perft(Ticket, Box<Place>, u32),
    /// `bench`: searches the positions of `sparring bench` to a depth.
    Bench(Ticket, u32),
    /// `setoption name Hash`: a table of this size in MiB.
    Hash(usize),
    /// `setoption name Threads`: the number of workers.
    Threads(usize),
    /// `ucinewgame` or `Clear Hash`: forgets what earlier searches have found.
    Forget,
    /// `isready`.
    Ready,
}
