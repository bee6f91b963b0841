//! One request to the solver.

use sparring_engine::solve::dots::{Answer, Request, Solver};
use sparring_sched::Pool;

/// The value of a position and its optimal moves.
pub fn ask(solver: &Solver, pool: &Pool, drawn: u64) -> Answer {
    let request = Request::optimal(drawn);
    solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {}).expect("nobody cancels")
}
