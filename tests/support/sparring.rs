//! The binary, run to its end with something to read.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use super::binary::process;
use super::running::Running;

/// The binary with arguments, to be run to its end.
pub struct Sparring {
    command: Command,
    input: Vec<u8>,
}

/// The binary with arguments, to be run to its end with nothing to read.
pub fn sparring(args: &[&str]) -> Sparring {
    Sparring { command: process(args), input: Vec::new() }
}

impl Sparring {
    /// Gives it these bytes to read.
    pub fn write_stdin(&mut self, input: impl Into<Vec<u8>>) -> &mut Sparring {
        self.input = input.into();
        self
    }

    /// Sets a variable of its environment.
    pub fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Sparring {
        self.command.env(name, value);
        self
    }

    /// Runs it in a folder.
    pub fn current_dir(&mut self, folder: &Path) -> &mut Sparring {
        self.command.current_dir(folder);
        self
    }

    /// Runs it to its end.
    ///
    /// # Panics
    ///
    /// If it makes no progress (see [`Running::end`]).
    pub fn output(&mut self) -> Output {
        let streams = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().unwrap();
        let (mut stdin, input) = (child.stdin.take().unwrap(), self.input.clone());
        // A program that does not read it all closes the pipe.
        thread::spawn(move || drop(stdin.write_all(&input)));
        Running::of(child, format!("{:?}", self.command)).end()
    }
}
