/// The number that stands for 1 in probabilities.
pub const ONE: i32 = 1 << 16;
/// The number that stands for 1 in arguments.
pub const UNIT: i32 = 1 << 10;
/// The distance of table entries: 1/64.
const STEP: i32 = UNIT / 64;
/// Beyond 12 the function is 0 or 1 within 1e-5.
const ENTRIES: usize = 12 * 64;

/// `1 / (1 + exp(-x))` at multiples of 1/64. Only sums, products and quotients are used; they are
/// the same on every machine.
static TABLE: [i32; ENTRIES + 2] = {
    /// `exp(-1/64)`.
    const FACTOR: f64 = 0.984_496_437_005_408_4;
    let mut table = [0; ENTRIES + 2];
    let (mut power, mut i) = (1.0, 0);
    while i < ENTRIES + 2 {
        table[i] = (ONE as f64 / (1.0 + power) + 0.5) as i32;
        power *= FACTOR;
        i += 1;
    }
    table
};

/// Computes the logistic function of `x / UNIT`, in units of `1 / ONE`, by linear interpolation.
/// It never reaches 0 or `ONE`; the error is at most 2e-5.
#[inline(always)]
pub fn sigmoid(x: i32) -> i32 {
    let size = x.saturating_abs().min(ENTRIES as i32 * STEP);
    let (at, rest) = ((size / STEP) as usize, size % STEP);
    let value = TABLE[at] + (TABLE[at + 1] - TABLE[at]) * rest / STEP;
    if x < 0 { ONE - value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for x in -14 * UNIT..=14 * UNIT {
            let exact = 1.0 / (1.0 + (-f64::from(x) / f64::from(UNIT)).exp());
            assert!((f64::from(sigmoid(x)) / f64::from(ONE) - exact).abs() < 2.5e-5, "{x}");
        }
    }
}
