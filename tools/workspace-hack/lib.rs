//! Nothing: `Cargo.toml` beside it is what matters.
//!
//! The libraries of the tests ask more features of some crates than the program does. Cargo would
//! build these crates, and all that use them, once for `cargo build --release` and again for
//! `cargo test --release`: 13 packages, the scheduler and the engine among them. This package asks
//! for the same features and is built with the workspace, so each package is built once. The
//! program does not depend on it.
