//! An experiment, as the command line sees it.

use super::machine::Machine;
use sparring_report::{Provenance, Width};
use sparring_sched::PoolError;

/// An experiment whose document is a `D`.
pub struct Experiment<D> {
    /// The word for its steps: `rows`.
    pub step: &'static str,
    /// The number of its steps on a machine.
    pub steps: fn(&Machine<'_>) -> usize,
    /// Makes it. It fails if there is no memory for simulated workers.
    ///
    /// The function given is called after every step and ends the experiment by returning false.
    /// Then, or after Ctrl-C, the document has what was finished until then.
    pub measure: fn(&Machine<'_>, &mut dyn FnMut() -> bool) -> Result<D, PoolError>,
    /// The text form for a terminal of this width.
    pub text: fn(&D, Width) -> String,
    /// The page for a browser.
    pub page: fn(&D, &Provenance) -> String,
}
