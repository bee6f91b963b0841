//! How the searches scale, as a page and as a picture.

use super::chart::{Curve, Point, marks, plot, speedups};
use super::html::{Text, facts, fill, table, words};
use super::{Page, Provenance, data};
use crate::{ScaledGame, ScalingDocument, ScalingRow, TimeSource, counted, grouped, json};

/// The page: curves, tables, what was searched.
pub fn scaling_page(document: &ScalingDocument, provenance: &Provenance) -> String {
    Page {
        title: "Scaling",
        heading: "<p class=\"kind\">sparring reproduce</p>\n<h1>Scaling</h1>".to_owned(),
        sections: vec![
            ("about", "What is measured", about(document)),
            ("speedup", "Speed-up over workers", charts(document)),
            ("parts", "Where the rest goes", parts(document)),
        ],
        data: data(&json(document, provenance.program())),
        provenance,
        more_provenance: Vec::new(),
    }
    .html()
}

/// The curves alone, as an SVG without a script, light or dark as the reader prefers.
pub fn scaling_picture(document: &ScalingDocument) -> String {
    const LINE: usize = 22;
    let curves = curves(document);
    let mut content = plot(" x=\"16\" y=\"12\" width=\"568\" height=\"332\"", "the searches", &curves);
    let mut y = 352;
    for (mark, name) in marks(&curves) {
        content += &format!(
            "<g class=\"chart\" transform=\"translate(24 {})\">{mark}</g><text x=\"62\" y=\"{}\">{}</text>\n",
            y,
            y + 12,
            Text(name)
        );
        y += LINE;
    }
    fill(
        include_str!("picture.svg"),
        &[
            ("height", &(y + 10).to_string()),
            ("title", "Speed-up over workers"),
            ("about", "Curves of speed-up over numbers of workers, both axes logarithmic."),
            ("colours", concat!(include_str!("colours.css"), include_str!("chart.css"))),
            ("content", &content),
        ],
    )
}

fn about(document: &ScalingDocument) -> String {
    let game = |game: &ScaledGame| {
        let [least, mean, most] = game.nodes.map(grouped);
        let nodes = format!("{least} to {most} nodes on one worker, geometric mean {mean}");
        let how = format!("{} against {}", game.strategy, game.twin);
        (game.game, format!("{}; {}; {how}; {nodes}", game.about, counted(game.positions, "position")))
    };
    let facts = facts("facts", document.games.iter().map(game));
    format!("<p>{}</p>\n{facts}", Text(document.about.join(" ")))
}

fn charts(document: &ScalingDocument) -> String {
    format!(
        "<p>Both axes are logarithmic; the dotted line is as many times as fast as there are workers. The line through a \
         point goes from the position with the least speed-up to the one with the largest.</p>\n\
         <figure>{}</figure>\n",
        speedups("the searches", &curves(document))
    )
}

/// A curve for each name, strategy and kind of time.
fn curves(document: &ScalingDocument) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in &document.rows {
        let ScalingRow { workers, speedup, speedup_range: range, .. } = *row;
        let (name, point) = (label(row), Point { workers, speedup, range });
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name, points: vec![point] }),
        }
    }
    curves
}

fn label(row: &ScalingRow) -> String {
    let clock = match row.clock {
        TimeSource::Virtual => "simulated",
        TimeSource::Real => "this machine",
        TimeSource::Published => "published",
    };
    format!("{} {}, {clock}", row.name, row.strategy)
}

fn parts(document: &ScalingDocument) -> String {
    let row = |row: &ScalingRow| {
        let [least, most] = row.speedup_range;
        let mut cells =
            vec![words(label(row)), row.workers.to_string(), format!("<b>{:.2}</b>", row.speedup)];
        cells.push(if least < most { words(format!("{least:.2} to {most:.2}")) } else { String::new() });
        cells.extend(row.parts.as_ref().map(|parts| parts.cells()).unwrap_or_default());
        cells
    };
    let head = [
        "search",
        "workers",
        "speed-up",
        "least to most",
        "busy",
        "node rate",
        "extra nodes",
        "wasted nodes",
        "starving",
        "joining",
        "waking",
    ];
    let rows: Vec<_> = document.rows.iter().map(row).collect();
    format!(
        "<p>Speed-up is workers times busy times node rate over one and the extra nodes. Wasted nodes lie in cancelled tasks; \
         they are part of the extra nodes. What workers do that are not busy: starve for work, wait at a join, wake up.</p>\n{}",
        table("Speed-up taken apart", &head, &rows)
    )
}
