use sparring_report::chart::{Curve, Point};

pub(super) fn gather(curves: &mut Vec<Curve>, name: &str, group: &'static str, point: Option<Point>) {
    match curves.iter_mut().find(|curve| curve.name == name && curve.group == group) {
        Some(curve) => curve.points.extend(point),
        None => curves.push(Curve { name: name.to_owned(), group, points: point.into_iter().collect() }),
    }
}

pub(super) fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut seen = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}
