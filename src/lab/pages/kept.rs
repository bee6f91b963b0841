//! Time over the number of plays kept, as the backgammon paper of 2020 draws it.

use super::curves::{OURS, THEIRS};
use super::gather::{distinct, gather};
use crate::documents::{PublishedRow, ReproduceDocument, ReproduceRow};
use sparring_report::chart::{Across, Axes, Curve, Point, Quantity, Size, legend, plot};
use sparring_report::counted;
use sparring_report::html::Text;

const BY_KEPT: Axes = Axes { across: Across::Kept, quantity: Quantity::Time };

/// A picture for each parallel strategy with published times; empty for other experiments.
pub(super) fn by_plays_kept(document: &ReproduceDocument) -> String {
    let shared = document.rows.iter().filter(|row| row.tasks.created > 0 && compared(document, row));
    let strategies = distinct(shared.map(|row| row.strategy));
    if strategies.is_empty() {
        return String::new();
    }
    let figures: String = strategies.into_iter().map(|strategy| figure(document, strategy)).collect();
    format!(
        "<p>The time of a game over the plays kept of every roll, as the paper draws it; the vertical axis is \
         logarithmic.</p>\n<div class=\"figures wide\">\n{figures}</div>\n"
    )
}

/// True if the paper reports this row's setting.
fn compared(document: &ReproduceDocument, row: &ReproduceRow) -> bool {
    row.keep.is_some() && document.published.iter().any(|theirs| theirs.published.setting == row.setting)
}

fn figure(document: &ReproduceDocument, strategy: &str) -> String {
    let curves = curves(document, strategy);
    format!(
        "<figure><figcaption><h3>{}</h3></figcaption>{}{}</figure>\n",
        Text(format!("{strategy}: a game by plays kept")),
        plot("", Size::SMALL, strategy, &curves, BY_KEPT),
        legend(&curves, BY_KEPT)
    )
}

/// The curves of the strategy, its baseline, the programs like them, and the sequential
/// one.
fn curves(document: &ReproduceDocument, strategy: &str) -> Vec<Curve> {
    let rows = || document.rows.iter().filter(|row| compared(document, row));
    let before = rows().take_while(|row| row.strategy != strategy);
    let baseline = before.filter(|row| row.tasks.created == 0).last().map(|row| row.strategy);
    let mut curves = Vec::new();
    for row in rows().filter(|row| row.strategy == strategy || Some(row.strategy) == baseline) {
        let name = format!("{} on {}", row.strategy, row.clock.workers(row.threads));
        if let Some(point) = point(row.keep, row.ns_per_game.map(|ns| ns as f64)) {
            gather(&mut curves, &name, OURS, Some(point));
        }
    }
    let like = |theirs: &&PublishedRow| {
        theirs.strategy == Some(strategy) || theirs.strategy == baseline || theirs.published.cores == 1
    };
    for theirs in document.published.iter().filter(like) {
        let published = &theirs.published;
        let kept = rows().find(|row| row.setting == published.setting).and_then(|row| row.keep);
        let name = format!("{} on {}", published.program, counted(published.cores as usize, "core"));
        if let Some(point) = point(kept, published.seconds.map(|seconds| 1e9 * seconds)) {
            gather(&mut curves, &name, THEIRS, Some(point));
        }
    }
    curves
}

fn point(kept: Option<usize>, value: Option<f64>) -> Option<Point> {
    let (x, value) = kept.zip(value)?;
    Some(Point { x, value, range: [value; 2] })
}

#[cfg(test)]
mod tests {
    use super::super::curves::tests::document;
    use super::super::experiment::tests::row;
    use super::*;
    use crate::documents::Published;
    use sparring_report::Tasks;

    fn ours(strategy: &'static str, threads: usize, keep: usize, ns: u64) -> ReproduceRow {
        let created = if threads > 1 { 5 } else { 0 };
        ReproduceRow {
            setting: format!("keep {keep}"),
            strategy,
            keep: Some(keep),
            ns_per_game: Some(ns),
            tasks: Tasks { created, ..Tasks::default() },
            ..row(threads, 1.0, None)
        }
    }

    fn theirs(program: &str, cores: u32, keep: usize, strategy: &'static str) -> PublishedRow {
        let (program, setting) = (program.to_owned(), format!("keep {keep}"));
        let seconds = Some(keep as f64 / f64::from(cores));
        let published = Published { program, setting, cores, seconds, ..Published::default() };
        PublishedRow { published, row: None, strategy: Some(strategy) }
    }

    #[test]
    fn a_curve_has_a_point_for_each_number_of_plays_kept() {
        let rows = [1, 2].map(|keep| [ours("star2", 1, keep, 100), ours("par-star2", 2, keep, 60)]).concat();
        let published =
            [1, 2].map(|keep| [theirs("Seq", 1, keep, "star2"), theirs("Par", 2, keep, "par-star2")]);
        let document = document(rows, published.concat());
        let seen: Vec<_> = curves(&document, "par-star2")
            .iter()
            .map(|curve| (curve.name.clone(), curve.points.iter().map(|p| (p.x, p.value)).collect()))
            .collect();
        let expected: [(&str, Vec<(usize, f64)>); 4] = [
            ("star2 on 1 thread", vec![(1, 100.0), (2, 100.0)]),
            ("par-star2 on 2 threads", vec![(1, 60.0), (2, 60.0)]),
            ("Seq on 1 core", vec![(1, 1e9), (2, 2e9)]),
            ("Par on 2 cores", vec![(1, 0.5e9), (2, 1e9)]),
        ];
        assert_eq!(seen, expected.map(|(name, points)| (name.to_owned(), points)));
        assert!(by_plays_kept(&document).contains("par-star2: a game by plays kept"));
    }

    #[test]
    fn other_experiments_have_no_such_chart() {
        let mut rows = vec![ours("par", 2, 1, 60)];
        rows[0].keep = None;
        assert_eq!(by_plays_kept(&document(rows, vec![theirs("Par", 2, 1, "par")])), "");
    }
}
