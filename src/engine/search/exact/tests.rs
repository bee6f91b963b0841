//! Claim: a node keeps the fail-soft contract in every window, in every mode, under every schedule.

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::abdada_tables::AbdadaTables;
use crate::search::exact::node::{Abdada, AlphaBeta, ExactNode, Mode, Pvs, Ybw};
use crate::search::exact::path::Frame;
use crate::search::exact::root::Root;
use crate::search::exact::search::ExactSearch;
use crate::search::exact::sharing::Sharing;
use crate::search::limits::Guard;
use crate::search::memory::{Memories, Room};
use crate::search::ranking::SharedBest;
use crate::search::support::contract::is_kept;
use crate::search::support::minimax::value;
use crate::search::support::numbers::Numbers;
use crate::search::support::trees::{self, Shape, Trees};
use crate::search::support::walk::Walk;
use crate::search::table::{Entry, Table};
use crate::search::task::SharedBelow;
use crate::search::task::Tasks;
use crate::search::window::{Bound, Ranked, Window};
use parking_lot::Mutex;
use sparring_sched::{CancelScope, Cancelled, Pool};

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

    fn search<'s, G: Game, E: Evaluator<G>>(
        &'s self,
        (game, evaluator): (&'s G, &'s E),
        scope: &'s CancelScope,
        (sharing, split_depth): (Sharing, u32),
    ) -> ExactSearch<'s, G, E> {
        ExactSearch {
            game,
            evaluator,
            repeated: &[],
            repetition: game.repetition(),
            table: &self.table,
            tasks: Tasks { memories: &self.memories, guard: Guard::idle(scope, self.pool.stopwatch()) },
            sharing,
            split_depth,
            abdada_tables: None,
            table_depth: 1,
        }
    }

    fn node<M: Mode, G: Game, E: Evaluator<G>>(
        &self,
        what: (&G, &E),
        position: &G::Position,
        depth: u32,
        window: Window,
        how: (Sharing, u32),
    ) -> Result<Score, Cancelled> {
        let scope = self.pool.cancel_scope();
        let abdada_tables = M::MEETS.then(|| Box::new(AbdadaTables::new()));
        let search = ExactSearch { abdada_tables, ..self.search(what, &scope, how) };
        let game = what.0;
        let frame = Frame::root(game, position.clone());
        let node = ExactNode { search: &search, frame: &frame, depth };
        self.pool.install_in(&scope, |at| {
            search.tasks.run(at, &SharedBelow::default(), |task| {
                if !M::MEETS {
                    return node.value::<M>(task, window);
                }
                // As many tasks as workers come to the node, and all stay to the end.
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

    fn check<G: Game, E: Evaluator<G>>(&self, game: &G, evaluator: &E, position: &G::Position, depth: u32) {
        let v = value(game, evaluator, position, &mut vec![], depth, 0);
        for (above, width) in [(-3, 1), (-2, 4), (-1, 1), (-1, 2), (0, 1), (-9, 20), (2, 3)] {
            let window = Window::new(v + above, v + above + width);
            for mode in 0..14 {
                let sharing = [Sharing::Strong, Sharing::Weak, Sharing::Jamboree, Sharing::PvSplit];
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
            bench.table.clear(1);
            let numbers = Numbers::<true> { seed, n: 7 };
            bench.check(&numbers, &numbers, &numbers.start(), 1 + (seed % 5) as u32);
            let walk = Walk { seed };
            if walk.outcome(&walk.start()).is_none() {
                bench.check(&walk, &walk, &walk.start(), 1 + (seed % 6) as u32);
            }
        }
    }
}

/// Counts the entries of nodes down to `depth` plies below this one, and checks that each is true.
fn true_entries(table: &Table, node: &trees::Node, depth: u32, ply: u32) -> usize {
    if depth == 0 || Trees.outcome(node).is_some() {
        return 0;
    }
    let known = table.probe(node.id).filter(|entry| entry.depth == depth);
    if let Some(Entry { score, bound, .. }) = known {
        let v = value(&Trees, &Trees, node, &mut vec![], depth, ply);
        let holds = match bound {
            Bound::Exact => v == score,
            Bound::Lower => v >= score,
            Bound::Upper => v <= score,
        };
        assert!(holds, "{bound:?} {score} of a node worth {v}, {depth} deep");
    }
    let moves = Trees.legal_moves(node).into_iter();
    let below = moves.map(|m| true_entries(table, &Trees.play(node, m), depth - 1, ply + 1));
    usize::from(known.is_some()) + below.sum::<usize>()
}

#[test]
fn what_chunks_leave_in_the_table_is_true() {
    let mut entries = 0;
    for threads in [1, 2, 3] {
        let bench = Bench { table: Table::new(1), ..Bench::new(threads) };
        for seed in 0..200 {
            bench.table.clear(1);
            let (root, depth) = (trees::Node::root(seed, Shape::random(seed, 5)), 3 + (seed % 4) as u32);
            let (scope, moves) = (bench.pool.cancel_scope(), Trees.legal_moves(&root));
            let search = bench.search((&Trees, &Trees), &scope, (Sharing::Strong, 1));
            let (frame, order) = (Frame::root(&Trees, root), (0..moves.len()).collect::<Vec<_>>());
            let best = SharedBest::new(Ranked::NONE);
            let chunks = 1 << (seed % 8);
            let done = bench.pool.install_in(&scope, |at| {
                search.tasks.run(at, &SharedBelow::default(), |task| {
                    let root = Root { frame: &frame, moves: &moves, order: &order, depth };
                    search.root_in_chunks(task, &root, chunks, &best)
                })
            });
            done.unwrap();
            entries += true_entries(&bench.table, &root, depth, 0);
        }
    }
    assert!(entries > 10_000, "{entries}");
}
