//! Claims about the scheduler.

mod scheduler {
    mod accounting;
    mod between_pools;
    mod cancellation;
    mod coroutines;
    mod entered;
    mod fillers;
    mod glances;
    mod hooks;
    mod installs;
    mod lines;
    mod panics;
    mod patience;
    mod schedules;
    mod scopes;
    mod searches;
    mod sequences;
    mod shutdown;
    mod simulated;
    mod soundness;
    mod strays;
    mod tasks;
    mod topologies;
    mod values;
    mod waking;
}

mod support {
    pub mod canary;
    pub mod hash;
    pub mod panics;
    pub mod pools;
    pub mod schedules;
    pub mod simulated;
    pub mod spin;
    pub mod stolen;
    pub mod threads;
    pub mod waits;
    pub mod watchdog;
}
