mod scheduler {
    mod accounting;
    mod background;
    mod between_pools;
    mod cancellation;
    mod coroutines;
    mod current;
    mod deadlines;
    mod deferred;
    mod entered;
    mod greedy;
    mod groups;
    mod hooks;
    mod installs;
    mod lines;
    mod many_tasks;
    mod metrics;
    mod panics;
    mod patience;
    mod pinning;
    mod printed;
    mod schedules;
    mod scopes;
    mod searches;
    mod sequences;
    mod shutdown;
    mod simulated;
    mod sorts;
    mod soundness;
    mod spawned;
    mod stand_ins;
    mod tasks;
    mod topologies;
    mod values;
    mod verbs;
    mod waking;
    mod worker_local;
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
