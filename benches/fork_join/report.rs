//! Statistics of samples, and the file for `--json`.

use std::path::Path;

use serde_json::Value;

/// Everything measured, one object a row.
#[derive(Default)]
pub struct Report(Vec<Value>);

impl Report {
    pub fn add(&mut self, row: Value) {
        self.0.push(row);
    }

    pub fn write(&self, path: &Path) {
        let text = serde_json::to_string_pretty(&self.0).expect("plain numbers") + "\n";
        if let Err(error) = std::fs::write(path, text) {
            eprintln!("--json: got '{}', expected a file that can be written ({error})", path.display());
            std::process::exit(2);
        }
    }
}

/// The sample that `share` of the others do not exceed; the samples must not be empty.
pub fn quantile(samples: &[f64], share: f64) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

pub fn best(samples: &[f64]) -> f64 {
    quantile(samples, 0.0)
}

pub fn median(samples: &[f64]) -> f64 {
    quantile(samples, 0.5)
}

pub fn worst(samples: &[f64]) -> f64 {
    quantile(samples, 1.0)
}
