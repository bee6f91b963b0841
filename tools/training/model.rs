//! The network in floating point: its value, and in which direction its weights should move.

use sparring_engine::games::chess::network::{ACTIVE, INPUTS, OUTPUT_MOST, OUTPUTS, WEIGHED, WIDTH};

use crate::numbers::{Begin, add, random};
use crate::samples::{Sample, points};

/// Numbers of a model, in the order of a network's file: rows, bias, and for each set of output
/// weights two rows and a bias.
pub const NUMBERS: usize = OUTPUT + OUTPUTS * OUTPUT_SIZE;
const BIAS: usize = INPUTS * WIDTH;
const OUTPUT: usize = BIAS + WIDTH;
const OUTPUT_SIZE: usize = 2 * WIDTH + 1;

/// Where the output weights of a sample begin.
fn output_at(sample: &Sample) -> usize {
    OUTPUT + usize::from(sample.output) * OUTPUT_SIZE
}

/// Whether a number is the bias of a set of output weights.
fn is_output_bias(at: usize) -> bool {
    at >= OUTPUT && (at - OUTPUT) % OUTPUT_SIZE == 2 * WIDTH
}

/// No weight leaves this range: it is what the output's integers can hold.
pub const MOST: f32 = OUTPUT_MOST as f32 / WEIGHED as f32;

/// What 1 is in the file: [`ACTIVE`] in rows and bias, [`WEIGHED`] in output weights, both in the
/// output's bias.
fn unit(at: usize) -> f32 {
    let (active, weighed) = (f32::from(ACTIVE), f32::from(WEIGHED));
    match at {
        0..OUTPUT => active,
        _ if is_output_bias(at) => active * weighed,
        _ => weighed,
    }
}

/// Weights, or gradients: [`NUMBERS`] of them.
pub struct Model(pub Vec<f32>);

type Lanes = [f32; WIDTH];

impl Model {
    /// All zeros.
    pub fn zero() -> Model {
        Model(vec![0.0; NUMBERS])
    }

    /// Small random weights.
    pub fn random(seed: u64) -> Model {
        let mut model = Model(random(seed, NUMBERS, |at| match at {
            0..BIAS => Begin::Within(0.08),
            BIAS..OUTPUT => Begin::As(0.2),
            _ if is_output_bias(at) => Begin::As(0.0),
            _ => Begin::Within(0.1),
        }));
        // All sets of output weights begin alike, so that the rows learn one thing.
        for output in 1..OUTPUTS {
            model.0.copy_within(OUTPUT..OUTPUT + OUTPUT_SIZE, OUTPUT + output * OUTPUT_SIZE);
        }
        model
    }

    /// The weights of a network's file.
    pub fn of(numbers: &[i16]) -> Model {
        Model(numbers.iter().enumerate().map(|(at, &number)| f32::from(number) / unit(at)).collect())
    }

    fn lanes(&self, at: usize) -> &Lanes {
        self.0[at..].first_chunk().expect("a whole row")
    }

    fn lanes_mut(&mut self, at: usize) -> &mut Lanes {
        self.0[at..].first_chunk_mut().expect("a whole row")
    }

    fn sums(&self, inputs: &[u16]) -> Lanes {
        let mut sums = *self.lanes(BIAS);
        for &input in inputs {
            add(&mut sums, self.lanes(usize::from(input) * WIDTH), 1.0);
        }
        sums
    }

    /// The expected points of the mover.
    pub fn points(&self, sample: &Sample) -> f32 {
        let pieces = usize::from(sample.pieces);
        let [mine, its] = [&sample.mine[..pieces], &sample.its[..pieces]].map(|inputs| self.sums(inputs));
        points(self.output(output_at(sample), &mine, &its))
    }

    /// The output by the weights that begin at `at`.
    fn output(&self, at: usize, mine: &Lanes, its: &Lanes) -> f32 {
        weigh(mine, self.lanes(at)) + weigh(its, self.lanes(at + WIDTH)) + self.0[at + 2 * WIDTH]
    }

    /// Adds to `gradient` how the squared error of a sample changes with each weight; returns that
    /// error.
    pub fn learn(&self, sample: &Sample, gradient: &mut Model) -> f32 {
        let pieces = usize::from(sample.pieces);
        let views = [&sample.mine[..pieces], &sample.its[..pieces]];
        let [mine, its] = views.map(|inputs| self.sums(inputs));
        let output = output_at(sample);
        let points = points(self.output(output, &mine, &its));
        let error = points - sample.target;
        let slope = 2.0 * error * points * (1.0 - points);
        gradient.0[output + 2 * WIDTH] += slope;
        for (view, (sums, inputs)) in [&mine, &its].into_iter().zip(views).enumerate() {
            let weights = self.lanes(output + view * WIDTH);
            let by_weight = gradient.lanes_mut(output + view * WIDTH);
            let mut by_sum = [0.0; WIDTH];
            for i in 0..WIDTH {
                let active = sums[i].clamp(0.0, 1.0);
                by_weight[i] += slope * active * active;
                let inside = if sums[i] > 0.0 && sums[i] < 1.0 { 2.0 * active } else { 0.0 };
                by_sum[i] = slope * weights[i] * inside;
            }
            add(gradient.lanes_mut(BIAS), &by_sum, 1.0);
            for &input in inputs {
                add(gradient.lanes_mut(usize::from(input) * WIDTH), &by_sum, 1.0);
            }
        }
        error * error
    }

    /// The numbers of the network's file.
    pub fn quantised(&self) -> Vec<i16> {
        self.0.iter().enumerate().map(|(at, number)| (number * unit(at)).round() as i16).collect()
    }
}

/// Sums of squares of clamped numbers by weight. Sixteen sums side by side, so that the compiler
/// may use vectors and the result is the same on every processor.
#[inline(always)]
fn weigh(sums: &Lanes, weights: &Lanes) -> f32 {
    let mut lanes = [0.0; 16];
    for at in (0..WIDTH).step_by(16) {
        for i in 0..16 {
            let active = sums[at + i].clamp(0.0, 1.0);
            lanes[i] += active * active * weights[at + i];
        }
    }
    lanes.iter().sum()
}
