//! Claim: a conversation at the terminal ends with `quit` or with its input, whatever that holds.

use sparring::protocol::terminal::{Conversation, converse};

/// Says how many lines it has heard.
struct Counter(usize);

impl Conversation for Counter {
    const HELP: &'static str = "say something\n";

    fn begin(&mut self) -> String {
        "begun\n".to_owned()
    }

    fn reply(&mut self, line: &str) -> String {
        self.0 += 1;
        format!("{}: {line}\n", self.0)
    }
}

fn said(input: &[u8], prompts: bool) -> String {
    let mut output = Vec::new();
    converse(&mut Counter(0), prompts, input, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_conversation_ends_with_quit_or_with_the_input() {
    assert_eq!(said(b" a b \n\t\nHELP\nQuit\nc\n", true), "begun\n> 1: a b\n> > say something\n> ");
    assert_eq!(said(b"quit now\n", false), "begun\n1: quit now\n");
    assert_eq!(said(b"", true), "begun\n> ");
    assert_eq!(said(b"\xff\xfe", false), "begun\n1: \u{fffd}\u{fffd}\n");
}
