//! Adam (Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015).

use crate::model::{Model, NUMBERS, most};

/// What Adam remembers.
pub struct Adam {
    /// Means of slopes.
    pub mean: Vec<f32>,
    /// Means of their squares.
    pub square: Vec<f32>,
    /// Steps so far.
    pub steps: u64,
}

impl Adam {
    pub fn new() -> Adam {
        Adam { mean: vec![0.0; NUMBERS], square: vec![0.0; NUMBERS], steps: 0 }
    }

    /// One step against the gradient, which is the sum over `parts`, divided by `samples`.
    pub fn step(&mut self, model: &mut Model, parts: &[Model], samples: usize, rate: f32) {
        const DECAY: f32 = 0.9;
        const DECAY_SQUARE: f32 = 0.999;
        self.steps += 1;
        let steps = self.steps.min(1_000_000) as i32;
        let (undo, undo_square) = (1.0 - DECAY.powi(steps), 1.0 - DECAY_SQUARE.powi(steps));
        let scale = 1.0 / samples as f32;
        for at in 0..NUMBERS {
            let slope = scale * parts.iter().map(|part| part.0[at]).sum::<f32>();
            let (mean, square) = (&mut self.mean[at], &mut self.square[at]);
            *mean += (1.0 - DECAY) * (slope - *mean);
            *square += (1.0 - DECAY_SQUARE) * (slope * slope - *square);
            let step = rate * (*mean / undo) / ((*square / undo_square).sqrt() + 1e-8);
            let most = most(at);
            model.0[at] = (model.0[at] - step).clamp(-most, most);
        }
    }
}
