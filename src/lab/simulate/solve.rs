use std::sync::Arc;

use super::{Repeatable, Repetition};
use sparring_engine::search::Waste;
use sparring_engine::solve::dots::Solver;
use sparring_report::SolveDocument;
use sparring_run::{Detail, Interrupt, Run, Solve};
use sparring_sched::Pool;

/// A solve with a new table for each run.
pub struct FreshSolve {
    pub solve: Solve,
    /// Largest size of the table in MiB.
    pub hash: usize,
}

/// Null-window questions, each chosen by the last answer.
const SOLVE: &str = "solve";

impl FreshSolve {
    /// The board and the drawn edges, in hexadecimal.
    fn position(&self) -> String {
        let Solve { board, position, .. } = &self.solve;
        if position.drawn() == 0 { board.clone() } else { format!("{board} {:x}", position.drawn()) }
    }
}

impl Repeatable for FreshSolve {
    type Document = SolveDocument;

    const GAME: &'static str = "dots";
    /// A node takes 1,500 on 3 x 4 boxes, 3,000 on 4 x 4, mostly waiting for the table.
    const NODE_NS: u64 = 2000;

    fn command(&self) -> String {
        "simulate solve".to_owned()
    }

    fn strategy(&self) -> &'static str {
        SOLVE
    }

    fn baseline(&self) -> &'static str {
        SOLVE
    }

    fn run(&self, _: bool, pool: Arc<Pool>, interrupt: &Interrupt) -> Repetition<SolveDocument> {
        let solver = Solver::new(&self.solve.game, self.hash);
        let solved = self.solve.solve(&solver, None, &Run::new(pool.clone(), interrupt), &|_| ());
        let (measured, wasted_nodes) = (solved.measured(), solved.wasted_nodes());
        // Only nodes expected to need all children are shared, and only a child that decides its
        // node cancels anything.
        let wasted = Waste::ALL.map(|reason| if reason == Waste::AllCut { wasted_nodes } else { 0 });
        let finished = self.solve.finish(solved, None, pool.threads(), Detail::default());
        let depth = finished.document.findings.header.depth;
        Repetition { position: self.position(), depth, measured, wasted_nodes, wasted, finished }
    }
}
