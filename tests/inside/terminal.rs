//! Claim: a conversation at the terminal ends with `quit` or with its input, whatever that holds.

use std::io::{self, BufReader, Read, Write};

use crate::protocol::terminal::{Conversation, Screen, converse};
use crate::protocol::{MAX_LINE, Plain, TerminalCaps, Words};
use crate::run::Interrupt;

/// Says how many lines it has heard.
struct Counter(usize);

impl Conversation for Counter {
    fn begin(&mut self, screen: &mut Screen<'_>) -> io::Result<()> {
        screen.say("begun\n")
    }

    fn reply(&mut self, line: &str, screen: &mut Screen<'_>) -> io::Result<()> {
        self.0 += 1;
        writeln!(screen, "{}: {line}", self.0)
    }

    fn help(&self, verb: Option<&str>) -> String {
        format!("say {}\n", verb.unwrap_or("something"))
    }

    fn words(&self) -> Words {
        Words::default()
    }
}

fn said(input: impl Read, prompts: bool) -> String {
    let mut output = Vec::new();
    let mut lines = Plain::new(BufReader::new(input), prompts);
    let screen = &mut Screen::new(&mut output, TerminalCaps::PLAIN);
    converse(&mut Counter(0), &mut lines, screen, &Interrupt::default()).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_conversation_ends_with_quit_or_with_the_input() {
    let asked = b" a b \n\t\nHELP\nhelp it\nQuit\nc\n";
    assert_eq!(said(&asked[..], true), "begun\n> 1: a b\n> > say something\n> say it\n> ");
    assert_eq!(said(&b"quit now\n"[..], false), "begun\n1: quit now\n");
    assert_eq!(said(&b""[..], false), "begun\n");
    assert_eq!(said(&b"\xff\xfe"[..], false), "begun\n1: \u{fffd}\u{fffd}\n");
}

#[test]
fn a_person_who_ends_the_input_gets_a_line_of_their_own_from_the_shell() {
    assert_eq!(said(&b""[..], true), "begun\n> \n");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_skipped() {
    let refusal = "got a line of more than 4096 bytes, expected a move or a command; try help\n";
    let (long, longest) = ("x".repeat(MAX_LINE + 1), "y".repeat(MAX_LINE));
    let input = format!("{long}\n{longest}\nz\n{long}");
    assert_eq!(said(input.as_bytes(), false), format!("begun\n{refusal}1: {longest}\n2: z\n{refusal}"));
}

#[test]
fn an_endless_line_is_skipped_without_being_kept() {
    let endless = io::repeat(b'x').take(1 << 28);
    let text = said(endless.chain(&b"\nafter\n"[..]), false);
    assert!(text.ends_with("try help\n1: after\n") && text.len() < 200, "{text}");
}
