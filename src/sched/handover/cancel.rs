//! Cancellation: a tree of scopes, each a flag and a parent.
//!
//! A scope is cancelled when its own flag or that of an enclosing scope is set. Flags are set once
//! and never cleared while anyone can see them. A task inside a cancelled scope has no value: it
//! returns [`Cancelled`], and so does a join that waits for it.
//!
//! # How running work learns of it
//! Work does not look at flags: the chain may be long. It looks at one word, the *signal word* of
//! its own worker, on a cache line nobody else touches while nothing happens. A canceller sets the
//! flag and then signals those that may be running inside (`cancellation.rs`):
//!
//! * a split's scope: the split's owner and its registered helpers;
//! * a scope opened by [`crate::Worker::scope`]: the worker that opened it;
//! * a scope of the whole pool ([`CancelScope`]): every worker and stand-in.
//!
//! Workers further down are told by those above them, at their next poll: a split that closes under
//! a cancelled scope signals its own helpers, a join that waits under a cancelled scope signals its
//! thief. So a cancellation travels one level of nesting per poll, and a cut of a split that nobody
//! has joined signals no other worker.
//!
//! # Invariants
//! 1. *Flag before signal*: the signal's release and the poll's acquire make the flag visible to
//!    a worker that sees the signal.
//! 2. *Register before look*: a helper enters its name, passes a full fence, and looks at the flag
//!    before its first index; the canceller sets the flag, passes a full fence, and reads the
//!    names. One of the two sees the other.
//! 3. *The signal stays* while the polling scope is cancelled, so that every later fork there is a
//!    dud; a poll in a scope that is not cancelled clears it. Clearing cannot hide a
//!    cancellation from an enclosing frame: a waiting worker runs only work below what it waits
//!    for, and the chain of scopes of such work contains the frame's own scope. Two kinds of
//!    work are not below: a task with a handle (`tasks.rs`), on top of one that was spawned
//!    beside it; and an install on top of the frame. So the signal is set again after every
//!    theft by a waiting join, and after every such install.
//! 4. A relaxed reading of a flag may be late, never wrong: flags only rise, and being late costs
//!    work, not values.

use crate::sync::atomic::{
    AtomicBool, AtomicPtr,
    Ordering::{Acquire, Relaxed, Release},
};

/// The scope was cancelled: there is no value. Only the scheduler makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled(pub(crate) ());

impl std::fmt::Display for Cancelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// Whom setting a scope's flag concerns first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    /// Every worker of the pool.
    Pool,
    /// The worker whose frame opened the scope.
    Frame { worker: usize },
    /// Owner and helpers of a split.
    Split { worker: usize, slot: usize },
}

/// One scope of the tree. Lives in a split slot, in a frame, or in a `CancelScope`; in every case
/// longer than everything below it.
pub(crate) struct ScopeNode {
    flag: AtomicBool,
    parent: AtomicPtr<ScopeNode>,
    pub(crate) home: Home,
}

impl ScopeNode {
    pub(crate) fn new(home: Home, parent: Option<&ScopeNode>) -> ScopeNode {
        let (flag, parent_word) = (AtomicBool::new(false), AtomicPtr::new(std::ptr::null_mut()));
        let node = ScopeNode { flag, parent: parent_word, home };
        node.reset(parent);
        node
    }

    /// Owner only, while nobody else can reach the node: makes it a fresh scope below `parent`.
    #[inline]
    pub(crate) fn reset(&self, parent: Option<&ScopeNode>) {
        self.flag.store(false, Relaxed);
        self.parent
            .store(parent.map_or(std::ptr::null_mut(), |node| std::ptr::from_ref(node).cast_mut()), Relaxed);
    }

    /// Sets the flag. True for the one who set it.
    pub(crate) fn set(&self) -> bool {
        !self.flag.swap(true, Release) // pairs with the acquire in `is_set`
    }

    /// Returns true if this scope's own flag is set.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        // Pairs with the release in `set`: what the canceller had merged is seen with the cut.
        self.flag.load(Acquire)
    }

    /// Returns true if this scope or one around it is cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.chain().any(ScopeNode::is_set)
    }

    /// The owner of the split whose scope it is, if it is one of a split.
    pub(crate) fn owner(&self) -> Option<usize> {
        match self.home {
            Home::Split { worker, .. } => Some(worker),
            Home::Pool | Home::Frame { .. } => None,
        }
    }

    /// This scope and those around it, innermost first.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &ScopeNode> {
        std::iter::successors(Some(self), |node| {
            // SAFETY: a parent outlives its children. A frame's node or a `CancelScope` is borrowed
            // by the call inside which the child exists; a split's node stays its own until the
            // gate closes, which needs all bodies (and so everything below them) to be over.
            // Callers hold the child alive by running inside it.
            unsafe { node.parent.load(Relaxed).as_ref() }
        })
    }
}
