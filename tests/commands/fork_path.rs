//! A fork that nobody asks for is a few dozen instructions and writes a few words: the claim at the
//! head of `src/sched/join/fork.rs`, read from the machine code of the binary. Instructions are
//! those of one processor, and of optimised code without the audit.
#![cfg(all(target_arch = "x86_64", not(debug_assertions), not(feature = "audit")))]

use crate::support::skip::skip;
use std::process::{Command, Stdio};

#[test]
fn a_fork_takes_no_more_instructions_and_stores_than_it_did() {
    let disassembler = Command::new("objdump").arg("--version").stdout(Stdio::null()).status();
    if disassembler.is_err() {
        return skip("a_fork_takes_no_more_instructions_and_stores_than_it_did", "objdump");
    }
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/fork-path");
    let output = Command::new(tool).arg(env!("CARGO_BIN_EXE_sparring")).output().expect("a shell");
    let counted = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "expected at most 44 instructions and 9 stores, got {counted}");
}
