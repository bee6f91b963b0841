//! A recorded run as a GHC eventlog for ThreadScope: workers are capabilities (HECs), tasks are
//! sparks.
//!
//! # The format
//! Integers are big-endian. A header declares the types of events with their sizes. Blocks follow,
//! each with one capability's events in order of time. An event is its type, its time in
//! nanoseconds and its payload. (GHC's `rts/EventLogFormat.h`.)
//!
//! # What becomes what
//! * An install is a thread. Every stay at another worker's tasks is a thread too, a *spark
//!   evaluator*, with a `SPARK_STEAL` for each task. A waiting thread is blocked; tasks that its
//!   worker helps with meanwhile belong to other threads.
//! * `SPARK_COUNTERS` are the recording's samples in GHC's words: inlined is fizzled, stolen
//!   converted, discarded GC'd. The first is zero because ThreadScope subtracts it.
//! * Marks are user markers. Cuts that signalled other workers are user messages.

use super::run::RecordedRun;
use crate::statistics::Tasks;
use sparring_sched::{InstantEvent, Sample, Span, SpanKind, Track};
use std::time::UNIX_EPOCH;

/// Number, payload size (`None` if it varies) and name of a type of event.
type Kind = (u16, Option<u16>, &'static str);

/// Declares types of events, and `KINDS` with all of them.
macro_rules! kinds {
    ($($name:ident = $kind:expr;)*) => {
        $(const $name: Kind = $kind;)*
        const KINDS: &[Kind] = &[$($name),*];
    };
}

kinds! {
    CREATE_THREAD = (0, Some(4), "Create thread");
    RUN_THREAD = (1, Some(4), "Run thread");
    STOP_THREAD = (2, Some(10), "Stop thread");
    WAKEUP_THREAD = (8, Some(6), "Wakeup thread");
    CREATE_SPARK_THREAD = (15, Some(4), "Create spark thread");
    BLOCK_MARKER = (18, Some(14), "Block marker");
    USER_MSG = (19, None, "User message");
    CAPSET_CREATE = (25, Some(6), "Create capability set");
    CAPSET_ASSIGN_CAP = (27, Some(6), "Add capability to capability set");
    RTS_IDENTIFIER = (29, None, "RTS name and version");
    PROGRAM_ARGS = (30, None, "Program arguments");
    OSPROCESS_PID = (32, Some(8), "Process ID");
    SPARK_COUNTERS = (34, Some(56), "Spark counters");
    SPARK_STEAL = (39, Some(2), "Spark steal");
    WALL_CLOCK_TIME = (43, Some(16), "Wall clock time");
    THREAD_LABEL = (44, None, "Thread label");
    CAP_CREATE = (45, Some(2), "Create capability");
    CAP_DELETE = (46, Some(2), "Delete capability");
    TASK_CREATE = (55, Some(18), "Task create");
    TASK_DELETE = (57, Some(8), "Task delete");
    USER_MARKER = (58, None, "User marker");
}

/// The block without a capability.
const NO_CAPABILITY: u16 = 0xffff;
/// Capability sets of the process and of its clock.
const PROCESS: u32 = 0;
const CLOCK: u32 = 1;
/// Reasons why a thread stops.
const FINISHED: u16 = 5;
const BLOCKED_ON_MVAR: u16 = 7;

pub fn eventlog(run: &RecordedRun) -> Vec<u8> {
    let mut log = header();
    beginning(run).append_to(&mut log, NO_CAPABILITY);
    let mut threads = 0;
    let tracks = run.recording.tracks.iter().zip(&run.ledger.workers);
    for (worker, (track, line)) in (0u16..).zip(tracks) {
        let end_ns = run.recording.end_ns;
        capability(worker, track, &line.tasks, end_ns, &mut threads).append_to(&mut log, worker);
    }
    end(run).append_to(&mut log, NO_CAPABILITY);
    log.extend([0xff; 2]);
    log
}

fn header() -> Vec<u8> {
    let mut header = b"hdrbhetb".to_vec();
    for (number, size, name) in KINDS {
        header.extend(b"etb\0");
        header.extend(number.to_be_bytes());
        header.extend(size.unwrap_or(0xffff).to_be_bytes());
        header.extend((name.len() as u32).to_be_bytes());
        header.extend(name.as_bytes());
        header.extend(0u32.to_be_bytes()); // no extension
        header.extend(b"ete\0");
    }
    header.extend(b"hetehdredatb");
    header
}

#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    until_ns: u64,
}

impl Block {
    fn put(&mut self, at_ns: u64, (number, size, name): Kind, payload: &[&[u8]]) {
        debug_assert!(at_ns >= self.until_ns, "{name} at {at_ns} after something at {}", self.until_ns);
        self.until_ns = at_ns;
        let length: usize = payload.iter().map(|part| part.len()).sum();
        self.bytes.extend(number.to_be_bytes());
        self.bytes.extend(at_ns.to_be_bytes());
        match size {
            Some(size) => debug_assert_eq!(length, usize::from(size), "{name}"),
            None => self.bytes.extend((length as u16).to_be_bytes()),
        }
        payload.iter().for_each(|part| self.bytes.extend(*part));
    }

    fn append_to(&self, log: &mut Vec<u8>, capability: u16) {
        let mut marker = Block::default();
        // The size includes the marker: type, time and a payload of fourteen.
        let size = (2 + 8 + 14 + self.bytes.len()) as u32;
        let payload: [&[u8]; 3] =
            [&size.to_be_bytes(), &self.until_ns.to_be_bytes(), &capability.to_be_bytes()];
        marker.put(0, BLOCK_MARKER, &payload);
        log.extend(marker.bytes);
        log.extend(&self.bytes);
    }
}

fn short(text: &str) -> &[u8] {
    &text.as_bytes()[..text.floor_char_boundary(0xff00)]
}

fn beginning(run: &RecordedRun) -> Block {
    let mut block = Block::default();
    let (process, clock) = (PROCESS.to_be_bytes(), CLOCK.to_be_bytes());
    block.put(0, CAPSET_CREATE, &[&process, &2u16.to_be_bytes()]);
    block.put(0, CAPSET_CREATE, &[&clock, &3u16.to_be_bytes()]);
    for worker in 0..run.recording.tracks.len() as u16 {
        block.put(0, CAP_CREATE, &[&worker.to_be_bytes()]);
        block.put(0, CAPSET_ASSIGN_CAP, &[&process, &worker.to_be_bytes()]);
        block.put(0, CAPSET_ASSIGN_CAP, &[&clock, &worker.to_be_bytes()]);
    }
    let epoch = run.recording.started.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, rest) = (epoch.as_secs().to_be_bytes(), epoch.subsec_nanos().to_be_bytes());
    block.put(0, WALL_CLOCK_TIME, &[&clock, &seconds, &rest]);
    block.put(0, OSPROCESS_PID, &[&process, &run.pid.to_be_bytes()]);
    let program = concat!("sparring-", env!("CARGO_PKG_VERSION"));
    block.put(0, RTS_IDENTIFIER, &[&process, program.as_bytes()]);
    block.put(0, PROGRAM_ARGS, &[&process, short(&run.args.join("\0"))]);
    for mark in &run.marks {
        block.put(mark.at_ns, USER_MARKER, &[short(&mark.text())]);
    }
    block
}

fn end(run: &RecordedRun) -> Block {
    let mut block = Block::default();
    for worker in 0..run.recording.tracks.len() as u16 {
        block.put(run.recording.end_ns, CAP_DELETE, &[&worker.to_be_bytes()]);
    }
    block
}

enum Event<'t> {
    Begin(&'t Span, Thread),
    End(&'t Span, Thread),
    Steal { victim: usize },
    Cut { creator: usize },
    Counters(&'t Sample),
}

#[derive(Clone, Copy)]
struct Thread(u32);

fn capability(worker: u16, track: &Track, last: &Tasks, end_ns: u64, threads: &mut u32) -> Block {
    let mut events = thread_events(track, threads);
    let (cuts, samples) = (track.instants.iter(), track.samples.iter());
    events.extend(cuts.filter_map(|&(at_ns, news)| match news {
        InstantEvent::Cut { creator } => Some((at_ns, Event::Cut { creator })),
        _ => None,
    }));
    let between = samples.skip(1).take(track.samples.len().saturating_sub(2));
    events.extend(between.map(|sample| (sample.at_ns, Event::Counters(sample))));
    events.sort_by_key(|(at_ns, _)| *at_ns); // stable: threads stay in their order
    let mut block = Block::default();
    let task = u64::from(worker).to_be_bytes();
    block.put(0, TASK_CREATE, &[&task, &worker.to_be_bytes(), &(u64::from(worker) + 1).to_be_bytes()]);
    put_counters(&mut block, 0, &Tasks::default(), 0);
    for (at_ns, event) in events {
        put_event(&mut block, worker, at_ns, event);
    }
    put_counters(&mut block, end_ns, last, 0);
    block.put(end_ns, TASK_DELETE, &[&task]);
    block
}

/// Returns beginnings and ends of threads and waits, and thefts, in order of time.
fn thread_events<'t>(track: &'t Track, threads: &mut u32) -> Vec<(u64, Event<'t>)> {
    let mut events = Vec::new();
    let mut around: Vec<(&Span, Thread)> = Vec::new();
    let leave = |events: &mut Vec<_>, around: &mut Vec<(&'t Span, Thread)>, depth: usize| {
        while let Some((span, thread)) = around.pop_if(|(span, _)| span.depth >= depth) {
            events.push((span.end_ns, Event::End(span, thread)));
        }
    };
    for span in &track.spans {
        leave(&mut events, &mut around, span.depth);
        match span.kind {
            SpanKind::Install | SpanKind::Job { .. } | SpanKind::Help { .. } => {
                *threads += 1;
                around.push((span, Thread(*threads)));
                events.push((span.start_ns, Event::Begin(span, Thread(*threads))));
            }
            SpanKind::Wait => {
                let thread = around.last().map_or(Thread(0), |(_, thread)| *thread);
                around.push((span, thread));
                events.push((span.start_ns, Event::Begin(span, thread)));
            }
            _ => {}
        }
        if let (true, Some(victim)) = (span.kind.is_task(), span.kind.creator()) {
            events.push((span.start_ns, Event::Steal { victim }));
        }
    }
    leave(&mut events, &mut around, 0);
    events
}

fn put_event(block: &mut Block, worker: u16, at_ns: u64, event: Event<'_>) {
    let stop = |reason: u16| [reason.to_be_bytes().as_slice(), &[0; 4]].concat();
    match event {
        Event::Begin(span, Thread(thread)) if span.kind == SpanKind::Wait => {
            block.put(at_ns, STOP_THREAD, &[&thread.to_be_bytes(), &stop(BLOCKED_ON_MVAR)]);
        }
        Event::End(span, Thread(thread)) if span.kind == SpanKind::Wait => {
            block.put(at_ns, WAKEUP_THREAD, &[&thread.to_be_bytes(), &worker.to_be_bytes()]);
            block.put(at_ns, RUN_THREAD, &[&thread.to_be_bytes()]);
        }
        Event::Begin(span, Thread(thread)) => {
            let thread = thread.to_be_bytes();
            block.put(at_ns, CREATE_THREAD, &[&thread]);
            if span.kind == SpanKind::Install {
                block.put(at_ns, THREAD_LABEL, &[&thread, b"install"]);
            } else {
                block.put(at_ns, THREAD_LABEL, &[&thread, b"spark evaluator"]);
                block.put(at_ns, CREATE_SPARK_THREAD, &[&thread]);
            }
            block.put(at_ns, RUN_THREAD, &[&thread]);
        }
        Event::End(_, Thread(thread)) => {
            block.put(at_ns, STOP_THREAD, &[&thread.to_be_bytes(), &stop(FINISHED)]);
        }
        Event::Steal { victim } => block.put(at_ns, SPARK_STEAL, &[&(victim as u16).to_be_bytes()]),
        Event::Cut { creator } => {
            block.put(at_ns, USER_MSG, &[format!("cut the split of worker {creator}").as_bytes()]);
        }
        Event::Counters(sample) => {
            let tasks = Tasks { inlined: sample.inlined(), ..Tasks::from(&sample.tally) };
            put_counters(block, at_ns, &tasks, sample.remaining);
        }
    }
}

fn put_counters(block: &mut Block, at_ns: u64, tasks: &Tasks, remaining: u64) {
    let Tasks { created, dud, overflowed, stolen, discarded, inlined, .. } = *tasks;
    let counters = [created, dud, overflowed, stolen, discarded, inlined, remaining].map(u64::to_be_bytes);
    block.put(at_ns, SPARK_COUNTERS, &[counters.as_flattened()]);
}
