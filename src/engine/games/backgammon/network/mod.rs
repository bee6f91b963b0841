//! A backgammon evaluation learnt from self-play: two small integer networks.
//!
//! One network values positions where the sides can still meet, the other values races
//! ([`Class`]). Both see a result from the view of the side that has just played and give its
//! [`Chances`].
//!
//! ```text
//! position -- 76 levels -- rows added up: HIDDEN -- clamp -- SECOND -- clamp -- 5 -- logistic
//! ```
//!
//! The first layer adds one row of 16-bit weights per slot (`slots.rs`), so a result that differs
//! from its sibling in a few levels needs few additions. All numbers are integers: values do not
//! depend on the instruction set or the order of results.

mod cache;
mod chances;
mod dispatch;
mod escapes;
mod features;
mod file;
mod shots;
mod sigmoid;
mod slots;
mod view;

pub use chances::{Chances, ONE};
pub use file::{Layout, NetworkError};
pub use slots::{CODES, INPUTS, LEVELS, SLOTS, coding};

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::{Backgammon, Outcome, Position};
use crate::game::{EquityEvaluator, Score, Side};
use crate::games::Provenance;
use crate::games::instruction_set::InstructionSet;
use cache::{Cache, Packed};
use sigmoid::sigmoid;

/// Hidden numbers after the first layer.
pub const HIDDEN: usize = 256;
/// Hidden numbers after the second layer.
pub const SECOND: usize = 32;
/// Numbers of the last layer.
pub const OUTPUTS: usize = 5;
/// The number that stands for 1 between layers and in all weights except input weights.
pub const UNIT: i32 = 1 << 10;
/// The number that stands for 1 in input weights.
pub const INPUT_UNIT: i32 = 1 << 12;
/// Hidden numbers are clamped to 0 and this.
pub const ACTIVE_MOST: i32 = 4 * UNIT - 1;

/// The class of a position, which selects the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The sides can still meet.
    Contact,
    /// They cannot.
    Race,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 2;

    /// The class of a position.
    #[inline(always)]
    pub fn of(position: &Position) -> Class {
        if position.is_race() { Class::Race } else { Class::Contact }
    }
}

/// One number per first hidden unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
struct Row([i16; HIDDEN]);

#[derive(Clone)]
struct Layers {
    /// By slot and level.
    rows: Box<[Row]>,
    bias: Row,
    second: Box<[Row; SECOND]>,
    second_bias: [i32; SECOND],
    last: [[i16; SECOND]; OUTPUTS],
    last_bias: [i32; OUTPUTS],
}

/// The networks.
#[derive(Clone)]
pub struct Network {
    set: InstructionSet,
    classes: [Layers; Class::COUNT],
    provenance: Provenance,
    /// Values found by the built-in networks in any search.
    cache: Option<Arc<Cache>>,
}

/// The cache has room for 2^20 values: 16 MiB.
const CACHED: u32 = 20;

impl Network {
    /// The networks that are part of the program.
    pub fn built_in() -> &'static Network {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| {
            let read = Network::read(include_bytes!("weights.bin"));
            let network = read.expect("a test reads the built-in networks");
            // This takes milliseconds, which the first search should not pay.
            escapes::Escapes::tables();
            Network { cache: Some(Arc::new(Cache::new(CACHED))), ..network }
        });
        &NETWORK
    }

    /// The provenance of the weights.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The chances of a result, seen by the side that has just played. Those of a finished
    /// game are exact.
    pub fn chances(&self, result: &Position) -> Chances {
        let mut chances = [Chances::default()];
        self.all_chances(std::slice::from_ref(result), &mut chances);
        chances[0]
    }

    /// Computes the chances of several results. Results of the same roll share most of the work.
    ///
    /// # Panics
    /// If `results` and `into` have different lengths.
    pub fn all_chances(&self, results: &[Position], into: &mut [Chances]) {
        assert_eq!(results.len(), into.len(), "a place for each result");
        dispatch::chances(self.set, &self.classes, results, into);
    }

    /// The levels of a position, which [`coding`] turns into inputs.
    pub fn levels(position: &Position) -> [u8; SLOTS] {
        slots::levels(position, escapes::Escapes::tables())
    }

    /// The same network with only the instructions of the build's target.
    #[doc(hidden)]
    pub fn baseline(&self) -> Network {
        Network { set: InstructionSet::Baseline, cache: None, ..self.clone() }
    }

    /// The same network once per instruction set of this processor, with its name.
    #[doc(hidden)]
    pub fn each_instruction_set(&self) -> impl Iterator<Item = (String, Network)> {
        let all = InstructionSet::all().into_iter();
        all.map(|set| (format!("{set:?}"), Network { set, cache: None, ..self.clone() }))
    }
}

impl Network {
    fn remembered(&self, result: &Position, find: impl FnOnce() -> Score) -> Score {
        let Some(cache) = &self.cache else { return find() };
        let packed = Packed::of(result);
        cache.get(packed).unwrap_or_else(|| {
            let value = find();
            cache.put(packed, value);
            value
        })
    }

    /// Adds the values of unfinished results; those not in the cache are computed together.
    fn equities(&self, results: &[Position], values: &mut Vec<Score>) {
        let Some(cache) = &self.cache else {
            let mut chances = vec![Chances::default(); results.len()];
            self.all_chances(results, &mut chances);
            values.extend(chances.iter().map(|chances| chances.equity()));
            return;
        };
        let (mut new, mut places) = (Vec::new(), Vec::new());
        for result in results {
            let packed = Packed::of(result);
            let known = cache.get(packed);
            if known.is_none() {
                new.push(*result);
                places.push((values.len(), packed));
            }
            values.push(known.unwrap_or_default());
        }
        let mut chances = vec![Chances::default(); new.len()];
        self.all_chances(&new, &mut chances);
        for (chances, (place, packed)) in chances.iter().zip(places) {
            values[place] = chances.equity();
            cache.put(packed, values[place]);
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("set", &self.set).field("provenance", &self.provenance).finish()
    }
}

/// Values are points of a game without the cube.
impl EquityEvaluator<Backgammon> for Network {
    type Before = ();

    fn unit(&self) -> &'static str {
        "points"
    }

    fn scale(&self) -> Score {
        ONE
    }

    /// A side that has borne off a checker loses no gammon.
    fn bounds(&self, _: &Backgammon, position: &Position) -> (Score, Score) {
        let lost_to = |off: u8| if off > 0 { ONE } else { 3 * ONE };
        (-lost_to(position.off()), lost_to(position.opponent_off()))
    }

    #[inline]
    fn before(&self, _: &Backgammon, _: &Position) {}

    fn evaluate(&self, _: &Backgammon, (): (), result: &Position) -> Score {
        self.remembered(result, || self.chances(result).equity())
    }

    fn batches(&self) -> bool {
        true
    }

    fn evaluate_all(&self, _: &Backgammon, (): (), results: &[Position], values: &mut Vec<Score>) {
        self.equities(results, values);
    }

    #[inline]
    fn outcome_value(&self, _: &Backgammon, _: &Position, outcome: Outcome) -> Score {
        outcome.points() * ONE
    }

    fn preference(&self, game: &Backgammon, (): (), result: &Position) -> Score {
        match Outcome::of(result) {
            Some(outcome) => self.outcome_value(game, result, outcome),
            None => self.evaluate(game, (), result),
        }
    }

    fn prefers_by_value(&self, _: Side) -> bool {
        true
    }
}

struct Accumulator<'n> {
    layers: &'n Layers,
    levels: [u8; SLOTS],
    row: Row,
}

impl<'n> Accumulator<'n> {
    #[inline(always)]
    fn new(layers: &'n Layers, levels: [u8; SLOTS]) -> Accumulator<'n> {
        let mut sums = Accumulator { layers, levels, row: layers.bias.clone() };
        for (slot, &level) in levels.iter().enumerate() {
            let row = &layers.rows[slot * LEVELS + usize::from(level) % LEVELS];
            for (sum, &weight) in sums.row.0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(weight);
            }
        }
        sums
    }

    #[inline(always)]
    fn follow(&mut self, levels: [u8; SLOTS]) {
        for (slot, (&old, &new)) in self.levels.iter().zip(&levels).enumerate() {
            if old != new {
                let rows = &self.layers.rows[slot * LEVELS..][..LEVELS];
                let (old, new) = (&rows[usize::from(old) % LEVELS], &rows[usize::from(new) % LEVELS]);
                for (sum, (&old, &new)) in self.row.0.iter_mut().zip(old.0.iter().zip(&new.0)) {
                    *sum = sum.wrapping_sub(old).wrapping_add(new);
                }
            }
        }
        self.levels = levels;
    }

    #[inline(always)]
    fn outputs(&self) -> [i32; OUTPUTS] {
        let mut active = self.row.clone();
        for number in &mut active.0 {
            *number = (*number).clamp(0, ACTIVE_MOST as i16);
        }
        let mut second = [0; SECOND];
        for (i, number) in second.iter_mut().enumerate() {
            let sum = self.layers.second_bias[i] + product(&active.0, &self.layers.second[i].0);
            *number = rounded(sum).clamp(0, ACTIVE_MOST) as i16;
        }
        std::array::from_fn(|i| {
            let sum = self.layers.last_bias[i] + product(&second, &self.layers.last[i]);
            sigmoid(rounded(sum))
        })
    }
}

#[inline(always)]
fn product<const N: usize>(numbers: &[i16; N], weights: &[i16; N]) -> i32 {
    numbers.iter().zip(weights).map(|(&number, &weight)| i32::from(number) * i32::from(weight)).sum()
}

#[inline(always)]
fn rounded(sum: i32) -> i32 {
    (sum + UNIT / 2) >> UNIT.ilog2()
}

#[inline(always)]
fn all_chances(classes: &[Layers; Class::COUNT], results: &[Position], into: &mut [Chances]) {
    let escapes = escapes::Escapes::tables();
    let mut known: [Option<Accumulator<'_>>; Class::COUNT] = [None, None];
    for (result, chances) in results.iter().zip(into) {
        if let Some(outcome) = Outcome::of(result) {
            *chances = Chances::won(outcome);
            continue;
        }
        let class = Class::of(result) as usize;
        let levels = slots::levels(result, escapes);
        let sums = match &mut known[class] {
            Some(sums) => {
                sums.follow(levels);
                sums
            }
            none => none.insert(Accumulator::new(&classes[class], levels)),
        };
        *chances = Chances::possible(sums.outputs(), result);
    }
}

#[cfg(test)]
mod tests;
