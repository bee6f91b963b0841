mod machine;
mod program;
mod repeatable;
mod solve;

pub use machine::{SimulatedMachine, Simulation};
pub use program::{ProgramRun, simulate as simulate_program};
pub use repeatable::{Repeatable, Repetition};
pub use solve::FreshSolve;

use std::sync::Arc;
use std::time::Instant;

use crate::documents::{SimulatedRun, SimulationDocument, SimulationRow, WasteShares};
use sparring_report::Speedup;
use sparring_run::{Finished, Interrupt};
use sparring_sched::PoolError;

pub struct Simulated<D> {
    pub document: SimulationDocument,
    pub last: Finished<SimulatedRun<D>>,
}

/// Searches on one simulated worker, then on each number of workers, until Ctrl-C.
///
/// # Errors
/// If there is no memory for the workers.
///
/// # Panics
/// If there are no numbers of workers, or a ledger does not add up.
pub fn simulate<R: Repeatable>(
    what: &R,
    plan: &Simulation,
    interrupt: &Interrupt,
) -> Result<Simulated<R::Document>, PoolError> {
    let one = what.run(true, Arc::new(plan.pool(1, false)?), interrupt).measured;
    let (mut rows, mut depth, mut last) = (Vec::new(), None, None);
    for (nth, &workers) in plan.workers.iter().enumerate() {
        let (pool, wall) = (plan.pool(workers, nth + 1 == plan.workers.len())?, Instant::now());
        let run = what.run(false, Arc::new(pool), interrupt);
        let total = run.total();
        total.check().unwrap_or_else(|error| panic!("the ledger does not add up: {error}; in all {total:?}"));
        let compared = Speedup::new(what.baseline(), one, workers, run.measured, run.wasted_nodes);
        let wall_ns = wall.elapsed().as_nanos() as u64;
        if !interrupt.requested() {
            let wasted = WasteShares::new(run.wasted, run.wasted_nodes, one.nodes);
            rows.push(SimulationRow::new(&compared, run.measured, wasted, &total, wall_ns));
            depth = Some(run.depth);
        }
        last = Some(run);
        if interrupt.requested() {
            break;
        }
    }
    let last = last.expect("a number of workers");
    let document = SimulationDocument {
        game: R::GAME,
        position: last.position,
        strategy: what.strategy(),
        // An interrupted last run has no row and finished a smaller depth.
        depth: depth.unwrap_or(last.depth),
        seed: plan.seed,
        node_ns: plan.costs.poll_ns,
        miss_ns: plan.costs.miss_ns,
        line_ns: plan.costs.line_ns,
        machine: plan.machine.as_ref().map(SimulatedMachine::described),
        twin: what.baseline().to_owned(),
        twin_time_ns: one.time_ns,
        twin_nodes: one.nodes,
        rows,
    };
    let time = (!interrupt.requested()).then(|| document.rows.last().map(|row| row.time.clone())).flatten();
    let Finished { document: found, observed } = last.finished;
    let last = Finished { document: SimulatedRun { title: what.command(), found, time }, observed };
    Ok(Simulated { document, last })
}
