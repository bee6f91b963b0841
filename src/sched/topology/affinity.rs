//! The processor on which each worker runs.
//!
//! A kernel may wake an unpinned worker on its waker's processor, where it waits for its turn. A
//! pinned worker cannot leave a busy processor. So by default ([`Pin::Auto`]) workers are pinned
//! only if there are at least two, and exactly one for every processor that the process may use.
//! Workers beyond the last processor start over.

use crate::error::{PinParseError, PoolError};
use crate::topology::Topology;
use std::fmt;
use std::str::FromStr;

/// Workers to pin, and the order in which processors are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pin {
    /// Same as [`Pin::Cores`] if there are as many workers as allowed processors, and more than
    /// one; otherwise no pinning. See [`PoolBuilder::pin`](crate::PoolBuilder::pin) for other
    /// threads.
    #[default]
    Auto,
    /// No pinning.
    None,
    /// One worker on each core, neighbours in sequence; second hardware threads only when each core
    /// has one. Fastest for most programs.
    Cores,
    /// All hardware threads of a core, then the next core behind the same last-level cache, then
    /// the next cache, node and package: few caches.
    Compact,
    /// One worker on each core, each in another package, node and cache than the one before: much
    /// cache and bandwidth. On single-threaded cores behind one cache, spread over the numbers.
    Spread,
    /// Worker `i` on the processor of this number, starting over at the end of the list.
    List(Vec<usize>),
}

impl FromStr for Pin {
    type Err = PinParseError;

    fn from_str(text: &str) -> Result<Pin, PinParseError> {
        match text {
            "auto" => Ok(Pin::Auto),
            "none" => Ok(Pin::None),
            "cores" => Ok(Pin::Cores),
            "compact" => Ok(Pin::Compact),
            "spread" => Ok(Pin::Spread),
            list => {
                let cpus = list.split(',').map(|cpu| cpu.trim().parse()).collect::<Result<_, _>>();
                cpus.map(Pin::List).map_err(|_| PinParseError(text.to_owned()))
            }
        }
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pin::Auto => f.write_str("auto"),
            Pin::None => f.write_str("none"),
            Pin::Cores => f.write_str("cores"),
            Pin::Compact => f.write_str("compact"),
            Pin::Spread => f.write_str("spread"),
            Pin::List(cpus) => f.write_str(&cpus.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

impl Pin {
    pub(crate) fn pins(&self, workers: usize, processors: usize) -> bool {
        match self {
            Pin::None => false,
            Pin::Auto => workers > 1 && workers == processors,
            Pin::Cores | Pin::Compact | Pin::Spread | Pin::List(_) => processors > 0,
        }
    }

    /// Returns each worker's processor if the machine's are unknown: only a list names any.
    ///
    /// # Errors
    /// If the list is empty.
    pub(crate) fn plan_blindly(&self, workers: usize) -> Result<Vec<Option<usize>>, PoolError> {
        match self {
            Pin::List(cpus) if cpus.is_empty() => Err(PoolError::NoProcessors),
            Pin::List(cpus) => Ok((0..workers).map(|worker| Some(cpus[worker % cpus.len()])).collect()),
            _ => Ok(vec![None; workers]),
        }
    }

    /// Returns each worker's processor in `topology`.
    ///
    /// # Errors
    /// If a list is empty or names a processor that is not there.
    pub(crate) fn plan(&self, workers: usize, topology: &Topology) -> Result<Vec<Option<usize>>, PoolError> {
        let processors = topology.processors();
        if !self.pins(workers, processors) {
            return Ok(vec![None; workers]);
        }
        let order = match self {
            Pin::Auto | Pin::None | Pin::Cores => topology.cores(),
            Pin::Compact => topology.compact(),
            Pin::Spread if topology.is_flat() => {
                let (numbers, used) = (topology.numbers(), workers.min(processors));
                (0..used).map(|worker| numbers[worker * processors / used]).collect()
            }
            Pin::Spread => topology.spread(),
            Pin::List(cpus) if cpus.is_empty() => return Err(PoolError::NoProcessors),
            Pin::List(cpus) => {
                if let Some(&processor) = cpus.iter().find(|&&cpu| topology.place(cpu).is_none()) {
                    return Err(PoolError::Processor { processor, allowed: topology.numbers() });
                }
                cpus.clone()
            }
        };
        Ok((0..workers).map(|worker| Some(order[worker % order.len()])).collect())
    }
}

/// Result of pinning a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pinning {
    /// The worker runs on this processor only.
    Pinned(usize),
    /// The operating system refused to pin the worker to this processor.
    Refused(usize),
    /// The worker was not pinned, because the allowed processors are unknown: the system does not
    /// say, or has more than 1,024. (A [`Pin::List`] is tried all the same.)
    Unknown,
    /// The worker was not to be pinned.
    None,
}

impl Pinning {
    /// The processor the worker is pinned to.
    pub fn cpu(self) -> Option<usize> {
        match self {
            Pinning::Pinned(cpu) => Some(cpu),
            Pinning::Refused(_) | Pinning::Unknown | Pinning::None => None,
        }
    }
}

#[cfg(all(test, not(sparring_shuttle)))]
mod tests {
    use super::*;
    use crate::PoolBuilder;
    use crate::platform::Processors;

    #[test]
    fn plans_keep_to_the_mask() {
        let allowed = Topology::flat([2, 3, 5, 7]);
        let plan = |pin: Pin, workers| pin.plan(workers, &allowed).unwrap();
        assert_eq!(plan(Pin::Auto, 4), [Some(2), Some(3), Some(5), Some(7)]);
        assert_eq!(plan(Pin::Auto, 3), [None; 3]);
        assert_eq!(plan(Pin::Compact, 5), [Some(2), Some(3), Some(5), Some(7), Some(2)]);
        assert_eq!(plan(Pin::Spread, 2), [Some(2), Some(5)]);
        assert_eq!(plan(Pin::List(vec![7, 2]), 3), [Some(7), Some(2), Some(7)]);
        let error = Pin::List(vec![4]).plan(1, &allowed).unwrap_err();
        assert!(matches!(error, PoolError::Processor { processor: 4, .. }));
        assert_eq!(Pin::Auto.plan(1, &Topology::flat([3])).unwrap(), [None]);
    }

    #[test]
    fn plans_follow_the_topology() {
        let two_packages = "2x2x2".parse().unwrap();
        let plan = |pin: Pin, workers| -> Vec<usize> {
            pin.plan(workers, &two_packages).unwrap().into_iter().map(Option::unwrap).collect()
        };
        assert_eq!(plan(Pin::Auto, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(plan(Pin::Cores, 5), [0, 1, 2, 3, 4]);
        assert_eq!(plan(Pin::Compact, 5), [0, 4, 1, 5, 2]);
        assert_eq!(plan(Pin::Spread, 5), [0, 2, 1, 3, 4]);
        assert_eq!(plan(Pin::Spread, 10), [0, 2, 1, 3, 4, 6, 5, 7, 0, 2]);
        assert_eq!(Pin::Auto.plan(4, &two_packages).unwrap(), [None; 4]);
    }

    #[test]
    fn where_processors_are_unknown_only_a_list_is_tried() {
        let unknown = Processors::new(None, Some(3));
        let build = |threads, pin: Pin| PoolBuilder::new().threads(threads).pin(pin).build_on(&unknown, None);
        let pinning = |threads, pin| build(threads, pin).unwrap().pinning().to_vec();
        for pin in [Pin::Auto, Pin::Cores, Pin::Compact, Pin::Spread] {
            assert_eq!(pinning(3, pin), [Pinning::Unknown; 3]);
        }
        assert_eq!(pinning(2, Pin::Auto), [Pinning::None; 2], "it would not have pinned two of three");
        assert_eq!(pinning(3, Pin::None), [Pinning::None; 3]);
        assert_eq!(pinning(2, Pin::List(vec![4_000, 5_000])), [4_000, 5_000].map(Pinning::Refused));
        assert!(matches!(build(1, Pin::List(vec![])), Err(PoolError::NoProcessors)));
        if let Some(&[cpu, ..]) = Processors::of_this_thread().numbers() {
            let pinned = pinning(1, Pin::List(vec![cpu]));
            assert!(pinned == [Pinning::Pinned(cpu)] || pinned == [Pinning::Refused(cpu)]);
        }
        let pool = build(3, Pin::Auto).unwrap();
        assert_eq!(pool.install(|w| w.reduce(0..100, 0, |_, i| i, |a, b| a + b)), 4_950);
        assert!(pool.snapshot().workers.iter().all(|worker| worker.pinned_to.is_none()));
    }

    #[test]
    fn text_form_goes_both_ways() {
        for text in ["auto", "none", "cores", "compact", "spread", "0,3"] {
            assert_eq!(text.parse::<Pin>().unwrap().to_string(), text);
        }
        assert!("0,x".parse::<Pin>().unwrap_err().to_string().contains("0,x"));
    }
}
