//! Adam (Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015).

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
    /// For so many weights.
    pub fn new(weights: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    /// One step of length `rate` against a gradient, `slope` of each place. No weight becomes
    /// larger than `most` of its place.
    pub fn step(
        &mut self,
        weights: &mut [f32],
        rate: f32,
        slope: impl Fn(usize) -> f32,
        most: impl Fn(usize) -> f32,
    ) {
        const DECAY: f32 = 0.9;
        const DECAY_SQUARE: f32 = 0.999;
        self.steps += 1;
        let steps = self.steps.min(1_000_000) as i32;
        let (undo, undo_square) = (1.0 - DECAY.powi(steps), 1.0 - DECAY_SQUARE.powi(steps));
        for (at, weight) in weights.iter_mut().enumerate() {
            let slope = slope(at);
            let (mean, square) = (&mut self.mean[at], &mut self.square[at]);
            *mean += (1.0 - DECAY) * (slope - *mean);
            *square += (1.0 - DECAY_SQUARE) * (slope * slope - *square);
            let step = rate * (*mean / undo) / ((*square / undo_square).sqrt() + 1e-8);
            *weight = (*weight - step).clamp(-most(at), most(at));
        }
    }
}
