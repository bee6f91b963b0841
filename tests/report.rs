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
    pub mod hash;
    pub mod page;
    pub mod panics;
    pub mod schema;
    pub mod skip;
    pub mod spin;
    pub mod threads;
}
