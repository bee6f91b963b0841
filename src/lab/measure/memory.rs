use std::fs;

use sparring_run::peak_memory;

/// Runs `something`; returns its result and the peak resident MiB meanwhile, or `None` if the
/// system does not report it (Linux does).
pub fn peak_memory_of<R>(something: impl FnOnce() -> R) -> (R, Option<f64>) {
    // Resets the peak to what is resident now.
    let reset = fs::write("/proc/self/clear_refs", "5").is_ok();
    let result = something();
    (result, reset.then(peak_memory).flatten().map(|bytes| bytes as f64 / f64::from(1 << 20)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_meanwhile_is_seen_and_what_came_before_is_not() {
        let take = |mib: usize| vec![1u8; mib << 20].iter().map(|&byte| u64::from(byte)).sum::<u64>();
        take(64);
        let ((), little) = peak_memory_of(|| ());
        let (_, much) = peak_memory_of(|| std::hint::black_box(take(32)));
        if let (Some(little), Some(much)) = (little, much) {
            assert!(much - little > 24.0, "{little} {much}");
        }
    }
}
