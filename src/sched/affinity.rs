//! Which worker runs on which processor.
//!
//! Unpinned, a kernel may wake a worker on its waker's own processor, where it waits about 2 ms for
//! its turn; pinned apart, wake-ups take some tens of microseconds. But a pinned worker cannot flee
//! a busy processor. So by default ([`Pin::Auto`]) workers are pinned only if there are at least
//! two, and exactly one for every processor that the process may use.

use super::error::{PinParseError, PoolError};
use super::platform::allowed_cpus;
use std::fmt;
use std::str::FromStr;

/// What to pin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pin {
    /// Compact if there are as many workers as processors allowed, and more than one; otherwise
    /// nothing.
    #[default]
    Auto,
    /// Nothing.
    None,
    /// Worker `i` on the `i`-th processor allowed, starting over when they run out.
    Compact,
    /// Workers as far apart as the numbering of the processors allowed lets them be.
    Spread,
    /// Worker `i` on the processor of this number, starting over when the list runs out.
    List(Vec<usize>),
}

impl FromStr for Pin {
    type Err = PinParseError;

    fn from_str(text: &str) -> Result<Pin, PinParseError> {
        match text {
            "auto" => Ok(Pin::Auto),
            "none" => Ok(Pin::None),
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
            Pin::Compact => f.write_str("compact"),
            Pin::Spread => f.write_str("spread"),
            Pin::List(cpus) => f.write_str(&cpus.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

impl Pin {
    /// The processor for each of `workers` workers, out of those in the process's own affinity
    /// mask.
    ///
    /// # Errors
    /// If a list names a processor outside the mask, or none.
    pub(super) fn plan(&self, workers: usize) -> Result<Vec<Option<usize>>, PoolError> {
        let allowed: Vec<usize> = allowed_cpus().iter().map(|cpu| cpu.id).collect();
        self.plan_on(workers, &allowed)
    }

    fn plan_on(&self, workers: usize, allowed: &[usize]) -> Result<Vec<Option<usize>>, PoolError> {
        let free = vec![None; workers];
        if allowed.is_empty() {
            return Ok(free);
        }
        let compact = |_: ()| (0..workers).map(|worker| Some(allowed[worker % allowed.len()])).collect();
        Ok(match self {
            Pin::None => free,
            Pin::Auto if workers > 1 && workers == allowed.len() => compact(()),
            Pin::Auto => free,
            Pin::Compact => compact(()),
            Pin::Spread => {
                let rounds = workers.min(allowed.len());
                (0..workers).map(|worker| Some(allowed[worker % rounds * allowed.len() / rounds])).collect()
            }
            Pin::List(cpus) if cpus.is_empty() => return Err(PoolError::NoProcessors),
            Pin::List(cpus) => {
                if let Some(&processor) = cpus.iter().find(|cpu| !allowed.contains(cpu)) {
                    return Err(PoolError::Processor { processor, allowed: allowed.to_vec() });
                }
                (0..workers).map(|worker| Some(cpus[worker % cpus.len()])).collect()
            }
        })
    }
}

/// What became of a worker's pinning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pinning {
    /// The processor the worker was to be pinned to.
    pub wanted: Option<usize>,
    /// Whether the operating system did it.
    pub pinned: bool,
}

impl Pinning {
    /// The processor the worker is pinned to.
    pub fn cpu(self) -> Option<usize> {
        self.wanted.filter(|_| self.pinned)
    }
}

/// Pins the calling thread. False if the operating system refuses.
pub(super) fn pin_current_thread(cpu: usize) -> bool {
    core_affinity::set_for_current(core_affinity::CoreId { id: cpu })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_keep_to_the_mask() {
        let allowed = [2, 3, 5, 7];
        let plan = |pin: Pin, workers| pin.plan_on(workers, &allowed).unwrap();
        assert_eq!(plan(Pin::Auto, 4), [Some(2), Some(3), Some(5), Some(7)]);
        assert_eq!(plan(Pin::Auto, 3), [None; 3]);
        assert_eq!(plan(Pin::Compact, 5), [Some(2), Some(3), Some(5), Some(7), Some(2)]);
        assert_eq!(plan(Pin::Spread, 2), [Some(2), Some(5)]);
        assert_eq!(plan(Pin::List(vec![7, 2]), 3), [Some(7), Some(2), Some(7)]);
        let error = Pin::List(vec![4]).plan_on(1, &allowed).unwrap_err();
        assert!(matches!(error, PoolError::Processor { processor: 4, .. }));
        assert_eq!(Pin::Auto.plan_on(1, &[3]).unwrap(), [None]);
    }

    #[test]
    fn text_form_goes_both_ways() {
        for text in ["auto", "none", "compact", "spread", "0,3"] {
            assert_eq!(text.parse::<Pin>().unwrap().to_string(), text);
        }
        assert!("0,x".parse::<Pin>().unwrap_err().to_string().contains("0,x"));
    }
}
