//! Exhaustive models of the scheduler's protocols, each beside a mutant that the model must
//! catch.
//!
//! `tools/loom` runs them. Each model runs the real type of a protocol (`Gate`, `ScopeNode`,
//! `Sleep`, `Signal`, `Latch`, `Safepoint`) with loom's atomics in it, on two or three threads.
//! loom tries every interleaving with a bounded number of preemptions, and every value that a
//! relaxed load may return. A mutant leaves out one thing that a protocol's essay calls necessary,
//! so it shows that the model could notice its absence.
//!
//! crossbeam's deque cannot run under loom. [`ModelDeque`] takes its place: the models are about
//! this scheduler's protocols, not about crossbeam's.

mod cancel;
mod gate;
mod latch;
mod ring;
mod safepoint;
mod signal;
mod sleep;
mod take_back;

use loom::sync::Mutex;

/// Runs `body` in every interleaving with at most three preemptions. (tokio's models allow two.)
fn model(body: impl Fn() + Sync + Send + 'static) {
    model_with(3, body);
}

/// As [`model`], for models too large for three preemptions.
fn model_with(preemptions: usize, body: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(body);
}

/// A deque with crossbeam's interface: the owner pushes and pops at one end, thieves take at the
/// other.
#[derive(Default)]
struct ModelDeque(Mutex<Vec<u32>>);

impl ModelDeque {
    fn push(&self, entry: u32) {
        self.0.lock().unwrap().push(entry);
    }

    fn pop(&self) -> Option<u32> {
        self.0.lock().unwrap().pop()
    }

    fn steal(&self) -> Option<u32> {
        let mut entries = self.0.lock().unwrap();
        (!entries.is_empty()).then(|| entries.remove(0))
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }
}
