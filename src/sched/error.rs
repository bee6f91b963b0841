use crate::platform::{MAX_SIMULATED, MAX_THREADS};
use std::{error, fmt, io};

/// Reason why a pool could not be built. The message says what was got and what was expected.
///
/// ```
/// use sparring_sched::{Pool, PoolError};
///
/// let error = Pool::new(1000).err().unwrap();
/// assert_eq!(error, PoolError::Threads(1000));
/// assert_eq!(error.to_string(), "got 1000 threads, expected 1 to 256");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum PoolError {
    /// This number of threads is not allowed.
    Threads(usize),
    /// This number of simulated workers is not allowed.
    Simulated(usize),
    /// The list of [`Pin::List`](super::Pin::List) is empty.
    NoProcessors,
    /// The list of [`Pin::List`](super::Pin::List) names a processor that this process may not use.
    Processor {
        /// Number of the processor.
        processor: usize,
        /// Processors that the process may use.
        allowed: Vec<usize>,
    },
    /// This thread name contains a zero byte.
    ThreadName(String),
    /// The operating system refused a thread.
    Spawn(io::Error),
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoolError::Threads(threads) => {
                write!(f, "got {threads} threads, expected 1 to {MAX_THREADS}")
            }
            PoolError::Simulated(workers) => {
                write!(f, "got {workers} simulated workers, expected 1 to {MAX_SIMULATED}")
            }
            PoolError::NoProcessors => {
                f.write_str("got an empty list of processors to pin to, expected at least one")
            }
            PoolError::Processor { processor, allowed } => write!(
                f,
                "got processor {processor} to pin to, expected one of those this process may use \
                 ({allowed:?})"
            ),
            PoolError::ThreadName(name) => {
                write!(f, "got {name:?} to name a thread, expected no zero byte in it")
            }
            PoolError::Spawn(error) => write!(f, "got '{error}' while starting workers"),
        }
    }
}

/// Compares the operating system's reasons of refused threads, because an [`io::Error`] cannot be
/// compared.
impl PartialEq for PoolError {
    fn eq(&self, other: &PoolError) -> bool {
        use PoolError::*;
        match (self, other) {
            (Threads(a), Threads(b)) | (Simulated(a), Simulated(b)) => a == b,
            (NoProcessors, NoProcessors) => true,
            (Processor { processor: a, allowed }, Processor { processor: b, allowed: others }) => {
                a == b && allowed == others
            }
            (ThreadName(a), ThreadName(b)) => a == b,
            (Spawn(a), Spawn(b)) => (a.kind(), a.raw_os_error()) == (b.kind(), b.raw_os_error()),
            _ => false,
        }
    }
}

impl Eq for PoolError {}

impl error::Error for PoolError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            PoolError::Spawn(error) => Some(error),
            _ => None,
        }
    }
}

/// A text that names no [`Pin`](super::Pin).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinParseError(pub(crate) String);

impl fmt::Display for PinParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "got '{}', expected auto, none, cores, compact, spread or processor numbers", self.0)
    }
}

impl error::Error for PinParseError {}

/// A text that describes no [`Topology`](super::Topology).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopologyParseError(String);

impl TopologyParseError {
    pub(crate) fn new(line: &str) -> TopologyParseError {
        TopologyParseError(line.to_owned())
    }
}

impl fmt::Display for TopologyParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "got '{}', expected packages x cores x threads, such as 2x8x2, or the lines of lscpu -p",
            self.0
        )
    }
}

impl error::Error for TopologyParseError {}

/// An identity of the ledger that does not hold, with its terms; see [`Tally::check`].
///
/// ```
/// use sparring_sched::{LedgerError, Tally};
///
/// let mut tally = Tally::default();
/// tally.stolen = 1;
/// let error = tally.check().unwrap_err();
/// assert_eq!(error, LedgerError::Stolen { stolen: 1, lost: 0 });
/// assert_eq!(error.to_string(), "got 1 stolen tasks, expected the 0 that their creators lost");
/// ```
///
/// [`Tally::check`]: super::Tally::check
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LedgerError {
    /// More tasks are lost or discarded than were created.
    Created {
        /// Equals [`Tally::created`](super::Tally::created).
        created: u64,
        /// Equals [`Tally::lost`](super::Tally::lost).
        lost: u64,
        /// Equals [`Tally::discarded`](super::Tally::discarded).
        discarded: u64,
    },
    /// Thieves and creators disagree on the number of stolen tasks.
    Stolen {
        /// Equals [`Tally::stolen`](super::Tally::stolen).
        stolen: u64,
        /// Equals [`Tally::lost`](super::Tally::lost).
        lost: u64,
    },
    /// The tasks run by their creators differ from the created ones minus lost and discarded ones.
    /// Only checked where the ledger is audited.
    Inlined {
        /// Equals [`Tally::audited`](super::Tally::audited).
        audited: u64,
        /// Equals [`Tally::inlined`](super::Tally::inlined).
        inlined: u64,
    },
    /// More tasks were aborted than run.
    Aborted {
        /// Equals [`Tally::aborted`](super::Tally::aborted).
        aborted: u64,
        /// Equals [`Tally::run`](super::Tally::run).
        run: u64,
    },
    /// Background work took longer than all work.
    Filling {
        /// Equals [`Tally::filling_ns`](super::Tally::filling_ns).
        filling_ns: u64,
        /// Equals [`Tally::busy_ns`](super::Tally::busy_ns).
        busy_ns: u64,
    },
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerError::Created { created, lost, discarded } => write!(
                f,
                "got {lost} lost and {discarded} discarded tasks, expected no more than the {created} created"
            ),
            LedgerError::Stolen { stolen, lost } => {
                write!(f, "got {stolen} stolen tasks, expected the {lost} that their creators lost")
            }
            LedgerError::Inlined { audited, inlined } => write!(
                f,
                "got {audited} tasks run by their creators, expected the {inlined} that were neither lost \
                 nor discarded"
            ),
            LedgerError::Aborted { aborted, run } => {
                write!(f, "got {aborted} aborted tasks, expected no more than the {run} that ran")
            }
            LedgerError::Filling { filling_ns, busy_ns } => write!(
                f,
                "got {filling_ns} ns of work in fillers, expected no more than the {busy_ns} ns of all work"
            ),
        }
    }
}

impl error::Error for LedgerError {}
