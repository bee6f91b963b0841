//! Cancelling a split while a helper comes in.

use super::super::sync::atomic::{AtomicBool, Ordering::Relaxed};
use super::super::sync::full_fence;
use super::model;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

/// Register before look, flag before names: a helper and a canceller never miss each other
/// (invariant 2 of cancel.rs). The two words stand for `Node` and `WorkerSet`, whose accesses are
/// relaxed as here; what orders them is the fences.
fn cancel_model(fence: fn()) {
    model(move || {
        let shared = Arc::new((AtomicBool::new(false), AtomicBool::new(false)));
        let helper = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.store(true, Relaxed); // my name is entered
                fence();
                shared.1.load(Relaxed) // is it cancelled?
            })
        };
        shared.1.store(true, Relaxed); // cancelled
        fence();
        let signalled = shared.0.load(Relaxed); // who is inside?
        assert!(helper.join().unwrap() || signalled, "a helper runs on and nobody tells it");
    });
}

#[test]
fn a_helper_and_a_canceller_do_not_miss_each_other() {
    cancel_model(full_fence);
}

#[test]
#[should_panic(expected = "nobody tells it")]
fn broken_twin_cancelling_without_fences() {
    cancel_model(|| {});
}
