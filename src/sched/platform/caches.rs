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

use super::{CacheLine, Costs};

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
        let answers =
            self.of.get(known.holder).is_some_and(|cache| cache[place(line, CACHE)].is(line, known));
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    const COSTS: Costs = Costs {
        poll_ns: 0,
        fork_ns: 0,
        split_ns: 0,
        claim_ns: 0,
        help_ns: 0,
        attend_ns: 0,
        promote_ns: 0,
        ask_ns: 0,
        signal_ns: 0,
        look_ns: 0,
        steal_ns: 0,
        miss_ns: 90,
        line_ns: 60,
        far_ns: 100,
        pause_ns: 0,
        yield_ns: 0,
        sleep_ns: 0,
        notify_ns: 0,
        wake_ns: 0,
    };

    fn far(a: usize, b: usize) -> bool {
        a % 2 != b % 2
    }

    /// The same in words: sets of who has a valid copy, no stamps.
    #[derive(Default)]
    struct Model {
        /// What stands in a place of a worker's cache, and when it is there.
        caches: HashMap<(usize, usize), (CacheLine, u64)>,
        lines: HashMap<CacheLine, Who>,
    }

    #[derive(Default)]
    struct Who {
        last: Option<usize>,
        /// Readers since the latest write, the writer included.
        valid: HashSet<usize>,
        written: u64,
    }

    impl Model {
        fn copy(&self, worker: usize, line: CacheLine) -> Option<u64> {
            let valid = self.lines.get(&line)?.valid.contains(&worker);
            self.caches
                .get(&(worker, place(line, CACHE)))
                .filter(|(there, _)| valid && *there == line)
                .map(|copy| copy.1)
        }

        fn arrival(&self, worker: usize, now: u64, line: CacheLine) -> u64 {
            let who = &self.lines[&line];
            match who.last {
                Some(last) if self.copy(last, line).is_some() => {
                    let way = COSTS.line_ns + if far(worker, last) { COSTS.far_ns } else { 0 };
                    now.max(who.written) + way
                }
                _ => now + COSTS.miss_ns,
            }
        }

        fn read(&mut self, worker: usize, now: u64, line: CacheLine) -> u64 {
            self.lines.entry(line).or_default();
            let ready = match self.copy(worker, line) {
                Some(ready) => return ready.max(now),
                None => self.arrival(worker, now, line),
            };
            let who = self.lines.get_mut(&line).unwrap();
            who.last = Some(worker);
            who.valid.insert(worker);
            self.caches.insert((worker, place(line, CACHE)), (line, ready));
            ready
        }

        fn write(&mut self, worker: usize, now: u64, line: CacheLine) {
            self.lines.entry(line).or_default();
            let who = &self.lines[&line];
            let alone = who.valid.iter().all(|&other| other == worker);
            let ready = match self.copy(worker, line) {
                Some(ready) if alone => ready.max(now),
                Some(ready) => ready.max(now).max(who.written) + COSTS.line_ns,
                None => self.arrival(worker, now, line),
            };
            self.lines.insert(line, Who { last: Some(worker), valid: [worker].into(), written: ready });
            self.caches.insert((worker, place(line, CACHE)), (line, ready));
        }
    }

    #[test]
    fn as_sets_of_valid_copies_say() {
        // Some lines that have the same place in a cache, some that have not.
        let first = CacheLine::of(1, 0);
        let same = (1_usize..).map(|i| CacheLine::of(2, 64 * i));
        let same = same.filter(|&line| place(line, CACHE) == place(first, CACHE)).take(3);
        let lines: Vec<CacheLine> = [first].into_iter().chain(same).chain([CacheLine::of(0, 0)]).collect();
        let mut seed = 1_u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let (mut caches, mut model, mut now) = (Caches::default(), Model::default(), 0);
        let mut times = HashSet::new();
        for _ in 0..100_000 {
            now += random(60) as u64;
            let (worker, line) = (random(5), lines[random(lines.len())]);
            let at = At { worker, now, costs: &COSTS, far: |other| far(worker, other) };
            if random(3) > 0 {
                let ready = caches.read(&at, line);
                assert_eq!(ready, model.read(worker, now, line));
                times.insert(ready - now);
            } else {
                caches.write(&at, line);
                model.write(worker, now, line);
            }
        }
        assert!([0, 60, 90, 160].iter().all(|time| times.contains(time)), "{times:?}");
    }

    #[test]
    fn a_line_that_all_write_is_with_one_after_the_other() {
        let (mut caches, line) = (Caches::default(), CacheLine::of(0, 0));
        let mut last = 0;
        for worker in 0..100 {
            let at = At { worker, now: 0, costs: &COSTS, far: |_| false };
            last = caches.read(&at, line);
            caches.write(&at, line);
        }
        // Each fetches it from the one before and then takes it from the one before.
        assert!(last >= 98 * 60, "{last} ns");
    }

    #[test]
    fn more_lines_than_a_cache_has_come_from_memory_again() {
        let mut caches = Caches::default();
        let mut missed = |lines: usize| {
            let at = At { worker: 0, now: 0, costs: &COSTS, far: |_| false };
            let lines = || (0..lines).map(|i| CacheLine::of(0, 64 * i));
            lines().for_each(|line| _ = caches.read(&at, line));
            // What was fetched at the same moment is on its way for 90 ns.
            let later = At { now: 90, ..at };
            lines().filter(|&line| caches.read(&later, line) > 90).count()
        };
        assert_eq!(missed(100), 0);
        assert!(missed(10 * CACHE) > 8 * CACHE);
    }
}
