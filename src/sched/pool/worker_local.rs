//! Values of each worker, lent to tasks: scratch memory, a random generator, counters.
//!
//! The value is lent to a closure together with a borrow of the worker's handle, and methods that
//! fork, split, spawn, join or help need the handle by value or mutably: **a worker never starts a
//! task while its value is lent through that task's handle**. Otherwise it could run another task
//! that uses the same value.
//!
//! Each value is also in a `RefCell`, so a second loan panics and the first continues. The second
//! may come by the same handle, an [`install`](crate::Pool::install) in the same pool, a handle
//! from outside in a wrapper that is `Send`, or while a coroutine sleeps in the first. In the
//! initialiser it panics too.
//!
//! A panic of the closure or the initialiser ends the loan. The value stays as the closure left it.
//! After a panic of the initialiser there is none, and the next loan calls it again.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::worker::core::Shared;
use crate::worker::stand_ins::MOST;
use crossbeam_utils::CachePadded;
use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

/// A value for each worker and each stand-in of a [`Pool`](crate::Pool), made when it is first
/// needed.
///
/// [`Worker::with`] and [`Scoped::with`] lend it for one call of a closure. The owner gets all
/// values at the end:
///
/// ```
/// use sparring_sched::{Pool, WorkerLocal};
///
/// let pool = Pool::new(2).unwrap();
/// let text = "the eldest brother".as_bytes();
/// let histograms = WorkerLocal::new(|| [0; 256]);
/// pool.install(|w| {
///     w.for_each(text, |w, &byte| {
///         w.with(&histograms, |histogram| histogram[byte as usize] += 1);
///     });
/// });
/// let mut total = [0; 256];
/// for histogram in histograms {
///     total.iter_mut().zip(histogram).for_each(|(sum, count)| *sum += count);
/// }
/// assert_eq!((total[b'e' as usize], total[b't' as usize]), (4, 3));
/// ```
///
/// The distribution of work is random, so the result should not depend on it. The value belongs to
/// the first pool that uses it, but may be created before that pool and outlive it.
///
/// The closure may poll but cannot fork, because a waiting worker may run another task that needs
/// the value:
///
/// ```compile_fail
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| 0);
/// pool.install(|mut w| w.with(&local, |_| w.lend().join(|_| (), |_| ())));
/// ```
///
/// The value cannot be kept beyond the closure:
///
/// ```compile_fail
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| 0);
/// pool.install(|w| *w.with(&local, |value| value));
/// ```
///
/// The value must be `Send`, because its owner drops it on another thread:
///
/// ```compile_fail
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| std::rc::Rc::new(0));
/// pool.install(|w| w.with(&local, |value| **value));
/// ```
///
/// Forking between two loans works:
///
/// ```
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| 0);
/// pool.install(|mut w| {
///     w.with(&local, |value| *value += 1);
///     w.lend().join(|_| (), |_| ());
///     w.with(&local, |value| *value += 1);
/// });
/// assert_eq!(local.into_iter().collect::<Vec<_>>(), [2]);
/// ```
pub struct WorkerLocal<T, F = fn() -> T> {
    init: F,
    places: OnceLock<Places<T>>,
}

struct Places<T> {
    /// Weak, so the workers' memory is freed with the pool. While it exists no other pool gets the
    /// same address.
    pool: Weak<Shared>,
    by_worker: Box<[Place<T>]>,
    by_stand_in: OnceLock<ByStandIn<T>>,
}

type ByStandIn<T> = Box<[OnceLock<Box<Place<T>>>]>;

struct Place<T>(CachePadded<RefCell<Option<T>>>);

// SAFETY: only one thread at a time uses a shared place, and the `RefCell` excludes a second loan.
// `Handle::lend` finds the place by its handle's pool and thread (`Core::thread`), and handles stay
// on that thread (invariant 1 of worker.rs). The owner uses it through `&mut` or by value. The
// value moves between these threads, hence `T: Send`.
unsafe impl<T: Send> Sync for Place<T> {}

impl<T, F: Fn() -> T> WorkerLocal<T, F> {
    /// A `WorkerLocal` without values, which may be a `static`. Workers call `init` when
    /// they first need a value, perhaps several at once:
    ///
    /// ```
    /// use sparring_sched::{Pool, WorkerLocal};
    ///
    /// static SCRATCH: WorkerLocal<Vec<u8>> = WorkerLocal::new(Vec::new);
    ///
    /// let pool = Pool::new(1).unwrap();
    /// let length = pool.install(|w| {
    ///     w.with(&SCRATCH, |scratch| {
    ///         scratch.clear();
    ///         scratch.extend(b"brother");
    ///         scratch.len()
    ///     })
    /// });
    /// assert_eq!(length, 7);
    /// ```
    pub const fn new(init: F) -> WorkerLocal<T, F> {
        WorkerLocal { init, places: OnceLock::new() }
    }
}

impl<T, F> WorkerLocal<T, F> {
    /// Iterates over the existing values in the order of their workers' numbers, stand-ins last.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let places = self.places.get_mut().into_iter().flat_map(|places| {
            let stand_ins = places.by_stand_in.get_mut().into_iter().flatten();
            places.by_worker.iter_mut().chain(stand_ins.filter_map(|place| Some(&mut **place.get_mut()?)))
        });
        places.filter_map(|place| place.0.get_mut().as_mut())
    }
}

impl<T, F> IntoIterator for WorkerLocal<T, F> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    /// Iterates like [`WorkerLocal::iter_mut`], by value.
    fn into_iter(self) -> Self::IntoIter {
        let places = self.places.into_inner().map(|Places { by_worker, by_stand_in, .. }| {
            let stand_ins = by_stand_in.into_inner().into_iter().flatten();
            by_worker.into_iter().chain(stand_ins.filter_map(|place| Some(*place.into_inner()?)))
        });
        let values = places.into_iter().flatten().filter_map(|place| place.0.into_inner().into_inner());
        values.collect::<Vec<T>>().into_iter()
    }
}

impl Worker<'_> {
    /// Lends this worker's value to `f`, and first makes it if necessary. Meanwhile this worker
    /// starts no other task. Values of several [`WorkerLocal`]s may be lent inside each other.
    ///
    /// # Panics
    /// * If `f` or the initialiser panics, with its panic.
    /// * If the [`WorkerLocal`] belongs to another pool.
    /// * If this worker's value is already lent: inside `f` or the initialiser, in anything they
    ///   install in this pool, or while a coroutine is suspended inside `f`.
    #[inline]
    pub fn with<T, F: Fn() -> T, R>(&self, local: &WorkerLocal<T, F>, f: impl FnOnce(&mut T) -> R) -> R {
        self.at().lend(local, f)
    }
}

impl Scoped<'_> {
    /// Lends this worker's value to `f` like [`Worker::with`]. `f` may poll:
    ///
    /// ```
    /// use sparring_sched::{Cancelled, Pool, WorkerLocal};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let steps = WorkerLocal::new(|| 0);
    /// let endless: Result<(), Cancelled> = pool.install_in(&scope, |s| {
    ///     s.with(&steps, |steps| loop {
    ///         s.poll()?;
    ///         *steps += 1;
    ///         if *steps == 1_000 {
    ///             s.cancel();
    ///         }
    ///     })
    /// });
    /// assert!(endless.is_err());
    /// assert_eq!(steps.into_iter().sum::<i32>(), 1_000);
    /// ```
    ///
    /// # Panics
    /// Same as [`Worker::with`].
    #[inline]
    pub fn with<T, F: Fn() -> T, R>(&self, local: &WorkerLocal<T, F>, f: impl FnOnce(&mut T) -> R) -> R {
        self.handle().lend(local, f)
    }
}

impl Handle<'_> {
    #[inline]
    fn lend<T, F: Fn() -> T, R>(self, local: &WorkerLocal<T, F>, f: impl FnOnce(&mut T) -> R) -> R {
        let places = local.places.get_or_init(|| Places::of(&self.own().shared));
        if !std::ptr::eq(places.pool.as_ptr(), self.shared()) {
            is_another_pools();
        }
        let Ok(mut value) = places.of_thread(self.core().thread).0.try_borrow_mut() else { is_lent() };
        f(value.get_or_insert_with(&local.init))
    }
}

impl<T> Places<T> {
    #[cold]
    fn of(pool: &Arc<Shared>) -> Places<T> {
        let place = |_| Place(CachePadded::new(RefCell::new(None)));
        let by_worker = (0..pool.cores.len()).map(place).collect();
        Places { pool: Arc::downgrade(pool), by_worker, by_stand_in: OnceLock::new() }
    }

    #[inline]
    fn of_thread(&self, thread: usize) -> &Place<T> {
        self.by_worker.get(thread).unwrap_or_else(|| self.of_stand_in(thread - self.by_worker.len()))
    }

    #[cold]
    fn of_stand_in(&self, number: usize) -> &Place<T> {
        let none = || (0..MOST).map(|_| OnceLock::new()).collect();
        let place = &self.by_stand_in.get_or_init(none)[number];
        place.get_or_init(|| Box::new(Place(CachePadded::new(RefCell::new(None)))))
    }
}

#[cold]
fn is_another_pools() -> ! {
    panic!("with was given another pool's WorkerLocal: it belongs to the pool that used it first")
}

#[cold]
fn is_lent() -> ! {
    panic!(
        "with was called inside another with that has the same worker's value (it calls with again, installs, \
         or sleeps in a coroutine): end that one first"
    )
}
/// Shows no values, because workers may be using them.
impl<T, F> fmt::Debug for WorkerLocal<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.places.get().is_some();
        f.debug_struct("WorkerLocal").field("used", &used).finish_non_exhaustive()
    }
}
