//! Claims about the program's own parts, which no other crate sees: `src/main.rs` includes them.

mod backgammon_cube_session;
mod backgammon_session;
mod chess_session;
mod crowded;
mod documents;
mod dots_play;
mod dots_session;
mod gnubg_external;
mod recordings_agree_with_the_ledger;
mod terminal;

#[expect(dead_code, reason = "the tests of the binary use the rest")]
#[path = "../support"]
mod support {
    pub mod browser;
    pub mod dots;
    pub mod dots_closer;
    pub mod eventlog_reader;
    pub mod exhaustive_dots;
    pub mod folder;
    pub mod gnubg;
    #[path = "../../src/sched/tests/support/hash.rs"]
    pub mod hash;
    #[path = "../../src/sched/tests/support/panics.rs"]
    pub mod panics;
    pub mod puppet;
    pub mod session;
    pub mod skip;
    #[path = "../../src/sched/tests/support/spin.rs"]
    pub mod spin;
    #[path = "../../src/sched/tests/support/threads.rs"]
    pub mod threads;
}
