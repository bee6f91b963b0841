//! The figure of a course with errors as dots, shared by games and matches.

/// Sizes on wide screens and phones, in the chart's own units. The style sheet shows one.
const SIZES: [(&str, f64, f64); 2] = [("large", 1024.0, 330.0), ("small", 400.0, 300.0)];
/// Radii of the dots, by how bad the error is.
pub const RADII: [f64; 3] = [3.0, 4.2, 5.6];

/// The chart in all sizes, drawn by `svg` for a width and a height, and the names of its dots.
pub fn course(svg: impl Fn(f64, f64) -> String, names: [&str; 3]) -> String {
    let drawn: String = SIZES
        .iter()
        .map(|&(class, wide, high)| format!("<div class=\"{class}\">{}</div>", svg(wide, high)))
        .collect();
    let legend: String = RADII.into_iter().zip(names).map(entry).collect();
    format!("<figure class=\"course\">{drawn}<ul class=\"curves\">{legend}</ul></figure>\n")
}

fn entry((radius, name): (f64, &str)) -> String {
    let dot = |class: &str, x: f64| format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"8\" r=\"{radius}\"/>");
    format!(
        "<li><svg width=\"28\" height=\"16\" viewBox=\"0 0 28 16\" aria-hidden=\"true\">{}{}</svg>{name}</li>",
        dot("by-white", 7.0),
        dot("by-black", 21.0)
    )
}
