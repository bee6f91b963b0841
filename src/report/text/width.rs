//! Text that fits its terminal. Files and pipes, which scripts read, get unbroken lines.

use comfy_table::{ColumnConstraint, ContentArrangement, Table};

/// Columns of the terminal; `None` for a file or pipe.
pub type Width = Option<usize>;

/// A table as text. If it is too wide, it is broken into groups of columns, each beginning
/// with the first `keys` columns.
pub fn fitted(table: &Table, keys: usize, width: Width) -> String {
    let whole = printed(table);
    match width {
        Some(width) if whole.lines().any(|line| line.chars().count() > width) => {
            let group = |columns: Vec<usize>| printed(&part(table, &columns, width));
            groups(table, keys, width).into_iter().map(group).collect::<Vec<_>>().join("\n")
        }
        _ => whole,
    }
}

fn printed(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

fn groups(table: &Table, keys: usize, width: usize) -> Vec<Vec<usize>> {
    // A cell has a blank on both sides; a line's last one is not printed.
    let wide: Vec<usize> =
        table.column_max_content_widths().iter().map(|&cell| usize::from(cell) + 2).collect();
    let fewest = filled(&wide, keys, width + 1);
    let as_few = |room| Some(filled(&wide, keys, room)).filter(|groups| groups.len() == fewest.len());
    (0..=width).find_map(as_few).unwrap_or(fewest)
}

/// Returns groups of as many columns as fit, at least one besides the keys.
fn filled(wide: &[usize], keys: usize, room: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut used = usize::MAX;
    for (column, &wide_column) in wide.iter().enumerate().skip(keys) {
        used = used.saturating_add(wide_column);
        if used > room {
            groups.push((0..keys).collect());
            used = wide[..keys].iter().sum::<usize>() + wide_column;
        }
        groups.last_mut().expect("the first column opens a group").push(column);
    }
    groups
}

/// Some columns. Cells wider than the terminal are broken into lines.
fn part(table: &Table, columns: &[usize], width: usize) -> Table {
    let mut part = table.clone();
    for (_, column) in part.column_iter_mut().enumerate().filter(|(i, _)| !columns.contains(i)) {
        column.set_constraint(ColumnConstraint::Hidden);
    }
    let columns = u16::try_from(width + 1).unwrap_or(u16::MAX);
    part.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
    part
}

/// Returns lines of prose. If they are too wide, their words are wrapped anew; a line that ends in
/// a full stop ends a paragraph.
pub fn prose(lines: &[String], width: Width) -> String {
    let narrow = width.filter(|&width| lines.iter().any(|line| line.chars().count() > width));
    let Some(width) = narrow else { return lines.iter().map(|line| format!("{line}\n")).collect() };
    let mut text = String::new();
    let mut used = 0;
    for line in lines {
        for word in line.split_whitespace() {
            let wide = word.chars().count();
            if used > 0 {
                let breaks = used + 1 + wide > width;
                text.push(if breaks { '\n' } else { ' ' });
                used = if breaks { 0 } else { used + 1 };
            }
            text += word;
            used += wide;
        }
        if line.ends_with('.') {
            text.push('\n');
            used = 0;
        }
    }
    if used > 0 { text + "\n" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::table;

    fn wide() -> Table {
        let mut table = table(&["search", "workers", "speed-up", "nodes", "remark"]);
        table.add_row(["chess ybw", "16", "11.25", "1,234,567", "short"]);
        table.add_row(["dots", "1024", "151.50", "89", "a remark of a few more words than others"]);
        table
    }

    fn words(text: &str) -> Vec<&str> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.sort_unstable();
        words
    }

    #[test]
    fn a_table_that_fits_and_one_for_a_script_stay_whole() {
        let whole = fitted(&wide(), 2, None);
        assert_eq!(whole.lines().count(), 3);
        let longest = whole.lines().map(str::len).max().unwrap();
        assert_eq!(fitted(&wide(), 2, Some(longest)), whole);
        assert_ne!(fitted(&wide(), 2, Some(longest - 1)), whole);
    }

    #[test]
    fn a_narrow_table_repeats_its_keys_and_loses_nothing() {
        let whole = fitted(&wide(), 2, None);
        for width in [31, 40, 60, 79] {
            let narrow = fitted(&wide(), 2, Some(width));
            assert!(narrow.lines().all(|line| line.chars().count() <= width), "{width}:\n{narrow}");
            let blocks: Vec<&str> = narrow.split("\n\n").collect();
            assert!(blocks.len() > 1 || width == 79, "{width}:\n{narrow}");
            for block in &blocks {
                let rows: Vec<Vec<&str>> =
                    block.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
                assert_eq!(rows[0], ["search", "workers"], "{width}:\n{narrow}");
            }
            let repeated =
                ["search", "workers", "chess", "ybw", "16", "dots", "1024"].repeat(blocks.len() - 1);
            assert_eq!(words(&narrow), words(&format!("{whole} {}", repeated.join(" "))), "{width}");
        }
    }

    #[test]
    fn prose_is_set_anew_only_where_it_does_not_fit() {
        let lines = ["one two three four", "five six.", "Seven."].map(str::to_owned);
        assert_eq!(prose(&lines, None), "one two three four\nfive six.\nSeven.\n");
        assert_eq!(prose(&lines, Some(18)), prose(&lines, None));
        assert_eq!(prose(&lines, Some(14)), "one two three\nfour five six.\nSeven.\n");
        assert_eq!(prose(&lines[..1], Some(8)), "one two\nthree\nfour\n");
    }
}
