//! Claim: all strategies with dice, at every thread count, find the value and the play that a naive expectimax finds.

use std::cmp::Reverse;

use sparring::engine::{DiceEngine, DiceRequest, DiceStrategy};
use sparring::game::{EquityEvaluator, Side};
use sparring::games::backgammon::{Backgammon, Blots, Clamped, Outcome, Position, Pubeval, Race, Roll};
use sparring::sched::Pool;

/// A small generator of pseudo-random numbers, for test data only.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn roll(&mut self) -> Roll {
        Roll::new(self.below(6) as u8 + 1, self.below(6) as u8 + 1).unwrap()
    }

    /// A position some random plays into a game that is not over.
    fn position(&mut self) -> Position {
        loop {
            let plies = self.below(120);
            let mut position = Position::START;
            let over = (0..plies).any(|_| {
                let results = position.results(self.roll());
                let result = results[self.below(results.len())];
                position = result.handed_over();
                Outcome::of(&result).is_some()
            });
            if !over {
                return position;
            }
        }
    }
}

/// Values as fractions of 36^depth, written down from the definition: all plays of all rolls, or the `keep` preferred ones.
struct Naive<'e, E> {
    evaluator: &'e E,
    keep: usize,
}

impl<E: EquityEvaluator<Backgammon>> Naive<'_, E> {
    fn results(&self, position: &Position, roll: Roll) -> Vec<Position> {
        let before = self.evaluator.before(&Backgammon, position);
        let mut results = position.results(roll);
        if self.keep < results.len() {
            // A stable sort: equals stay in the generator's order.
            results.sort_by_key(|result| Reverse(self.evaluator.preference(&Backgammon, before, result)));
            results.truncate(self.keep);
            results.sort_by_key(Position::to_string);
        }
        results
    }

    fn result(&self, position: &Position, result: &Position, depth: u32) -> i128 {
        let before = self.evaluator.before(&Backgammon, position);
        let scale = 36i128.pow(depth);
        if let Some(outcome) = Outcome::of(result) {
            scale * i128::from(self.evaluator.outcome_value(&Backgammon, result, outcome))
        } else if depth == 0 {
            i128::from(self.evaluator.evaluate(&Backgammon, before, result))
        } else {
            let next = result.handed_over();
            let values = Roll::ALL.iter().map(|&roll| {
                let weight = if roll.is_double() { 1 } else { 2 };
                weight * self.best(&next, roll, depth - 1).0
            });
            -values.sum::<i128>()
        }
    }

    /// The best value and the first result that has it.
    fn best(&self, position: &Position, roll: Roll, depth: u32) -> (i128, Position) {
        let mut best: Option<(i128, Position)> = None;
        for result in self.results(position, roll) {
            let value = self.result(position, &result, depth);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, result));
            }
        }
        best.unwrap()
    }
}

fn check<E: EquityEvaluator<Backgammon>>(
    engines: &[DiceEngine<Backgammon>],
    evaluator: &E,
    position: Position,
    roll: Roll,
    depth: u32,
    keep: Option<usize>,
) {
    let naive = Naive { evaluator, keep: keep.unwrap_or(usize::MAX) };
    let expected = naive.best(&position, roll, depth);
    for engine in engines {
        for strategy in DiceStrategy::ALL {
            let request = DiceRequest { strategy, keep, ..DiceRequest::new(position, roll, depth) };
            let answer = engine.answer(evaluator, &request);
            let last = answer.last.unwrap();
            let what = || {
                format!(
                    "{position} {roll} depth {depth} keep {keep:?} {strategy:?} on {}",
                    engine.pool().threads()
                )
            };
            assert_eq!((i128::from(last.value), last.best), expected, "{}", what());
            assert_eq!(last.depth, depth);
            engine.pool().snapshot().total().check().unwrap();
        }
    }
}

fn engines() -> Vec<DiceEngine<Backgammon>> {
    [1, 2, 3, 8].map(|threads| DiceEngine::new(Backgammon, Pool::new(threads).unwrap())).into()
}

#[test]
fn at_depths_zero_and_one_with_every_evaluator() {
    let (engines, mut numbers) = (engines(), Numbers(1));
    let pubeval = Pubeval::new();
    let narrow = Clamped::new(Pubeval::new(), 4 * pubeval.scale());
    for i in 0..60 {
        let (position, roll) = (numbers.position(), numbers.roll());
        let side = if i % 4 < 2 { Side::First } else { Side::Second };
        for depth in [0, 1] {
            for keep in [None, Some(1 + i % 5)] {
                check(&engines, &Race { side }, position, roll, depth, keep);
                check(&engines, &Blots, position, roll, depth, keep);
                check(&engines, &pubeval, position, roll, depth, keep);
                check(&engines, &narrow, position, roll, depth, keep);
            }
        }
    }
}

#[test]
fn at_depths_two_and_three() {
    let (engines, mut numbers) = (engines(), Numbers(2));
    let pubeval = Pubeval::new();
    let narrow = Clamped::new(Pubeval::new(), 2 * pubeval.scale());
    for i in 0..3 {
        let (position, roll) = (numbers.position(), numbers.roll());
        let side = if i % 2 == 0 { Side::First } else { Side::Second };
        check(&engines, &Race { side }, position, roll, 2, Some(2));
        check(&engines, &pubeval, position, roll, 2, Some(3));
        check(&engines, &narrow, position, roll, 2, Some(3));
        check(&engines, &Blots, position, roll, 3, Some(1));
    }
    // Few checkers left: full width to the depth where most games are over.
    let ending: Position = "-A-B----------------a-b---".parse().unwrap();
    check(&engines, &pubeval, ending, Roll::new(2, 1).unwrap(), 2, None);
    check(&engines, &Race { side: Side::Second }, ending, Roll::new(1, 1).unwrap(), 2, None);
}
