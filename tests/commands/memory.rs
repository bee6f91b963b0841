//! Claim: a process that may not have the memory it needs ends with exit code 1 and one line,
//! and a session of UCI gives a table back before it makes another.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use crate::support::binary::{count, json};
use crate::support::folder::Folder;

/// Exit code and standard error under a limit on the address space in KiB.
fn limited(kib: u32, args: &str) -> (Option<i32>, String) {
    in_shell(&format!("ulimit -v {kib}; exec \"$0\" {args}"))
}

fn in_shell(script: &str) -> (Option<i32>, String) {
    let output = Command::new("bash").args(["-c", script, env!("CARGO_BIN_EXE_sparring")]).output().unwrap();
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
    assert_refused(100_000, "chess perft --depth 2 --threads 2");
}

#[test]
fn a_session_makes_a_table_in_the_place_of_the_old_one() {
    // Room for one table of 900 MiB, and not for two.
    let folder = Folder::new("uci-memory");
    let commands = folder.path().join("commands");
    for options in ["Hash value 900|Threads value 2", "Threads value 2|Hash value 900|Hash value 850"] {
        let set = options.split('|').map(|option| format!("setoption name {option}\n"));
        fs::write(&commands, set.collect::<String>() + "go depth 2\n").unwrap();
        let script = format!("ulimit -v 2000000; exec \"$0\" uci < '{}'", commands.display());
        let output = Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_sparring")]).output();
        let said = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(said.contains("bestmove") && !said.contains("info string"), "{options}: {said}");
    }
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

/// The whole tree of twelve edges, nine deep: 104,557,344 nodes.
#[test]
fn minimax_takes_no_more_than_12_mb() {
    let search = ["--strategy", "minimax", "--depth", "9", "--rules", "alternate", "--threads", "1"];
    let document = json(&[&["dots", "bestmove", "--size", "2x2", "--stats"], &search[..]].concat());
    let peak = count(&document["stats"]["resources"], "peak_memory_bytes");
    assert!(peak <= 12_000_000, "{peak}");
    let pvs = json(&["dots", "bestmove", "--size", "2x2", "--stats", "--depth", "9", "--strategy", "pvs"]);
    let with_table = count(&pvs["stats"]["resources"], "peak_memory_bytes");
    assert!(with_table > 64 << 20, "the table is resident: {with_table}");
}

/// A table of 64 MiB is made for those alone who ask it.
#[test]
fn minimax_and_par_make_no_large_table() {
    // With one arena for all threads: each further one reserves 64 MiB, or none if they do not fit,
    // and whether they do depends on who is first, the worker or the table.
    let fits = |kib: u32, flags: &str| {
        let args = format!("chess bestmove --depth 2 --threads 1 --stack 1 {flags}");
        let script = format!("export MALLOC_ARENA_MAX=1; ulimit -v {kib}; exec \"$0\" {args}");
        in_shell(&script).0 == Some(0)
    };
    let least = |flags: &str| (20..).map(|mib| mib * 1024 * 4).find(|&kib| fits(kib, flags)).unwrap() / 1024;
    let small = least("--strategy minimax");
    assert!(least("--strategy ybw") > small + 40);
    assert!(least("--strategy par") < small + 20);
    assert!(least("--strategy minimax --hash 64") > small + 40);
}
