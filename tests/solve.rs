//! Claims about the exact solvers: dots and boxes, and bear-off databases.

mod solvers {
    mod bearoff_agrees_with_gnubg;
    mod bearoff_files_are_checked;
    mod bearoff_homes;
    mod bearoff_is_exact;
    mod cubeful;
    mod cubeful_rollouts;
    mod dots_kept;
    mod dots_retrograde;
    mod dots_values_are_exact;
    mod rollouts;
}

mod support {
    pub mod ask_dots;
    pub mod bearoff;
    pub mod dots;
    pub mod dots_closer;
    pub mod exhaustive_dots;
    pub mod folder;
    #[path = "../../src/sched/tests/support/hash.rs"]
    pub mod hash;
    pub mod random_boxes;
    #[path = "../../src/sched/tests/support/simulated.rs"]
    pub mod simulated;
    pub mod skip;
}
