use super::gather::gather;
use crate::documents::{COLUMNS, COLUMNS_MEAN, SharingRow};
use sparring_report::chart::{Across, Axes, Curve, Point, Quantity, Size, legend, plot};
use sparring_report::html::{Text, table, words};
use sparring_report::ratio;

const BY_SIZE: Axes = Axes { across: Across::TaskNodes, quantity: Quantity::Speedup };

pub(super) fn strategies(rows: &[SharingRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let depth = |row: &SharingRow| format!("{}, depth {}", row.setting, row.depth);
    let charts: String = apart(rows, depth).into_iter().map(|(of, rows)| over_workers(&of, &rows)).collect();
    format!(
        "<p>Speed-up over <code>pvs</code> on one thread, by the strategy; both axes are logarithmic, the dotted line is as \
         many times as fast as there are workers, and the line through a point goes from the position with the least \
         speed-up to the one with the largest. {}</p>\n<div class=\"figures wide\">\n{charts}</div>\n{}",
        columns(),
        table_of("Ways to share a search", rows)
    )
}

pub(super) fn sizes(rows: &[SharingRow]) -> [String; 2] {
    let subject = |row: &SharingRow| {
        let flag = row.flag.map_or("", |flag| flag.name);
        format!("{} {flag}: {}, depth {}", row.strategy, row.setting, row.depth)
    };
    let charts: String = apart(rows, subject).into_iter().map(|(of, rows)| over_sizes(&of, &rows)).collect();
    let charts = format!(
        "<p>Speed-up over the sequential strategy on one thread, by the nodes of a task: fine tasks on the left, coarse ones \
         on the right. Both axes are logarithmic.</p>\n<div class=\"figures wide\">\n{charts}</div>\n"
    );
    [charts, format!("<p>{}</p>\n{}", columns(), table_of("Size of tasks", rows))]
}

fn columns() -> String {
    let text = COLUMNS_MEAN.join(" ");
    let part = |(i, part): (usize, &str)| match i % 2 {
        0 => Text(part).to_string(),
        _ => format!("<i>{}</i>", Text(part)),
    };
    text.split('`').enumerate().map(part).collect()
}

fn apart(rows: &[SharingRow], key: impl Fn(&SharingRow) -> String) -> Vec<(String, Vec<&SharingRow>)> {
    let mut parts: Vec<(String, Vec<&SharingRow>)> = Vec::new();
    for row in rows {
        let key = key(row);
        match parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => parts.push((key, vec![row])),
        }
    }
    parts
}

fn over_workers(of: &str, rows: &[&SharingRow]) -> String {
    let point = |row: &SharingRow| (row.search(), row.workers);
    figure(of, &curves(rows, point), Axes::SPEEDUP)
}

fn over_sizes(of: &str, rows: &[&SharingRow]) -> String {
    let tasks: Vec<&SharingRow> = rows.iter().copied().filter(|row| row.task_nodes.is_some()).collect();
    let point = |row: &SharingRow| {
        let size = row.task_nodes.map_or(1.0, |nodes| nodes.round().max(1.0));
        (row.clock.workers(row.workers), size as usize)
    };
    figure(of, &curves(&tasks, point), BY_SIZE)
}

fn curves(rows: &[&SharingRow], point: impl Fn(&SharingRow) -> (String, usize)) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let (name, x) = point(row);
        let point = Point { x, value: row.speedup, range: row.speedup_range };
        gather(&mut curves, &name, "", Some(point));
    }
    curves.iter_mut().for_each(|curve| curve.points.sort_by_key(|point| point.x));
    curves
}

fn figure(of: &str, curves: &[Curve], axes: Axes) -> String {
    let best = curves.iter().filter_map(|curve| Some((&curve.name, curve.main_point(axes)?)));
    let best = best.max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
    let found = best.map_or(String::new(), |(name, point)| {
        format!(": {}, {name}, {}", ratio(point.value), axes.across.place(point.x))
    });
    format!(
        "<figure><figcaption><h3>{}{}</h3></figcaption>{}{}</figure>\n",
        Text(of),
        Text(found),
        plot("", Size::SMALL, of, curves, axes),
        legend(curves, axes)
    )
}

fn table_of(caption: &str, rows: &[SharingRow]) -> String {
    let row = |row: &SharingRow| {
        let [search, workers, clock, numbers @ ..] = row.cells();
        [words(search), workers, words(clock)].into_iter().chain(numbers).collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
    table(caption, &COLUMNS, &rows)
}
