//! Claims about what a run leaves: recordings and pages.

mod reports {
    mod documents;
    mod pages;
    mod pages_in_a_browser;
    mod pages_show_the_game;
    mod pictures;
    mod recordings;
    mod recordings_agree_with_the_ledger;
}

mod support {
    pub mod binary;
    pub mod browser;
    pub mod crowded;
    pub mod eventlog_reader;
    pub mod full_disk;
    #[path = "../../src/sched/tests/support/hash.rs"]
    pub mod hash;
    pub mod page;
    #[path = "../../src/sched/tests/support/panics.rs"]
    pub mod panics;
    pub mod schema;
    pub mod skip;
    #[path = "../../src/sched/tests/support/spin.rs"]
    pub mod spin;
    #[path = "../../src/sched/tests/support/threads.rs"]
    pub mod threads;
}
