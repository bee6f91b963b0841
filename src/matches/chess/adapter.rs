//! A UCI conversation with one engine, robust against anything the engine does.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::engine_option::EngineOption;
use super::reply::Thought;
use super::rival::Rival;

/// Longer lines are cut at this many bytes.
const MAX_LINE: usize = 1 << 16;
/// Time limit for every answer but that to `go`.
const PATIENCE: Duration = Duration::from_secs(20);
/// Interval between checks of `is_over`.
const GLANCES: Duration = Duration::from_millis(50);

/// Returns true once the match is over.
pub type IsOver<'o> = dyn Fn() -> bool + 'o;

/// A reason for a missing answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The engine did not start, or has ended.
    #[error("{0}")]
    Crashed(String),
    #[error("no answer in time")]
    Silent,
    /// The engine did not answer `uci` by `uciok`. Its last line, if any.
    #[error("no uciok")]
    NoUci(Option<String>),
    #[error("it has no option {0}")]
    Option(String),
    /// A value that the engine does not declare for this option.
    #[error("{option} is {got}, not {expected}")]
    Value { option: String, got: String, expected: String, example: String },
    /// The match ended first. The engine is not at fault.
    #[error("not waited for")]
    Unheard,
}

/// An engine's answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// In coordinates.
    pub best: String,
    pub thought: Thought,
}

/// An engine process. On drop it is asked to quit, and killed if it does not.
pub struct Adapter {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    options: Vec<EngineOption>,
}

impl Adapter {
    /// Starts an engine and sets its options. `own` is the path of this program.
    ///
    /// # Errors
    /// If the engine does not start, speak UCI or have an option with its value, or the match is
    /// over.
    pub fn start(
        rival: &Rival,
        own: &PathBuf,
        chess960: bool,
        is_over: &IsOver<'_>,
    ) -> Result<Adapter, Fault> {
        let mut command = Command::new(rival.program.as_ref().unwrap_or(own));
        command.args(&rival.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C must reach only the match, which ends its engines itself.
        command.process_group(0);
        let crashed = |error: io::Error| Fault::Crashed(error.to_string());
        let mut child = command.spawn().map_err(crashed)?;
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        let mut adapter = Adapter { child, input, lines, options: Vec::new() };
        adapter.introduce(is_over)?;
        for (name, value) in &rival.options {
            adapter.set(name, value)?;
        }
        if chess960 {
            adapter.set("UCI_Chess960", "true")?;
        }
        adapter.ready(is_over)?;
        Ok(adapter)
    }

    fn introduce(&mut self, is_over: &IsOver<'_>) -> Result<(), Fault> {
        self.send("uci")?;
        let (mut options, mut said, mut known) = (Vec::new(), None, false);
        let heard = self.until(PATIENCE, is_over, |_, line| {
            options.extend(EngineOption::read(line));
            known = line == "uciok";
            said = (!line.is_empty()).then(|| line.to_owned()).or(said.take());
            known || is_refusal(line)
        });
        self.options = options;
        match heard {
            Err(Fault::Silent) => Err(Fault::NoUci(said)),
            Ok(()) if !known => Err(Fault::NoUci(said)),
            heard => heard,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let option = self.options.iter().find(|option| option.is_named(name));
        let option = option.ok_or_else(|| Fault::Option(name.to_owned()))?;
        option.check(value).map_err(|expected| Fault::Value {
            option: name.to_owned(),
            got: value.to_owned(),
            expected,
            example: option.example().to_owned(),
        })?;
        match value {
            "" => self.send(&format!("setoption name {name}")),
            _ => self.send(&format!("setoption name {name} value {value}")),
        }
    }

    fn ready(&mut self, is_over: &IsOver<'_>) -> Result<(), Fault> {
        self.send("isready")?;
        self.until(PATIENCE, is_over, |_, line| line == "readyok")
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// If the engine has ended or is silent, or the match is over.
    pub fn new_game(&mut self, is_over: &IsOver<'_>) -> Result<(), Fault> {
        self.send("ucinewgame")?;
        self.ready(is_over)
    }

    /// Asks for a move. `position` and `go` are whole commands. Lines from before `go` are
    /// dropped: a second `bestmove` for the last position is no answer to this one.
    ///
    /// # Errors
    /// If the engine has ended or is silent for `patience`, or the match is over.
    pub fn choose(
        &mut self,
        position: &str,
        go: &str,
        patience: Duration,
        is_over: &IsOver<'_>,
    ) -> Result<Reply, Fault> {
        self.send(position)?;
        self.ready(is_over)?;
        let begin = Instant::now();
        self.send(go)?;
        let mut reply = Reply { best: String::new(), thought: Thought::default() };
        self.until(patience, is_over, |at, line| {
            if at < begin {
                return false;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["info", ref words @ ..] if !words.contains(&"string") => reply.thought.hear(words),
                ["bestmove", best, ..] => reply.best = best.to_owned(),
                _ => {}
            }
            reply.thought.time = at - begin;
            words.first() == Some(&"bestmove")
        })?;
        Ok(reply)
    }

    fn send(&mut self, command: &str) -> Result<(), Fault> {
        let sent = self.input.write_all(format!("{command}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|error| Fault::Crashed(error.to_string()))
    }

    /// Reads lines until `last` is true for a line and its time of arrival.
    fn until(
        &self,
        patience: Duration,
        is_over: &IsOver<'_>,
        mut last: impl FnMut(Instant, &str) -> bool,
    ) -> Result<(), Fault> {
        let begin = Instant::now();
        loop {
            let left = patience.saturating_sub(begin.elapsed());
            let now = match self.lines.recv_timeout(left.min(GLANCES)) {
                Ok((at, line)) if last(at, line.trim()) => return Ok(()),
                Ok((at, _)) => at,
                Err(RecvTimeoutError::Timeout) => Instant::now(),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crashed("it has closed its output".to_owned()));
                }
            };
            if is_over() {
                return Err(Fault::Unheard);
            }
            if now.saturating_duration_since(begin) >= patience {
                return Err(Fault::Silent);
            }
        }
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        let _gone = self.send("quit");
        for _ in 0..50 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _dead = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// True for what engines without UCI say to `uci`, such as `Error (unknown command): uci`.
fn is_refusal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let refusals = ["error", "illegal move", "invalid move", "unknown command", "wrong move", "bad command"];
    let is_uci = ["id ", "option ", "info "].iter().any(|begin| line.starts_with(begin));
    !is_uci && line.contains("uci") && refusals.iter().any(|refusal| line.contains(refusal))
}

/// Reads a line, cut at [`MAX_LINE`] bytes. Returns `None` at the end.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) | Err(_) => None,
        Ok(_) => {
            if !bytes.ends_with(b"\n") {
                let _end_is_read_next = output.skip_until(b'\n');
            }
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}
