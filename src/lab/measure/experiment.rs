use super::machine::Machine;
use sparring_report::{Provenance, Width};
use sparring_sched::PoolError;

pub struct Experiment<D> {
    /// The word for its steps, such as `rows`.
    pub step: &'static str,
    /// The number of its steps on a machine.
    pub steps: fn(&Machine<'_>) -> usize,
    /// Runs the experiment; fails if there is no memory for simulated workers.
    ///
    /// The given function is called after every step. If it returns false, or after Ctrl-C, the
    /// document has the steps finished until then.
    pub measure: fn(&Machine<'_>, &mut dyn FnMut() -> bool) -> Result<D, PoolError>,
    pub text: fn(&D, Width) -> String,
    pub page: fn(&D, &Provenance) -> String,
}
