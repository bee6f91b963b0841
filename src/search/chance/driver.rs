//! One search with dice from start to answer: the strategies by name, deepening, the limits.

use std::str::FromStr;
use std::time::Duration;

use crate::game::{EquityEvaluator, INFINITE, Stochastic};
use crate::sched::{CancelScope, Cancelled, Pool, Scoped};
use crate::search::chance::node::Dice;
use crate::search::chance::root::{Best, RootPlay};
use crate::search::chance::star::Star;
use crate::search::chance::value::{MAX_DEPTH, UNBOUNDED, Value};
use crate::search::crew::Crew;
use crate::search::limits::{Clock, Guard, Limits, StopCause};
use crate::search::memory::{Counts, Lane, Memory, SharedBelow};

/// The strategies for games with dice. All give the same value and the same best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceStrategy {
    /// Every play of every roll, on one worker.
    Expectimax,
    /// Chance nodes with windows, on one worker.
    Star1,
    /// The same; one reply to each roll is looked at first.
    Star2,
    /// Expectimax; plays at the root and rolls at chance nodes are tasks.
    ParExpectimax,
    /// Star1; the same are tasks.
    ParStar1,
    /// Star2; the same are tasks.
    ParStar2,
}

impl DiceStrategy {
    /// All strategies, in the order of this page.
    pub const ALL: [DiceStrategy; 6] = [
        DiceStrategy::Expectimax,
        DiceStrategy::Star1,
        DiceStrategy::Star2,
        DiceStrategy::ParExpectimax,
        DiceStrategy::ParStar1,
        DiceStrategy::ParStar2,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            DiceStrategy::Expectimax => "expectimax",
            DiceStrategy::Star1 => "star1",
            DiceStrategy::Star2 => "star2",
            DiceStrategy::ParExpectimax => "par-expectimax",
            DiceStrategy::ParStar1 => "par-star1",
            DiceStrategy::ParStar2 => "par-star2",
        }
    }

    /// The strategy that does the same on one worker.
    pub const fn twin(self) -> DiceStrategy {
        match self {
            DiceStrategy::ParExpectimax => DiceStrategy::Expectimax,
            DiceStrategy::ParStar1 => DiceStrategy::Star1,
            DiceStrategy::ParStar2 => DiceStrategy::Star2,
            alone => alone,
        }
    }
}

impl FromStr for DiceStrategy {
    type Err = String;

    fn from_str(name: &str) -> Result<DiceStrategy, String> {
        DiceStrategy::ALL.into_iter().find(|strategy| strategy.name() == name).ok_or_else(|| {
            let names = DiceStrategy::ALL.map(DiceStrategy::name).join(", ");
            format!("no strategy with dice is called '{name}'; there are {names}")
        })
    }
}

/// What to search, and how.
#[derive(Clone, Copy, Debug)]
pub struct DiceRequest<P, R> {
    /// The position before the roll.
    pub position: P,
    /// The roll.
    pub roll: R,
    /// When to end. Depth counts pairs of an opponent's roll and reply after the play that is looked for, at most [`MAX_DEPTH`]; 0: the
    /// static values after the plays.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: DiceStrategy,
    /// Forward pruning: of the plays of every roll, the one at the root included, only so many are looked at, those preferred
    /// most.
    pub keep: Option<usize>,
}

impl<P, R> DiceRequest<P, R> {
    /// The default strategy to a depth, without forward pruning.
    pub fn new(position: P, roll: R, depth: u32) -> DiceRequest<P, R> {
        let limits = Limits { depth: depth.min(MAX_DEPTH), movetime: None, nodes: None };
        DiceRequest { position, roll, limits, strategy: DiceStrategy::ParStar2, keep: None }
    }
}

/// A finished depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceIteration<P> {
    /// Its depth.
    pub depth: u32,
    /// The result of the best play.
    pub best: P,
    /// Its value for the side to move, in the evaluator's smallest unit, times 36^depth: exact.
    pub value: Value,
    /// The same in the evaluator's smallest unit, rounded to a floating-point number.
    pub score: f64,
    /// What was counted so far, shallower depths included.
    pub counts: Counts,
    /// Time since the search began.
    pub time: Duration,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceAnswer<P, O> {
    /// The last finished depth; `None` only if the game is over.
    pub last: Option<DiceIteration<P>>,
    /// How the game is over, if it is.
    pub outcome: Option<O>,
    /// Why the search ended before its depth, if it did.
    pub stopped: Option<StopCause>,
    /// What was counted, the unfinished depth included.
    pub counts: Counts,
    /// Wall time.
    pub time: Duration,
}

/// The answer of a search of `G`.
pub type DiceAnswerOf<G> = DiceAnswer<<G as Stochastic>::Position, <G as Stochastic>::Outcome>;

/// The request of a search of `G`.
pub type DiceRequestOf<G> = DiceRequest<<G as Stochastic>::Position, <G as Stochastic>::Roll>;

/// Hears of every finished depth, on a worker of the pool.
pub type DiceListener<'a, P> = dyn FnMut(&DiceIteration<P>) + Send + 'a;

/// Chance nodes from this depth on are shared. Those whose replies are the horizon take a microsecond or two: too little to share.
const SPLIT_DEPTH: u32 = 2;

/// Searches; `scope` is a root scope of the pool and ends the search when it is cancelled.
pub(crate) fn search<G: Stochastic, E: EquityEvaluator<G>>(
    (pool, memories): (&Pool, &[Memory]),
    game: &G,
    evaluator: &E,
    request: &DiceRequestOf<G>,
    scope: &CancelScope,
    listener: &mut DiceListener<'_, G::Position>,
) -> DiceAnswerOf<G> {
    const { assert!(G::WEIGHTS.pow(MAX_DEPTH) < UNBOUNDED / (2 * INFINITE as Value), "values could overflow") };
    let clock = Clock::start();
    let position = &request.position;
    let outcome = game.outcome(position).or_else(|| game.outcome(&game.hand_over(position)));
    memories.iter().for_each(Memory::reset_counts);
    if outcome.is_some() {
        let (counts, time) = (Counts::default(), clock.elapsed());
        return DiceAnswer { last: None, outcome, stopped: None, counts, time };
    }
    let limits = Limits { depth: request.limits.depth.min(MAX_DEPTH), ..request.limits };
    let plays = Vec::new();
    let mut driver = Driver { pool, memories, game, evaluator, request, clock, listener, plays, last: None };
    let guard = Guard::new(scope, clock, limits, memories.len());
    // Shallower depths cost little, order the plays of the root, and are there when Ctrl-C comes.
    let result = driver.depths(guard, limits.depth.min(1)..=limits.depth);
    if driver.last.is_none() {
        driver.static_depth();
    }
    let (counts, time) = (driver.counts(), clock.elapsed());
    // Depth 0 is there whoever has cancelled; if that was all that was asked for, nothing was stopped.
    let stopped = result.err().filter(|_| limits.depth > 0);
    DiceAnswer { last: driver.last, outcome: None, stopped, counts, time }
}

/// The state of one search between depths.
struct Driver<'s, 'l, G: Stochastic, E> {
    pool: &'s Pool,
    memories: &'s [Memory],
    game: &'s G,
    evaluator: &'s E,
    request: &'s DiceRequestOf<G>,
    clock: Clock,
    listener: &'s mut DiceListener<'l, G::Position>,
    /// The plays of the root, in the order of search. Found by the first depth.
    plays: Vec<RootPlay<G::Position>>,
    last: Option<DiceIteration<G::Position>>,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Driver<'_, '_, G, E> {
    fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        self.memories.iter().for_each(|memory| sum.add(memory.counts()));
        sum
    }

    /// Looks at the static values, whatever the limits say and whoever has cancelled: there is always an answer.
    fn static_depth(&mut self) {
        let scope = self.pool.cancel_scope();
        let guard = Guard::idle(&scope, self.clock);
        let finished = self.depths(guard, 0..=0);
        debug_assert!(finished.is_ok());
    }

    /// Searches to one depth after the other, until one is cancelled.
    fn depths(
        &mut self,
        guard: Guard<'_>,
        mut depths: impl Iterator<Item = u32> + Send,
    ) -> Result<(), StopCause> {
        let dice = Dice {
            game: self.game,
            evaluator: self.evaluator,
            crew: Crew { memories: self.memories, guard },
            keep: self.request.keep.unwrap_or(usize::MAX).max(1),
            split_depth: SPLIT_DEPTH,
        };
        let pool = self.pool;
        let run = |mut at: Scoped<'_>| depths.try_for_each(|depth| self.depth(&dice, at.lend(), depth));
        dice.crew.guard.install(pool, run).map_err(|_: Cancelled| dice.crew.guard.cause())
    }

    fn depth(&mut self, dice: &Dice<'_, G, E>, at: Scoped<'_>, depth: u32) -> Result<(), Cancelled> {
        let best = dice.crew.task(at, &SharedBelow::default(), |lane| {
            if self.plays.is_empty() {
                self.plays = root_plays(dice, lane, self.request);
            }
            self.strategy(dice, lane, depth)
        })?;
        let place = self.plays.iter().position(|play| play.place == best.place).expect("the best is a play");
        self.plays[..=place].rotate_right(1);
        let iteration = DiceIteration {
            depth,
            best: self.plays[0].result.clone(),
            value: best.value,
            score: best.value as f64 / G::WEIGHTS.pow(depth) as f64,
            counts: self.counts(),
            time: self.clock.elapsed(),
        };
        (self.listener)(&iteration);
        self.last = Some(iteration);
        Ok(())
    }

    fn strategy(
        &self,
        dice: &Dice<'_, G, E>,
        lane: &mut Lane<'_, '_>,
        depth: u32,
    ) -> Result<Best, Cancelled> {
        let (turn, plays) = (&dice.turn(self.request.position.clone()), &*self.plays);
        match self.request.strategy {
            DiceStrategy::Expectimax => dice.expectimax_root::<false>(lane, turn, plays, depth),
            DiceStrategy::ParExpectimax => dice.expectimax_root::<true>(lane, turn, plays, depth),
            DiceStrategy::Star1 => dice.star_root::<Star<false, false>>(lane, turn, plays, depth),
            DiceStrategy::ParStar1 => dice.star_root::<Star<false, true>>(lane, turn, plays, depth),
            DiceStrategy::Star2 => dice.star_root::<Star<true, false>>(lane, turn, plays, depth),
            DiceStrategy::ParStar2 => dice.star_root::<Star<true, true>>(lane, turn, plays, depth),
        }
    }
}

/// The plays of the root, those preferred first.
fn root_plays<G: Stochastic, E: EquityEvaluator<G>>(
    dice: &Dice<'_, G, E>,
    lane: &mut Lane<'_, '_>,
    request: &DiceRequestOf<G>,
) -> Vec<RootPlay<G::Position>> {
    let roll = dice.game.rolls().iter().position(|&(roll, _)| roll == request.roll);
    let roll = roll.expect("a roll of the game's");
    let results = dice.choices(lane, &dice.turn(request.position.clone()), roll);
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_unstable_by_key(|&i| &results[i]);
    let mut places = vec![0; results.len()];
    order.into_iter().enumerate().for_each(|(place, i)| places[i] = place);
    results.into_iter().zip(places).map(|(result, place)| RootPlay { result, place }).collect()
}
