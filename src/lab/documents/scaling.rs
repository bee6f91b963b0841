//! The document of `sparring reproduce scaling`: speed-ups over numbers of workers.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::simulation::percent;
use super::{IdleShares, SimulationDocument, SimulationRow, TimeSource, WasteShares};
use sparring_report::{Width, counted, fitted, grouped, prose, table};

/// A game and its searched positions.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScaledGame {
    /// Game: `chess`, `dots` or `backgammon`.
    pub game: &'static str,
    /// Positions in words.
    pub about: String,
    /// Strategy.
    pub strategy: &'static str,
    /// Strategy of the baseline, on one worker.
    pub twin: String,
    /// Number of positions.
    pub positions: usize,
    /// Nodes of the baseline for a position: fewest, geometric mean, most.
    pub nodes: [u64; 3],
}

/// The speed-up on a number of workers, as geometric means over all positions.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScalingRow {
    /// Game, or a program measured by its authors.
    pub name: String,
    /// Strategy.
    pub strategy: String,
    /// Kind of time.
    pub clock: TimeSource,
    /// P: number of workers.
    pub workers: usize,
    /// S: the baseline's time divided by the run's.
    pub speedup: f64,
    /// Least and largest speed-up of a position.
    pub speedup_range: [f64; 2],
    /// Factors of the speed-up; null if unknown.
    pub parts: Option<ScalingParts>,
}

/// The factors of a speed-up: S = P * B * R / (1 + SO).
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScalingParts {
    /// B: share of the workers' time at work (geometric mean).
    pub busy: f64,
    /// R: nodes per nanosecond of work, relative to the baseline (geometric mean).
    pub rate: f64,
    /// SO: nodes beyond the baseline's, as a share of those (geometric mean of 1 + SO).
    pub search_overhead: f64,
    /// Part of SO in cancelled tasks, by what cancelled them (averages).
    pub wasted: WasteShares,
    /// Share of the workers' time without work (averages).
    pub idle: IdleShares,
}

/// Speed-ups over numbers of workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScalingDocument {
    /// Always `all`: see `games`.
    pub game: &'static str,
    /// Always `scaling`.
    pub experiment: &'static str,
    /// Procedure.
    pub about: Vec<String>,
    /// Seed of the simulation.
    pub seed: u64,
    /// Searches that were measured.
    pub games: Vec<ScaledGame>,
    /// Speed-ups.
    pub rows: Vec<ScalingRow>,
}

impl ScaledGame {
    /// Summarises the simulations of a game's positions.
    ///
    /// # Panics
    /// If `simulated` is empty.
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

    /// The row of a number of workers, with a speed-up for each position.
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

    /// A row for each number of workers with which all positions were simulated.
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
    /// Returns busy, rate, extra, wasted, starving, joining, waking.
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

/// The geometric mean; 1 if there are no numbers.
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
