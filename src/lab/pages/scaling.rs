use super::gather::gather;
use crate::documents::{ScaledGame, ScalingDocument, ScalingRow, TimeSource};
use sparring_report::chart::{Axes, Curve, Point, Size, chart_svg, groups, legend, marks, plot};
use sparring_report::html::{Text, facts, table, words};
use sparring_report::{Page, Provenance, Section, counted, grouped, ratio};

pub fn scaling_page(document: &ScalingDocument, provenance: &Provenance) -> String {
    let [found, each] = finding(document);
    Page {
        title: &format!("reproduce scaling: {found}"),
        heading: format!(
            "<p class=\"kind\">sparring reproduce scaling</p>\n<h1>{}</h1>\n<p class=\"note\">{}</p>",
            Text(&found),
            Text(each)
        ),
        sections: vec![
            Section::new("speedup", "Speed-up over workers", chart(document)),
            Section::new("parts", "Where the rest goes", parts(document)),
            Section::new("about", "What is measured", about(document)),
        ],
        ..Page::of(document, provenance)
    }
    .html()
}

/// The result in a few words, and each search's speed-up.
pub(super) fn finding(document: &ScalingDocument) -> [String; 2] {
    let measured = |clock: TimeSource| {
        let rows = || document.rows.iter().filter(move |row| row.clock == clock);
        let most = rows().map(|row| row.workers).max()?;
        let mut rows: Vec<&ScalingRow> = rows().filter(|row| row.workers == most).collect();
        rows.sort_by(|a, b| a.speedup.total_cmp(&b.speedup));
        Some((most, rows))
    };
    let (workers, rows) = match (measured(TimeSource::Virtual), measured(TimeSource::Real)) {
        (Some((most, rows)), _) => (counted(most, "simulated worker"), rows),
        (None, Some((most, rows))) => (counted(most, "thread"), rows),
        (None, None) => return ["No search was measured to its end".to_owned(), String::new()],
    };
    let range = match rows[..] {
        [least, .., best] => format!("{} to {}", ratio(least.speedup), ratio(best.speedup)),
        _ => ratio(rows[0].speedup),
    };
    let named = |row: &&ScalingRow| format!("{} {} {}", row.name, row.strategy, ratio(row.speedup));
    let each: Vec<String> = rows.iter().rev().map(named).collect();
    [format!("Speed-up {range} on {workers}"), each.join(", ")]
}

/// Size of the picture, and space around it.
const WIDTH: f64 = 800.0;
const MARGIN: f64 = 16.0;
const TOP: f64 = 72.0;
const LINE: f64 = 22.0;

/// An SVG without a script, light or dark as the reader prefers.
pub fn scaling_picture(document: &ScalingDocument) -> String {
    let (curves, [title, each]) = (curves(document), finding(document));
    let Size { wide, high } = Size::LARGE;
    let place = format!(" x=\"{MARGIN}\" y=\"{TOP}\" width=\"{wide}\" height=\"{high}\"");
    let mut content = format!("<text class=\"title\" x=\"{MARGIN}\" y=\"34\">{}</text>\n", Text(&title));
    content += &format!("<text class=\"soft\" x=\"{MARGIN}\" y=\"56\">{}</text>\n", Text(each));
    content += &plot(&place, Size::LARGE, "the searches", &curves, Axes::SPEEDUP);
    let mut columns = [TOP + high + LINE; 2];
    for group in groups(&curves) {
        let column = usize::from(columns[1] < columns[0]);
        let x = MARGIN + 8.0 + column as f64 * WIDTH / 2.0;
        let y = &mut columns[column];
        content += &format!("<text class=\"soft\" x=\"{x}\" y=\"{}\">{group}</text>\n", *y);
        for (mark, name) in marks(&curves, group, Axes::SPEEDUP) {
            *y += LINE;
            content += &format!(
                "<g class=\"chart\" transform=\"translate({x} {})\">{mark}</g><text class=\"entry\" x=\"{}\" y=\"{}\">{}</text>\n",
                *y - 12.0,
                x + 38.0,
                *y,
                Text(name)
            );
        }
        *y += 1.5 * LINE;
    }
    let height = columns[0].max(columns[1]) - LINE;
    let about = "Curves of speed-up over numbers of workers, both axes logarithmic.";
    chart_svg([WIDTH, height], &title, about, &content)
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

fn chart(document: &ScalingDocument) -> String {
    let curves = curves(document);
    let [large, small] =
        [Size::LARGE, Size::SMALL].map(|size| plot("", size, "the searches", &curves, Axes::SPEEDUP));
    format!(
        "<p>Both axes are logarithmic; the dotted line is as many times as fast as there are workers. The line through a \
         point goes from the position with the least speed-up to the one with the largest.</p>\n\
         <figure class=\"scaling\"><div class=\"large\">{large}</div><div class=\"small\">{small}</div>\
         <div class=\"legends\">{}</div></figure>\n",
        legend(&curves, Axes::SPEEDUP)
    )
}

fn curves(document: &ScalingDocument) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in &document.rows {
        let ScalingRow { workers, speedup, speedup_range: range, .. } = *row;
        let (name, group) = (format!("{} {}", row.name, row.strategy), group(row.clock));
        let point = Point { x: workers, value: speedup, range };
        gather(&mut curves, &name, group, Some(point));
    }
    curves.iter_mut().for_each(|curve| curve.points.sort_by_key(|point| point.x));
    curves
}

fn group(clock: TimeSource) -> &'static str {
    match clock {
        TimeSource::Virtual => "simulated",
        TimeSource::Real => "this machine",
        TimeSource::Published => "published",
    }
}

fn label(row: &ScalingRow) -> String {
    format!("{} {}, {}", row.name, row.strategy, group(row.clock))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, clock: TimeSource, workers: usize, speedup: f64) -> ScalingRow {
        let (name, strategy) = (name.to_owned(), "ybw".to_owned());
        ScalingRow { name, strategy, clock, workers, speedup, speedup_range: [speedup; 2], parts: None }
    }

    fn found(rows: Vec<ScalingRow>) -> [String; 2] {
        let (about, games) = (Vec::new(), Vec::new());
        finding(&ScalingDocument { game: "all", experiment: "scaling", about, seed: 0, games, rows })
    }

    #[test]
    fn a_title_says_no_more_than_the_rows() {
        use TimeSource::{Published, Real, Virtual};
        let rows = vec![
            row("chess", Virtual, 64, 21.04),
            row("chess", Virtual, 4, 3.9),
            row("dots", Virtual, 64, 0.8),
            row("chess", Real, 2, 1.8),
            row("Cray Blitz", Published, 1024, 344.0),
        ];
        let [title, each] = found(rows.clone());
        assert_eq!(title, "Speed-up 0.80 to 21.0 on 64 simulated workers");
        assert_eq!(each, "chess ybw 21.0, dots ybw 0.80");
        assert_eq!(found(rows[..2].to_vec())[0], "Speed-up 21.0 on 64 simulated workers");
        assert_eq!(found(rows[3..].to_vec())[0], "Speed-up 1.80 on 2 threads");
        assert_eq!(found(vec![row("chess", Virtual, 1, 1.0)])[0], "Speed-up 1.00 on 1 simulated worker");
        assert_eq!(found(rows[4..].to_vec())[0], "No search was measured to its end");
    }
}
