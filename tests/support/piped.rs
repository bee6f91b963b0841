//! The binary as somebody who talks to it has it.

use std::process::{Child, Stdio};

use super::binary::process;

/// The binary with arguments, started, with pipes to all its streams.
pub fn piped(args: &[&str]) -> Child {
    process(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}
