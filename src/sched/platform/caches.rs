//! The memory of a simulated machine: which worker has which cache line, and the time of a fetch.
//!
//! Each worker has a cache with one place for each line. A write leaves the line in the writer's
//! cache alone; the next reader gets a copy from there. A line that nobody holds comes from memory.
//! (Compare Goodman and Hum, *MESIF*, 2009.) Readers wait for the last writer, but not for each
//! other.
//!
//! Left out are waits of writers, limits on lines under way, differences in memory distance, and
//! caches that several cores share.

use super::{CacheLine, Costs};

/// Lines of a cache, 512 KiB: half of a usual second-level cache.
const CACHE: usize = 8192;
/// Limit on the lines whose holder is known. A displaced line counts as held by nobody.
const MOST_KNOWN: usize = 1 << 22;

pub(super) struct Caches {
    of: Vec<Box<[Copy]>>,
    known: Box<[Known]>,
    stamps: u64,
}

/// A line in a cache, valid if its stamp is that of [`Known`]. Stamp 0 is nobody's.
#[derive(Clone, Copy, Default)]
struct Copy {
    line: CacheLine,
    stamp: u64,
    ready: u64,
}

#[derive(Clone, Copy, Default)]
struct Known {
    line: CacheLine,
    stamp: u64,
    written: u64,
    /// Longest way between workers that have had a copy since then; `None` if only one has.
    apart: Option<u32>,
    /// The worker that last wrote or fetched the line, and supplies the next.
    holder: u16,
}

pub(super) struct At<'a, F> {
    pub worker: usize,
    pub now: u64,
    pub costs: &'a Costs,
    pub far: F,
}

impl<F: Fn(usize) -> bool> At<'_, F> {
    fn way_from(&self, other: usize) -> u64 {
        match self.costs.line_ns {
            0 => 0,
            near if (self.far)(other) => near + self.costs.far_ns,
            near => near,
        }
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
    pub fn new(workers: usize) -> Caches {
        let known = (2 * CACHE * workers).next_power_of_two().min(MOST_KNOWN);
        let cache = || vec![Copy::default(); CACHE].into();
        Caches {
            of: std::iter::repeat_with(cache).take(workers).collect(),
            known: vec![Known::default(); known].into(),
            stamps: 0,
        }
    }

    pub fn read<F: Fn(usize) -> bool>(&mut self, at: &At<'_, F>, line: CacheLine) -> u64 {
        let mut known = self.look_up(at.worker, line);
        let mine = self.of[at.worker][place(line, CACHE)];
        if mine.is(line, &known) {
            return mine.ready.max(at.now);
        }
        let ready = self.arrival(at, line, &known);
        let holder = usize::from(known.holder);
        if holder != at.worker {
            known.apart = known.apart.max(Some(at.way_from(holder) as u32));
        }
        known.holder = at.worker as u16;
        self.put(at.worker, Copy { line, stamp: known.stamp, ready }, known);
        ready
    }

    pub fn write<F: Fn(usize) -> bool>(&mut self, at: &At<'_, F>, line: CacheLine) {
        let known = self.look_up(at.worker, line);
        let mine = self.of[at.worker][place(line, CACHE)];
        let ready = match (mine.is(line, &known), known.apart) {
            (true, None) => mine.ready.max(at.now),
            (true, Some(apart)) => mine.ready.max(at.now).max(known.written) + u64::from(apart),
            (false, _) => self.arrival(at, line, &known),
        };
        let (stamp, holder) = (self.next_stamp(), at.worker as u16);
        let known = Known { line, stamp, written: ready, apart: None, holder };
        self.put(at.worker, Copy { line, stamp, ready }, known);
    }

    fn arrival<F: Fn(usize) -> bool>(&self, at: &At<'_, F>, line: CacheLine, known: &Known) -> u64 {
        let holder = usize::from(known.holder);
        let copy = self.of[holder][place(line, CACHE)];
        if copy.is(line, known) {
            (at.now.max(known.written) + at.way_from(holder)).max(copy.ready)
        } else {
            at.now + at.costs.miss_ns
        }
    }

    /// The state of the line; if nobody has it, the worker will be the first.
    fn look_up(&mut self, worker: usize, line: CacheLine) -> Known {
        let known = self.known[place(line, self.known.len())];
        if known.line == line && known.stamp != 0 {
            return known;
        }
        // A new stamp, so older copies of a forgotten line are invalid.
        Known { line, stamp: self.next_stamp(), holder: worker as u16, ..Known::default() }
    }

    fn next_stamp(&mut self) -> u64 {
        self.stamps += 1;
        self.stamps
    }

    fn put(&mut self, worker: usize, copy: Copy, known: Known) {
        self.of[worker][place(copy.line, CACHE)] = copy;
        let place = place(copy.line, self.known.len());
        self.known[place] = known;
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
        fence_ns: 0,
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

    /// The same model with sets of valid copies instead of stamps.
    #[derive(Default)]
    struct Model {
        caches: HashMap<(usize, usize), (CacheLine, u64)>,
        lines: HashMap<CacheLine, Who>,
    }

    #[derive(Default)]
    struct Who {
        last: Option<usize>,
        valid: HashSet<usize>,
        apart: u64,
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
                    let arrived = self.copy(last, line).unwrap();
                    arrived.max(now.max(who.written) + Model::way(worker, last))
                }
                _ => now + COSTS.miss_ns,
            }
        }

        fn way(a: usize, b: usize) -> u64 {
            COSTS.line_ns + if far(a, b) { COSTS.far_ns } else { 0 }
        }

        fn read(&mut self, worker: usize, now: u64, line: CacheLine) -> u64 {
            self.lines.entry(line).or_default();
            let ready = match self.copy(worker, line) {
                Some(ready) => return ready.max(now),
                None => self.arrival(worker, now, line),
            };
            let who = self.lines.get_mut(&line).unwrap();
            if let Some(last) = who.last.filter(|&last| last != worker) {
                who.apart = who.apart.max(Model::way(worker, last));
            }
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
                Some(ready) => ready.max(now).max(who.written) + who.apart,
                None => self.arrival(worker, now, line),
            };
            self.lines
                .insert(line, Who { last: Some(worker), valid: [worker].into(), apart: 0, written: ready });
            self.caches.insert((worker, place(line, CACHE)), (line, ready));
        }
    }

    #[test]
    fn as_sets_of_valid_copies_say() {
        let (mut caches, mut model, mut now) = (Caches::new(5), Model::default(), 0);
        let (known, mut lines) = (caches.known.len(), vec![CacheLine::of(0, 0)]);
        let mut names = (0..).map(|i| CacheLine::of(1, 64 * i));
        while lines.len() < 5 {
            let line = names.next().unwrap();
            let same = |places| lines[1..].iter().any(|&other| place(other, places) == place(line, places));
            if lines.len() == 1 || same(CACHE) && !same(known) {
                lines.push(line);
            }
        }
        let mut seed = 1_u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
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
        let (mut caches, line) = (Caches::new(100), CacheLine::of(0, 0));
        let mut last = 0;
        for worker in 0..100 {
            let at = At { worker, now: 0, costs: &COSTS, far: |_| false };
            last = caches.read(&at, line);
            caches.write(&at, line);
        }
        // Each fetches the line from the one before and then invalidates that copy.
        assert_eq!(last, 90 + 98 * 2 * 60 + 60);
    }

    #[test]
    fn more_lines_than_a_cache_has_come_from_memory_again() {
        let mut caches = Caches::new(1);
        let mut missed = |lines: usize| {
            let at = At { worker: 0, now: 0, costs: &COSTS, far: |_| false };
            let lines = || (0..lines).map(|i| CacheLine::of(0, 64 * i));
            lines().for_each(|line| _ = caches.read(&at, line));
            let later = At { now: 90, ..at };
            lines().filter(|&line| caches.read(&later, line) > 90).count()
        };
        assert_eq!(missed(100), 0);
        assert!(missed(10 * CACHE) > 8 * CACHE);
    }

    #[test]
    fn a_copy_is_not_there_before_the_one_it_is_made_of() {
        let (mut caches, line) = (Caches::new(3), CacheLine::of(0, 0));
        let mut read = |worker, now| {
            caches.read(&At { worker, now, costs: &COSTS, far: |other| far(worker, other) }, line)
        };
        assert_eq!([read(0, 0), read(2, 1), read(1, 2)], [90, 90, 162]);
    }

    #[test]
    fn a_line_that_is_forgotten_comes_from_memory() {
        let mut caches = Caches::new(2);
        let (known, line) = (caches.known.len(), CacheLine::of(0, 0));
        let other = (1..).map(|i| CacheLine::of(0, 64 * i));
        let other = { other }.find(|&other| place(other, known) == place(line, known)).unwrap();
        let mut read =
            |worker, now, line| caches.read(&At { worker, now, costs: &COSTS, far: |_| false }, line) - now;
        assert_eq!([read(0, 0, line), read(1, 100, line)], [90, 60]);
        assert_eq!([read(1, 200, other), read(1, 300, line), read(0, 400, line)], [90, 90, 60]);
    }
}
