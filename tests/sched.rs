//! Claims about the scheduler.

mod scheduler {
    mod accounting;
    mod cancellation;
    mod panics;
    mod shutdown;
    mod soundness;
}

mod support {
    pub mod hash;
    pub mod panics;
    pub mod pools;
    pub mod spin;
    pub mod threads;
    pub mod watchdog;
}
