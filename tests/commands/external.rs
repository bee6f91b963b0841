//! Claim: `sparring backgammon external` handles ports, logs and the ways to end as documented.
//! `gnubg_external` tests the conversation.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::binary::{process, refusal};
use crate::support::full_disk::full_disk;

const BOARD: &str = "board:me:opp:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0\n\0";

/// Its line in the log.
const LINE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10 8/5 6/5";

/// Starts it on a free port.
fn listening(args: &[&str]) -> (Child, u16, BufReader<std::process::ChildStderr>) {
    let all = [&["backgammon", "external", "--port", "0", "--depth", "0", "--threads", "1"], args].concat();
    let mut child = process(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    let port = line.trim_end().strip_prefix("sparring: waiting for gnubg: set player 0 external localhost:");
    (child, port.expect(&line).parse().unwrap(), stderr)
}

/// Starts it on a free port, and connects.
fn start(args: &[&str]) -> (Child, TcpStream, BufReader<std::process::ChildStderr>) {
    let (child, port, stderr) = listening(args);
    (child, connected(port), stderr)
}

fn connected(port: u16) -> TcpStream {
    TcpStream::connect(("127.0.0.1", port)).unwrap()
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
/// The network alone takes this race for worse than it is (see the test of `cube`): White should
/// redouble.
#[test]
fn databases_are_asked_about_the_cube() {
    let board = "board:me:opp:0:0:0:0:6:2:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-3:-3:-1:0:0:0:1:0:0:0:0:2:1:0:0:\
                 1:-1:0:25:5:8:0:0:0:0:0:0\n\0";
    let answer = |args: &[&str]| {
        let (child, mut stream, stderr) = start(&[&["--log", "/dev/null"], args].concat());
        stream.write_all(board.as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut answer).unwrap();
        drop(stream);
        end(child, stderr);
        answer
    };
    assert_eq!((&*answer(&[]), &*answer(&["--bearoff"])), ("roll\n", "double\n"));
}

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

#[test]
fn a_silent_client_is_given_up_and_so_is_one_that_sends_a_byte_now_and_then() {
    for drips in [false, true] {
        let (child, mut stream, stderr) = start(&["--timeout", "300"]);
        let since = Instant::now();
        assert_eq!(ask(&mut stream), "8/5 6/5\n");
        let dripping = thread::spawn(move || {
            while drips && stream.write_all(b"b").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
            stream.read(&mut [0; 8]).unwrap_or(0)
        });
        let (code, said) = end(child, stderr);
        assert!(since.elapsed() >= Duration::from_millis(250), "{:?}", since.elapsed());
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("got no line in time, after 1 decisions"), "{said}");
        assert_eq!(dripping.join().unwrap(), 0, "the connection is closed");
    }
}

/// What a client does with its connection, and the line that is said about it.
type Visit = (fn(TcpStream), &'static str);

/// Stays silent until it is given up.
fn is_silent(mut stream: TcpStream) {
    assert_eq!(stream.read(&mut [0; 8]).unwrap_or(0), 0);
}

#[test]
fn a_thousand_connections_are_served_one_after_the_other_however_they_end() {
    let visits: [Visit; 5] = [
        (|mut stream| assert_eq!(ask(&mut stream), "8/5 6/5\n"), "in mid-game, after 1 decisions"),
        (drop, "gnubg has left after 0 decisions"),
        (|mut stream| drop(stream.write_all(b"GET / HTTP/1.1\r\n\r\n")), "from gnubg: got 'GET"),
        (|mut stream| drop(stream.write_all(&BOARD.as_bytes()[..9])), "gnubg has left after 0 decisions"),
        (|mut stream| drop(stream.write_all(&[b'x'; 10_000])), "4096 bytes without a newline"),
    ];
    let visit =
        |i: usize| if i % 400 == 399 { (is_silent as fn(_), "got no line in time") } else { visits[i % 5] };
    let log = file("external-thousand.log");
    let args = ["--connections", "1000", "--timeout", "4000", "--log", log.to_str().unwrap()];
    let (mut child, port, stderr) = listening(&args);
    let lines = thread::spawn(move || stderr.lines().map(Result::unwrap).collect::<Vec<String>>());
    (0..1000).for_each(|i| visit(i).0(connected(port)));
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let lines = lines.join().unwrap();
    for (i, line) in lines[..1000].iter().enumerate() {
        assert!(line.contains(visit(i).1), "connection {i}: {line}");
    }
    assert!(lines[1000].contains("got 600 of 1000 connections that failed"), "{}", lines[1000]);
    assert_eq!(lines.len(), 1001);
    assert_eq!(fs::read_to_string(&log).unwrap(), format!("{LINE}\n").repeat(200));
}
