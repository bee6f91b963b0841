//! Falling asleep and being woken: active, idle, sleepy, asleep.
//!
//! An *active* worker runs a task. One that finds none is *idle*: it looks through its own deque, the injector and the
//! others' deques, asks the others to share (the hungry bit of their signal word), and waits a little between looks
//! ([`super::platform::Patience`]). When patience has run out it is *sleepy*: it announces that it sleeps, looks
//! once more, and only then is *asleep* on a condition variable. There is no timer: whoever makes work wakes somebody.
//!
//! Two more kinds of sleeper wait for something particular: a join whose second half was stolen, for its thief; the
//! owner of a split, for its helpers. Both announce themselves in the same way.
//!
//! # Protocols
//! ```text
//!   sleeper                                     waker
//!   S1  asleep += 1; state = why I sleep        W1  make the work visible (push a job, store `done`, leave a gate)
//!   S2  fence                                   W2  fence
//!   S3  look for the work once more             W3  read `asleep`, then states; compare-and-swap one to AWAKE,
//!   S4  wait until state == AWAKE                   asleep -= 1, notify
//! ```
//!
//! # No wake-up is lost
//! Both fences are sequentially consistent, hence ordered. If S2 comes first, W3 sees S1 and wakes the sleeper. If W2
//! comes first, S3 sees W1 and the sleeper does not go. There is no third case. Both may happen at once: then the
//! sleeper takes its announcement back with a compare-and-swap of its own, and whoever wins that swap subtracts from
//! `asleep`, so the count stays exact. S4 asks for the state under the lock that the waker takes before it notifies.
//!
//! A worker is claimed by the swap before it is notified: two wakers wake two workers, never one twice.
//!
//! # Hunger is not lost either
//! A worker asks others to share by the hungry bit of their signal words. The bit stays until that worker has something to
//! promote, and is cleared *before* the promoted job is pushed: a thief who comes in between sets it again. A worker that
//! is about to sleep asks once more *after* S2, as part of S3. If the other one clears that bit, it does so after S2, so its W3 sees S1
//! and it wakes the sleeper. Asking before S1 alone is not enough: the other worker clears the bit, pushes, sees nobody asleep and takes the job
//! back; then the sleeper looks, finds nothing, and sleeps with nobody left who knows of its hunger.
//! (One limit: the owner of a split that sleeps can only use *splits* below its own. If the worker it asked had a job to give, that
//! satisfied the bit, and a split opened later stays private until somebody else asks. It costs parallelism, in code that mixes both.)
//! A worker that finds work while others sleep hands the hunger on (to its victim and to itself).
//!
//! # The bad interleaving excluded
//! Without S3 (or with S3 before S1): the sleeper looks, finds nothing; the waker pushes, sees nobody asleep; the sleeper
//! sleeps beside the work. That is the broken twin in `loom_models.rs`.

use super::platform::now_ns;
use super::sync::{
    Monitor,
    atomic::{
        AtomicU32, AtomicU64, AtomicUsize,
        Ordering::{AcqRel, Acquire, Relaxed, Release},
    },
    full_fence,
};
use crossbeam_utils::CachePadded;

/// Why a worker sleeps: it decides who wakes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It found nothing to do; any new work is for it.
    Idle,
    /// Its stolen job runs on this worker; only that worker's news is for it.
    Thief(usize),
    /// Its split has helpers inside, or nothing is known of its thief yet; it is woken by name.
    ByName,
    /// Its task waits for an install in another pool; meanwhile it runs what is installed here, if
    /// nobody else can.
    Installing,
}

const AWAKE: u32 = 0;
const IDLE: u32 = 1;
const BY_NAME: u32 = 2;
const INSTALLING: u32 = 3;
const FIRST_THIEF: u32 = 4;

impl Why {
    fn state(self) -> u32 {
        match self {
            Why::Idle => IDLE,
            Why::ByName => BY_NAME,
            Why::Installing => INSTALLING,
            Why::Thief(worker) => FIRST_THIEF + worker as u32,
        }
    }
}

struct Bed {
    state: AtomicU32,
    /// When the waker claimed the sleeper, for the wake latency; written before the swap that claims it.
    woken_ns: AtomicU64,
    parker: Monitor<()>,
}

/// The sleep of all workers of a pool.
pub(crate) struct Sleep {
    beds: Box<[CachePadded<Bed>]>,
    asleep: CachePadded<AtomicUsize>,
}

impl Sleep {
    pub(crate) fn new(workers: usize) -> Sleep {
        let bed =
            || Bed { state: AtomicU32::new(AWAKE), woken_ns: AtomicU64::new(0), parker: Monitor::new(()) };
        Sleep {
            beds: (0..workers).map(|_| CachePadded::new(bed())).collect(),
            asleep: CachePadded::new(AtomicUsize::new(0)),
        }
    }

    /// Whether anybody sleeps; a hint for those who then go through [`Sleep::wake_for_work`].
    pub(crate) fn anybody(&self) -> bool {
        self.asleep.load(Relaxed) != 0
    }

    /// Sleeps until woken, unless `ready` says at the last moment that there is a reason not to. Returns how long ago
    /// the waker decided to wake this worker, in nanoseconds; `None` if it did not sleep.
    pub(crate) fn sleep(&self, me: usize, why: Why, ready: impl Fn() -> bool) -> Option<u64> {
        let bed = &self.beds[me];
        // In this order: `asleep` is never less than the number of those announced. The other way round a waker could
        // claim this worker and subtract before the addition, and the next waker would miss somebody else.
        self.asleep.fetch_add(1, Relaxed);
        bed.state.store(why.state(), Release); // pairs with the acquire in `claim`
        full_fence(); // pairs with the fence in `wake` and `wake_for_work`
        if ready() {
            if bed.state.compare_exchange(why.state(), AWAKE, Relaxed, Relaxed).is_ok() {
                self.asleep.fetch_sub(1, Relaxed);
            }
            return None;
        }
        // The acquire pairs with the release of the swap in `claim`.
        bed.parker.wait_until(|()| bed.state.load(Acquire) == AWAKE);
        Some(now_ns().saturating_sub(bed.woken_ns.load(Relaxed)))
    }

    /// After new work of worker `by` became visible: wakes one sleeper that may take it. Returns whom.
    pub(crate) fn wake_for_work(&self, by: usize) -> Option<usize> {
        full_fence(); // pairs with the fence in `sleep`
        if !self.anybody() {
            return None;
        }
        let workers = self.beds.len();
        let others = || (1..workers).map(|offset| (by + offset) % workers);
        let claim = |wanted: u32| others().find(|&worker| self.claim(worker, |state| state == wanted));
        claim(IDLE).or_else(|| claim(FIRST_THIEF + by as u32))
    }

    /// After new work from outside became visible: wakes an idle sleeper, or else one whose task
    /// waits for another pool. True if one was woken.
    pub(crate) fn wake_for_install(&self) -> bool {
        full_fence(); // pairs with the fence in `sleep`
        let wake =
            |wanted: u32| (0..self.beds.len()).any(|worker| self.claim(worker, |state| state == wanted));
        wake(IDLE) || wake(INSTALLING)
    }

    /// After something that this worker may wait for became true: wakes it if it sleeps. True if it did.
    pub(crate) fn wake(&self, worker: usize) -> bool {
        full_fence(); // pairs with the fence in `sleep`
        self.claim(worker, |state| state != AWAKE)
    }

    fn claim(&self, worker: usize, wanted: impl Fn(u32) -> bool) -> bool {
        let bed = &self.beds[worker];
        let state = bed.state.load(Relaxed);
        if state == AWAKE || !wanted(state) {
            return false;
        }
        bed.woken_ns.store(now_ns(), Relaxed);
        // Release pairs with the acquire in `sleep`; acquire with the release there, so that the subtraction follows the addition.
        if bed.state.compare_exchange(state, AWAKE, AcqRel, Relaxed).is_err() {
            return false;
        }
        self.asleep.fetch_sub(1, Relaxed);
        bed.parker.change(|()| ()); // the lock orders this after the question of one about to wait
        true
    }
}
