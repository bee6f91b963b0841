//! A reader of GHC eventlogs, written from the format's description and independent of our writer.

use std::collections::{BTreeMap, HashMap};

/// One event.
#[derive(Clone, Debug)]
pub struct Event {
    /// The capability whose block contains it.
    pub cap: Option<usize>,
    pub kind: u16,
    pub payload: Vec<u8>,
}

impl Event {
    /// The big-endian number of `bytes` bytes at offset `from` of the payload.
    pub fn number(&self, from: usize, bytes: usize) -> u64 {
        self.payload[from..from + bytes].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    pub fn text(&self, from: usize) -> String {
        String::from_utf8(self.payload[from..].to_vec()).unwrap()
    }
}

pub const CREATE_THREAD: u16 = 0;
pub const RUN_THREAD: u16 = 1;
pub const STOP_THREAD: u16 = 2;
pub const WAKEUP_THREAD: u16 = 8;
pub const CREATE_SPARK_THREAD: u16 = 15;
pub const RTS_IDENTIFIER: u16 = 29;
pub const SPARK_COUNTERS: u16 = 34;
pub const SPARK_STEAL: u16 = 39;
pub const CAP_CREATE: u16 = 45;
pub const CAP_DELETE: u16 = 46;
pub const TASK_CREATE: u16 = 55;
pub const TASK_DELETE: u16 = 57;
pub const USER_MARKER: u16 = 58;

struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, length: usize) -> &'b [u8] {
        assert!(length <= self.0.len(), "the log ends in the middle of something");
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn expect(&mut self, mark: &[u8]) {
        assert_eq!(self.take(mark.len()), mark);
    }

    fn number(&mut self, bytes: usize) -> u64 {
        self.take(bytes).iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

/// All events in the order of the file. Fails on whatever does not follow the format.
pub fn read(log: &[u8]) -> Vec<Event> {
    let mut bytes = Bytes(log);
    bytes.expect(b"hdrbhetb");
    let mut sizes = HashMap::new();
    while bytes.0.starts_with(b"etb\0") {
        bytes.expect(b"etb\0");
        let (kind, size) = (bytes.number(2) as u16, bytes.number(2));
        let name = bytes.number(4) as usize;
        assert!(std::str::from_utf8(bytes.take(name)).is_ok());
        let extension = bytes.number(4) as usize;
        bytes.take(extension);
        bytes.expect(b"ete\0");
        assert!(sizes.insert(kind, size).is_none(), "type {kind} is declared twice");
    }
    bytes.expect(b"hetehdredatb");
    let (mut events, mut block) = (Vec::new(), None);
    loop {
        let left = bytes.0.len();
        let kind = bytes.number(2) as u16;
        if kind == 0xffff {
            assert!(bytes.0.is_empty() && block.is_none(), "something comes after the end");
            return events;
        }
        let at_ns = bytes.number(8);
        let size = *sizes.get(&kind).unwrap_or_else(|| panic!("type {kind} is not declared"));
        let size = if size == 0xffff { bytes.number(2) } else { size };
        let payload = bytes.take(size as usize).to_vec();
        let event = Event { cap: None, kind, payload };
        if kind == 18 {
            assert!(block.is_none(), "a block inside a block");
            let cap = event.number(12, 2);
            let end = left - event.number(0, 4) as usize;
            block = Some((end, (cap != 0xffff).then_some(cap as usize), event.number(4, 8), at_ns));
        } else {
            let (_, cap, until_ns, after_ns) = block.expect("an event outside of all blocks");
            assert!(after_ns <= at_ns && at_ns <= until_ns, "{event:?} is out of order");
            block = block.map(|(end, cap, until_ns, _)| (end, cap, until_ns, at_ns));
            events.push(Event { cap, ..event });
        }
        block = block.filter(|(end, ..)| {
            assert!(*end <= bytes.0.len(), "an event leaves its block");
            *end < bytes.0.len()
        });
    }
}

/// GHC's counters: created, dud, overflowed, converted, GC'd, fizzled, remaining.
pub type Counters = [u64; 7];

/// What one capability did.
#[derive(Debug, Default)]
pub struct Capability {
    pub counters: Vec<Counters>,
    /// Stolen sparks by the capability that created them.
    pub steals: BTreeMap<usize, u64>,
    /// How often a thread ran.
    pub runs: u64,
}

/// The states of a thread.
#[derive(Debug, PartialEq)]
enum Thread {
    Queued,
    Running,
    Blocked,
    Finished,
}

/// Follows the threads of a log and returns what each capability did. Panics on an impossible
/// change of a thread's state, on two threads running on one capability, and on a spark run outside
/// a spark thread.
pub fn capabilities(events: &[Event]) -> Vec<Capability> {
    let count = events.iter().filter(|event| event.kind == CAP_CREATE).count();
    let mut caps: Vec<Capability> = (0..count).map(|_| Capability::default()).collect();
    let mut threads: HashMap<u64, Thread> = HashMap::new();
    let mut spark_threads = Vec::new();
    let mut running: Vec<Option<u64>> = vec![None; count];
    for event in events {
        let Some(cap) = event.cap else { continue };
        let thread = || event.number(0, 4);
        match event.kind {
            CREATE_THREAD => assert_eq!(threads.insert(thread(), Thread::Queued), None, "created twice"),
            CREATE_SPARK_THREAD => {
                assert_eq!(threads[&thread()], Thread::Queued);
                spark_threads.push(thread());
            }
            WAKEUP_THREAD => {
                assert_eq!(threads.insert(thread(), Thread::Queued), Some(Thread::Blocked));
            }
            RUN_THREAD => {
                assert_eq!(threads.insert(thread(), Thread::Running), Some(Thread::Queued));
                assert_eq!(running[cap].replace(thread()), None, "two threads run on one capability");
                caps[cap].runs += 1;
            }
            STOP_THREAD => {
                let next = if event.number(4, 2) == 5 { Thread::Finished } else { Thread::Blocked };
                assert_eq!(threads.insert(thread(), next), Some(Thread::Running));
                assert_eq!(running[cap].take(), Some(thread()));
            }
            SPARK_STEAL => {
                let runner = running[cap].expect("a spark is run, but no thread");
                assert!(spark_threads.contains(&runner), "a spark is run in an ordinary thread");
                *caps[cap].steals.entry(event.number(0, 2) as usize).or_default() += 1;
            }
            SPARK_COUNTERS => caps[cap].counters.push(std::array::from_fn(|i| event.number(8 * i, 8))),
            _ => {}
        }
    }
    assert!(threads.values().all(|thread| *thread == Thread::Finished), "{threads:?}");
    caps
}
