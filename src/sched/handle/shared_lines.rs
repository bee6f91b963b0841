//! Memory that workers share, told to a pool in virtual time.
//!
//! Time passes there when a task polls or forks, and the work in between includes its own memory.
//! Lines that one worker writes and others read cost more the more workers there are, and a large
//! table is in no cache. So tasks tell of those lines when they read and write them.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::platform::{CacheLine, Costs};

impl Scoped<'_> {
    /// In a simulated pool, lets the time pass that reading these lines takes: nothing for one in
    /// the worker's own cache, [`Costs::line_ns`](crate::Costs::line_ns) for one that another has
    /// written or fetched, [`Costs::miss_ns`](crate::Costs::miss_ns) for one from memory. They
    /// are fetched side by side, as a processor does that knows where they are, so the slowest of
    /// them counts. In a real pool this is one relaxed load.
    ///
    /// ```
    /// use sparring_sched::{CacheLine, Costs, PoolBuilder};
    ///
    /// // SAFETY: the task uses no thread-local variable.
    /// let pool = unsafe { PoolBuilder::new().threads(1).simulate(Costs::default()) };
    /// let pool = pool.build().unwrap();
    /// let (stopwatch, scope) = (pool.stopwatch(), pool.cancel_scope());
    /// pool.install_in(&scope, |s| {
    ///     let before = stopwatch.elapsed();
    ///     s.reads([CacheLine::of(0, 0), CacheLine::of(0, 64)]);
    ///     s.reads([CacheLine::of(0, 63)]); // the first one again
    ///     let waited = (stopwatch.elapsed() - before).as_nanos();
    ///     assert_eq!(waited, u128::from(Costs::default().miss_ns));
    ///     Ok(())
    /// })
    /// .unwrap();
    /// ```
    #[inline]
    pub fn reads(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.handle().reads(lines);
    }

    /// In a simulated pool, has these lines fetched for a later [`Scoped::reads`], which waits
    /// for what is left of their way. In a real pool this is one relaxed load.
    #[inline]
    pub fn prefetches(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.handle().prefetches(lines);
    }

    /// In a simulated pool, takes this line from all others who have it. The writer does not wait:
    /// stores wait in its buffer. The next one who reads it does, until the write has it. In a
    /// real pool this is one relaxed load.
    #[inline]
    pub fn writes(&self, line: CacheLine) {
        self.handle().writes(line);
    }
}

impl Worker<'_> {
    /// In a simulated pool, lets the time pass that reading these lines takes: see
    /// [`Scoped::reads`].
    #[inline]
    pub fn reads(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.at().reads(lines);
    }

    /// In a simulated pool, has these lines fetched for a later [`Worker::reads`]: see
    /// [`Scoped::prefetches`].
    #[inline]
    pub fn prefetches(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.at().prefetches(lines);
    }

    /// In a simulated pool, takes this line from all others who have it: see [`Scoped::writes`].
    #[inline]
    pub fn writes(&self, line: CacheLine) {
        self.at().writes(line);
    }
}

impl Handle<'_> {
    #[inline]
    fn reads(self, lines: impl IntoIterator<Item = CacheLine>) {
        if self.urgent() {
            let ready = self.fetch(lines);
            self.spend(|_| ready.saturating_sub(self.now_ns()));
        }
    }

    #[inline]
    fn prefetches(self, lines: impl IntoIterator<Item = CacheLine>) {
        if self.urgent() {
            self.fetch(lines);
        }
    }

    #[inline]
    fn writes(self, line: CacheLine) {
        if self.urgent() {
            self.write(line);
        }
    }

    /// Has these lines fetched. Returns the virtual time at which all of them are with the worker.
    #[cold]
    #[inline(never)]
    fn fetch(self, lines: impl IntoIterator<Item = CacheLine>) -> u64 {
        let Some(machine) = self.platform().machine() else { return 0 };
        let far = |other| self.shared().neighbours.are_far(self.index(), other);
        machine.read(self.index(), lines, far)
    }

    #[cold]
    #[inline(never)]
    fn write(self, line: CacheLine) {
        let Some(machine) = self.platform().machine() else { return };
        machine.write(self.index(), line, |other| self.shared().neighbours.are_far(self.index(), other));
    }

    /// Additional cost for a simulated worker of so many cache lines that come from worker `other`:
    /// 0 unless that is in another package.
    pub(crate) fn far_cost(self, other: usize, lines: u64, costs: &Costs) -> u64 {
        if self.shared().neighbours.are_far(self.index(), other) { lines * costs.far_ns } else { 0 }
    }

    /// Fetches so many cache lines of worker `other`, on a simulated worker. It takes time if that
    /// is in another package.
    pub(crate) fn fetch_from(self, other: usize, lines: u64) {
        if self.platform().is_simulated() && self.shared().neighbours.are_far(self.index(), other) {
            self.spend(|costs| lines * costs.far_ns);
        }
    }
}
