//! Claim: a command ends cleanly when it is interrupted and when its output is closed or cannot be
//! written.

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::support::binary::{assert_ledger, count, document, process};
use crate::support::full_disk::full_disk;
use crate::support::running::Running;

fn start(args: &[&str]) -> Child {
    process(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends Ctrl-C after half a second of processor time; returns the command's output and the
/// processor time that it still used.
fn interrupted(args: &[&str]) -> (Output, Duration) {
    let mut running = Running::start(&mut process(args));
    running.listens();
    running.works(Duration::from_millis(500));
    running.interrupt();
    running.end_timed()
}

#[test]
fn ctrl_c_prints_the_answer_so_far() {
    for strategy in ["ybw", "pvs", "minimax", "par"] {
        let args = ["chess", "bestmove", "--depth", "60", "--threads", "2", "--json", "--strategy", strategy];
        let (output, time) = interrupted(&args);
        assert_eq!(output.status.code(), Some(130), "{strategy}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(time < Duration::from_secs(10), "{strategy} went on for {time:?}");
        let document = document(&String::from_utf8(output.stdout).unwrap());
        assert!(document["best"].is_string() && (1..60).contains(&count(&document, "depth")));
        assert_ledger(&document);
    }
}

#[test]
fn ctrl_c_prints_the_best_play_so_far() {
    for strategy in ["par-star2", "star1", "expectimax", "par-expectimax"] {
        let search = ["--roll", "31", "--depth", "5", "--threads", "2", "--json", "--strategy", strategy];
        let (output, time) = interrupted(&[&["backgammon", "bestmove"], &search[..]].concat());
        assert_eq!(output.status.code(), Some(130), "{strategy}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(time < Duration::from_secs(10), "{strategy} went on for {time:?}");
        let document = document(&String::from_utf8(output.stdout).unwrap());
        assert!(document["best"].is_string() && count(&document, "depth") < 5);
        assert_ledger(&document);
    }
}

#[test]
fn ctrl_c_ends_a_match_with_its_finished_pairs() {
    let quick = ["backgammon", "match", "race", "blots", "--games", "100000000", "--json"];
    let (output, _) = interrupted(&quick);
    assert_eq!(output.status.code(), Some(130));
    let played = count(&document(&String::from_utf8(output.stdout).unwrap()), "games");
    assert!(played >= 2 && played.is_multiple_of(2), "{played}");
    // Here it comes while a player thinks about the first pair.
    for players in [&["pubeval:depth=5", "race"][..], &["--side", "white", "--depth", "5"]] {
        let (output, time) = interrupted(&[&["backgammon", "match"], players].concat());
        assert_eq!(output.status.code(), Some(130), "{players:?}");
        assert!(output.stdout.is_empty() && time < Duration::from_secs(10), "{players:?} {time:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("sparring: interrupted before") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn ctrl_c_ends_a_count_whose_ledger_adds_up() {
    let (output, time) = interrupted(&["chess", "perft", "--depth", "20", "--threads", "2", "--json"]);
    assert_eq!(output.status.code(), Some(130));
    assert!(time < Duration::from_secs(20), "went on for {time:?}");
    let document = document(&String::from_utf8(output.stdout).unwrap());
    assert!(document["nodes"].is_null());
    assert_ledger(&document);
}

#[test]
fn ctrl_c_ends_what_has_no_answer() {
    let mut idle = Running::start(&mut process(&["sched", "idle", "--n", "60000"]));
    idle.listens();
    idle.interrupt();
    assert_eq!(idle.end().status.code(), Some(130));
}

#[test]
fn readers_may_go_away() {
    for args in [
        &["chess", "bestmove", "--depth", "3", "--stats"][..],
        &["chess", "bestmove", "--depth", "3", "--json"],
        &["chess", "perft", "--depth", "3", "--divide"],
        &["chess", "play"],
        &["backgammon", "bestmove", "--roll", "31", "--stats"],
        &["backgammon", "moves", "--roll", "31"],
        &["backgammon", "play"],
        &["backgammon", "match", "race", "random", "--games", "2"],
        &["sched", "fib", "--n", "15"],
        &["--help"],
    ] {
        let mut child = start(args);
        drop(child.stdout.take()); // closed before anything was written
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let binary = env!("CARGO_BIN_EXE_sparring");
    let pipe = format!("'{binary}' chess perft --depth 3 --divide | head -1; echo ${{PIPESTATUS[0]}}");
    let output = Command::new("bash").args(["-c", &pipe]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().last(), Some("0"));
    assert!(output.stderr.is_empty());
}

#[test]
fn results_that_cannot_be_written_are_a_failure() {
    let Some(full) = full_disk("results_that_cannot_be_written_are_a_failure") else { return };
    for args in [
        &["chess", "perft", "--depth", "1"][..],
        &["backgammon", "bestmove", "--roll", "31"],
        &["backgammon", "play"],
        &["backgammon", "match", "race", "random", "--games", "2"],
    ] {
        let mut command = process(args);
        let output = command.stdin(Stdio::null()).stdout(full.try_clone().unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("sparring: got '"), "{args:?}");
    }
}

#[test]
fn a_closed_standard_error_is_no_problem() {
    let binary = env!("CARGO_BIN_EXE_sparring");
    let output = Command::new("bash")
        .args(["-c", &format!("'{binary}' chess bestmove --depth 0 2>&-; echo $?")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2\n");
}

/// A standard output that is closed, and ones that only swallow: those do as they are asked to.
#[test]
fn a_closed_standard_output_is_an_error_before_the_run() {
    for (redirection, code) in [(">&-", 1), (">/dev/null", 0), ("1<>/dev/null", 0), ("<&-", 0)] {
        for args in ["chess perft --depth 2", "dots solve --size 2x2 --json", "--help"] {
            let script = format!("\"$0\" {args} {redirection}");
            let output =
                Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_sparring")]).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{script}");
            let said = String::from_utf8(output.stderr).unwrap();
            let expected = "sparring: got a closed standard output, expected an open one; try > FILE\n";
            assert_eq!(said, if code == 1 { expected } else { "" }, "{script}");
        }
    }
}
