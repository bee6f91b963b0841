//! The networks in floating point: what they say, and in which direction their weights should
//! move.

use std::sync::LazyLock;

use sparring_engine::games::backgammon::Position;
use sparring_engine::games::backgammon::network::{
    ACTIVE_MOST, CODES, Class, HIDDEN, LEVELS, Layout, Network, OUTPUTS, SECOND, SLOTS, UNIT, coding,
};

use crate::numbers::{Begin, add, random};
use crate::samples::Sample;

/// Numbers of a model: those of each class, in the order of [`Layout`].
pub const NUMBERS: usize = Class::COUNT * Layout::NUMBERS;

/// Hidden numbers are clamped to this.
const CLAMP: f32 = ACTIVE_MOST as f32 / UNIT as f32;

/// Weights, or gradients: [`NUMBERS`] of them.
#[derive(Clone)]
pub struct Model(pub Vec<f32>);

/// No weight leaves this range: it is what the file's integers can hold, and what keeps the
/// integer sums of the second layer and of the outputs within 32 bits.
pub fn most(at: usize) -> f32 {
    match at % Layout::NUMBERS {
        0..Layout::BIAS => 7.9,
        Layout::SECOND..Layout::SECOND_BIAS => 1.9,
        Layout::LAST..Layout::LAST_BIAS => 7.9,
        _ => 16.0,
    }
}

/// One number for each of the first hidden layer.
type Wide = [f32; HIDDEN];
/// One number for each of the second.
type Narrow = [f32; SECOND];

/// The inputs of a position that are not 0.
struct Active {
    list: [(u16, f32); SLOTS * CODES],
    count: usize,
}

impl Active {
    fn of(position: &Position) -> Active {
        /// The inputs of all slots and levels.
        static CODING: LazyLock<Vec<[(usize, f32); CODES]>> =
            LazyLock::new(|| (0..SLOTS * LEVELS).map(|at| coding(at / LEVELS, at % LEVELS)).collect());
        let coding = &*CODING;
        let mut active = Active { list: [(0, 0.0); SLOTS * CODES], count: 0 };
        for (slot, &level) in Network::levels(position).iter().enumerate() {
            for &(input, value) in &coding[slot * LEVELS + usize::from(level)] {
                active.list[active.count] = (input as u16, value);
                active.count += usize::from(value != 0.0);
            }
        }
        active
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        self.list[..self.count].iter().map(|&(input, value)| (usize::from(input) * HIDDEN, value))
    }
}

/// What each layer makes of a position.
struct Layers {
    first: Wide,
    active: Wide,
    second: Narrow,
    outputs: [f32; OUTPUTS],
}

impl Model {
    /// All zeros.
    pub fn zero() -> Model {
        Model(vec![0.0; NUMBERS])
    }

    /// Small random weights.
    pub fn random(seed: u64) -> Model {
        Model(random(seed, NUMBERS, |at| match at % Layout::NUMBERS {
            0..Layout::BIAS => Begin::Within(0.15),
            Layout::SECOND..Layout::SECOND_BIAS => Begin::Within((6.0 / HIDDEN as f32).sqrt()),
            Layout::LAST..Layout::LAST_BIAS => Begin::Within(0.1),
            _ => Begin::As(0.0),
        }))
    }

    /// The weights of a file's numbers.
    pub fn of(numbers: &[i16]) -> Model {
        let number =
            |(at, &number): (usize, &i16)| f32::from(number) / Layout::unit(at % Layout::NUMBERS) as f32;
        Model(numbers.iter().enumerate().map(number).collect())
    }

    /// The numbers of the networks' file.
    pub fn quantised(&self) -> Vec<i16> {
        let number =
            |(at, number): (usize, &f32)| (number * Layout::unit(at % Layout::NUMBERS) as f32).round() as i16;
        self.0.iter().enumerate().map(number).collect()
    }

    /// What the networks say of a position.
    pub fn outputs(&self, position: &Position) -> [f32; OUTPUTS] {
        let class = Class::of(position) as usize;
        layers(&self.0[class * Layout::NUMBERS..][..Layout::NUMBERS], &Active::of(position)).outputs
    }

    /// The points that the networks expect, less what cannot be, as in the integer networks.
    pub fn points(&self, position: &Position) -> f32 {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.outputs(position);
        let gammons = |off: u8, gammon: f32, backgammon: f32, most: f32| {
            let gammon = if off > 0 { 0.0 } else { gammon.min(most) };
            gammon + backgammon.min(gammon)
        };
        2.0 * win - 1.0 + gammons(position.opponent_off(), win_gammon, win_backgammon, win)
            - gammons(position.off(), lose_gammon, lose_backgammon, 1.0 - win)
    }

    /// Adds to `gradient` how the loss of a sample changes with each weight; returns that loss.
    #[inline(always)]
    pub fn learn(&self, sample: &Sample, gradient: &mut Model) -> f32 {
        let first = sample.class() * Layout::NUMBERS;
        let inputs = Active::of(&sample.position());
        let numbers = &self.0[first..][..Layout::NUMBERS];
        let layers = layers(numbers, &inputs);
        let targets = sample.targets();
        let slopes = std::array::from_fn(|i| layers.outputs[i] - targets[i]);
        descend(numbers, &layers, &inputs, slopes, &mut gradient.0[first..][..Layout::NUMBERS]);
        (0..OUTPUTS).map(|i| cross_entropy(layers.outputs[i], targets[i])).sum()
    }
}

/// The cross-entropy of an output, less that of the target itself.
fn cross_entropy(output: f32, target: f32) -> f32 {
    let part = |share: f32, of: f32| if share > 0.0 { share * (share / of.max(1e-9)).ln() } else { 0.0 };
    part(target, output) + part(1.0 - target, 1.0 - output)
}

#[inline(always)]
fn wide(numbers: &[f32], at: usize) -> &Wide {
    numbers[at..].first_chunk().expect("a whole row")
}

#[inline(always)]
fn wide_mut(numbers: &mut [f32], at: usize) -> &mut Wide {
    numbers[at..].first_chunk_mut().expect("a whole row")
}

/// Thirty-two sums side by side, so that the compiler may use vectors and the result is the same
/// on every processor.
#[inline(always)]
fn product(a: &Wide, b: &Wide) -> f32 {
    let mut lanes = [0.0; 32];
    for (a, b) in a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0) {
        for i in 0..32 {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

#[inline(always)]
fn layers(numbers: &[f32], inputs: &Active) -> Layers {
    let mut first = *wide(numbers, Layout::BIAS);
    for (at, value) in inputs.iter() {
        add(&mut first, wide(numbers, at), value);
    }
    let mut active = first;
    for number in &mut active {
        *number = number.clamp(0.0, CLAMP);
    }
    let mut second = [0.0; SECOND];
    for (i, number) in second.iter_mut().enumerate() {
        let sum = product(&active, wide(numbers, Layout::SECOND + i * HIDDEN));
        *number = (sum + numbers[Layout::SECOND_BIAS + i]).clamp(0.0, CLAMP);
    }
    let mut outputs = [0.0; OUTPUTS];
    for (i, output) in outputs.iter_mut().enumerate() {
        let mut sum = numbers[Layout::LAST_BIAS + i];
        for (weight, number) in numbers[Layout::LAST + i * SECOND..][..SECOND].iter().zip(&second) {
            sum += weight * number;
        }
        *output = 1.0 / (1.0 + (-sum).exp());
    }
    Layers { first, active, second, outputs }
}

/// Whether a clamped number still moves with its sum.
#[inline(always)]
fn moves(number: f32) -> bool {
    number > 0.0 && number < CLAMP
}

/// From the slopes of the outputs' sums to those of all weights.
#[inline(always)]
fn descend(numbers: &[f32], layers: &Layers, inputs: &Active, slopes: [f32; OUTPUTS], gradient: &mut [f32]) {
    let mut by_second = [0.0; SECOND];
    for (i, slope) in slopes.into_iter().enumerate() {
        gradient[Layout::LAST_BIAS + i] += slope;
        let at = Layout::LAST + i * SECOND;
        for j in 0..SECOND {
            gradient[at + j] += slope * layers.second[j];
            by_second[j] += slope * numbers[at + j];
        }
    }
    let mut by_first = [0.0; HIDDEN];
    for (j, slope) in by_second.into_iter().enumerate() {
        if moves(layers.second[j]) {
            let at = Layout::SECOND + j * HIDDEN;
            gradient[Layout::SECOND_BIAS + j] += slope;
            add(wide_mut(gradient, at), &layers.active, slope);
            add(&mut by_first, wide(numbers, at), slope);
        }
    }
    for (slope, &number) in by_first.iter_mut().zip(&layers.first) {
        *slope = if moves(number) { *slope } else { 0.0 };
    }
    add(wide_mut(gradient, Layout::BIAS), &by_first, 1.0);
    for (at, value) in inputs.iter() {
        add(wide_mut(gradient, at), &by_first, value);
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, SeedableRng};
    use sparring_engine::games::Provenance;

    use super::*;
    use crate::play::{Teaching, game};

    fn samples(model: &Model) -> Vec<Sample> {
        let network = Network::of(&model.quantised(), Provenance::default()).unwrap();
        let mut samples = Vec::new();
        let teaching = Teaching { by_points: true, lambda: 0.9, look_ahead: false, explore: 0.0 };
        (0..3).for_each(|seed| game(&network, seed, teaching, &mut samples));
        samples
    }

    #[test]
    fn slopes_are_those_of_small_differences() {
        let model = Model::random(1);
        let samples = samples(&model);
        let some = |class| samples.iter().filter(move |sample| sample.class() == class).take(40);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for class in 0..Class::COUNT {
            let samples: Vec<&Sample> = some(class).collect();
            assert!(samples.len() > 10, "class {class}");
            let loss = |model: &Model| -> f64 {
                samples.iter().map(|s| f64::from(model.learn(s, &mut Model::zero()))).sum()
            };
            let mut gradient = Model::zero();
            samples.iter().for_each(|sample| _ = model.learn(sample, &mut gradient));
            let parts =
                [0, Layout::BIAS, Layout::SECOND, Layout::SECOND_BIAS, Layout::LAST, Layout::LAST_BIAS];
            for (part, end) in parts.into_iter().zip(parts.into_iter().skip(1).chain([Layout::NUMBERS])) {
                // Of a few places of each part the steepest, where rounding matters least.
                let place = |_| class * Layout::NUMBERS + part + random.next_u64() as usize % (end - part);
                let places: Vec<usize> = (0..60).map(place).collect();
                let steepest = |&&at: &&usize| (gradient.0[at].abs() * 1e6) as i64;
                let at = *places.iter().max_by_key(steepest).unwrap();
                let moved = |by: f32| {
                    let mut model = model.clone();
                    model.0[at] += by;
                    loss(&model)
                };
                let (slope, step) = (f64::from(gradient.0[at]), 2e-3);
                let measured = (moved(step) - moved(-step)) / (2.0 * f64::from(step));
                let close = (slope - measured).abs() < 0.02 * slope.abs() + 0.02;
                assert!(close, "class {class}, place {at} of part {part}: {slope} and {measured}");
            }
        }
    }

    #[test]
    fn integers_say_what_floating_point_says() {
        let model = Model::random(3);
        let network = Network::of(&model.quantised(), Provenance::default()).unwrap();
        for sample in samples(&model) {
            let (position, said) = (sample.position(), model.outputs(&sample.position()));
            let win = f64::from(network.chances(&position).win) / 65536.0;
            assert!((win - f64::from(said[0])).abs() < 0.002, "{position}: {win} and {said:?}");
        }
    }
}
