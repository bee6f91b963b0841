//! Claim: a result keeps the fail-soft contract in every window, by every strategy with windows,
//! under every schedule.

use crate::game::{EquityEvaluator, Stochastic};
use crate::search::chance::search::DiceSearch;
use crate::search::chance::star::{Star, StarMode};
use crate::search::chance::value::{UNBOUNDED, Value, Window};
use crate::search::limits::Guard;
use crate::search::memory::{Memories, Room};
use crate::search::pruning::Pruning;
use crate::search::support::contract::is_kept;
use crate::search::support::dice::{DiceTrees, Opinion, Place, SIX, deepest, random_dice};
use crate::search::support::expectimax::Naive;
use crate::search::support::hash::hash;
use crate::search::task::SharedBelow;
use crate::search::task::Tasks;
use sparring_sched::Pool;

type Trees = DiceTrees<6>;

struct Bench {
    pool: Pool,
    memories: Memories,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    game: Trees,
    opinion: Opinion,
    pruning: Pruning,
    position: Place,
    result: Place,
    depth: u32,
}

impl Bench {
    fn new(threads: usize) -> Bench {
        let mut memories = Memories::new(threads);
        memories.make_room(Room { rolls: 6, ..Room::default() });
        Bench { pool: Pool::new(threads).unwrap(), memories }
    }

    fn star<M: StarMode>(&self, case: &Case, window: Window, young: bool, split_depth: u32) -> Value {
        let scope = self.pool.cancel_scope();
        let dice = DiceSearch {
            game: &case.game,
            evaluator: &case.opinion,
            tasks: Tasks { memories: &self.memories, guard: Guard::idle(&scope, self.pool.stopwatch()) },
            keep: case.pruning.kept(),
            split_depth,
        };
        let before = case.opinion.before(&case.game, &case.position);
        let value = self.pool.install_in(&scope, |at| {
            dice.tasks.run(at, &SharedBelow::default(), |task| {
                dice.star::<M>(task, before, &case.result, case.depth, window, young)
            })
        });
        value.expect("nobody cancels")
    }

    fn check(&self, case: &Case) {
        let naive = Naive { game: &case.game, evaluator: &case.opinion, pruning: case.pruning };
        let v = naive.value(&case.position, &case.result, case.depth) as Value;
        let (low, high) = EquityEvaluator::<Trees>::bounds(&case.opinion, &case.game, &case.result);
        let scale = Trees::WEIGHTS.pow(case.depth);
        let (low, high) = (Value::from(low) * scale, Value::from(high) * scale);
        assert!((low..=high).contains(&v));
        let mut windows = vec![(-UNBOUNDED, UNBOUNDED), (-UNBOUNDED, v), (v, UNBOUNDED)];
        for bound in [low, v, high] {
            windows.extend(
                [(-7, -3), (-2, -1), (-1, 0), (-1, 1), (0, 1), (1, 2), (-9, 20), (3, 7)]
                    .map(|(alpha, beta)| (bound + alpha, bound + beta)),
            );
        }
        windows.extend([(low - 1, high + 1), (low, v + 1), (v - 1, high), (low, high + 1)]);
        for (alpha, beta) in windows {
            let window = Window { alpha, beta };
            for mode in 0..8 {
                let (young, split_depth) = (mode % 2 == 1, 1 + case.depth / 3);
                let r = match mode / 2 {
                    0 => self.star::<Star<false, false>>(case, window, young, split_depth),
                    1 => self.star::<Star<false, true>>(case, window, young, split_depth),
                    2 => self.star::<Star<true, false>>(case, window, young, split_depth),
                    _ => self.star::<Star<true, true>>(case, window, young, split_depth),
                };
                let kept = is_kept(r, (alpha, beta), v);
                assert!(kept, "{r} in {window:?} for {v}, mode {mode}, {case:?}");
            }
        }
    }
}

#[test]
fn the_contract_holds_in_every_window() {
    for threads in [1, 2, 3, 7] {
        let bench = Bench::new(threads);
        for seed in 0..70 {
            let (shape, opinion, pruning) = random_dice(seed);
            let game = DiceTrees { rolls: SIX[hash(seed) as usize % SIX.len()] };
            let naive = Naive { game: &game, evaluator: &opinion, pruning: Pruning::default() };
            let position = Place::root(seed, shape);
            let results = naive.results(&position, 0);
            let deepest = deepest(game.rolls.len(), shape);
            for (i, &result) in results.iter().enumerate() {
                let depth = (deepest - 1).max(1).saturating_sub(i as u32 % 3);
                bench.check(&Case { game, opinion, pruning, position, result, depth });
            }
        }
        bench.pool.snapshot().total().check().unwrap();
    }
}
