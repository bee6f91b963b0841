use super::sharing::sizes;
use crate::documents::{GranularityDocument, SharingRow};
use sparring_report::html::{Text, facts};
use sparring_report::{Page, Provenance, Section, ratio};

pub fn granularity_page(document: &GranularityDocument, provenance: &Provenance) -> String {
    let found = finding(document);
    let [charts, table] = sizes(&document.rows);
    Page {
        title: &format!("reproduce granularity: {found}"),
        heading: format!("<p class=\"kind\">sparring reproduce granularity</p>\n<h1>{}</h1>", Text(&found)),
        sections: vec![
            Section::new("sizes", "Speed-up by the size of tasks", charts),
            Section::new("table", "What became of the tasks", table),
            Section::new("about", "What is measured", about(document)),
        ],
        ..Page::of(document, provenance)
    }
    .html()
}

fn finding(document: &GranularityDocument) -> String {
    let most = document.rows.iter().map(|row| row.workers).max().unwrap_or(1);
    let mut rows: Vec<&SharingRow> = document.rows.iter().filter(|row| row.workers == most).collect();
    rows.sort_by(|a, b| a.speedup.total_cmp(&b.speedup));
    let (Some(least), Some(best)) = (rows.first(), rows.last()) else {
        return "No search was measured to its end".to_owned();
    };
    let workers = best.clock.workers(most);
    format!("Speed-up {} to {} on {workers}, by the size of tasks", ratio(least.speedup), ratio(best.speedup))
}

fn about(document: &GranularityDocument) -> String {
    let seed = [("Seed of simulated workers", document.seed.to_string())];
    format!("<p>{}</p>\n{}", Text(document.about.join(" ")), facts("facts", seed))
}
