//! The binary on a terminal of 80 columns and 24 rows, and what stands on its screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rexpect::process::PtyProcess;
use vt100::Parser;

const ROWS: NonZeroU16 = NonZeroU16::new(24).unwrap();
const COLUMNS: NonZeroU16 = NonZeroU16::new(80).unwrap();

/// A longer silence than any program of these tests has, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(600);

/// A program on a terminal.
pub struct Screen {
    process: PtyProcess,
    output: Receiver<Vec<u8>>,
    parser: Parser,
    /// Everything it has written.
    pub written: Vec<u8>,
}

impl Screen {
    /// Starts the binary, in a locale, on a terminal of this kind that echoes what is pressed.
    pub fn of(args: &[&str], terminal: &str, locale: &str) -> Screen {
        let mut command = Command::new("sh");
        let exec = "stty rows 24 cols 80 echo echoctl && exec \"$0\" \"$@\"";
        command.args(["-c", exec, env!("CARGO_BIN_EXE_sparring")]).args(args);
        command.env("TERM", terminal).env("LC_ALL", locale);
        let process = PtyProcess::new(command).unwrap();
        let mut file = process.get_file_handle().unwrap();
        let (send, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end is an error on Linux.
            while let Ok(n @ 1..) = file.read(&mut bytes) {
                if send.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Screen { process, output, parser: Parser::new(ROWS, COLUMNS, 0), written: Vec::new() }
    }

    /// The rows of the screen, without blanks at their ends and without empty rows below.
    pub fn rows(&self) -> Vec<String> {
        let mut rows: Vec<_> =
            self.parser.screen().rows(0, COLUMNS.get()).map(|row| row.trim_end().to_owned()).collect();
        let used = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        rows.truncate(used);
        rows
    }

    /// Takes in what is written next, byte after byte, calling `look` after each. False at the end
    /// of everything.
    pub fn read(&mut self, mut look: impl FnMut(&Screen)) -> bool {
        let Ok(bytes) = self.output.recv_timeout(LIMIT) else { return false };
        for byte in bytes {
            self.parser.process(&[byte]);
            self.written.push(byte);
            look(self);
        }
        true
    }

    /// Whether a text comes to stand on the screen.
    pub fn shows(&mut self, text: &str) -> bool {
        loop {
            if self.parser.screen().contents().contains(text) {
                return true;
            }
            if !self.read(|_| ()) {
                return false;
            }
        }
    }

    /// The lines it has written since it last cleared one, without their ends.
    pub fn lines(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.written);
        let after = text.rsplit_once("\x1b[2K").map_or(&*text, |(_, after)| after);
        after.split("\r\n").map(str::to_owned).collect()
    }

    /// Presses Ctrl-C.
    pub fn interrupt(&mut self) {
        self.process.get_file_handle().unwrap().write_all(b"\x03").unwrap();
    }

    /// Reads to the end. Returns the exit code.
    pub fn end(&mut self) -> i32 {
        while self.read(|_| ()) {}
        // Its type has no public name.
        let status = format!("{:?}", self.process.wait().unwrap());
        let code = status.strip_prefix("Exited(").and_then(|rest| rest.strip_suffix(')')?.rsplit(' ').next());
        code.and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("{status}"))
    }
}
