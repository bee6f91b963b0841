//! Claim: a process that may not have the memory it needs ends with exit code 1 and one line.
#![cfg(target_os = "linux")]

use std::process::Command;

/// Exit code and standard error under a limit on the address space in KiB.
fn limited(kib: u32, args: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {kib}; exec \"$0\" {args}");
    let output = Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_sparring")]).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn assert_refused(kib: u32, args: &str) {
    let (code, said) = limited(kib, args);
    assert!(code == Some(1) && said.lines().count() == 1, "{kib} {args}: {code:?} {said}");
    assert!(said.contains("; try ") || said.contains(", try "), "{kib} {args}: {said}");
}

#[test]
fn tables_threads_and_recordings_that_do_not_fit() {
    assert_refused(1_000_000, "chess bestmove --depth 2 --threads 2 --hash 2048");
    assert_refused(1_000_000, "dots solve --size 5x5 --movetime 10 --threads 2 --hash 2048");
    assert_refused(1_000_000, "dots bestmove --depth 2 --threads 2 --hash 2048");
    assert_refused(1_000_000, "chess play --threads 2 --hash 2048");
    assert_refused(1_000_000, "chess perft --depth 2 --threads 64");
    assert_refused(400_000, "chess perft --depth 2 --threads 2 --stack 32 --stats");
    assert_refused(100_000, "chess perft --depth 2");
}

#[test]
fn at_every_limit_a_run_ends_well_or_in_one_line() {
    for kib in (150_000..1_200_000).step_by(75_000) {
        for args in [
            "chess bestmove --depth 2 --threads 2",
            "chess bestmove --depth 2 --threads 3 --hash 300",
            "dots solve --size 2x2 --threads 2 --stats",
            "backgammon bestmove --roll 31 --threads 4",
        ] {
            let (code, said) = limited(kib, args);
            let well = code == Some(0) && said.is_empty();
            assert!(well || code == Some(1) && said.lines().count() == 1, "{kib} {args}: {code:?} {said}");
        }
    }
}
