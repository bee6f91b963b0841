//! Random boards of dots and boxes that are no grids.

use super::hash::hash;

/// Boxes of values 0 to 9 with four edges each. An edge bounds at most two boxes.
pub fn random_boxes(seed: u64, boxes: usize) -> Vec<(i32, Vec<usize>)> {
    let pick = |salt: u64, n: u64| hash(seed ^ hash(salt)) % n;
    let mut uses: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for i in 0..boxes as u64 {
        let mut edges: Vec<usize> = Vec::new();
        for j in 0..4 {
            let old = pick(i << 8 | j, 2 * uses.len() as u64 + 1) as usize;
            if old < uses.len() && uses[old] < 2 && !edges.contains(&old) {
                edges.push(old);
                uses[old] += 1;
            } else {
                edges.push(uses.len());
                uses.push(1);
            }
        }
        found.push((pick(i << 8 | 99, 10) as i32, edges));
    }
    found
}

/// The boxes as the text of a board file, in which the numbers of the edges have gaps.
pub fn config_text(boxes: &[(i32, Vec<usize>)]) -> String {
    let line = |(value, edges): &(i32, Vec<usize>)| {
        let numbers: Vec<String> = edges.iter().map(|edge| (edge * 7 + 3).to_string()).collect();
        format!("{value} {}\n", numbers.join(" "))
    };
    boxes.iter().map(line).collect()
}
