use crate::page::html::Text;
use crate::statistics::DurationLine;
use crate::text::{grouped, span};
use sparring_sched::Durations;

/// Columns for every factor of ten.
const PER_DECADE: i32 = 5;

/// Durations in classes that are equally wide on a logarithmic scale.
pub struct Histogram {
    /// `counts[i]` durations lie from `10^((first + i) / PER_DECADE)` ns up to the next such
    /// number.
    counts: Vec<u64>,
    first: i32,
    pub line: DurationLine,
}

fn class(ns: u64) -> i32 {
    // Rounding must not put 1000 into the class below.
    ((ns.max(1) as f64).log10() * f64::from(PER_DECADE) + 1e-9).floor() as i32
}

fn edge(class: i32) -> u64 {
    10f64.powf(f64::from(class) / f64::from(PER_DECADE)).round() as u64
}

impl Histogram {
    pub fn of(durations: &[u64]) -> Histogram {
        let n = durations.len() as u64;
        Histogram::build(DurationLine::of(durations), n, |rank| durations[rank as usize - 1])
    }

    pub fn from_recorded(durations: &Durations) -> Histogram {
        let n = durations.count();
        // A little below the rank, so rounding does not reach the next one.
        let at = |rank| durations.at((rank as f64 - 0.5) / n as f64);
        Histogram::build(durations.into(), n, at)
    }

    /// Counts `n` durations, of which `at(r)` is the r-th shortest, from 1.
    fn build(line: DurationLine, n: u64, at: impl Fn(u64) -> u64) -> Histogram {
        if n == 0 {
            return Histogram { counts: Vec::new(), first: 0, line };
        }
        let first = class(at(1)).div_euclid(PER_DECADE) * PER_DECADE;
        let end = (class(at(n)).div_euclid(PER_DECADE) + 1) * PER_DECADE;
        let mut counts = Vec::new();
        let mut below = 0;
        for c in first..end {
            let (mut low, mut high) = (below, n); // how many belong to this class or one below
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if class(at(middle)) <= c { low = middle } else { high = middle - 1 }
            }
            counts.push(low - below);
            below = low;
        }
        Histogram { counts, first, line }
    }

    pub fn figure(&self, name: &str, meaning: &str) -> String {
        let line = &self.line;
        let numbers = match line.count {
            1 => format!("once, {}", span(line.max_ns)),
            n => format!(
                "{} times, median {}, 90 % to {}, 99 % to {}, longest {}",
                grouped(n),
                span(line.median_ns),
                span(line.p90_ns),
                span(line.p99_ns),
                span(line.max_ns)
            ),
        };
        let name = Text(name);
        let median = span(line.median_ns);
        format!(
            "<figure class=\"histogram\"><figcaption><h3>{name}: median {median}</h3><p>{}</p></figcaption>\n{}<p class=\"numbers\">{numbers}</p></figure>\n",
            Text(meaning),
            self.columns(&format!("{name}: {numbers}"))
        )
    }

    /// Returns columns as elements of the page: their text keeps its size on narrow screens.
    fn columns(&self, label: &str) -> String {
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1);
        let column = |(i, &count): (usize, &u64)| {
            let c = self.first + i as i32;
            // One among thousands must be visible.
            let height = if count == 0 { 0.0 } else { (100.0 * count as f64 / most as f64).max(2.0) };
            let title = format!("{} to {}: {}", span(edge(c)), span(edge(c + 1)), grouped(count));
            format!("<i title=\"{title}\"><b style=\"height:{height:.1}%\"></b></i>")
        };
        let columns: String = self.counts.iter().enumerate().map(column).collect();
        let decades = self.counts.len() as i32 / PER_DECADE;
        let names: String =
            (0..decades).map(|i| format!("<span>{}</span>", decade(self.first / PER_DECADE + i))).collect();
        format!(
            "<div class=\"columns\" role=\"img\" aria-label=\"{}\">{columns}</div>\n<div class=\"scale\" aria-hidden=\"true\">{names}</div>\n",
            Text(label)
        )
    }
}

fn decade(n: i32) -> String {
    let unit = ["ns", "us", "ms", "s"][(n / 3).clamp(0, 3) as usize];
    format!("{} {unit}", 10u64.pow((n - 3 * (n / 3).clamp(0, 3)) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_duration_is_in_the_class_it_belongs_to() {
        let durations: Vec<u64> = (0..500).map(|i| 17 + i * i * 31).chain([1_000, 1_000_000]).collect();
        let mut sorted = durations.clone();
        sorted.sort_unstable();
        let histogram = Histogram::of(&sorted);
        assert_eq!(histogram.counts.iter().sum::<u64>(), 502);
        assert_eq!(histogram.first.rem_euclid(PER_DECADE), 0);
        for (i, &count) in histogram.counts.iter().enumerate() {
            let c = histogram.first + i as i32;
            let inside = |ns: &&u64| (edge(c)..edge(c + 1)).contains(*ns);
            assert_eq!(count, durations.iter().filter(inside).count() as u64, "from {} ns", edge(c));
        }
        assert_eq!(class(1_000), 3 * PER_DECADE);
        assert_eq!(Histogram::of(&[]).line.count, 0);
    }

    #[test]
    fn decades_have_round_names() {
        let names: Vec<String> = (0..11).map(decade).collect();
        let expected =
            ["1 ns", "10 ns", "100 ns", "1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms", "1 s", "10 s"];
        assert_eq!(names, expected);
    }
}
