pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun: `1 thread`, `2 threads`.
pub fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Formats a duration with three digits, in the largest unit of which it has at least one.
pub fn span(ns: u64) -> String {
    let (value, unit) = match ns {
        0..1_000 => return format!("{ns} ns"),
        1_000..1_000_000 => (ns as f64 / 1e3, "us"),
        1_000_000..1_000_000_000 => (ns as f64 / 1e6, "ms"),
        _ => (ns as f64 / 1e9, "s"),
    };
    let places = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.places$} {unit}")
}

/// Formats a ratio with three digits: `1.85`, `93.3`, `242`.
pub fn ratio(ratio: f64) -> String {
    let places = match ratio {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{ratio:.places$}")
}

/// Returns `total` nanoseconds divided by `n`; 0 if `n` is 0.
pub fn ns_per(total: f64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { total / n as f64 }
}

/// Returns thousands per second, if `n` took `ns` nanoseconds.
pub fn thousands_per_second(n: u64, ns: u64) -> u64 {
    (n as f64 * 1e6 / (ns.max(1)) as f64) as u64
}
