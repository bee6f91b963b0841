//! One request to the solver.

use sparring::sched::Pool;
use sparring::solve::dots::{Answer, Request, Solver};

/// The value of a position and its optimal moves.
pub fn ask(solver: &Solver, pool: &Pool, drawn: u64) -> Answer {
    let request = Request::optimal(drawn);
    solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {}).expect("nobody cancels")
}
