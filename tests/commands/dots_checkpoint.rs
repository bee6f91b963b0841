//! Claim: `sparring dots solve --checkpoint` continues after a kill at any moment with the same
//! answer; a file that is not its own is refused in one line and left alone.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::binary::{assert_ledger, count, document, process, refusal, run};
use crate::support::dots::grid;
use crate::support::folder::Folder;
use crate::support::full_disk::full_disk;
use crate::support::hash::hash;
use crate::support::running::Running;
use serde_json::{Value, json};
use sparring_engine::games::dots::Rules;
use sparring_engine::solve::dots::{Checkpoint, Solver};

/// Where the cells begin.
const HEADER: usize = 40;

fn args<'a>(file: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["dots", "solve", "--json", "--threads", "2", "--checkpoint", file.to_str().unwrap()], more].concat()
}

fn solve(file: &Path, more: &[&str]) -> Value {
    let output = run(&args(file, more));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    document(&String::from_utf8(output.stdout).unwrap())
}

fn answer(document: &Value) -> [&Value; 4] {
    ["value", "optimal", "best", "bounds"].map(|key| &document[key])
}

/// The checkpoint of an unfinished solve, and the one before it.
fn two_files(folder: &Folder, more: &[&str]) -> (PathBuf, PathBuf) {
    let file = folder.path().join("solve");
    for _ in 0..2 {
        let document = solve(&file, &[&["--size", "5x5", "--movetime", "60"], more].concat());
        assert!(document["value"].is_null() && document["checkpoint"]["failed"].is_null(), "{document}");
    }
    assert_eq!(folder.names(), ["solve", "solve.previous"]);
    (file.clone(), folder.path().join("solve.previous"))
}

/// A folder of its own, the checkpoint of a solve in it, and what that holds.
fn solved(name: &str, more: &[&str]) -> (Folder, PathBuf, Vec<u8>) {
    let folder = Folder::new(name);
    let file = folder.path().join("solve");
    solve(&file, more);
    let whole = fs::read(&file).unwrap();
    (folder, file, whole)
}

/// Waits until the file is replaced by another or the process ends.
fn wait_for_change(file: &Path, child: &mut Child) {
    let inode = || fs::metadata(file).ok().map(|metadata| metadata.ino());
    let before = inode();
    while inode() == before && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "three hundred thousand nodes want an optimized build")]
fn a_solve_that_is_killed_ten_times_has_the_same_answer() {
    // 25 edges are left.
    let question = ["--size", "3x4", "--rules", "alternate", "--drawn", "1340408"];
    let whole = document(
        &String::from_utf8(run(&[&["dots", "solve", "--json"], &question[..]].concat()).stdout).unwrap(),
    );
    let folder = Folder::new("killed");
    let file = folder.path().join("solve");
    let often = [&question[..], &["--checkpoint-every", "0.01"]].concat();
    let (mut killed, longest) = (0, count(&whole, "time_ns") / 5);
    for i in 0..10 {
        let mut child = process(&args(&file, &often)).stdout(Stdio::null()).spawn().unwrap();
        // At any moment, or shortly after something was written, however slow the disk is.
        if i % 2 == 0 {
            sleep(Duration::from_nanos(5_000_000 + hash(i) % longest));
        } else {
            (0..2).for_each(|_| wait_for_change(&file, &mut child));
            sleep(Duration::from_millis(hash(i) % 30));
        }
        killed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = solve(&file, &often);
    assert!(killed >= 3, "{killed}");
    assert_eq!(answer(&last), answer(&whole));
    assert_eq!(last["checkpoint"]["resumed_from"], file.to_str().unwrap());
    assert!(count(&last["checkpoint"], "earlier_nodes") > 0 && !last["optimal"].is_null(), "{last}");
    assert_ledger(&last);
    // The temporary files of killed writers are gone.
    assert_eq!(folder.names(), ["solve", "solve.previous"]);

    // What is known needs no search, and the file stays.
    let bytes = fs::read(&file).unwrap();
    let again = solve(&file, &question);
    assert_eq!((answer(&again), count(&again, "nodes")), (answer(&whole), 0));
    assert!(count(&again["checkpoint"], "written") == 0 && fs::read(&file).unwrap() == bytes);
}

#[test]
fn ctrl_c_and_the_end_of_the_time_keep_what_is_proved() {
    let folder = Folder::new("kept");
    let file = folder.path().join("solve");
    let mut first = Running::start(&mut process(&args(&file, &["--size", "4x5"])));
    first.listens();
    first.works(Duration::from_millis(500));
    first.interrupt();
    let output = first.end();
    assert_eq!(output.status.code(), Some(130));
    let first = document(&String::from_utf8(output.stdout).unwrap());
    let second = solve(&file, &["--size", "4x5", "--movetime", "50"]);
    let third = solve(&file, &["--size", "4x5", "--movetime", "50", "--value-only"]);
    assert_eq!(count(&second["checkpoint"], "earlier_nodes"), count(&first, "nodes"));
    let both = count(&first, "nodes") + count(&second, "nodes");
    assert_eq!(count(&third["checkpoint"], "earlier_nodes"), both);
    assert!(third["table"]["fill"].as_f64() >= first["table"]["fill"].as_f64());
    assert_ledger(&first);
}

/// Runs it on a file that must be refused; returns its one line. Asserts that the files in the
/// folder stay as they are.
fn refused(folder: &Folder, file: &Path, more: &[&str]) -> String {
    let contents = || -> Vec<Option<Vec<u8>>> {
        folder.names().iter().map(|name| fs::read(folder.path().join(name)).ok()).collect()
    };
    let before = contents();
    let line = refusal(&args(file, more));
    assert!(
        line.contains("--checkpoint: got ") && line.contains(", expected ") && line.contains("; try "),
        "{line}"
    );
    assert!(line.contains(file.to_str().unwrap()), "{line}");
    assert!(contents() == before, "a file was altered: {line}");
    line
}

#[test]
fn truncated_files_are_refused() {
    let (folder, file, whole) = solved("truncated", &["--size", "2x3"]);
    let n = whole.len();
    for length in [0, 1, 8, 24, 28, 36, HEADER - 1, HEADER, HEADER + 1, HEADER + 90, n / 2, n - 1, n + 1] {
        let mut bytes = whole.clone();
        bytes.resize(length, 0);
        fs::write(&file, bytes).unwrap();
        let line = refused(&folder, &file, &["--size", "2x3"]);
        assert!(line.contains(&format!("got {length} bytes")) && line.contains("try another file"), "{line}");
    }
}

#[test]
fn a_file_with_one_byte_altered_is_refused() {
    let (folder, file, whole) = solved("altered", &["--size", "2x3"]);
    let open = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let solver = Solver::new(&grid(2, 3, Rules::Standard), 64);
        Checkpoint::open(&file, None, &solver, 0).map(|checkpoint| checkpoint.from().is_some())
    };
    assert_eq!(open(&whole), Ok(true));
    for i in 0..200 {
        // The header often, and then everything.
        let at = if i < HEADER { i } else { hash(i as u64) as usize % whole.len() };
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (hash(i as u64) >> 40 & 7);
        let line = open(&bytes).expect_err("an altered file was used").to_string();
        let word = match at {
            0..24 => "got other contents in ",
            24..28 => "got version ",
            28..36 => " bytes in ",
            _ => "got altered contents of checksum ",
        };
        assert!(line.contains(word) && line.contains(file.to_str().unwrap()), "byte {at}: {line}");
        assert!(fs::read(&file).unwrap() == bytes, "the file was altered");
    }
    assert_eq!(folder.names(), ["solve"]);
}

#[test]
fn bounds_that_no_position_has_are_refused() {
    let (folder, file, whole) = solved("bounds", &["--size", "2x3"]);
    // Behind the header are three numbers, of which the first is the length of the name of the
    // game, and that name.
    let at = HEADER + 24 + whole[HEADER] as usize;
    let with = |low: i64, high: i64| {
        let mut bytes = whole.clone();
        bytes[at..at + 8].copy_from_slice(&low.to_le_bytes());
        bytes[at + 8..at + 16].copy_from_slice(&high.to_le_bytes());
        let sum = crc32fast::hash(&[&bytes[..HEADER - 4], &bytes[HEADER..]].concat());
        bytes[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());
        fs::write(&file, bytes).unwrap();
    };
    // Six boxes.
    for (low, high) in [(-8, 6), (-6, 8), (-5, 6), (-6, 5), (2, -2), (i32::MIN.into(), 6)] {
        with(low, high);
        let line = refused(&folder, &file, &["--size", "2x3"]);
        assert!(line.contains("got other contents"), "{low} {high}: {line}");
    }
    with(-6, 6);
    assert_eq!(solve(&file, &["--size", "2x3"])["checkpoint"]["resumed_from"], file.to_str().unwrap());
}

#[test]
fn the_file_of_another_solve_is_refused() {
    let folder = Folder::new("foreign");
    let file = folder.path().join("solve");
    solve(&file, &["--size", "2x4"]);
    let board = folder.path().join("board");
    fs::write(&board, "2 0 1 2 3\n1 3 4 5 6\n").unwrap();
    let board = board.to_str().unwrap();
    for (more, words) in [
        (&["--size", "4x2"][..], ["2x4 boxes", "4x2 boxes"]),
        (&["--size", "2x4", "--rules", "alternate"], ["standard rules", "alternate rules"]),
        (&["--size", "2x4", "--drawn", "2a"], ["drawn 0", "drawn 2a"]),
        (&["--config", board], ["2x4 boxes", "2 boxes worth 3"]),
    ] {
        let line = refused(&folder, &file, more);
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
    // The tables of small boards are smaller than any `--hash`.
    let large = folder.path().join("large");
    solve(&large, &["--size", "4x4", "--movetime", "50", "--hash", "64"]);
    let line = refused(&folder, &large, &["--size", "4x4", "--hash", "1"]);
    assert!(line.contains("got a table of 64 MiB") && line.contains("try --hash 64"), "{line}");
    // Boxes of the same board with other values.
    let weighted = folder.path().join("weighted");
    solve(&weighted, &["--config", board]);
    fs::write(board, "1 0 1 2 3\n2 3 4 5 6\n").unwrap();
    assert!(refused(&folder, &weighted, &["--config", board]).contains("the solve of 2 boxes worth 3"));
}

#[test]
fn what_is_no_file_of_a_solve_is_refused() {
    let folder = Folder::new("other");
    let other = folder.path().join("other");
    fs::write(&other, "2x2 boxes, and a line that is longer than the header of a checkpoint").unwrap();
    assert!(refused(&folder, &other, &[]).contains("expected the checkpoint of a solve"));
    assert!(refused(&folder, folder.path(), &[]).contains("not a regular file"));
    assert!(refused(&folder, &other.join("below"), &[]).contains("while writing beside"));
    assert!(
        refused(&folder, &folder.path().join("no/such/folder"), &[]).contains("a folder that can be written")
    );
    let line = refusal(&["dots", "solve", "--checkpoint-every", "5"]);
    assert!(line.contains("--checkpoint"), "{line}");
    for every in ["0", "-1", "x", "1e9", "NaN"] {
        let line = refusal(&["dots", "solve", "--checkpoint", "x", "--checkpoint-every", every]);
        assert!(line.contains("--checkpoint-every") && line.contains(every), "{line}");
    }
}

#[test]
fn a_device_is_no_file_of_a_solve() {
    if full_disk("a_device_is_no_file_of_a_solve").is_some() {
        let folder = Folder::new("device");
        assert!(refused(&folder, Path::new("/dev/full"), &[]).contains("not a regular file"));
    }
}

#[test]
fn of_a_damaged_file_the_line_tells_how_to_go_on_with_the_one_before() {
    let folder = Folder::new("damaged");
    let more = ["--size", "5x5", "--movetime", "60"];
    let (file, previous) = two_files(&folder, &[]);
    fs::write(&file, &fs::read(&file).unwrap()[..500]).unwrap();
    let line = refused(&folder, &file, &more);
    let advice = format!("try mv {} {}", previous.display(), file.display());
    assert!(line.contains("got 500 bytes") && line.contains(&advice), "{line}");
    fs::rename(&previous, &file).unwrap();
    assert_eq!(solve(&file, &more)["checkpoint"]["resumed_from"], file.to_str().unwrap());
    // If both are damaged, the line says what is wrong with the newer one.
    fs::write(&previous, "").unwrap();
    fs::write(&file, "").unwrap();
    assert!(refused(&folder, &file, &more).contains("got 0 bytes"));
}

#[test]
fn if_only_the_file_before_is_there_it_is_used() {
    let folder = Folder::new("previous");
    let (file, previous) = two_files(&folder, &[]);
    fs::remove_file(&file).unwrap();
    let output = run(&args(&file, &["--size", "5x5", "--movetime", "60"]));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("sparring: got no {}, going on from {}\n", file.display(), previous.display()));
    let document = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(document["checkpoint"]["resumed_from"], previous.to_str().unwrap());
    assert_eq!(folder.names(), ["solve", "solve.previous"]);

    // Also if nothing is left to search.
    let folder = Folder::new("previous-solved");
    let [file, previous] = ["solve", "solve.previous"].map(|name| folder.path().join(name));
    solve(&file, &["--size", "2x2"]);
    fs::rename(&file, &previous).unwrap();
    let output = run(&args(&file, &["--size", "2x2"]));
    let again = self::document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!((count(&again, "nodes"), count(&again["checkpoint"], "written")), (0, 1));
    assert_eq!(folder.names(), ["solve", "solve.previous"]);
}

/// Runs it under a limit on the length of files, in blocks of 1024 bytes.
fn where_files_are_small(blocks: u32, args: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_sparring")]).args(args).output().unwrap()
}

#[test]
fn without_room_for_the_file_the_answer_is_not_lost() {
    let folder = Folder::new("full");
    let file = folder.path().join("solve");
    let question = ["--rules", "alternate", "--checkpoint-every", "0.01"];
    let check = |blocks| {
        let output = where_files_are_small(blocks, &args(&file, &question));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.lines().count() == 2, "{said}");
        assert!(said.lines().all(|line| line.starts_with("sparring: got '")), "{said}");
        assert!(said.contains(file.to_str().unwrap()) && said.contains("the solve goes on"), "{said}");
        let document = document(&String::from_utf8(output.stdout).unwrap());
        let expected = json!([-3, "ffffff", "h0,0", [-3, -3]]);
        assert_eq!(json!(answer(&document)), expected);
        assert!(document["checkpoint"]["failed"].is_string(), "{document}");
    };
    check(0);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    // An existing file stays whole. (That of a search that has just begun would have room.)
    solve(&file, &["--rules", "alternate", "--movetime", "5"]);
    let bytes = fs::read(&file).unwrap();
    check(1);
    assert_eq!(folder.names(), ["solve"]);
    assert!(fs::read(&file).unwrap() == bytes, "the file was altered");
}

#[test]
fn an_answer_that_nobody_can_read_is_in_the_file() {
    let Some(full) = full_disk("an_answer_that_nobody_can_read_is_in_the_file") else { return };
    let folder = Folder::new("unread");
    let file = folder.path().join("solve");
    let output = process(&args(&file, &[])).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let again = solve(&file, &[]);
    assert_eq!((&again["value"], count(&again, "nodes")), (&(-3).into(), 0));
}

#[test]
fn unfinished_files_are_removed_if_nobody_writes_them() {
    let folder = Folder::new("unfinished");
    let path = |name: &str| folder.path().join(name);
    let unfinished = "solve.sparring.tmp";
    let others = ["solve.2026-11-21.tmp", "solve.mine.tmp", "solve.tmp", "solver.sparring.tmp"];
    others.iter().chain([&unfinished]).for_each(|name| fs::write(path(name), "").unwrap());
    let lock = fs::File::create(path("solve.lock")).unwrap();
    lock.try_lock().unwrap();
    refused(&folder, &path("solve"), &["--size", "2x2"]);
    assert!(path(unfinished).exists());
    drop(lock);
    solve(&path("solve"), &["--size", "2x2"]);
    assert_eq!(folder.names(), [&["solve"], &others[..]].concat());
}

#[test]
fn two_names_of_one_file_become_two_files() {
    // As found after a kill between the last two steps of writing.
    let folder = Folder::new("links");
    let (file, previous) = two_files(&folder, &[]);
    fs::remove_file(&previous).unwrap();
    fs::hard_link(&file, &previous).unwrap();
    let bytes = fs::read(&file).unwrap();
    solve(&file, &["--size", "5x5", "--movetime", "60"]);
    assert_eq!(folder.names(), ["solve", "solve.previous"]);
    assert!(fs::read(&previous).unwrap() == bytes && fs::read(&file).unwrap() != bytes);
}

#[test]
fn a_file_that_another_process_writes_is_refused_until_that_is_dead() {
    let folder = Folder::new("shared");
    let file = folder.path().join("solve");
    let question = ["--size", "5x5", "--checkpoint-every", "0.01"];
    let mut child = process(&args(&file, &question)).stdout(Stdio::null()).spawn().unwrap();
    wait_for_change(&file, &mut child);
    let line = refusal(&args(&file, &question));
    let got = format!("--checkpoint: got {}, which another process is writing, expected ", file.display());
    assert!(line.contains(&got) && line.contains("; try another file"), "{line}");
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    let next = solve(&file, &["--size", "5x5", "--movetime", "60"]);
    assert_eq!(next["checkpoint"]["resumed_from"], file.to_str().unwrap());
    assert_eq!(folder.names(), ["solve", "solve.previous"]);
}
