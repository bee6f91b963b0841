//! Claim: `sparring backgammon external` handles ports, logs and the ways to end as documented.
//! `gnubg_external` tests the conversation.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};

use crate::support::binary::{process, refusal};
use crate::support::full_disk::full_disk;

const BOARD: &str = "board:me:opp:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0\n\0";

/// Its line in the log.
const LINE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 8/5 6/5";

/// Starts it on a free port, and connects.
fn start(args: &[&str]) -> (Child, TcpStream, BufReader<std::process::ChildStderr>) {
    let all = [&["backgammon", "external", "--port", "0", "--depth", "0", "--threads", "1"], args].concat();
    let mut child = process(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    let port = line.trim_end().strip_prefix("sparring: waiting for gnubg: set player 0 external localhost:");
    let stream = TcpStream::connect(("127.0.0.1", port.expect(&line).parse().unwrap())).unwrap();
    (child, stream, stderr)
}

/// Asks for one play and gives the answer.
fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(BOARD.as_bytes()).unwrap();
    let mut answer = String::new();
    BufReader::new(stream.try_clone().unwrap()).read_line(&mut answer).unwrap();
    answer
}

/// Its exit code and its last line.
fn end(mut child: Child, mut stderr: BufReader<std::process::ChildStderr>) -> (Option<i32>, String) {
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    (child.wait().unwrap().code(), line)
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn a_hang_up_in_mid_game_is_a_failure_and_the_log_goes_on_in_the_next_game() {
    let path = file("external.log");
    for games in 1..=2 {
        let (child, mut stream, stderr) = start(&["--log", path.to_str().unwrap()]);
        assert_eq!(ask(&mut stream), "8/5 6/5\n");
        drop(stream);
        let (code, said) = end(child, stderr);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("in mid-game, after 1 decisions") && said.contains("; try "), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE}\n").repeat(games));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_log_whole() {
    let path = file("external-interrupted.log");
    let (child, mut stream, stderr) = start(&["--log", path.to_str().unwrap()]);
    ask(&mut stream);
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(end(child, stderr).0, Some(130));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE}\n"));
}

#[test]
fn a_log_in_no_folder_is_refused() {
    let line = refusal(&["backgammon", "external", "--port", "0", "--log", "no/such/folder/game.log"]);
    assert!(line.contains("--log: got 'no/such/folder/game.log'"), "{line}");
}

#[test]
fn a_log_on_a_full_disk_is_a_failure() {
    if full_disk("a_log_on_a_full_disk_is_a_failure").is_none() {
        return;
    }
    let (child, mut stream, stderr) = start(&["--log", "/dev/full"]);
    let _ = stream.write_all(BOARD.as_bytes());
    let (code, said) = end(child, stderr);
    assert_eq!(code, Some(1));
    assert!(said.contains("while writing the game log"), "{said}");
}

#[test]
fn a_port_in_use_is_refused() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let line = refusal(&["backgammon", "external", "--port", &port.to_string()]);
    assert!(line.contains(&format!("for port {port}, expected a free port")), "{line}");
    assert!(line.contains(&format!("try --port {}", port + 1)), "{line}");
}

#[test]
fn whoever_is_not_gnubg_is_told() {
    let (child, mut stream, stderr) = start(&[]);
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).unwrap();
    assert!(answer.starts_with("Error: got 'GET / HTTP/1.1'"), "{answer}");
    let (code, said) = end(child, stderr);
    assert!(code == Some(1) && said.starts_with("sparring: from gnubg: got 'GET"), "{said}");
}
