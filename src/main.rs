//! The `sparring` binary.
fn main() {}
