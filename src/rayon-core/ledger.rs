//! The account of a pool's tasks on standard error, if the environment asks for it.

use crate::registry::Registry;
use sparring_sched::Pool;
use std::sync::{Arc, OnceLock};

/// Set to anything but 0, this variable has every pool print its tasks when it ends.
const VARIABLE: &str = "SPARRING_LEDGER";

static GLOBAL: OnceLock<Arc<Registry>> = OnceLock::new();

fn is_wanted() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value != "0")
}

/// Prints what a pool has done so far.
pub(crate) fn print(pool: &Pool) {
    if !is_wanted() {
        return;
    }
    match pool.try_snapshot() {
        Some(snapshot) => eprintln!("{snapshot}"),
        None => {
            let total = pool.metrics().total();
            eprintln!("{}\n{}\n(some tasks still run)", total.tasks_line(), total.sparks_line());
        }
    }
}

/// Prints what the global pool has done, when the process ends.
pub(crate) fn print_at_exit(registry: &Arc<Registry>) {
    if !is_wanted() || GLOBAL.set(registry.clone()).is_err() {
        return;
    }
    atexit(print_global);
}

// SAFETY: this is the declaration of the C library.
#[allow(unsafe_code)]
unsafe extern "C" {
    safe fn atexit(call: extern "C" fn()) -> std::ffi::c_int;
}

extern "C" fn print_global() {
    if let Some(registry) = GLOBAL.get() {
        print(&registry.pool);
    }
}
