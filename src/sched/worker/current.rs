use crate::handle::Handle;
use crate::handover::oneshot::Oneshot;
use crate::platform::{local_word, set_local_word};
use crate::task::pool_set::PoolSet;
use crate::worker::core::Own;
use crate::worker::thread::Thread;
use std::cell::Cell;
use std::ptr::{null, without_provenance};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Local word of a thread that runs a hook; no address of an [`Own`].
const HOOK: *const () = without_provenance(1);

/// Makes this thread known as a worker, or no longer. Must be undone before `own` is dropped.
pub(crate) fn set_worker(own: Option<&Own>) {
    set_local_word(own.map_or(null(), |own| std::ptr::from_ref(own).cast()));
}

#[inline]
pub(crate) fn with_worker<R>(f: impl FnOnce(Option<&Own>) -> R) -> R {
    let word = local_word();
    let own = if word == HOOK { null() } else { word.cast::<Own>() };
    // SAFETY: `run_worker` and `stand_in_loop::run` set and reset the word, and their frame holds
    // the value. A coroutine may keep the reference while it sleeps, but stays on its thread, and
    // sleeps in here only inside a job installed in this worker's pool. The worker ends only when
    // the pool is dropped, and the installer borrows the pool until the job is over.
    f(unsafe { own.as_ref() })
}

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

pub(crate) fn is_of_a_pool() -> bool {
    !local_word().is_null()
}

/// The pools with an install that waits for the code here. For a hook, on whose pool
/// anybody may wait, these are all.
pub(crate) fn inside() -> PoolSet {
    if local_word() == HOOK {
        return PoolSet::ALL;
    }
    with_worker(|own| own.map_or(PoolSet::NONE, |own| own.inside.get()))
}

/// Waits for a value from another thread. A stand-in may take a worker's place meanwhile
/// (`stand_ins.rs`).
pub(crate) fn wait_for<T>(oneshot: &Oneshot<T>) -> T {
    with_worker(|own| {
        let _waiting = own.map(|own| own.shared.begin_waiting());
        match own {
            Some(own) if !own.is_stand_in() && !oneshot.is_from_simulation() => {
                let here = Handle::on_top(own.core());
                oneshot.receive_as(own.index, &own.shared.sleep, || here.has_mail(), || here.serve_mail())
            }
            _ => oneshot.receive(),
        }
    })
}

impl Thread {
    /// Waits for the last hook, and then for the system's thread, unless this thread belongs to a
    /// pool.
    pub(crate) fn join(self) {
        wait_for(&self.ended);
        if !is_of_a_pool()
            && let Some(handle) = self.handle
        {
            handle.join().expect("a worker's panic ends the process");
        }
    }
}

impl Handle<'_> {
    /// Runs `f` as part of installs of `pools`, and marks its entries in the ring for thieves.
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
