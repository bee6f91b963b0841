//! A program that speaks UCI, driven line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::binary::process;
use super::running::Progress;

/// `sparring uci`, and what it has said that nobody has asked for yet.
pub struct Uci {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
}

impl Uci {
    /// Starts it.
    pub fn start() -> Uci {
        let mut command = process(&["uci"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let errors = child.stderr.take().unwrap();
        let errors = thread::spawn(move || std::io::read_to_string(errors).unwrap());
        Uci { input: child.stdin.take(), child, output, errors: Some(errors) }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// All lines up to the next one that begins with `end`, which is the last.
    pub fn until(&self, end: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut progress = Progress::of(self.child.id(), "uci");
        while !lines.last().is_some_and(|line| line.starts_with(end)) {
            let so_far = || format!("{lines:?}");
            let mut next = None;
            progress.until(&format!("a line that begins with {end}"), so_far, || {
                next = Some(self.output.try_recv());
                next != Some(Err(TryRecvError::Empty))
            });
            lines.push(next.unwrap().unwrap_or_else(|_| panic!("it ended without {end}, after {lines:?}")));
        }
        lines
    }

    /// Sends lines and `isready`; all lines up to `readyok`, without it.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(&format!("{lines}\nisready"));
        let mut said = self.until("readyok");
        said.pop();
        said
    }

    /// Sends lines, the last of which is a `go`; all lines up to `bestmove`.
    pub fn go(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.until("bestmove")
    }

    /// Whether it says nothing for so long.
    pub fn is_silent(&self, time: Duration) -> bool {
        self.output.recv_timeout(time).is_err()
    }

    /// Ends its input and waits for its end. Panics unless it ends soon, with exit code 0 and
    /// nothing on standard error. Returns what it had still to say.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        let mut progress = Progress::of(self.child.id(), "uci");
        progress.until("its end", String::new, || self.child.try_wait().unwrap().is_some());
        let status = self.child.wait().unwrap();
        let errors = self.errors.take().unwrap().join().unwrap();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
        self.output.iter().collect()
    }
}
