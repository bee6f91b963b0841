//! STUB: sequential stand-in with the final signatures; the real scheduler replaces it.
#![allow(missing_docs)]
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
/// The work was cancelled; there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;
/// One word, Copy, neither Send nor Sync.
#[derive(Clone, Copy)]
pub struct Worker<'w>(PhantomData<Cell<&'w ()>>);
/// A worker inside a cancel scope; two words, Copy, neither Send nor Sync.
#[derive(Clone, Copy)]
pub struct Scoped<'w>(Worker<'w>, &'w CancelScope);
pub struct CancelScope {
    flag: AtomicBool,
    parent: *const CancelScope,
}
unsafe impl Sync for CancelScope {}
unsafe impl Send for CancelScope {}
pub struct Pool(usize);
impl Pool {
    pub fn new(threads: usize) -> std::io::Result<Pool> {
        Ok(Pool(threads))
    }
    pub fn threads(&self) -> usize {
        self.0
    }
    /// A root scope of this pool; cancel it from any thread.
    pub fn cancel_scope(&self) -> CancelScope {
        CancelScope { flag: AtomicBool::new(false), parent: std::ptr::null() }
    }
    pub fn install<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> R {
        f(Worker(PhantomData))
    }
    pub fn install_in<R: Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        f(Scoped(Worker(PhantomData), scope))
    }
}
impl CancelScope {
    pub fn cancel(&self) {
        self.flag.store(true, Relaxed)
    }
    pub fn is_cancelled(&self) -> bool {
        let mut s: *const CancelScope = self;
        while !s.is_null() {
            let r = unsafe { &*s };
            if r.flag.load(Relaxed) {
                return true;
            }
            s = r.parent
        }
        false
    }
}
impl<'w> Worker<'w> {
    /// Index of the worker in its pool, `0..threads`.
    pub fn index(self) -> usize {
        0
    }
    pub fn join<RA, RB: Send>(
        self,
        a: impl FnOnce(Worker<'_>) -> RA + Send,
        b: impl FnOnce(Worker<'_>) -> RB + Send,
    ) -> (RA, RB) {
        let ra = a(self);
        (ra, b(self))
    }
    /// Runs `f` in a new cancel scope.
    pub fn scope<R>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled>) -> Result<R, Cancelled> {
        let s = CancelScope { flag: AtomicBool::new(false), parent: std::ptr::null() };
        f(Scoped(Worker(PhantomData), &s))
    }
    /// Adds to this worker's node counter (read with the snapshot).
    pub fn add_nodes(self, _n: u64) {}
}
impl<'w> Scoped<'w> {
    pub fn worker(self) -> Worker<'w> {
        self.0
    }
    pub fn index(self) -> usize {
        0
    }
    pub fn add_nodes(self, _n: u64) {}
    /// Cheap (one relaxed load of the worker's own line); call at every node. Also lets hungry workers take private work.
    #[inline]
    pub fn poll(self) -> Result<(), Cancelled> {
        if self.1.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
    /// Cancels the innermost scope: in a split's body, that split.
    pub fn cancel(self) {
        self.1.cancel()
    }
    pub fn join<RA, RB: Send>(
        self,
        a: impl FnOnce(Scoped<'_>) -> Result<RA, Cancelled> + Send,
        b: impl FnOnce(Scoped<'_>) -> Result<RB, Cancelled> + Send,
    ) -> Result<(RA, RB), Cancelled> {
        Ok((a(self)?, b(self)?))
    }
    /// Ordered speculative loop: `body(scope of this split, index)` for `0..n`, leftmost untried index first, by this
    /// worker and any helpers. `body` may call `cancel` on its scope: the untried rest is dropped and running brothers
    /// return Err(Cancelled) at their next poll; split itself still returns `Ok`. `Err` only if an outer scope is cancelled.
    /// Everything `body` did happens-before the return.
    pub fn split(
        self,
        n: usize,
        body: impl Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        let scope = CancelScope { flag: AtomicBool::new(false), parent: self.1 };
        for i in 0..n {
            if scope.flag.load(Relaxed) {
                break;
            }
            if body(Scoped(Worker(PhantomData), &scope), i).is_err() && !scope.flag.load(Relaxed) {
                return Err(Cancelled);
            }
        }
        self.poll()
    }
}
