//! Playing at a terminal: the binary on a pseudo-terminal, and who sits there.

use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

use super::binary::process;
use super::folder::Folder;

/// More than anything takes that is waited for, however busy the machine is.
const LIMIT_MS: u64 = 600_000;

/// A terminal on which a game is played.
pub struct Terminal(PtySession);

impl Terminal {
    /// Starts the binary with these arguments on a terminal with colours and UTF-8. `state` is
    /// where it remembers things. Of what it shows the sequences that move and colour are left out.
    pub fn start(args: &[&str], state: &Folder) -> Terminal {
        Terminal::with(args, state, &[], true)
    }

    /// The same with these variables in its environment, and with all that it shows.
    pub fn raw(args: &[&str], state: &Folder, set: &[(&str, &str)]) -> Terminal {
        Terminal::with(args, state, set, false)
    }

    fn with(args: &[&str], state: &Folder, set: &[(&str, &str)], strip: bool) -> Terminal {
        let mut command = process(args);
        for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        command.env("XDG_STATE_HOME", state.path()).env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        command.envs(set.iter().copied()).current_dir(state.path());
        let options = Options::new().timeout_ms(Some(LIMIT_MS)).strip_ansi_escape_codes(strip);
        Terminal(spawn_with_options(command, options).unwrap())
    }

    /// Waits until this is shown. Returns what was shown before it.
    pub fn sees(&mut self, text: &str) -> String {
        // The library takes every byte for a character.
        let bytes: String = text.bytes().map(char::from).collect();
        let seen = self.0.exp_string(&bytes).unwrap_or_else(|error| panic!("{text:?} is not seen: {error}"));
        String::from_utf8(seen.chars().map(|c| c as u8).collect()).unwrap()
    }

    /// Types a line once the prompt is shown.
    pub fn types(&mut self, line: &str) {
        self.sees("> ");
        self.0.send_line(line).unwrap();
    }

    /// Types a line once the prompt is shown, and waits for these in their order.
    pub fn says(&mut self, line: &str, expected: &[&str]) {
        self.types(line);
        expected.iter().for_each(|text| _ = self.sees(text));
    }

    /// Sends these characters at once.
    pub fn sends(&mut self, keys: &str) {
        self.0.send(keys).unwrap();
        self.0.flush().unwrap();
    }

    /// Presses Control and a letter.
    pub fn presses(&mut self, letter: char) {
        self.0.send_control(letter).unwrap();
    }

    /// Waits for the end, which has to be one with exit code 0. Returns what was shown before it.
    pub fn ends(mut self) -> String {
        let shown = self.0.exp_eof().unwrap();
        // The library shows its users the type of this only as text: Exited(Pid(1234), 0).
        let status = format!("{:?}", self.0.process().wait().unwrap());
        assert!(status.starts_with("Exited(") && status.ends_with(", 0)"), "{status}: {shown}");
        shown
    }
}
