use crate::page::html::Text;

/// An SVG that `label` describes to those who cannot see it.
pub(super) fn svg(width: f64, height: f64, label: &str, content: &str) -> String {
    format!(
        "<svg width=\"{width}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n{content}</svg>",
        Text(label)
    )
}

/// Draws an arrow that ends `gap` before its target.
pub(super) fn arrow(from: (f64, f64), to: (f64, f64), gap: f64) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / long, dy / long);
    let tip = (to.0 - gap * ux, to.1 - gap * uy);
    let neck = (tip.0 - 11.0 * ux, tip.1 - 11.0 * uy);
    format!(
        "<path class=\"arrow\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>\
         <path class=\"head\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\"/>\n",
        from.0,
        from.1,
        neck.0,
        neck.1,
        tip.0,
        tip.1,
        neck.0 - 7.0 * uy,
        neck.1 + 7.0 * ux,
        neck.0 + 7.0 * uy,
        neck.1 - 7.0 * ux
    )
}
