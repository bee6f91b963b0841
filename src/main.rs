//! The `sparring` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    sparring::cli::main(std::env::args_os())
}
