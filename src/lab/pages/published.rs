use crate::documents::{
    PUBLISHED, PublishedRow, ReproduceDocument, SequentialShare, StatedNumber, number, rounded,
};
use sparring_report::html::{sentence, table, words};

pub(super) fn published(document: &ReproduceDocument) -> String {
    let row = |row: &PublishedRow| {
        let [program, setting, numbers @ ..] = row.published.cells();
        let [time, ours @ ..] = document.ours(row);
        let time = if time.is_empty() { time } else { words(time) };
        [words(program), words(setting)].into_iter().chain(numbers).chain([time]).chain(ours).collect()
    };
    let rows: Vec<Vec<String>> = document.published.iter().map(row).collect();
    let mut tables = format!(
        "<p>Every row of the tables of the paper, as it was published (speed-ups are computed from its times), and after it \
         ours on as many workers, where they were measured.</p>\n{}",
        table("Everything published, and ours", &PUBLISHED, &rows)
    );
    if !document.shares.is_empty() {
        let head = ["program", "strategy", "workers", "clock", "ours", "published"];
        let rows: Vec<Vec<String>> = document.shares.iter().map(share).collect();
        tables += &table("Average % of the sequential time", &head, &rows);
    }
    let head = ["section", "quantity", "published", "unit", "ours"];
    let rows: Vec<Vec<String>> = document.stated.iter().map(stated).collect();
    tables + &table("What its sentences say", &head, &rows)
}

fn share(share: &SequentialShare) -> Vec<String> {
    vec![
        words(share.program.as_deref().unwrap_or("none")),
        words(&share.strategy),
        share.threads.to_string(),
        words(share.clock.word()),
        format!("{:.2}", share.percent),
        number(share.published),
    ]
}

fn stated(stated: &StatedNumber) -> Vec<String> {
    vec![
        words(&stated.source),
        sentence(&stated.quantity),
        stated.value.to_string(),
        words(&stated.unit),
        rounded(stated.ours, 3),
    ]
}
