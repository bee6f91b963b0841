/// Bars of nine heights in UTF-8.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The same in ASCII.
const LETTERS: [char; 9] = [' ', '.', ':', '-', '=', '+', '*', '%', '#'];

/// A bar as high as a share; any share above 0 gets at least the lowest bar.
pub fn bar(share: f64, unicode: bool) -> char {
    let marks = if unicode { BLOCKS } else { LETTERS };
    let last = marks.len() - 1;
    if share > 0.0 { marks[((share * last as f64).round() as usize).clamp(1, last)] } else { marks[0] }
}
