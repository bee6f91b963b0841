use super::model;
use crate::handover::atomic_bitset::AtomicWorkerSet;
use crate::handover::cancel::{Home, ScopeNode};
use crate::sync::full_fence;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

const OWNER: usize = 0;
const HELPER: usize = 1;

struct Split {
    node: ScopeNode,
    helpers: AtomicWorkerSet,
}

/// The helper registers before it looks, and the canceller sets the flag before it reads the names.
/// So they never miss each other (invariant 2 of cancel.rs).
fn cancel_model(fence: fn()) {
    model(move || {
        let split = Arc::new(Split {
            node: ScopeNode::new(Home::Split { worker: OWNER, slot: 0 }, None),
            helpers: AtomicWorkerSet::new(),
        });
        let helper = {
            let split = split.clone();
            thread::spawn(move || {
                split.helpers.insert(HELPER);
                fence();
                split.node.is_cancelled()
            })
        };
        assert!(split.node.set(), "nobody else cancels");
        fence();
        let signalled = split.helpers.load().any(|worker| worker == HELPER);
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
