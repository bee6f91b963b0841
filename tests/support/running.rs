//! Programs that run beside a test, and how long the test waits for them.
//!
//! A wait ends when what is waited for has come. It fails, with the command and how far it was, if
//! the program has got no processor time for [`STALL`] or has used [`MOST`] of it. Both say the
//! same on a busy machine as on a quiet one, because a program that works is given processor time.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

/// The longest time that a program of these tests waits for something other than a processor.
const STALL: Duration = Duration::from_secs(150);

/// More processor time than any program of these tests needs, on any machine.
const MOST: Duration = Duration::from_secs(1200);

/// Watches that a process makes progress.
pub struct Progress {
    pid: u32,
    command: String,
    used: Duration,
    since: Instant,
}

impl Progress {
    /// Watches the process with this number; `command` names it in messages.
    pub fn of(pid: u32, command: impl Into<String>) -> Progress {
        Progress { pid, command: command.into(), used: Duration::ZERO, since: Instant::now() }
    }

    /// The processor time that all its threads have used so far.
    pub fn processor_time(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        // Fields 14 and 15 of proc_pid_stat(5). The name, in brackets, may hold blanks.
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2).collect();
        let ticks: u64 = fields.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
    }

    /// Waits until `come` is true of it. `what` names that in messages, to which `so_far` adds what
    /// the process has said.
    ///
    /// # Panics
    ///
    /// If it gets no processor time for [`STALL`], or has used [`MOST`].
    pub fn until(&mut self, what: &str, so_far: impl Fn() -> String, mut come: impl FnMut() -> bool) {
        let mut pause = Duration::from_micros(100);
        self.since = Instant::now();
        while !come() {
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
            let used = self.processor_time();
            if used != self.used {
                (self.used, self.since) = (used, Instant::now());
            }
            let idle = self.since.elapsed();
            assert!(
                idle < STALL && used < MOST,
                "{}: waited for {what}; it has used {used:?} of processor time, none for {idle:?}, and said: {}",
                self.command,
                so_far()
            );
        }
    }
}

/// Collects what a pipe delivers.
struct Collector {
    seen: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Collector {
    fn start(mut pipe: impl Read + Send + 'static) -> Collector {
        let seen: Arc<Mutex<Vec<u8>>> = Arc::default();
        let to = Arc::clone(&seen);
        let thread = thread::spawn(move || {
            let mut bytes = [0; 1 << 16];
            while let Ok(n @ 1..) = pipe.read(&mut bytes) {
                to.lock().unwrap().extend_from_slice(&bytes[..n]);
            }
        });
        Collector { seen, thread }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    fn end(self) -> Vec<u8> {
        self.thread.join().unwrap();
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

/// A process that does not outlive its test: a failed assertion leaves no search behind.
struct KilledOnDrop(Child);

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        // Neither does anything if the process has been waited for.
        let _ended = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// A process that runs beside the test, whose output is collected. It is killed on drop.
pub struct Running {
    child: KilledOnDrop,
    progress: Progress,
    stdout: Option<Collector>,
    stderr: Option<Collector>,
    /// Its processor time when it was last sent a signal.
    signalled: Option<Duration>,
}

impl Running {
    /// Starts it with nothing to read.
    pub fn start(command: &mut Command) -> Running {
        Running::with_streams(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// Starts it with the streams that it was given. What is a pipe is collected.
    pub fn with_streams(command: &mut Command) -> Running {
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Running::of(child, format!("{command:?}"))
    }

    /// A process that was started elsewhere. `command` names it in messages.
    pub fn of(mut child: Child, command: String) -> Running {
        let progress = Progress::of(child.id(), command);
        let (stdout, stderr) =
            (child.stdout.take().map(Collector::start), child.stderr.take().map(Collector::start));
        Running { child: KilledOnDrop(child), progress, stdout, stderr, signalled: None }
    }

    /// Waits until `come` is true.
    ///
    /// # Panics
    ///
    /// If the process ends before, or makes no progress (see [`Progress::until`]).
    pub fn until(&mut self, what: &str, mut come: impl FnMut() -> bool) {
        let Running { child, progress, stdout, stderr, .. } = self;
        let told = || said(stdout, stderr);
        progress.until(what, told, || {
            come() || {
                let ended = child.0.try_wait().unwrap();
                assert!(ended.is_none() || come(), "it ended, {ended:?}, before {what}; it said: {}", told());
                ended.is_some()
            }
        });
    }

    /// Waits until it has used that much processor time.
    pub fn works(&mut self, time: Duration) {
        let progress = Progress::of(self.child.0.id(), "");
        self.until(&format!("{time:?} of its processor time"), || progress.processor_time() >= time);
    }

    /// Waits until it is ready for Ctrl-C, that is, until it handles SIGINT.
    pub fn listens(&mut self) {
        let file = format!("/proc/{}/status", self.child.0.id());
        self.until("its handler of SIGINT", || {
            let status = fs::read_to_string(&file).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            caught
                .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
                .is_some_and(|mask| mask & 2 != 0)
        });
    }

    /// Sends it a signal.
    pub fn signal(&mut self, signal: Signal) {
        self.signalled = Some(self.progress.processor_time());
        assert!(
            self.child.0.try_wait().unwrap().is_none(),
            "{}: it ended before the signal",
            self.progress.command
        );
        kill_process(Pid::from_child(&self.child.0), signal).unwrap();
    }

    /// Presses Ctrl-C.
    pub fn interrupt(&mut self) {
        self.signal(Signal::INT);
    }

    /// Waits for its end. Returns its output.
    ///
    /// # Panics
    ///
    /// If it makes no progress (see [`Progress::until`]).
    pub fn end(self) -> Output {
        self.end_timed().0
    }

    /// Waits for its end. Returns its output, and the processor time that it has used since it was
    /// sent a signal.
    ///
    /// # Panics
    ///
    /// If it makes no progress (see [`Progress::until`]).
    pub fn end_timed(mut self) -> (Output, Duration) {
        let Running { child, progress, stdout, stderr, signalled } = &mut self;
        let pid = Pid::from_child(&child.0);
        // It is not reaped yet: its processor time is still there to be read.
        let has_ended = || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            waitid(WaitId::Pid(pid), options).unwrap().is_some()
        };
        progress.until("its end", || said(stdout, stderr), has_ended);
        let since = progress.processor_time().saturating_sub(signalled.unwrap_or_default());
        let status = self.child.0.wait().unwrap();
        let bytes = |collector: Option<Collector>| collector.map_or_else(Vec::new, Collector::end);
        (Output { status, stdout: bytes(self.stdout), stderr: bytes(self.stderr) }, since)
    }
}

/// The last of what it has written.
fn said(stdout: &Option<Collector>, stderr: &Option<Collector>) -> String {
    let text = [stdout, stderr].map(|pipe| pipe.as_ref().map_or_else(String::new, Collector::text)).concat();
    let from = text.char_indices().rev().nth(2000).map_or(0, |(at, _)| at);
    text[from..].to_owned()
}
