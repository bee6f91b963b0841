//! Shared memory accesses, reported to a pool in virtual time. Polls and forks include a task's own
//! memory, but lines that several workers use, and large tables, cost more.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::platform::{CacheLine, Costs};

impl Scoped<'_> {
    /// Lets the time of reading these lines pass in a simulated pool: nothing for the worker's own
    /// cache, [`Costs::line_ns`](crate::Costs::line_ns) for a line that another worker had,
    /// [`Costs::miss_ns`](crate::Costs::miss_ns) for memory. They are fetched side by side, so the
    /// slowest counts. In a real pool this is one relaxed load.
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

    /// Fetches these lines for a later [`Scoped::reads`] in a simulated pool, which waits only for
    /// the rest of their way.
    #[inline]
    pub fn prefetches(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.handle().prefetches(lines);
    }

    /// Takes this line from all other workers in a simulated pool. The writer does not wait; the
    /// next reader waits for the write.
    #[inline]
    pub fn writes(&self, line: CacheLine) {
        self.handle().writes(line);
    }
}

impl Worker<'_> {
    /// Lets the time of reading these lines pass in a simulated pool: see [`Scoped::reads`].
    #[inline]
    pub fn reads(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.at().reads(lines);
    }

    /// Fetches these lines for a later [`Worker::reads`] in a simulated pool: see
    /// [`Scoped::prefetches`].
    #[inline]
    pub fn prefetches(&self, lines: impl IntoIterator<Item = CacheLine>) {
        self.at().prefetches(lines);
    }

    /// Takes this line from all other workers in a simulated pool: see [`Scoped::writes`].
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

    /// The extra cost of this many lines from worker `other`: 0 in the same package.
    pub(crate) fn far_cost(self, other: usize, lines: u64, costs: &Costs) -> u64 {
        if self.shared().neighbours.are_far(self.index(), other) { lines * costs.far_ns } else { 0 }
    }

    pub(crate) fn fetch_from(self, other: usize, lines: u64) {
        if self.platform().is_simulated() && self.shared().neighbours.are_far(self.index(), other) {
            self.spend(|costs| lines * costs.far_ns);
        }
    }
}
