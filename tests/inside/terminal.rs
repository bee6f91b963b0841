//! Claim: a conversation at the terminal ends with `quit` or with its input, whatever that holds.

use std::io::{BufReader, Read, repeat};

use crate::inside::support::puppet::Puppet;
use crate::inside::support::session::{begun, reply};
use crate::protocol::chess::{ChessGame, Record, Session};
use crate::protocol::{MAX_LINE, Plain, Screen, TerminalCaps, Watch};
use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::Position;
use sparring_run::Interrupt;

fn session() -> Session<Puppet<Score>> {
    let (game, record) = (ChessGame { glyphs: None }, Record::new(Position::start()));
    Session::new(game, record, Side::First, Puppet::new(vec![], |_| 0), Watch::nobody())
}

/// The words after the beginning.
fn said(input: impl Read, prompts: bool) -> String {
    let mut output = Vec::new();
    let mut lines = Plain::new(BufReader::new(input), prompts);
    let screen = &mut Screen::new(&mut output, TerminalCaps::PLAIN);
    session().converse(&mut lines, screen, &Interrupt::default()).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.strip_prefix(&begun(&mut session())).expect("it begins").to_owned()
}

/// The reply to a line, which changes nothing.
fn replied(line: &str) -> String {
    reply(&mut session(), line)
}

#[test]
fn a_conversation_ends_with_quit_or_with_the_input() {
    let [list, undo] = [None, Some("undo")].map(|verb| session().help(verb));
    let asked = b" a b \n\t\nHELP\nhelp undo\nQuit\nfen\n";
    assert_eq!(said(&asked[..], true), format!("> {}> > {list}> {undo}> ", replied("a b")));
    assert_eq!(said(&b"quit now\n"[..], false), replied("quit now"));
    assert_eq!(said(&b""[..], false), "");
    assert_eq!(said(&b"\xff\xfe"[..], false), replied("\u{fffd}\u{fffd}"));
}

#[test]
fn a_person_who_ends_the_input_gets_a_line_of_their_own_from_the_shell() {
    assert_eq!(said(&b""[..], true), "> \n");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_skipped() {
    let refusal = "got a line of more than 4096 bytes, expected a move or a command; try help\n";
    let (long, longest) = ("x".repeat(MAX_LINE + 1), "y".repeat(MAX_LINE));
    let input = format!("{long}\n{longest}\nfen\n{long}");
    let (longest, fen) = (replied(&longest), replied("fen"));
    assert_eq!(said(input.as_bytes(), false), format!("{refusal}{longest}{fen}{refusal}"));
}

#[test]
fn an_endless_line_is_skipped_without_being_kept() {
    let endless = repeat(b'x').take(1 << 28);
    let text = said(endless.chain(&b"\nfen\n"[..]), false);
    assert!(text.ends_with(&format!("try help\n{}", replied("fen"))) && text.len() < 200, "{text}");
}
