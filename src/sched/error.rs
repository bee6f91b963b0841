//! Why a pool could not be built, or a pinning or a topology not read.

use super::{MAX_SIMULATED, MAX_THREADS};
use std::{error, fmt, io};

/// Why a pool could not be built. The text says what was got and what was expected.
///
/// ```
/// use sparring_sched::{Pool, PoolError};
///
/// let error = Pool::new(1000).err().unwrap();
/// assert!(matches!(error, PoolError::Threads(1000)));
/// assert_eq!(error.to_string(), "got 1000 threads, expected 1 to 256");
/// ```
#[derive(Debug)]
pub enum PoolError {
    /// So many threads.
    Threads(usize),
    /// So many simulated workers.
    Simulated(usize),
    /// [`Pin::List`](super::Pin::List) without a processor.
    NoProcessors,
    /// [`Pin::List`](super::Pin::List) with a processor that this process may not use.
    Processor {
        /// The processor.
        processor: usize,
        /// Those that the process may use.
        allowed: Vec<usize>,
    },
    /// This name for a thread, which has a zero byte in it.
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
pub struct PinParseError(pub(super) String);

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
    /// Because of this line.
    pub(super) fn new(line: &str) -> TopologyParseError {
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
