use super::axis::{Across, Axes, Size};
use super::curve::{Curve, Point};
use super::marks::{class, shape};
use super::scale::{BOTTOM, LEFT, RIGHT, Scale};
use crate::page::html::Text;

/// Draws the curves. `attributes` place the picture in a larger one.
pub fn plot(attributes: &str, size: Size, name: &str, curves: &[Curve], axes: Axes) -> String {
    let scale = Scale::of(curves, size, axes);
    let Size { wide, high } = size;
    let described = |curve: &Curve| curve.full_name() + &curve.words(axes);
    let curves_in_words: Vec<String> = curves.iter().map(described).collect();
    let mut svg = format!(
        "<svg class=\"chart\"{attributes} viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{}\">",
        Text(format!(
            "The {} of {name} over {}. {}",
            axes.quantity.name(),
            axes.across.name(),
            curves_in_words.join("; ")
        ))
    );
    svg += &frame(&scale);
    svg += &curves.iter().enumerate().map(|(i, curve)| line(i, curve, &scale)).collect::<String>();
    svg + "</svg>\n"
}

fn frame(scale: &Scale) -> String {
    let Size { wide, high } = scale.size;
    let (right, bottom) = (wide - RIGHT, high - BOTTOM);
    let mut svg = format!("<text x=\"2\" y=\"12\">{}</text>", scale.axes.quantity.name());
    for (value, tick) in scale.ticks() {
        let y = scale.y(value);
        svg += &format!("<path class=\"tick\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        svg += &format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>", LEFT - 6.0, y + 4.0);
    }
    for (value, tick) in scale.ticks_across() {
        let x = scale.x(value as f64);
        svg += &format!("<path class=\"tick\" d=\"M{x:.1} {bottom}v4\"/>");
        svg += &format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>", bottom + 18.0);
    }
    svg += &format!("<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>");
    svg += &format!(
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        (LEFT + right) / 2.0,
        high - 6.0,
        scale.axes.across.name()
    );
    if !scale.axes.has_ideal() {
        return svg;
    }
    let most = scale.most();
    svg + &format!(
        "<path class=\"ideal\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
        scale.x(1.0),
        scale.y(1.0),
        scale.x(most),
        scale.y(most)
    )
}

fn line(i: usize, curve: &Curve, scale: &Scale) -> String {
    if curve.points.is_empty() {
        return String::new();
    }
    let place = |point: &Point| scale.place(i, point);
    let path: Vec<String> = curve.points.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let mut svg = format!("<g class=\"{}\"><path class=\"curve\" d=\"M{}\"/>", class(i), path.join("L"));
    // All curves begin at one worker; a point is shown there only if its value is not 1.
    let seen = |point: &&Point| {
        scale.axes.across != Across::Workers || point.x > 1 || point.value.log2().abs() > 0.05
    };
    for point in curve.points.iter().filter(seen) {
        let (x, y) = place(point);
        let [least, most] = point.range.map(|end| scale.y(end));
        svg += &format!("<path class=\"range\" d=\"M{x:.1} {least:.1}V{most:.1}\"/>");
        svg += &format!(
            "<path class=\"point\" d=\"{}\"><title>{}: {} {}</title></path>",
            shape(i, x, y),
            Text(curve.full_name()),
            scale.axes.quantity.words(point.value),
            scale.axes.across.place(point.x)
        );
    }
    svg + "</g>\n"
}

#[cfg(test)]
mod tests {
    use super::super::curve::tests::curve;
    use super::*;

    #[test]
    fn only_a_chart_of_speed_ups_over_workers_has_an_ideal() {
        let curves = [curve("x", &[(1, 1.0), (8, 3.0)])];
        let picture = |axes| plot("", Size::SMALL, "x", &curves, axes);
        assert!(picture(Axes::SPEEDUP).contains("ideal"));
        assert!(!picture(Axes::TIME).contains("ideal"));
        assert!(!picture(Axes { across: Across::TaskNodes, ..Axes::SPEEDUP }).contains("ideal"));
    }
}
