//! The memory of a simulated machine: which lines are in whose cache, and how long others are on
//! their way.
//!
//! Every worker has a cache of its own, in which a line has one place. A line that was written is
//! in the writer's cache alone until somebody else reads it, and comes from there; one that nobody
//! has comes out of memory. (Invalidation with a state for the copy that answers: Goodman and Hum,
//! *MESIF: A Two-Hop Cache Coherency Protocol for Point-to-Point Interconnects*, 2009.)
//!
//! What makes a line slow that all workers write is that it cannot be on two ways at once: its
//! next reader waits until the write before has it. Readers of one copy do not wait for each
//! other.
//!
//! # What is left out
//! A writer does not wait, as if its store buffer were never full. Memory delivers any number of
//! lines at a time, and all caches have the same size. Caches that several cores share are part
//! of memory.

use super::{Costs, CacheLine};

/// Lines of a cache. 512 KiB: half of a second-level cache, as the task's own memory takes room
/// too.
const CACHE: usize = 8192;
/// Lines of which it is known who has them. Any that takes another's place is in memory alone.
const KNOWN: usize = 1 << 20;

/// See the module documentation.
#[derive(Default)]
pub(super) struct Caches {
    of: Vec<Box<[Copy]>>,
    known: Box<[Known]>,
    writes: u64,
}

/// A line in a cache. Valid if its stamp is that of [`Known`]; 0 is nobody's.
#[derive(Clone, Copy, Default)]
struct Copy {
    line: CacheLine,
    stamp: u64,
    /// When it is here.
    ready: u64,
}

/// Who has a line.
#[derive(Clone, Copy, Default)]
struct Known {
    line: CacheLine,
    /// Of the latest write; another one for each, of all lines.
    stamp: u64,
    /// Whoever wrote or fetched it last: it answers the next one.
    holder: usize,
    /// Whether anybody but the holder may have a copy.
    shared: bool,
    /// When the latest write has it.
    written: u64,
}

/// A worker at some moment, and what lies between it and others.
pub(super) struct At<'a, F> {
    pub worker: usize,
    pub now: u64,
    pub costs: &'a Costs,
    /// Whether the worker with this number is in another package.
    pub far: F,
}

impl<F: Fn(usize) -> bool> At<'_, F> {
    fn way_from(&self, other: usize) -> u64 {
        self.costs.line_ns + if (self.far)(other) { self.costs.far_ns } else { 0 }
    }
}

fn place(line: CacheLine, places: usize) -> usize {
    (line.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - places.ilog2())) as usize
}

impl Copy {
    fn is(&self, line: CacheLine, known: &Known) -> bool {
        self.line == line && self.stamp == known.stamp
    }
}

impl Caches {
    /// The time at which the worker has read the line.
    pub fn read<F: Fn(usize) -> bool>(&mut self, at: &At<'_, F>, line: CacheLine) -> u64 {
        let mut known = self.look_up(at.worker, line);
        let mine = self.of[at.worker][place(line, CACHE)];
        if mine.is(line, &known) {
            return mine.ready.max(at.now);
        }
        let ready = self.arrival(at, line, &known);
        known.shared |= known.holder != at.worker;
        known.holder = at.worker;
        self.put(at.worker, Copy { line, stamp: known.stamp, ready }, known);
        ready
    }

    /// The worker writes to the line, which it has from some moment on alone.
    pub fn write<F: Fn(usize) -> bool>(&mut self, at: &At<'_, F>, line: CacheLine) {
        let known = self.look_up(at.worker, line);
        let mine = self.of[at.worker][place(line, CACHE)];
        let ready = match mine.is(line, &known) {
            true if known.holder == at.worker && !known.shared => mine.ready.max(at.now),
            // The others' copies are taken away.
            true => mine.ready.max(at.now).max(known.written) + at.costs.line_ns,
            false => self.arrival(at, line, &known),
        };
        self.writes += 1;
        let stamp = self.writes;
        let known = Known { line, stamp, holder: at.worker, shared: false, written: ready };
        self.put(at.worker, Copy { line, stamp, ready }, known);
    }

    /// When a line that the worker has not would be with it.
    fn arrival<F: Fn(usize) -> bool>(&self, at: &At<'_, F>, line: CacheLine, known: &Known) -> u64 {
        let answers = self.of.get(known.holder).is_some_and(|cache| cache[place(line, CACHE)].is(line, known));
        match answers {
            true => at.now.max(known.written) + at.way_from(known.holder),
            false => at.now + at.costs.miss_ns,
        }
    }

    /// Who has the line, for a worker that from now on has a cache.
    fn look_up(&mut self, worker: usize, line: CacheLine) -> Known {
        if self.known.is_empty() {
            self.known = vec![Known::default(); KNOWN].into();
        }
        while self.of.len() <= worker {
            self.of.push(vec![Copy::default(); CACHE].into());
        }
        let known = self.known[place(line, KNOWN)];
        if known.line == line && known.stamp != 0 {
            return known;
        }
        self.writes += 1; // copies from before it was forgotten are not valid
        Known { line, stamp: self.writes, holder: worker, ..Known::default() }
    }

    fn put(&mut self, worker: usize, copy: Copy, known: Known) {
        self.of[worker][place(copy.line, CACHE)] = copy;
        self.known[place(copy.line, KNOWN)] = known;
    }
}
