//! Charts of an ancestor's experiment, with the paper's curves on the same axes.

use super::gather::{distinct, gather};
use crate::documents::{PublishedRow, ReproduceDocument, ReproduceRow};
use sparring_report::chart::{Axes, Curve, Point, Quantity, Size, legend, plot};
use sparring_report::html::Text;
use sparring_report::{counted, ratio};

pub(super) const OURS: &str = "this program";
pub(super) const THEIRS: &str = "as published";

pub(super) fn charts(document: &ReproduceDocument) -> String {
    let shared = document.rows.iter().filter(|row| row.threads > 1);
    let strategies = distinct(shared.map(|row| row.strategy));
    if strategies.is_empty() {
        return String::new();
    }
    let charts: String = strategies.into_iter().map(|strategy| chart(document, strategy)).collect();
    format!(
        "<p>Speed-up over the baseline on one worker: the ratio of the medians, and as a line through each point the least \
         and the largest ratio that single runs allow; the dotted line is as many times as fast as there are workers. Below \
         it the time. The paper&#39;s curves are computed from its times, of one core and of more; they begin at its \
         sequential program. All axes are logarithmic. Workers beyond the threads of this machine are simulated (the table \
         says which).</p>\n<div class=\"figures wide\">\n{charts}</div>\n"
    )
}

fn chart(document: &ReproduceDocument, strategy: &str) -> String {
    let [speedups, times] =
        [Quantity::Speedup, Quantity::Time].map(|quantity| curves(document, strategy, quantity));
    format!(
        "<figure><figcaption><h3>{}</h3></figcaption>{}{}{}</figure>\n",
        Text(caption(strategy, &speedups)),
        plot("", Size::SMALL, strategy, &speedups, Axes::SPEEDUP),
        plot("", Size::SMALL, strategy, &times, Axes::TIME),
        legend(&speedups, Axes::SPEEDUP)
    )
}

fn caption(strategy: &str, curves: &[Curve]) -> String {
    let ours = || curves.iter().filter(|curve| curve.group != THEIRS);
    let points = || ours().filter_map(|curve| curve.points.last());
    let most = points().map(|point| point.x).max().unwrap_or(1);
    let speedups = || points().filter(|point| point.x == most).map(|point| point.value);
    let [least, best] = [speedups().fold(f64::INFINITY, f64::min), speedups().fold(0.0, f64::max)].map(ratio);
    let range = if least == best { best } else { format!("{least} to {best}") };
    format!("{strategy}: speed-up {range} on {}", counted(most, "worker"))
}

/// The curves of a strategy and of the programs like it, in the same order for every
/// quantity; those not measured have no points.
fn curves(document: &ReproduceDocument, strategy: &str, quantity: Quantity) -> Vec<Curve> {
    let by_game = document.published.iter().any(|row| row.published.of == "game");
    let like = || document.published.iter().filter(|row| row.strategy == Some(strategy));
    let group = if like().next().is_some() { OURS } else { "" };
    let mut curves = Vec::new();
    for row in document.rows.iter().filter(|row| row.strategy == strategy) {
        gather(&mut curves, &row.setting, group, ours(row, quantity, by_game));
    }
    for row in like() {
        let published = &row.published;
        let name = format!("{}, {}", published.program, published.setting);
        theirs(row, quantity).into_iter().for_each(|point| gather(&mut curves, &name, THEIRS, Some(point)));
    }
    for curve in &mut curves {
        let no_baseline = curve.points.iter().all(|point| point.x > 1);
        if quantity == Quantity::Speedup && no_baseline {
            // The speed-up on one worker.
            curve.points.push(Point { x: 1, value: 1.0, range: [1.0; 2] });
        }
        curve.points.sort_by_key(|point| point.x);
        curve.points.dedup_by_key(|point| point.x);
    }
    curves
}

/// Returns our point, for a game if `by_game`.
fn ours(row: &ReproduceRow, quantity: Quantity, by_game: bool) -> Option<Point> {
    let (value, range) = match (quantity, by_game) {
        (Quantity::Speedup, _) => (row.speedup, row.speedup_range),
        (Quantity::Time, false) => {
            (row.ns_per_decision as f64, [row.fastest_ns as f64, row.slowest_ns as f64])
        }
        (Quantity::Time, true) => (row.ns_per_game? as f64, [row.ns_per_game? as f64; 2]),
    };
    Some(Point { x: row.threads, value, range })
}

fn theirs(row: &PublishedRow, quantity: Quantity) -> Vec<Point> {
    let published = &row.published;
    let Some((seconds, speedup)) = published.seconds.zip(published.speedup) else { return Vec::new() };
    let points = match quantity {
        Quantity::Speedup => [(1, 1.0), (published.cores as usize, speedup)],
        Quantity::Time => [(1, 1e9 * seconds * speedup), (published.cores as usize, 1e9 * seconds)],
    };
    points.map(|(x, value)| Point { x, value, range: [value; 2] }).to_vec()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::experiment::tests::row;
    use super::*;
    use crate::documents::{About, Published};

    pub(in crate::pages) fn document(
        rows: Vec<ReproduceRow>,
        published: Vec<PublishedRow>,
    ) -> ReproduceDocument {
        ReproduceDocument {
            game: "chess",
            experiment: "D",
            about: About::default(),
            rows,
            published,
            stated: Vec::new(),
            shares: Vec::new(),
            strategies: Vec::new(),
        }
    }

    fn published(cores: u32, seconds: f64) -> PublishedRow {
        let (program, setting, speedup) = ("Par".to_owned(), "all".to_owned(), Some(12.0 / seconds));
        let published = Published { program, setting, cores, speedup, ..Published::default() };
        let published = Published { seconds: Some(seconds), ..published };
        PublishedRow { published, row: None, strategy: Some("par") }
    }

    #[test]
    fn the_curves_of_the_paper_stand_beside_ours_and_are_not_in_the_caption() {
        let rows = vec![row(1, 1.0, None), row(2, 1.8, None)];
        let document = document(rows, vec![published(2, 8.0), published(4, 3.0)]);
        let speedups = curves(&document, "par", Quantity::Speedup);
        let seen = |curves: &[Curve]| -> Vec<(&str, Vec<(usize, f64)>)> {
            let points = |curve: &Curve| curve.points.iter().map(|p| (p.x, p.value)).collect();
            curves.iter().map(|curve| (curve.group, points(curve))).collect()
        };
        let theirs = (THEIRS, vec![(1, 1.0), (2, 1.5), (4, 4.0)]);
        assert_eq!(seen(&speedups), [(OURS, vec![(1, 1.0), (2, 1.8)]), theirs]);
        assert_eq!(caption("par", &speedups), "par: speed-up 1.80 on 2 workers");
        let times = curves(&document, "par", Quantity::Time);
        let theirs = (THEIRS, vec![(1, 12e9), (2, 8e9), (4, 3e9)]);
        assert_eq!(seen(&times), [(OURS, vec![(1, 1.0), (2, 1.0)]), theirs]);
    }

    #[test]
    fn a_caption_says_the_speed_ups_on_the_most_workers() {
        let rows = [row(1, 1.0, None), row(2, 0.7, None), row(2, 1.8, None)];
        let one = |n: usize| curves(&document(rows[..n].to_vec(), Vec::new()), "par", Quantity::Speedup);
        assert_eq!(caption("par", &one(2)), "par: speed-up 0.70 on 2 workers");
        assert_eq!(caption("par", &one(1)), "par: speed-up 1.00 on 1 worker");
    }
}
