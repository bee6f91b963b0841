//! Cancellation: a tree of scopes, each with a flag and a parent.
//!
//! A scope is cancelled if its flag or that of an enclosing scope is set. A flag is never cleared
//! while anybody can see it. A task in a cancelled scope returns [`Cancelled`], and so does its
//! join.
//!
//! Work polls only its worker's *signal word*, because a chain of flags may be long. A canceller
//! sets the flag, then signals the workers that may run inside (`cancellation.rs`):
//!
//! * for a split's scope, its owner and registered helpers;
//! * for a scope opened by [`crate::Worker::scope`], the worker that opened it;
//! * for a scope of the whole pool ([`CancelScope`]), every worker and stand-in.
//!
//! At their next poll those pass it on by one level of nesting: a closing split signals its
//! helpers, a waiting join its thief.
//!
//! # Invariants
//! 1. *Flag before signal*: a worker that sees the signal (acquire) sees the flag set before it
//!    (release).
//! 2. *Register before look*: a helper enters its name, passes a full fence, and reads the flag
//!    before its first index. The canceller sets the flag, passes a full fence, and reads the
//!    names. So one of them sees the other.
//! 3. *The signal stays* while the polling scope is cancelled, so later forks there are refused. A
//!    poll in a scope that is not cancelled clears it. This hides no cancellation from an
//!    enclosing frame: a waiting worker runs only work below its task, whose chain contains the
//!    frame's scope. Two exceptions run on top of a frame: a task with a handle (`tasks.rs`) and
//!    an install. So the signal is set again after every theft by a waiting join and after every
//!    such install.
//! 4. A relaxed read of a flag may be late, never wrong: flags only rise.

use crate::sync::atomic::{
    AtomicBool, AtomicPtr,
    Ordering::{Acquire, Relaxed, Release},
};

/// The error of a cancelled scope: there is no value. Only the scheduler makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled(pub(crate) ());

impl std::fmt::Display for Cancelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// Place of a scope, which tells whom to signal first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    Pool,
    Frame { worker: usize },
    Split { worker: usize, slot: usize },
}

/// One scope, in a split slot, a frame or a `CancelScope`. It outlives everything below it.
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

    /// Makes the node a fresh scope. Owner only, while nobody else can reach it.
    #[inline]
    pub(crate) fn reset(&self, parent: Option<&ScopeNode>) {
        self.flag.store(false, Relaxed);
        self.parent
            .store(parent.map_or(std::ptr::null_mut(), |node| std::ptr::from_ref(node).cast_mut()), Relaxed);
    }

    /// Sets the flag. Returns true if it was not set.
    pub(crate) fn set(&self) -> bool {
        !self.flag.swap(true, Release) // pairs with the acquire in `is_set`
    }

    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        // Pairs with the release in `set`: whatever the canceller merged before is seen.
        self.flag.load(Acquire)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.chain().any(ScopeNode::is_set)
    }

    pub(crate) fn owner(&self) -> Option<usize> {
        match self.home {
            Home::Split { worker, .. } => Some(worker),
            Home::Pool | Home::Frame { .. } => None,
        }
    }

    /// Iterates over this scope and those around it, innermost first.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &ScopeNode> {
        std::iter::successors(Some(self), |node| {
            // SAFETY: a parent outlives its children. A frame's node or a `CancelScope` is borrowed
            // by the call inside which the child exists. A split's node is reused only after the
            // gate has closed, when everything below it is over. Callers run inside the child and
            // so keep it alive.
            unsafe { node.parent.load(Relaxed).as_ref() }
        })
    }
}
