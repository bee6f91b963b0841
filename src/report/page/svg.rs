//! Stand-alone SVG pictures without a script, light or dark as the reader prefers.

use super::html::{Text, fill};

/// A picture; `about` describes it, `content` is SVG.
pub(super) fn svg(size: [f64; 2], title: &str, about: &str, content: &str) -> String {
    styled(size, title, about, include_str!("colours.css"), content)
}

pub fn chart_svg(size: [f64; 2], title: &str, about: &str, content: &str) -> String {
    let style = concat!(include_str!("colours.css"), include_str!("chart/chart.css"));
    styled(size, title, about, style, content)
}

fn styled([width, height]: [f64; 2], title: &str, about: &str, style: &str, content: &str) -> String {
    fill(
        include_str!("picture.svg"),
        &[
            ("width", &width.to_string()),
            ("height", &height.to_string()),
            ("title", &Text(title).to_string()),
            ("about", about),
            ("colours", style),
            ("content", content),
        ],
    )
}
