use super::curves::charts;
use super::kept::by_plays_kept;
use super::published::published;
use super::sharing::strategies;
use crate::documents::{About, ReproduceDocument, ReproduceRow, SparkCounts, TimeSource};
use sparring_report::html::{Text, facts, sparks_bar, sparks_legend, table, words};
use sparring_report::{Page, Provenance, Section, counted, grouped, ratio, span};

pub fn experiment_page(document: &ReproduceDocument, provenance: &Provenance) -> String {
    let sections = vec![
        Section::new("about", "What is compared", about(document)),
        Section::new("speedup", "Speed-up and time over workers", charts(document)),
        Section::new("kept", "Time over plays kept", by_plays_kept(document)),
        Section::new("times", "Ours beside theirs", times(document)),
        Section::new("sparks", "Sparks by kind", sparks(document)),
        Section::new("published", "Everything published", published(document)),
        Section::new("strategies", "Ways to share a search", strategies(&document.strategies)),
    ];
    let title = format!("Experiment {}: {}", document.experiment, finding(document));
    Page {
        title: &title,
        heading: format!("<p class=\"kind\">sparring reproduce</p>\n<h1>{}</h1>", Text(&title)),
        sections,
        ..Page::of(document, provenance)
    }
    .html()
}

fn finding(document: &ReproduceDocument) -> String {
    let speedups = most_workers(document).map(|(most, mut speedups)| {
        let [_, median, _] = quartiles(&mut speedups);
        format!("speed-up {} on {most}", ratio(median))
    });
    let mut times = times_faster(document);
    let faster = (!times.is_empty()).then(|| {
        let [_, median, _] = quartiles(&mut times);
        format!("{} times as fast as the ancestor", ratio(median))
    });
    let found: Vec<String> = speedups.into_iter().chain(faster).collect();
    match (found.is_empty(), document.rows.len()) {
        (true, 0) => "no row was finished".to_owned(),
        (true, rows) => format!("{} on 1 worker", counted(rows, "row")),
        (false, 1) => found.join(", "),
        (false, _) => format!("{} (medians)", found.join(", ")),
    }
}

fn times_faster(document: &ReproduceDocument) -> Vec<f64> {
    document.rows.iter().filter_map(|row| row.ancestor.as_ref()?.times_faster).collect()
}

fn made_tasks(row: &ReproduceRow) -> bool {
    row.tasks.created > 0
}

fn about(document: &ReproduceDocument) -> String {
    let About { done, ancestor } = &document.about;
    let ancestor = match ancestor {
        [] => String::new(),
        lines => format!("<p>The ancestor: {}</p>\n", prose(&lines.join(" "))),
    };
    let runs = document.rows.iter().map(|row| row.runs);
    let (least, most) = (runs.clone().min().unwrap_or(0), runs.max().unwrap_or(0));
    let mut numbers = vec![
        ("Rows", document.rows.len().to_string()),
        ("Runs of each", if least == most { least.to_string() } else { format!("{least} to {most}") }),
    ];
    numbers.extend(speedup(document).map(|speedup| ("Speed-up, ratio of medians", speedup)));
    let mut times = times_faster(document);
    if !times.is_empty() {
        let [low, median, high] = quartiles(&mut times).map(|times| grouped(times.round() as u64));
        numbers.push((
            "Faster than the ancestor",
            format!("median {median} times (middle half {low} to {high})"),
        ));
    }
    format!("<p>{}</p>\n{ancestor}{}", prose(&done.join(" ")), facts("facts", numbers))
}

/// The median and middle half of the speed-ups on the most workers. Extremes come from
/// short searches and from trees that happened to be smaller.
fn speedup(document: &ReproduceDocument) -> Option<String> {
    let (most, mut speedups) = most_workers(document)?;
    let n = speedups.len();
    let [low, median, high] = quartiles(&mut speedups);
    Some(format!("median {median:.2} (middle half {low:.2} to {high:.2}) of {n} rows on {most}"))
}

/// The largest number of workers, and the speed-ups on as many; `None` if that is one.
fn most_workers(document: &ReproduceDocument) -> Option<(String, Vec<f64>)> {
    let most = document.rows.iter().map(|row| row.threads).max().filter(|&most| most > 1)?;
    let rows = || document.rows.iter().filter(|row| row.threads == most);
    let simulated = if rows().any(|row| row.clock == TimeSource::Virtual) { "simulated " } else { "" };
    Some((format!("{most} {simulated}workers"), rows().map(|row| row.speedup).collect()))
}

/// The quartiles; `numbers` must not be empty.
fn quartiles(numbers: &mut [f64]) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| numbers[(numbers.len() - 1) * quarter / 4])
}

fn prose(text: &str) -> String {
    let part = |(i, part): (usize, &str)| match i % 2 {
        0 => Text(part).to_string(),
        _ => format!("<code>{}</code>", Text(part)),
    };
    text.split('`').enumerate().map(part).collect()
}

fn times(document: &ReproduceDocument) -> String {
    let row = |row: &ReproduceRow| {
        let ancestor = row.ancestor.clone().unwrap_or_default();
        let its_time = ancestor.ns_per_decision.map_or(String::new(), |ns| format!(" {}", span(ns)));
        let times_faster = ancestor.times_faster.map_or(String::new(), |times| grouped(times.round() as u64));
        vec![
            Text(&row.setting).to_string(),
            words(row.strategy),
            row.threads.to_string(),
            words(row.clock.word()),
            format!("<b>{}</b>", span(row.ns_per_decision)),
            words(format!("{} to {}", span(row.fastest_ns), span(row.slowest_ns))),
            row.runs.to_string(),
            row.speedup_cell(),
            if ancestor.program.is_empty() { String::new() } else { words(ancestor.program + &its_time) },
            times_faster,
            row.published.as_ref().map_or(String::new(), words),
            grouped(row.nodes),
            row.decisions.to_string(),
            row.ns_per_game.map_or(String::new(), span),
            row.best.as_ref().map_or(String::new(), words),
        ]
    };
    let head = [
        "setting",
        "strategy",
        "workers",
        "clock",
        "median",
        "fastest to slowest",
        "runs",
        "speed-up",
        "ancestor, rebuilt",
        "times faster",
        "as published",
        "nodes",
        "decisions",
        "a game",
        "best",
    ];
    let rows: Vec<_> = document.rows.iter().map(row).collect();
    format!(
        "<p>Times are those of one decision. The ancestor was rebuilt and timed on a machine of two processors; beside that \
         stands what its authors published, from their machines.</p>\n{}{}",
        table("Ours beside theirs", &head, &rows),
        more_than_workers(document)
    )
}

fn more_than_workers(document: &ReproduceDocument) -> String {
    let note = document.more_than_workers();
    note.map_or(String::new(), |note| format!("<p class=\"note\">{}</p>\n", Text(note)))
}

fn sparks(document: &ReproduceDocument) -> String {
    let mut rows = Vec::new();
    let mut lines = String::new();
    if !document.rows.iter().any(made_tasks) {
        return lines;
    }
    for row in document.rows.iter().filter(|row| made_tasks(row)) {
        let t = &row.tasks;
        let theirs = row.ancestor.as_ref().and_then(|ancestor| ancestor.sparks.as_deref());
        let counts = row.ancestor.as_ref().map_or(SparkCounts::default(), |ancestor| ancestor.counts);
        let published = row.published.as_ref().filter(|published| published.sparks.is_some());
        lines += &format!("{}, {} on {} workers: {}\n", row.setting, row.strategy, row.threads, row.sparks);
        lines += &theirs.map_or(String::new(), |sparks| format!("  ancestor: {sparks}\n"));
        rows.push(vec![
            Text(&row.setting).to_string(),
            words(row.strategy),
            row.threads.to_string(),
            sparks_bar(t.inlined, t.stolen, t.discarded, t.overflowed, t.dud),
            grouped(t.created + t.dud + t.overflowed),
            theirs.map_or(String::new(), |_| theirs_bar(&counts)),
            theirs.map_or(String::new(), |_| grouped(counts.total.unwrap_or(0.0).round() as u64)),
            published.map_or(String::new(), |published| words(published.counts.said())),
        ]);
    }
    let head = [
        "setting",
        "strategy",
        "workers",
        "our tasks",
        "number",
        "the ancestor's sparks",
        "number",
        "as published",
    ];
    sparks_legend()
        + &table("Sparks by kind", &head, &rows)
        + &format!(
            "<details><summary>As text, in GHC&#39;s words</summary>\n<pre>{}</pre></details>\n",
            Text(lines)
        )
}

fn theirs_bar(counts: &SparkCounts) -> String {
    let kinds = [counts.fizzled, counts.converted, counts.collected, counts.overflowed, counts.dud];
    let [fizzled, converted, collected, overflowed, dud] = kinds.map(|n| n.unwrap_or(0.0).round() as u64);
    sparks_bar(fizzled, converted, collected, overflowed, dud)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::documents::Ancestor;
    use sparring_report::Tasks;

    pub(in crate::pages) fn row(threads: usize, speedup: f64, times_faster: Option<f64>) -> ReproduceRow {
        ReproduceRow {
            setting: "all".to_owned(),
            depth: 1,
            keep: None,
            strategy: "par",
            threads,
            decisions: 1,
            ns_per_decision: 1,
            fastest_ns: 1,
            slowest_ns: 1,
            runs: 3,
            speedup,
            speedup_range: [speedup; 2],
            nodes: 1,
            tasks: Tasks::default(),
            sparks: String::new(),
            ancestor: times_faster.map(|times| Ancestor { times_faster: Some(times), ..Ancestor::default() }),
            published: None,
            clock: TimeSource::Real,
            node_ns: None,
            ns_per_game: None,
            conversion: None,
            memory_mib: None,
            busy: 1.0,
            best: None,
        }
    }

    #[test]
    fn a_title_says_no_more_than_the_rows() {
        let found = |rows: &[ReproduceRow]| {
            finding(&ReproduceDocument {
                game: "chess",
                experiment: "D",
                about: About::default(),
                rows: rows.to_vec(),
                published: Vec::new(),
                stated: Vec::new(),
                shares: Vec::new(),
                strategies: Vec::new(),
            })
        };
        let rows =
            [row(1, 1.0, Some(50.0)), row(2, 0.7, Some(0.5)), row(2, 0.9, Some(30.0)), row(2, 1.8, None)];
        assert_eq!(found(&rows), "speed-up 0.90 on 2 workers, 30.0 times as fast as the ancestor (medians)");
        assert_eq!(found(&rows[..1]), "50.0 times as fast as the ancestor");
        assert_eq!(found(&[row(1, 1.0, None)]), "1 row on 1 worker");
        assert_eq!(found(&[row(2, 0.7, None)]), "speed-up 0.70 on 2 workers");
        let simulated = ReproduceRow { clock: TimeSource::Virtual, ..row(4, 3.5, None) };
        assert_eq!(found(&[simulated]), "speed-up 3.50 on 4 simulated workers");
        assert_eq!(found(&[]), "no row was finished");
    }

    #[test]
    fn quartiles_are_numbers_of_the_list() {
        assert_eq!(quartiles(&mut [5.0, 1.0, 4.0, 2.0, 3.0]), [2.0, 3.0, 4.0]);
        assert_eq!(quartiles(&mut [7.0]), [7.0; 3]);
    }
}
