//! State made once a worker: scratch memory, a random generator, a place to count.
//!
//! The danger is that a worker runs other work between two steps of one user of its state, and
//! that work uses the same state. Where tasks find the state by their thread, it is enough that
//! one of them forks while it has the state in hand: its worker waits at the join, and runs
//! another one meanwhile. Here the state is lent to a closure, and for as long the handle of the
//! worker is lent too. What forks, splits, spawns, joins or helps takes a handle by value or
//! mutably, so none of it compiles inside such a closure: **a worker never takes up a task while
//! its state is lent by way of the handle that its task has**.
//!
//! # What the types let through
//! Each place has a flag beside it, that of a `RefCell`: the second of two loans panics, and the
//! first goes on as if nothing had happened. So nobody ever has two references to one state. The
//! flag is needed where a worker is entered by a handle that is not borrowed:
//!
//! | inside a loan of it, | the second loan |
//! |---|---|
//! | the same handle lends the same state again | panics there |
//! | [`Pool::install`](crate::Pool::install) in the same pool gives another handle | panics in the install |
//! | a handle from outside, in a wrapper that is `Send`, forks | panics in the task, hence in the fork |
//! | a coroutine gives way | panics until the coroutine has gone on and the loan has ended |
//! | the initialiser runs and does one of these | panics in the initialiser |
//!
//! If the closure or the initialiser panics, the loan ends. A state stays as the closure left it;
//! after a panic of the initialiser there is none, and the next loan calls it again.
//!
//! Nothing is dropped during a loan but by the closure. The states go with the `WorkerLocal`, on
//! the thread of its owner, who may have it before and after the pool is there.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::worker::core::Shared;
use crate::worker::stand_ins::MOST;
use crossbeam_utils::CachePadded;
use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

/// A value for each worker of a pool, made when that worker first needs it. (A stand-in, which
/// [`Pool`](crate::Pool) tells of, has a value of its own.)
///
/// [`Worker::with`] and [`Scoped::with`] lend it, for one call of a closure. Where rayon's
/// `for_each_init` makes a value for each piece of the loop, here there is at most one for each
/// worker, and at the end their owner has them all:
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
/// Which worker does what is chance: what comes out should not depend on how the work was shared.
///
/// The first pool that uses it is the one it belongs to. It may be older and live longer. A lent
/// value costs a few loads and comparisons (2 to 3 ns, measured), no locked instruction, and no
/// cache line that another worker writes.
///
/// Inside the closure the worker can be polled, but nothing can be forked, because a worker that
/// waits for a task may run another one, which would find the value in use:
///
/// ```compile_fail
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| 0);
/// pool.install(|mut w| w.with(&local, |_| w.lend().join(|_| (), |_| ())));
/// ```
///
/// A value cannot be kept beyond the closure:
///
/// ```compile_fail
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| 0);
/// pool.install(|w| *w.with(&local, |value| value));
/// ```
///
/// and it must be `Send`, for it ends on another thread than it was made on:
///
/// ```compile_fail
/// # use sparring_sched::{Pool, WorkerLocal};
/// # let pool = Pool::new(1).unwrap();
/// let local = WorkerLocal::new(|| std::rc::Rc::new(0));
/// pool.install(|w| w.with(&local, |value| **value));
/// ```
///
/// This is how it is done:
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

/// The places of the workers of one pool.
struct Places<T> {
    /// Weak, so that the memory of the workers goes with the pool. Its address is taken by no
    /// other pool for as long as this is there.
    pool: Weak<Shared>,
    by_worker: Box<[Place<T>]>,
    /// Made when the first stand-in comes.
    by_stand_in: OnceLock<ByStandIn<T>>,
}

/// A place for each stand-in, made when that comes.
type ByStandIn<T> = Box<[OnceLock<Box<Place<T>>>]>;

/// The value of one worker, once it is made.
struct Place<T>(CachePadded<RefCell<Option<T>>>);

// SAFETY: a place that is shared is touched by one thread, which gives each of two loans its turn
// by the flag of the `RefCell`: `Handle::lend` takes the place of the worker or stand-in whose
// handle it has, and handles stay on that thread (invariant 1 of worker.rs), by whose pool and
// place among its threads (`Core::thread`) this one is found. The owner touches it with `&mut` or
// by value. The value goes from the one thread to the other, so it is `Send`.
unsafe impl<T: Send> Sync for Place<T> {}

impl<T, F: Fn() -> T> WorkerLocal<T, F> {
    /// One without values; `init` makes each of them.
    ///
    /// It is called on the worker, perhaps on several at once. It may be in a `static`:
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
    /// The values that were made, in the order of their workers' numbers, those of stand-ins last.
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

    /// The values that were made, in the order of their workers' numbers, those of stand-ins last.
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
    /// Lends this worker's value to `f`, and makes it before if it is not there.
    ///
    /// Meanwhile this worker takes up no other task. Values of several [`WorkerLocal`]s may be
    /// lent inside each other.
    ///
    /// # Panics
    /// * If `f` or the initialiser panics, with its panic.
    /// * If the [`WorkerLocal`] belongs to another pool.
    /// * If this worker's value is lent already: in `f` and the initialiser, also to what they
    ///   install in this pool; and as long as a coroutine sleeps inside `f`.
    #[inline]
    pub fn with<T, F: Fn() -> T, R>(&self, local: &WorkerLocal<T, F>, f: impl FnOnce(&mut T) -> R) -> R {
        self.at().lend(local, f)
    }
}

impl Scoped<'_> {
    /// Lends this worker's value to `f`, and makes it before if it is not there: see
    /// [`Worker::with`]. `f` may poll:
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
    /// Calls `f` with the value of the worker whose handle this is, which stays borrowed.
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

    /// The place of this thread of the pool (`Core::thread`).
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
/// Shows no states, which workers may be using.
impl<T, F> fmt::Debug for WorkerLocal<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.places.get().is_some();
        f.debug_struct("WorkerLocal").field("used", &used).finish_non_exhaustive()
    }
}
