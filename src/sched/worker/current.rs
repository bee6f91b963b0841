//! The current thread, as far as pools are concerned: what runs on it just now (a worker, a hook of
//! a pool, or neither), which pools have an install around it, and how it waits for other threads.

use crate::handle::Handle;
use crate::handover::oneshot::Oneshot;
use crate::platform::{local_word, set_local_word};
use crate::task::pool_set::PoolSet;
use crate::worker::core::Own;
use crate::worker::thread::Thread;
use std::cell::Cell;
use std::ptr::{null, without_provenance};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The local word of a thread that runs a hook; no address of an [`Own`].
const HOOK: *const () = without_provenance(1);

/// Makes what runs here known as a worker; it must be made unknown again before `own` goes.
pub(crate) fn set_worker(own: Option<&Own>) {
    set_local_word(own.map_or(null(), |own| std::ptr::from_ref(own).cast()));
}

/// Calls `f` with the worker that this thread is, if it is one.
pub(crate) fn with_worker<R>(f: impl FnOnce(Option<&Own>) -> R) -> R {
    let word = local_word();
    let own = if word == HOOK { null() } else { word.cast::<Own>() };
    // SAFETY: set and taken back by `run_worker` and `stand_in_loop::run`, in whose frame the value
    // lies. A frame of a coroutine may keep the reference while that sleeps, and a coroutine does
    // not change its thread. It sleeps in here only inside a job that was installed in this
    // worker's pool. The worker ends only when the pool is dropped, and the installer has borrowed
    // the pool until the job is over.
    f(unsafe { own.as_ref() })
}

/// Calls a hook, on a thread of a pool that is no worker yet or no longer.
pub(crate) fn in_hook<R>(hook: impl FnOnce() -> R) -> R {
    struct Restore(*const ());
    impl Drop for Restore {
        fn drop(&mut self) {
            set_local_word(self.0);
        }
    }
    let _restore = Restore(local_word());
    set_local_word(HOOK);
    hook()
}

/// Returns true if this thread belongs to a pool: is a worker, or runs a hook.
pub(crate) fn is_of_a_pool() -> bool {
    !local_word().is_null()
}

/// The pools with an install that waits for what runs here. For a hook, on whose pool anybody may
/// wait, all.
pub(crate) fn inside() -> PoolSet {
    if local_word() == HOOK {
        return PoolSet::ALL;
    }
    with_worker(|own| own.map_or(PoolSet::NONE, |own| own.inside.get()))
}

/// Waits for what another thread sends. If this thread is a worker, a stand-in may take its place
/// meanwhile (`stand_ins.rs`).
pub(crate) fn wait_for<T>(oneshot: &Oneshot<T>) -> T {
    with_worker(|own| {
        let _waiting = own.map(|own| own.shared.begin_waiting());
        match own {
            Some(own) if !own.is_stand_in() && !oneshot.is_from_simulation() => {
                oneshot.receive_as(own.index, &own.shared.sleep)
            }
            _ => oneshot.receive(),
        }
    })
}

impl Thread {
    /// Waits until the last hook has returned, and then for the operating system's thread, unless
    /// this is a thread of a pool: that is not kept any longer than it can serve.
    pub(crate) fn join(self) {
        wait_for(&self.ended);
        if !is_of_a_pool() {
            self.handle.join().expect("a worker's panic ends the process");
        }
    }
}

impl Handle<'_> {
    /// Runs `f` as part of installs of `pools`, and lets thieves know that what it puts into the
    /// ring is, too.
    pub(crate) fn within<R>(self, pools: PoolSet, f: impl FnOnce() -> R) -> R {
        struct Restore<'c>(&'c AtomicU64, u64);
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.0.store(self.1, Relaxed);
            }
        }
        let ring = &self.core().inside_of_ring;
        let _restore = Restore(ring, ring.load(Relaxed));
        ring.store(pools.bits(), Relaxed);
        self.own().within(pools, f)
    }
}

impl Own {
    /// Runs `f` as part of installs of `pools`.
    pub(crate) fn within<R>(&self, pools: PoolSet, f: impl FnOnce() -> R) -> R {
        struct Restore<'c>(&'c Cell<PoolSet>, PoolSet);
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.0.set(self.1);
            }
        }
        let _restore = Restore(&self.inside, self.inside.replace(pools));
        f()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_without_a_bit_is_in_no_set_but_that_of_a_hook() {
        let (with, without) = (PoolSet::new_pool(), PoolSet::NONE);
        assert!(with.contains(with) && !with.contains(without));
        in_hook(|| assert!(inside().contains(with) && inside().contains(without)));
        assert_eq!(inside(), PoolSet::NONE);
        with.give_back();
    }
}
