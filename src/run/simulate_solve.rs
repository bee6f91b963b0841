//! Solving in virtual time: each run begins with an empty table.

use super::interrupt::Interrupt;
use super::observed::Detail;
use super::simulate::{Repeatable, Repetition};
use super::solve::Solve;
use super::solved::STRATEGY;
use sparring_engine::search::Waste;
use sparring_engine::solve::dots::Solver;
use sparring_report::{Header, SolveDocument};
use sparring_sched::Pool;

/// A solve that can be run again and again.
pub struct FreshSolve {
    /// What is solved.
    pub solve: Solve,
    /// Size of the table in MiB, at most.
    pub hash: usize,
}

impl Repeatable for FreshSolve {
    type Document = SolveDocument;

    /// 4 x 4 on an AMD EPYC, on which a miss of the table is slow.
    const NODE_NS: u64 = 2000;

    fn command(&self) -> String {
        "simulate solve".to_owned()
    }

    fn baseline(&self) -> String {
        STRATEGY.to_owned()
    }

    fn run(&self, _: bool, pool: Pool, interrupt: &Interrupt) -> Repetition<SolveDocument> {
        let solver = Solver::new(&self.solve.game, self.hash);
        let solved = self.solve.solve((&solver, None), &pool, interrupt, &|_| ());
        let (measured, wasted_nodes) = (solved.measured(), solved.wasted_nodes());
        // Only nodes that were expected to need all their children are shared, and only a child
        // that is enough for its node cancels anything.
        let wasted = Waste::ALL.map(|reason| if reason == Waste::AllCut { wasted_nodes } else { 0 });
        let finished = self.solve.finish(solved, None, pool.threads(), Detail::default());
        Repetition { measured, wasted_nodes, wasted, finished }
    }

    fn header(document: &SolveDocument) -> &Header {
        &document.findings.header
    }
}
