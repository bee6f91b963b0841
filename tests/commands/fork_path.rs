//! A fork that nobody asks for is a few dozen instructions and writes a few words: the claim at the
//! head of `src/sched/join/fork.rs`, read from the machine code of the binary. Instructions are
//! those of one processor, and of optimised code without the audit.
#![cfg(all(target_arch = "x86_64", not(debug_assertions), not(feature = "audit")))]

use crate::support::skip::skip;
use std::process::{Command, Stdio};

/// The compiler whose code was counted. Another one may need a few instructions more or less.
const COMPILER: &str = "rustc version 1.95.";

/// The compiler that made a binary, as its section `.comment` has it.
fn compiler(binary: &[u8]) -> String {
    let at = binary.windows(14).position(|bytes| bytes == b"rustc version ").expect("a section .comment");
    binary[at..].iter().take_while(|byte| **byte != 0).map(|&byte| char::from(byte)).collect()
}

#[test]
fn a_fork_takes_no_more_instructions_and_stores_than_it_did() {
    let disassembler = Command::new("objdump").arg("--version").stdout(Stdio::null()).status();
    if disassembler.is_err() {
        return skip("a_fork_takes_no_more_instructions_and_stores_than_it_did", "objdump");
    }
    let binary = env!("CARGO_BIN_EXE_sparring");
    let made_by = compiler(&std::fs::read(binary).unwrap());
    if !made_by.starts_with(COMPILER) {
        let needs = format!("{COMPILER}x, for whose code the limits are, got {made_by}");
        return skip("a_fork_takes_no_more_instructions_and_stores_than_it_did", &needs);
    }
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/fork-path");
    let output = Command::new(tool).arg(binary).output().expect("a shell");
    let counted = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "expected at most 44 instructions and 9 stores, got {counted}");
}
