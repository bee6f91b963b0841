//! What waits for the workers of a pool: installs, and snapshots among them.
//!
//! First come, first served. Roots (what was installed) ahead of all snapshots are *open*: a
//! worker may take them. A snapshot has its turn when everything ahead of it has been taken and
//! has ended; then it is alone. Roots behind it are *held* until it is over. There are two
//! exceptions, both because a snapshot may wait for the very code that installs:
//!
//! 1. A root that is known to be inside an install of this pool (`here.rs`) goes ahead of all
//!    snapshots.
//! 2. A root may be inside without being known to be: a task has started a thread, and that
//!    installs. So a snapshot that sees roots held, and no root end for [`PATIENCE`] and as long
//!    again as the longest root ran that has ended since it came, lets the held ones go first.
//!    Roots of exception 1 do not count here.
//!
//! Exception 2 does not starve a snapshot. Once a root that runs as long as any has ended, the
//! snapshot gives up only if no root ends for longer than any runs. While roots are left that came
//! before it, and none is let past, one of them ends within that time. So all of them end.
//!
//! ```text
//!   open    root root             taken by workers        running: 2
//!   held    SNAPSHOT root root SNAPSHOT root              (empty, or a snapshot comes first)
//! ```

use super::here::PoolSet;
use super::level::Level;
use super::memory::Shared;
use super::sync::{
    Condvar, Instant, Mend, Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
    full_fence, left_out,
};
use std::collections::VecDeque;
use std::time::Duration;

/// How long a snapshot that nothing moves holds up what came after it, at least.
const PATIENCE: Duration = Duration::from_millis(100);

/// The closure of an install, wrapped so that it reports to the installer. What it is given beside
/// a handle it calls when the closure has returned, before the installer knows.
pub(super) type Run<'r> = Box<dyn FnOnce(Level<'_>, &dyn Fn()) + Send + 'r>;

/// What was installed.
pub(super) struct Root {
    pub(super) run: Run<'static>,
    /// The pools with an install around it, its own among them.
    pub(super) inside: PoolSet,
    /// Whether a worker waits for it, or a hook.
    pub(super) for_pool_thread: bool,
}

enum Held {
    Root(Root),
    /// By its number.
    Snapshot(u64),
}

/// See the module documentation.
pub(super) struct Queue {
    state: Mutex<State>,
    /// Something happened that a snapshot may wait for.
    changed: Condvar,
    /// How many roots are open, and how many of those a thread of a pool waits for. Who sleeps
    /// if they are 0 looks at them after a fence, as at a deque (`sleep.rs`).
    open: AtomicUsize,
    open_for_pool_threads: AtomicUsize,
}

struct State {
    open: VecDeque<Root>,
    held: VecDeque<Held>,
    /// Roots that were taken and have not ended.
    running: usize,
    /// Whether the first snapshot has its turn. Then nothing is open.
    turn: bool,
    snapshots: u64,
    /// While roots are held: since when no root has ended.
    quiet_since: Instant,
    /// Of the roots that have ended while a snapshot waited, the longest.
    longest: Duration,
}

impl Queue {
    pub(super) fn new() -> Queue {
        let (open, held) = (VecDeque::new(), VecDeque::new());
        let (quiet_since, longest) = (Instant::now(), Duration::ZERO);
        Queue {
            state: Mutex::new(State {
                open,
                held,
                running: 0,
                turn: false,
                snapshots: 0,
                quiet_since,
                longest,
            }),
            changed: Condvar::new(),
            open: AtomicUsize::new(0),
            open_for_pool_threads: AtomicUsize::new(0),
        }
    }

    /// Whether there are open roots, for one who may take `any`, or only those that a thread of a
    /// pool waits for. A hint.
    pub(super) fn has_open(&self, any: bool) -> bool {
        (if any { &self.open } else { &self.open_for_pool_threads }).load(Relaxed) > 0
    }

    /// Puts up a root, `ahead` of all snapshots or behind them.
    pub(super) fn push(&self, root: Root, ahead: bool) {
        let mut state = self.state.lock();
        if ahead && state.turn && !left_out(Mend::AloneInTurn) {
            state.held.insert(1, Held::Root(root)); // behind this snapshot, which ends by itself
        } else if ahead || state.held.is_empty() {
            self.open_up(&mut state, root);
        } else {
            if !state.held.iter().any(|held| matches!(held, Held::Root(_))) {
                state.quiet_since = Instant::now();
                self.changed.notify_all(); // from now on the first snapshot has patience to lose
            }
            state.held.push_back(Held::Root(root));
        }
    }

    fn open_up(&self, state: &mut State, root: Root) {
        self.open_for_pool_threads.fetch_add(usize::from(root.for_pool_thread), Relaxed);
        state.open.push_back(root);
        self.open.store(state.open.len(), Relaxed);
    }

    /// Worker: takes the first open root that is `wanted`. It is to be run, and [`Queue::end`]
    /// called then.
    pub(super) fn take(&self, wanted: impl Fn(&Root) -> bool) -> Option<Root> {
        if !self.has_open(true) {
            return None;
        }
        let mut state = self.state.lock();
        let place = state.open.iter().position(wanted)?;
        let root = state.open.remove(place)?;
        state.running += 1;
        self.open.store(state.open.len(), Relaxed);
        self.open_for_pool_threads.fetch_sub(usize::from(root.for_pool_thread), Relaxed);
        Some(root)
    }

    /// Worker: a root that was taken has ended, and ran for so long. One that went `ahead` of
    /// snapshots says nothing of whether they come closer to their turn: the task that it was
    /// inside of may make many such, and wait for a root that is held.
    pub(super) fn end(&self, ran: Duration, ahead: bool) {
        let mut state = self.state.lock();
        state.running -= 1;
        if state.held.is_empty() {
            return;
        }
        if !ahead {
            state.quiet_since = Instant::now();
            state.longest = state.longest.max(ran);
        }
        if state.running == 0 {
            self.changed.notify_all();
        }
    }

    /// Waits until a snapshot has its turn, which lasts until the answer is dropped. Calls
    /// `opened` when roots were opened, then and before.
    pub(super) fn wait_for_turn<F: Fn()>(&self, opened: F) -> Turn<'_, F> {
        let mut state = self.state.lock();
        state.snapshots += 1;
        let me = state.snapshots;
        state.held.push_back(Held::Snapshot(me));
        loop {
            let first = matches!(state.held[0], Held::Snapshot(number) if number == me);
            if first && state.running == 0 && state.open.is_empty() {
                state.turn = true;
                drop(state);
                return Turn { queue: self, opened };
            }
            let patience = PATIENCE + state.longest;
            if !first
                || left_out(Mend::StepAside)
                || !state.held.iter().any(|held| matches!(held, Held::Root(_)))
            {
                self.changed.wait(&mut state);
            } else if let Some(left) = patience.checked_sub(state.quiet_since.elapsed()) {
                self.changed.wait_for(&mut state, left);
            } else {
                state.quiet_since = Instant::now();
                let (snapshots, roots) =
                    state.held.drain(..).partition(|held| matches!(held, Held::Snapshot(_)));
                state.held = snapshots;
                self.open_all(&mut state, roots);
                drop(state);
                opened();
                state = self.state.lock();
            }
        }
    }

    fn open_all(&self, state: &mut State, held: VecDeque<Held>) {
        for held in held {
            if let Held::Root(root) = held {
                self.open_up(state, root);
            }
        }
    }

    /// As [`Queue::wait_for_turn`], if there is nothing to wait for.
    #[cfg(debug_assertions)]
    pub(super) fn try_turn<F: Fn()>(&self, opened: F) -> Option<Turn<'_, F>> {
        let mut state = self.state.lock();
        (state.running == 0 && state.open.is_empty() && state.held.is_empty()).then(|| {
            state.snapshots += 1;
            let me = state.snapshots;
            state.held.push_back(Held::Snapshot(me));
            state.turn = true;
            Turn { queue: self, opened }
        })
    }
}

/// The turn of a snapshot: nothing that was installed runs.
pub(super) struct Turn<'q, F: Fn()> {
    queue: &'q Queue,
    opened: F,
}

impl<F: Fn()> Drop for Turn<'_, F> {
    fn drop(&mut self) {
        let mut state = self.queue.state.lock();
        state.turn = false;
        state.held.pop_front();
        let next = state.held.iter().position(|held| matches!(held, Held::Snapshot(_)));
        let behind = next.map_or(VecDeque::new(), |next| state.held.split_off(next));
        let roots = std::mem::replace(&mut state.held, behind);
        self.queue.open_all(&mut state, roots);
        if state.held.is_empty() {
            state.longest = Duration::ZERO;
        }
        drop(state);
        self.queue.changed.notify_all();
        (self.opened)();
    }
}

impl Shared {
    /// After roots were opened, or one who may have been woken for them takes up something
    /// else: sees to it that somebody comes for them.
    pub(super) fn hand_on_roots(&self) {
        full_fence(); // pairs with the fence in `Sleep::sleep`
        if self.queue.has_open(true) {
            self.sleep.wake_for_roots(self.queue.has_open(false));
        }
    }
}
