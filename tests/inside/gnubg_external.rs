//! Claim: gnubg plays matches against us over its socket; however it disconnects, the log is
//! complete and the cause is named.
//!
//! The tests with gnubg itself need the Debian package `gnubg`; without it they say that they are
//! skipped.

use std::io::{BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::inside::support::gnubg::{self, gnubg};
use crate::protocol::backgammon::gnubg::{ExternalError, Served, host, listen, serve};
use crate::protocol::backgammon::{Opponent, Thinker};
use sparring_engine::Engine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    Backgammon, Id, MatchState, NamedEvaluator, Position, Roll, parse_id, parse_play,
};
use sparring_engine::search::{Pruning, Settings};
use sparring_sched::Pool;

/// Calls a function, then plays the first of the results.
struct First<F: FnMut()>(F);

impl<F: FnMut()> Opponent for First<F> {
    fn choose(&mut self, position: &Position, roll: Roll) -> Position {
        self.0();
        position.results(roll)[0]
    }
}

/// Starts gnubg for a match to `points`, with the cube `on` or `off`: we are player `us`, the other
/// is gnubg at 0-ply.
fn start_match(gnubg: &Path, listener: &TcpListener, us: u8, points: u32, cube: &str) -> Child {
    let mut child = gnubg::start(gnubg);
    let (port, it) = (listener.local_addr().unwrap().port(), 1 - us);
    let commands = format!(
        "set automatic doubles 0\nset player {us} external localhost:{port}\nset player {it} gnubg\n\
         set player {it} chequerplay evaluation plies 0\nset cube use {cube}\nnew match {points}\n"
    );
    // If it has died already, `connected` notices.
    let _ = child.stdin.as_mut().unwrap().write_all(commands.as_bytes());
    child
}

/// Starts gnubg and waits for its connection; starts it again if it dies before, as it does rarely.
fn connected(gnubg: &Path, listener: &TcpListener, us: u8, points: u32, cube: &str) -> (Child, TcpStream) {
    listener.set_nonblocking(true).unwrap();
    for _ in 0..3 {
        let mut child = start_match(gnubg, listener, us, points, cube);
        for _ in 0..2000 {
            if let Ok((stream, _)) = listener.accept() {
                stream.set_nonblocking(false).unwrap();
                return (child, stream);
            }
            if child.try_wait().unwrap().is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    panic!("gnubg was started three times and has not connected");
}

/// Serves one connection, and gives its log too.
fn served(stream: TcpStream, player: &mut dyn Opponent) -> (Result<Served, ExternalError>, String) {
    let mut log = Vec::new();
    let result = serve(BufReader::new(stream.try_clone().unwrap()), stream, player, &mut log);
    (result, String::from_utf8(log).unwrap())
}

/// The plays of a log: what was asked, and the result of what was answered.
fn plays(log: &str) -> Vec<(Id, Position)> {
    let read = |line: &str| {
        let (id, play) = line.split_once(' ').unwrap();
        let id = parse_id(id).unwrap();
        let result = parse_play(&id.position, id.roll.unwrap(), play).unwrap();
        (id, result)
    };
    let is_play = |line: &&str| ![" roll", " take"].iter().any(|word| line.ends_with(word));
    log.lines().filter(is_play).map(read).collect()
}

#[test]
fn gnubg_plays_a_match_to_its_end() {
    let Some(gnubg) = gnubg("gnubg_plays_a_match_to_its_end") else { return };
    let sides = [(0, Side::Second), (1, Side::First)];
    for ((us, side), cube) in sides.into_iter().flat_map(|us| ["off", "on"].map(|cube| (us, cube))) {
        let listener = listen(0).unwrap();
        let (mut child, stream) = connected(&gnubg, &listener, us, 7, cube);
        drop(child.stdin.take()); // the end of its input makes it quit after the match
        let output = thread::spawn(move || child.wait_with_output().unwrap());
        let (result, log) = served(stream, &mut First(|| ()));
        let said = String::from_utf8_lossy(&output.join().unwrap().stdout).into_owned();
        let plays = plays(&log);
        assert!(said.contains("has won the match"), "{said}");
        let served = result.unwrap_or_else(|error| panic!("{error}\n{log}"));
        assert_eq!(served.decisions, log.lines().count() as u64);
        assert_eq!(log.contains(" roll\n"), cube == "on", "{log}");
        assert!(plays.iter().all(|(id, _)| id.position.side() == side), "{log}");
        // gnubg treats an illegal play as no play. So within a game our checkers have to stand
        // where we have put them, or on the bar.
        let mut compared = 0;
        for pair in plays.windows(2) {
            let ((before, result), (after, _)) = (&pair[0], &pair[1]);
            if before.state.score != after.state.score {
                continue;
            }
            let stays = |i: usize| after.position.points()[i].max(0) <= result.points()[i].max(0);
            let off = result.off() == after.position.off();
            assert!((1..25).all(stays) && off, "{result} then {}", after.position);
            compared += 1;
        }
        assert!(compared > 10, "{log}");
    }
}

#[test]
fn gnubg_hanging_up_in_mid_game_is_an_error_and_the_log_is_whole() {
    let test = "gnubg_hanging_up_in_mid_game_is_an_error_and_the_log_is_whole";
    let Some(gnubg) = gnubg(test) else { return };
    let listener = listen(0).unwrap();
    let (mut child, stream) = connected(&gnubg, &listener, 0, 25, "off");
    let mut asked = 0;
    let (result, log) = served(
        stream,
        &mut First(|| {
            asked += 1;
            if asked == 5 {
                child.kill().unwrap();
            }
        }),
    );
    child.wait().unwrap();
    let error = result.unwrap_err();
    let line = error.to_string();
    assert!(matches!(error, ExternalError::HungUp(..)), "{line}");
    assert!(line.contains("in mid-game") && line.contains("25 points match"), "{line}");
    assert_eq!(line.lines().count(), 1);
    assert_eq!(plays(&log).iter().filter(|(id, result)| id.position != *result).count(), 5);
}

/// A board as gnubg writes it to its player 1, in a match to `length` at this `score` (player 0's,
/// then player 1's).
fn board(position: &str, dice: &str, length: u32, score: &str) -> String {
    let position: Position = position.parse().unwrap();
    let points: Vec<String> = position.points().iter().map(i8::to_string).collect();
    format!(
        "board:us:gnubg:{length}:{score}:{}:1:{dice}:{dice}:1:1:1:0:1:-1:0:25:{}:{}:{}:{}:0:0:0:0\n\0",
        points.join(":"),
        position.off(),
        position.opponent_off(),
        position.bar(),
        position.opponent_bar()
    )
}

/// The answers to this input, how the connection ends, and the log.
fn answers(input: &str) -> (String, Result<Served, ExternalError>, String) {
    answers_of(&mut First(|| ()), input)
}

/// The same of another player.
fn answers_of(player: &mut dyn Opponent, input: &str) -> (String, Result<Served, ExternalError>, String) {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let result = serve(input.as_bytes(), &mut output, player, &mut log);
    (String::from_utf8(output).unwrap(), result, String::from_utf8(log).unwrap())
}

const START: &str = "-b----E-C---eE---c-e----B-";

#[test]
fn every_decision_has_its_answer() {
    let doubled = board(START, "0:0", 5, "0:0").replace(":1:1:1:0:1:-1:", ":1:1:1:1:1:-1:");
    let dance = board("-CCC---------------bbbbbbA", "6:1", 5, "0:0");
    let play = board("-A----A-A-----------bbbbb-", "6:2", 5, "0:0");
    let (said, _, log) = answers(&[board(START, "0:0", 5, "0:0"), doubled, dance, play].concat());
    let lines: Vec<&str> = said.split('\n').collect();
    assert_eq!(lines[..3], ["roll", "take", ""]);
    assert!(
        parse_play(&"-A----A-A-----------bbbbb-".parse().unwrap(), "62".parse().unwrap(), lines[3]).is_ok()
    );
    assert_eq!(log.lines().count(), 4);
    assert!(log.starts_with("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10 roll\n"), "{log}");
}

/// Doubles whenever it may, and takes nothing.
struct Doubler;

impl Opponent for Doubler {
    fn choose(&mut self, position: &Position, roll: Roll) -> Position {
        position.results(roll)[0]
    }

    fn doubles(&mut self, _: &Position, _: &MatchState) -> bool {
        true
    }

    fn takes(&mut self, _: &Position, _: &MatchState) -> bool {
        false
    }
}

#[test]
fn who_knows_the_cube_doubles_and_drops() {
    let cube = |cube: &str, score| board(START, "0:0", 5, score).replace(":1:1:1:0:1:-1:", cube);
    let says = |input: &str| answers_of(&mut Doubler, input);
    let lines = [
        (cube(":1:1:1:0:1:-1:", "0:0"), "double"),
        (cube(":2:1:0:0:1:-1:", "0:0"), "double"),
        (cube(":2:0:1:0:1:-1:", "0:0"), "roll"),
        (cube(":1:0:0:0:1:-1:", "4:0"), "roll"),
        (cube(":1:1:1:1:1:-1:", "0:0"), "drop"),
    ];
    let (said, _, log) = says(&lines.each_ref().map(|(line, _)| line.as_str()).concat());
    assert_eq!(said.lines().collect::<Vec<_>>(), lines.map(|(_, answer)| answer));
    assert!(log.lines().last().unwrap().ends_with(" drop"), "{log}");
    // A pass can end the match, ours and gnubg's. (The scores stand in the other order where a
    // double is to be answered.)
    for (last, over) in [
        (cube(":1:1:1:1:1:-1:", "4:0"), true),
        (cube(":1:1:1:1:1:-1:", "0:4"), false),
        (cube(":1:1:1:0:1:-1:", "0:4"), true),
        (cube(":1:1:1:0:1:-1:", "4:0"), false),
    ] {
        assert_eq!(says(&last).1.is_ok(), over, "{last}");
    }
}

#[test]
fn gnubg_plays_a_match_with_the_cube_to_its_end() {
    let Some(gnubg) = gnubg("gnubg_plays_a_match_with_the_cube_to_its_end") else { return };
    for us in [0, 1] {
        let listener = listen(0).unwrap();
        let (mut child, stream) = connected(&gnubg, &listener, us, 5, "on");
        drop(child.stdin.take());
        let output = thread::spawn(move || child.wait_with_output().unwrap());
        let mut player = Thinker {
            engine: Engine::new(Backgammon, Pool::new(1).unwrap(), 0),
            evaluator: "net".parse::<NamedEvaluator>().unwrap().into(),
            settings: Settings::depth(0),
            pruning: Pruning::default(),
        };
        let (result, log) = served(stream, &mut player);
        let said = String::from_utf8_lossy(&output.join().unwrap().stdout).into_owned();
        assert!(said.contains("has won the match"), "{said}");
        result.unwrap_or_else(|error| panic!("{error}\n{log}"));
    }
}

#[test]
fn the_end_of_the_connection_is_no_error_when_the_match_can_be_over() {
    let last = "-A-------a----------------";
    let about_to_lose = "----------------------A-a-";
    // gnubg has a checker in our home and has borne off none; few of ours are left.
    let backgammon = "-CBa----------a------bdcd-";
    let ends = |position, length, score| answers(&board(position, "6:5", length, score)).1;
    assert!(answers("").1.is_ok(), "nobody has played");
    assert!(answers("\0").1.is_ok());
    assert!(ends(last, 1, "0:0").is_ok());
    assert!(ends(last, 3, "0:2").is_ok());
    assert!(ends(last, 0, "0:0").is_ok());
    assert!(ends(about_to_lose, 1, "0:0").is_ok());
    assert!(ends(last, 3, "2:1").is_err(), "2 points are no match to 3");
    assert!(ends(about_to_lose, 3, "0:2").is_err(), "2 points are no match to 3");
    assert!(ends(backgammon, 5, "0:2").is_ok());
    assert!(ends(backgammon, 5, "0:1").is_err(), "4 points are no match to 5");
    assert!(ends(START, 1, "0:0").is_err());
    assert!(ends(START, 0, "0:0").is_err());
    let roll = answers(&board(last, "0:0", 1, "0:0")).1;
    assert!(matches!(roll, Err(ExternalError::HungUp(1, _))), "we have only asked for dice");
}

#[test]
fn what_is_no_board_is_refused_to_both_sides() {
    let (said, result, log) = answers(&(board(START, "3:1", 5, "0:0") + "GET / HTTP/1.1\r\n"));
    let error = result.unwrap_err().to_string();
    assert!(error.starts_with("from gnubg: got 'GET / HTTP/1.1', expected"), "{error}");
    assert!(said.lines().last().unwrap().starts_with("Error: got 'GET / HTTP/1.1'"), "{said}");
    assert_eq!(log.lines().count(), 1);
    let endless = answers(&"x".repeat(100_000)).1.unwrap_err().to_string();
    assert!(endless.contains("4096 bytes without a newline"), "{endless}");
}

#[test]
fn a_port_in_use_is_reported() {
    let first = listen(0).unwrap();
    let port = first.local_addr().unwrap().port();
    let error = listen(port).unwrap_err();
    let line = error.to_string();
    assert!(matches!(error, ExternalError::Port(..)));
    assert!(line.contains(&format!("for port {port}, expected a free port")), "{line}");
}

#[test]
fn a_connection_cut_while_we_answer_does_not_hang() {
    let listener = listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, done) = mpsc::channel();
    thread::spawn(move || {
        let mut log = Vec::new();
        let result = host(&listener, &mut First(|| thread::sleep(Duration::from_millis(50))), &mut log, None);
        sender.send((result, String::from_utf8(log).unwrap())).unwrap();
    });
    let mut client = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    client.write_all(board(START, "3:1", 5, "0:0").as_bytes()).unwrap();
    drop(client);
    let (result, log) = done.recv_timeout(Duration::from_secs(600)).unwrap();
    assert!(matches!(result, Err(ExternalError::HungUp(1, _))));
    assert_eq!(plays(&log).len(), 1);
}
