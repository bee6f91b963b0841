//! Claim: a node keeps the fail-soft contract in every window, in every mode, under every schedule.

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::abdada::Together;
use crate::search::exact::node::{Abdada, AlphaBeta, Mode, Node, Pvs, Ybw};
use crate::search::exact::path::Frame;
use crate::search::exact::search::Search;
use crate::search::exact::sharing::Sharing;
use crate::search::limits::Guard;
use crate::search::memory::{Memories, Room};
use crate::search::support::contract::is_kept;
use crate::search::support::minimax::value;
use crate::search::support::numbers::Numbers;
use crate::search::support::trees::{self, Shape, Trees};
use crate::search::support::walk::Walk;
use crate::search::table::Table;
use crate::search::task::SharedBelow;
use crate::search::task::Tasks;
use crate::search::window::Window;
use parking_lot::Mutex;
use sparring_sched::{Cancelled, Pool};

/// What a pool of workers remembers from one node to the next.
struct Bench {
    pool: Pool,
    table: Table,
    memories: Memories,
}

impl Bench {
    fn new(threads: usize) -> Bench {
        let mut memories = Memories::new(threads);
        memories.make_room(Room { quiet: 64, ..Room::default() });
        Bench { pool: Pool::new(threads).unwrap(), table: Table::new(0), memories }
    }

    fn node<M: Mode, G: Game, E: Evaluator<G>>(
        &self,
        (game, evaluator): (&G, &E),
        position: &G::Position,
        depth: u32,
        window: Window,
        (sharing, split_depth): (Sharing, u32),
    ) -> Result<Score, Cancelled> {
        let scope = self.pool.cancel_scope();
        let search = Search {
            game,
            evaluator,
            earlier: &[],
            repetition: game.repetition(),
            table: &self.table,
            tasks: Tasks { memories: &self.memories, guard: Guard::idle(&scope, self.pool.stopwatch()) },
            sharing,
            split_depth,
            together: M::MEETS.then(|| Box::new(Together::new())),
            table_depth: 1,
        };
        let frame = Frame::root(game, position.clone());
        let node = Node { search: &search, frame: &frame, depth };
        self.pool.install_in(&scope, |at| {
            search.tasks.run(at, &SharedBelow::default(), |task| {
                if !M::MEETS {
                    return node.value::<M>(task, window);
                }
                // As many as there are workers come to the node, and all stay to the end.
                let scores = Mutex::new(Vec::new());
                search.tasks.split(task, self.pool.threads(), |task, _| {
                    scores.lock().push(node.value_together::<M>(task, window)?);
                    Ok(())
                })?;
                let kept = |&score: &Score| (score <= window.alpha, score >= window.beta, score);
                let scores = scores.into_inner();
                assert!(scores.iter().map(kept).all(|(low, high, score)| {
                    let first = kept(&scores[0]);
                    (low, high) == (first.0, first.1) && (low || high || score == first.2)
                }));
                Ok(scores[0])
            })
        })
    }

    /// All modes, in windows around the value and anywhere.
    fn check<G: Game, E: Evaluator<G>>(&self, game: &G, evaluator: &E, position: &G::Position, depth: u32) {
        let v = value(game, evaluator, position, &mut vec![], depth, 0);
        for (above, width) in [(-3, 1), (-2, 4), (-1, 1), (-1, 2), (0, 1), (-9, 20), (2, 3)] {
            let window = Window::new(v + above, v + above + width);
            for mode in 0..14 {
                let sharing = [Sharing::Strong, Sharing::Weak, Sharing::Jamboree, Sharing::Variation];
                let (what, how) = ((game, evaluator), (sharing[mode % 7 % 4], 1 + mode as u32 / 7));
                let r = match mode % 7 {
                    4 => self.node::<AlphaBeta, G, E>(what, position, depth, window, how),
                    5 => self.node::<Pvs, G, E>(what, position, depth, window, how),
                    6 => self.node::<Abdada, G, E>(what, position, depth, window, how),
                    _ => self.node::<Ybw, G, E>(what, position, depth, window, how),
                };
                let r = r.unwrap();
                let kept = is_kept(r.into(), (window.alpha.into(), window.beta.into()), v.into());
                assert!(kept, "{r} in {window:?} for {v}, mode {mode}, depth {depth}");
            }
        }
    }
}

#[test]
fn the_contract_holds_in_every_window() {
    for threads in [1, 2, 3, 7] {
        let bench = Bench::new(threads);
        for seed in 0..60 {
            let shape = Shape::random(seed, 9);
            bench.check(&Trees, &Trees, &trees::Node::root(seed, shape), 1 + (seed % 5) as u32);
        }
    }
}

#[test]
fn the_contract_holds_where_the_table_cuts_and_where_positions_repeat() {
    for threads in [1, 2, 3, 7] {
        let bench = Bench::new(threads);
        for seed in 0..8 {
            bench.table.clear();
            let numbers = Numbers::<true> { seed, n: 7 };
            bench.check(&numbers, &numbers, &numbers.start(), 1 + (seed % 5) as u32);
            let walk = Walk { seed };
            if walk.outcome(&walk.start()).is_none() {
                bench.check(&walk, &walk, &walk.start(), 1 + (seed % 6) as u32);
            }
        }
    }
}
