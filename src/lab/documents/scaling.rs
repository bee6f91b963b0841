//! The document of `sparring reproduce scaling`: speed-ups over numbers of workers, simulated,
//! real and published.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::simulation::percent;
use super::{IdleShares, SimulationDocument, SimulationRow, WasteShares};
use sparring_report::{Width, counted, fitted, grouped, prose, table};

/// What kind of time a speed-up is a ratio of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeSource {
    /// That of simulated workers.
    Virtual,
    /// That of this machine.
    Real,
    /// That of a machine that somebody else has measured.
    Published,
}

/// A game, and the positions that are searched.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScaledGame {
    /// The game: `chess`, `dots` or `backgammon`.
    pub game: &'static str,
    /// Its positions in words.
    pub about: String,
    /// The strategy.
    pub strategy: &'static str,
    /// The strategy of the baseline on one worker.
    pub twin: String,
    /// Number of positions.
    pub positions: usize,
    /// The baseline's nodes of a position: the fewest, the geometric mean and the most.
    pub nodes: [u64; 3],
}

/// The speed-up on a number of workers: geometric means over all positions.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScalingRow {
    /// The game, or the program that somebody else has measured.
    pub name: String,
    /// The strategy.
    pub strategy: String,
    /// What kind of time it is.
    pub clock: TimeSource,
    /// P: workers.
    pub workers: usize,
    /// S: the time of the baseline divided by that of the run.
    pub speedup: f64,
    /// The least and the largest speed-up of a position.
    pub speedup_range: [f64; 2],
    /// Where the rest went; null if that is not known.
    pub parts: Option<ScalingParts>,
}

/// A speed-up taken apart: S = P * B * R / (1 + SO), means over all positions.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScalingParts {
    /// B: the share of the workers' time that was work (geometric mean).
    pub busy: f64,
    /// R: nodes per nanosecond of work, relative to the baseline (geometric mean).
    pub rate: f64,
    /// SO: nodes beyond those of the baseline, as a share of those (geometric mean of 1 + SO).
    pub search_overhead: f64,
    /// The part of SO in cancelled tasks, by what cancelled them (averages).
    pub wasted: WasteShares,
    /// What the workers' time was that was no work (averages).
    pub idle: IdleShares,
}

/// Speed-ups over numbers of workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScalingDocument {
    /// `all`: [`games`](ScalingDocument::games) has each of them.
    pub game: &'static str,
    /// The name of the experiment: `scaling`.
    pub experiment: &'static str,
    /// What is done.
    pub about: Vec<String>,
    /// The seed of the order in which idle simulated workers look for work.
    pub seed: u64,
    /// What was searched.
    pub games: Vec<ScaledGame>,
    /// The speed-ups.
    pub rows: Vec<ScalingRow>,
}

impl ScaledGame {
    /// Of the simulations of its positions, one at least.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(about: String, simulated: &[SimulationDocument]) -> ScaledGame {
        let first = simulated.first().expect("a position");
        let nodes = || simulated.iter().map(|document| document.twin_nodes);
        let mean = geometric_mean(nodes().map(|nodes| nodes as f64)).round() as u64;
        ScaledGame {
            game: first.game,
            about,
            strategy: first.strategy,
            twin: first.twin.clone(),
            positions: simulated.len(),
            nodes: [nodes().min().unwrap_or(0), mean, nodes().max().unwrap_or(0)],
        }
    }

    /// The row of this number of workers, with a speed-up for each position.
    pub fn row(&self, clock: TimeSource, workers: usize, speedups: &[f64]) -> ScalingRow {
        let speedups = speedups.iter().copied();
        ScalingRow {
            name: self.game.to_owned(),
            strategy: self.strategy.to_owned(),
            clock,
            workers,
            speedup: geometric_mean(speedups.clone()),
            speedup_range: [speedups.clone().fold(f64::INFINITY, f64::min), speedups.fold(0.0, f64::max)],
            parts: None,
        }
    }

    /// A row for each number of workers that all its positions were simulated with.
    pub fn simulated(&self, simulated: &[SimulationDocument]) -> Vec<ScalingRow> {
        let whole = simulated.iter().map(|document| document.rows.len()).min().unwrap_or(0);
        let rows = |nth: usize| simulated.iter().map(move |document| &document.rows[nth]);
        let row = |nth| {
            let speedups: Vec<f64> = rows(nth).map(|row| row.time.speedup).collect();
            let workers = simulated[0].rows[nth].time.workers;
            let parts = Some(ScalingParts::of(&rows(nth).collect::<Vec<_>>()));
            ScalingRow { parts, ..self.row(TimeSource::Virtual, workers, &speedups) }
        };
        (0..whole).map(row).collect()
    }
}

impl ScalingParts {
    fn of(rows: &[&SimulationRow]) -> ScalingParts {
        let mean = |part: fn(&SimulationRow) -> f64| geometric_mean(rows.iter().map(|row| part(row)));
        let average = |part: &dyn Fn(&SimulationRow) -> f64| {
            rows.iter().map(|row| part(row)).sum::<f64>() / rows.len().max(1) as f64
        };
        ScalingParts {
            busy: mean(|row| row.time.busy),
            rate: mean(|row| row.time.rate),
            search_overhead: mean(|row| 1.0 + row.search_overhead) - 1.0,
            wasted: WasteShares {
                root_research: average(&|row| row.wasted.root_research),
                research: average(&|row| row.wasted.research),
                pv_cut: average(&|row| row.wasted.pv_cut),
                all_cut: average(&|row| row.wasted.all_cut),
                cut_cut: average(&|row| row.wasted.cut_cut),
                other: average(&|row| row.wasted.other),
            },
            idle: IdleShares {
                starving: average(&|row| row.time.idle.starving),
                joining: average(&|row| row.time.idle.joining),
                waking: average(&|row| row.time.idle.waking),
            },
        }
    }
}

impl ScalingDocument {
    /// The text form for a terminal of this width.
    pub fn text(&self, width: Width) -> String {
        let games: Vec<String> = self.games.iter().map(|game| format!("{game}.")).collect();
        let names = ["", "workers", "speed-up", "least", "most", "busy", "rate", "extra", "wasted"];
        let idle = ["starve", "join", "wake"];
        let mut table = table(&[&names[..], &idle].concat());
        for row in &self.rows {
            let [least, most] = row.speedup_range;
            let speedups = [row.speedup, least, most].map(|speedup| format!("{speedup:.2}"));
            let head = [format!("{} {} ({})", row.name, row.strategy, row.clock), row.workers.to_string()];
            let parts = row.parts.as_ref().map(ScalingParts::cells).unwrap_or_default();
            table.add_row(head.into_iter().chain(speedups).chain(parts));
        }
        format!(
            "{}\n{}\nvirtual: simulated workers (seed {}); real: this machine\n{}",
            prose(&self.about, width),
            prose(&games, width),
            self.seed,
            fitted(&table, 2, width)
        )
    }
}

impl ScalingParts {
    /// Busy, rate, extra, wasted, starving, joining, waking.
    pub(crate) fn cells(&self) -> [String; 7] {
        let WasteShares { root_research, research, pv_cut, all_cut, cut_cut, other } = self.wasted;
        let wasted = root_research + research + pv_cut + all_cut + cut_cut + other;
        [
            percent(self.busy),
            format!("{:.3}", self.rate),
            percent(self.search_overhead),
            percent(wasted),
            percent(self.idle.starving),
            percent(self.idle.joining),
            percent(self.idle.waking),
        ]
    }
}

impl fmt::Display for ScaledGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScaledGame { game, about, strategy, twin, positions, nodes } = self;
        let [least, mean, most] = nodes.map(grouped);
        let positions = counted(*positions, "position");
        write!(
            f,
            "{game}: {about}; {positions} by {strategy}, {least} to {most} nodes by {twin} on one worker, geometric mean {mean}"
        )
    }
}

impl fmt::Display for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeSource::Virtual => "virtual",
            TimeSource::Real => "real",
            TimeSource::Published => "published",
        })
    }
}

/// 1 if there are no numbers.
pub(crate) fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = numbers.fold((0, 0.0), |(n, sum), number| (n + 1, sum + number.ln()));
    (sum / f64::from(n.max(1))).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_ratios_does_not_depend_on_which_way_round_they_are() {
        let mean = geometric_mean([2.0, 8.0].into_iter());
        assert!((mean - 4.0).abs() < 1e-12);
        assert!((geometric_mean([0.5, 0.125].into_iter()) - 1.0 / mean).abs() < 1e-12);
    }
}
