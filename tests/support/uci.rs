//! A program that speaks UCI, driven line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::binary::process;

/// Longer than any answer takes that does come.
const PATIENCE: Duration = Duration::from_secs(60);

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
        let (mut lines, begin) = (Vec::new(), Instant::now());
        loop {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            match self.output.recv_timeout(left) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no {end} came, only {lines:?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(end)) {
                return lines;
            }
        }
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
        let begin = Instant::now();
        let status: ExitStatus = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if begin.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(1)),
                None => {
                    self.child.kill().unwrap();
                    panic!("it did not end");
                }
            }
        };
        let errors = self.errors.take().unwrap().join().unwrap();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
        self.output.iter().collect()
    }
}
