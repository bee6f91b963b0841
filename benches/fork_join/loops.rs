//! What is measured beside the programs: joins in a row, and a fork whose halves meet.

use std::hint::{black_box, spin_loop};
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{AcqRel, Acquire, Release},
};
use std::time::{Duration, Instant};

/// A body that keeps the processor's store unit busy, so that two of them in a row take twice as
/// long as one. (Two chains of dependent operations would overlap.)
#[inline]
pub fn work(steps: u64) {
    for step in 0..steps {
        black_box(step);
    }
}

/// The steps of [`work`] that take `body_ns`, one call after the other.
pub fn steps_of(body_ns: f64) -> u64 {
    const CALLS: u64 = 2_000;
    let time = |steps: u64| {
        let start = Instant::now();
        (0..CALLS).for_each(|_| work(black_box(steps)));
        start.elapsed().as_nanos() as f64 / CALLS as f64
    };
    // The best of some, since anything else is a disturbance.
    let best_of_some = |steps| (0..10).map(|_| time(steps)).fold(f64::INFINITY, f64::min);
    let mut steps = body_ns;
    for _ in 0..4 {
        steps *= body_ns / best_of_some(steps.round() as u64).max(0.1);
    }
    steps.round() as u64
}

/// How long a half waits for the other one to start elsewhere.
pub const GIVE_UP: Duration = Duration::from_millis(10);

/// Forks one after the other, each of which is timed until its other half starts elsewhere.
#[derive(Clone, Copy)]
pub struct Meetings {
    /// How many.
    pub count: usize,
    /// What is done before each fork.
    pub pause: fn(),
    /// Whether the half that waits for the other one forks and joins meanwhile, instead of only
    /// spinning.
    pub forking: bool,
}

/// Times from a fork to the start of its other half; `None` where it did not start elsewhere.
pub type Starts = Vec<Option<Duration>>;

/// A fork whose halves are alike: the one that starts first waits for the other one to start.
///
/// So it does not matter which half a scheduler runs itself and which one it offers.
pub struct Meeting {
    forking: bool,
    fork: Instant,
    begun: AtomicBool,
    second_ns: AtomicU64,
}

impl Meeting {
    /// To be made just before the fork: the time counts from here.
    pub fn new(forking: bool) -> Meeting {
        Meeting { forking, fork: Instant::now(), begun: AtomicBool::new(false), second_ns: AtomicU64::new(0) }
    }

    /// Runs one half: the first one waits for the second one to start, for [`GIVE_UP`] at most.
    /// `fork` forks and joins two empty halves. Returns true if this half started first.
    pub fn attend(&self, mut fork: impl FnMut()) -> bool {
        if self.begun.swap(true, AcqRel) {
            let now = self.fork.elapsed().as_nanos() as u64;
            self.second_ns.store(now.max(1), Release); // pairs with the load below
            return false;
        }
        while self.second_ns.load(Acquire) == 0 && self.fork.elapsed() < GIVE_UP {
            if self.forking {
                fork();
            } else {
                spin_loop();
            }
        }
        true
    }

    /// The time to the start of the second half. After the join.
    pub fn start(self) -> Option<Duration> {
        let start = Duration::from_nanos(self.second_ns.into_inner());
        (start < GIVE_UP).then_some(start) // later, the first half had given up and ended
    }
}

/// States the loops for one scheduler, as `programs` states the programs. `$lend` makes a handle
/// for one join of the `&mut` to a handle that `$lent` names.
macro_rules! loops {
    ($handle:ty, |$h:ident, $a:ident, $b:ident| $join:expr, |$lent:ident| $lend:expr) => {
        pub fn joins(mut handle: $handle, count: u64, steps: u64) {
            for _ in 0..count {
                let $lent = &mut handle;
                let $h = $lend;
                let $a = move |_: $handle| work(steps);
                let $b = move |_: $handle| work(steps);
                let ((), ()) = $join;
            }
        }

        pub fn meet(mut handle: $handle, meetings: Meetings) -> Starts {
            let mut starts = Starts::new();
            for _ in 0..meetings.count {
                (meetings.pause)();
                let meeting = Meeting::new(meetings.forking);
                let $lent = &mut handle;
                join_of(&meeting, $lend);
                starts.push(meeting.start());
            }
            starts
        }

        fn join_of(meeting: &Meeting, $h: $handle) {
            let half = |mut handle: $handle| {
                meeting.attend(|| {
                    let $lent = &mut handle;
                    empty_join($lend);
                });
            };
            let $a = half;
            let $b = half;
            let ((), ()) = $join;
        }

        fn empty_join($h: $handle) {
            let $a = |_: $handle| ();
            let $b = |_: $handle| ();
            let ((), ()) = $join;
        }
    };
}
pub(crate) use loops;
