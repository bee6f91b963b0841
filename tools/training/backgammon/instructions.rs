//! Gradients compiled for several instruction sets, chosen when the trainer runs.
#![allow(unsafe_code)]

use crate::model::Model;
use crate::samples::Sample;

/// Adds to `gradient` those of some samples; returns the sum of their losses.
pub fn learn(model: &Model, samples: &[&Sample], gradient: &mut Model) -> f64 {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512vl,avx512bw")]
        fn avx512(model: &Model, samples: &[&Sample], gradient: &mut Model) -> f64 {
            all(model, samples, gradient)
        }
        #[target_feature(enable = "avx2")]
        fn avx2(model: &Model, samples: &[&Sample], gradient: &mut Model) -> f64 {
            all(model, samples, gradient)
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
        {
            // SAFETY: the processor has these instructions.
            return unsafe { avx512(model, samples, gradient) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { avx2(model, samples, gradient) };
        }
    }
    all(model, samples, gradient)
}

#[inline(always)]
fn all(model: &Model, samples: &[&Sample], gradient: &mut Model) -> f64 {
    // A loop: the closures of an iterator would not be compiled for the caller's instructions.
    let mut loss = 0.0;
    for sample in samples {
        loss += f64::from(model.learn(sample, gradient));
    }
    loss
}
