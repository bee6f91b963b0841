use serde::Serialize;

use super::{losses, tables, timeline};
use crate::documents::{Document, Summary, json};
use crate::page::board::board;
use crate::page::chart::Histogram;
use crate::page::frame::{Page, Section, data};
use crate::page::html::{Text, facts, fill, json_script};
use crate::page::provenance::Provenance;
use crate::recording::{Mark, TimeRange};
use crate::statistics::{Ledger, Resources, SearchStats, Speedup, stolen_tasks};
use crate::text::{NumberedMove, counted, grouped, span};
use sparring_sched::{Latencies, Recording};

pub struct RunPage<'r> {
    pub summary: Summary,
    pub ledger: &'r Ledger,
    pub latencies: Latencies,
    pub search: Option<SearchStats>,
    pub resources: Option<Resources>,
    pub recording: Option<&'r Recording>,
    pub marks: &'r [Mark],
    pub compare: Option<&'r Speedup>,
    pub provenance: &'r Provenance,
    pub document: String,
}

impl<'r> RunPage<'r> {
    pub fn new(
        title: &str,
        document: &impl Serialize,
        ledger: &'r Ledger,
        latencies: Latencies,
        provenance: &'r Provenance,
    ) -> RunPage<'r> {
        RunPage {
            summary: Summary { title: title.to_owned(), ..Summary::default() },
            ledger,
            latencies,
            search: None,
            resources: None,
            recording: None,
            marks: &[],
            compare: None,
            provenance,
            document: json(document, provenance.program()),
        }
    }

    pub fn of<D: Document>(document: &'r D, latencies: Latencies, provenance: &'r Provenance) -> RunPage<'r> {
        RunPage {
            summary: document.summary(),
            compare: document.extras().compare.as_ref(),
            ..RunPage::new("", document, document.ledger(), latencies, provenance)
        }
    }

    pub fn html(&self) -> String {
        let mut sections = vec![Section::new("result", "Result", self.result())];
        let mut data = data(&self.document);
        if let Some(recording) = self.recording {
            let shortest = timeline::shortest(recording, timeline::MOST_SPANS);
            let whole = if self.summary.is_game() { "game" } else { "search" };
            let timeline = timeline::json(recording, self.marks, shortest, whole);
            data += &json_script("timeline-data", &timeline);
            let timeline = Section::new("timeline", "Timeline", timeline_section(recording, shortest, whole));
            let searched = span(TimeRange::of_search(recording).length_ns());
            let workers = counted(recording.tracks.len(), "worker");
            sections.push(timeline.titled(format!("Timeline: {searched} on {workers}")));
        }
        let time = Section::new("time", "Where the time went", self.losses());
        sections.push(time.titled(losses::title(self.ledger, self.recording, self.compare)));
        let tasks = Section::new("tasks", "Tasks", tables::tasks(self.ledger));
        sections.push(tasks.titled(tables::tasks_title(&self.ledger.tasks)));
        sections.push(Section::new("latencies", "How long things took", self.histograms()));
        sections.push(Section::new("workers", "Workers", tables::workers(self.ledger)));
        let page = Page {
            title: &format!("{}: {}", self.summary.title, self.summary.headline.text()),
            heading: format!(
                "<p class=\"kind\">sparring {}</p>\n<h1>{}</h1>\n{}",
                Text(&self.summary.title),
                Text(self.summary.headline.text()),
                self.note()
            ),
            sections,
            data,
            provenance: self.provenance,
            more_provenance: vec![("Pinned, worker to processor", self.pinned())],
        };
        page.html()
    }

    fn note(&self) -> String {
        match self.summary.headline.note.as_str() {
            "" => String::new(),
            note => format!("<p class=\"note\">{}</p>", Text(note)),
        }
    }

    fn result(&self) -> String {
        let Some(diagram) = &self.summary.diagram else { return self.findings() };
        format!("<div class=\"beside\">\n{}<div>\n{}</div>\n</div>\n", board(diagram), self.findings())
    }

    fn findings(&self) -> String {
        let mut html = String::new();
        if !self.summary.facts.is_empty() {
            html += &facts("facts", self.summary.facts.iter().map(|(name, value)| (*name, value.clone())));
        }
        if !self.summary.ranking.is_empty() {
            return html + &self.ranking();
        }
        if self.summary.is_game() {
            let moves: String = self.summary.moves.iter().map(numbered).collect();
            html += &format!("<h3>All moves</h3>\n<ol class=\"line\">{moves}</ol>\n");
        }
        let line = self.summary.pv.iter().filter(|m| !m.name.is_empty());
        let moves: String = line.map(numbered).collect();
        if !moves.is_empty() {
            html += &format!("<h3>Best line</h3>\n<ol class=\"line\">{moves}</ol>\n");
        }
        html
    }

    fn ranking(&self) -> String {
        let row = |(worth, line): &(String, String)| {
            let line = if line.is_empty() { "no play is legal" } else { line };
            format!("<li><strong>{}</strong> {}</li>\n", Text(worth), Text(line))
        };
        let rows: String = self.summary.ranking.iter().map(row).collect();
        format!("<h3>Best moves</h3>\n<ol class=\"ranking\">\n{rows}</ol>\n")
    }

    fn losses(&self) -> String {
        let mut html = self.compare.map_or(String::new(), losses::speedup);
        html += &losses::shares(self.ledger, self.recording);
        let resources = self.resources.map_or(Vec::new(), |resources| resources.facts());
        let counters = self.search.map_or(Vec::new(), |search| self.counters(&search));
        let all = [resources, counters].concat();
        if !all.is_empty() {
            html += &facts("facts", all);
        }
        html
    }

    fn counters(&self, search: &SearchStats) -> Vec<(&'static str, String)> {
        let mut counters = Vec::new();
        if self.ledger.tasks.created > 0 {
            let nodes = (search.useful_nodes + search.wasted_nodes).max(1) as f64;
            let share = 100.0 * search.wasted_nodes as f64 / nodes;
            let wasted = grouped(search.wasted_nodes);
            counters.push(("Nodes in cancelled tasks", format!("{wasted} ({share:.1} %)")));
        }
        if search.cuts > 0 {
            let first = 100.0 * search.first_move_cut_rate;
            counters.push(("Cuts", format!("{}, {first:.1} % by the first move", grouped(search.cuts))));
        }
        if search.split_points > 0 {
            counters.push(("Split points", grouped(search.split_points)));
        }
        counters
    }

    /// A histogram of each kind of duration, and a note on kinds that did not occur.
    fn histograms(&self) -> String {
        let latencies = &self.latencies;
        let recorded = Histogram::from_recorded;
        let mut all = vec![
            ("Steal", "from running dry or waking up to having taken work", recorded(&latencies.steal)),
            ("Wake-up", "from a waker's decision to the woken worker running", recorded(&latencies.wake)),
            (
                "Cutoff",
                "from cancelling a split that has helpers to its owner having closed it",
                recorded(&latencies.cutoff),
            ),
            ("Stay", "a stolen job, or all that a helper runs in one split", recorded(&latencies.run)),
        ];
        all.extend(self.recording.map(|recording| {
            let tasks = Histogram::of(&stolen_tasks(recording));
            ("Stolen task", "each task that another worker ran than its creator", tasks)
        }));
        let (some, none): (Vec<_>, Vec<_>) = all.iter().partition(|(.., histogram)| histogram.line.count > 0);
        let figures: String =
            some.iter().map(|(name, meaning, histogram)| histogram.figure(name, meaning)).collect();
        let names: Vec<_> = none.iter().map(|(name, meaning, _)| format!("{name} ({meaning})")).collect();
        let note = match names.is_empty() {
            true => String::new(),
            false => format!("<p class=\"note\">Did not happen: {}.</p>\n", Text(names.join("; "))),
        };
        format!("<div class=\"figures\">\n{figures}</div>\n{note}")
    }

    fn pinned(&self) -> String {
        let cpus: Vec<Option<usize>> = self.ledger.workers.iter().map(|worker| worker.pinned_to).collect();
        if cpus.iter().all(Option::is_none) {
            return "no worker".to_owned();
        }
        let place = |(worker, cpu): (usize, &Option<usize>)| match cpu {
            Some(cpu) => format!("{worker} to {cpu}"),
            None => format!("{worker} to none"),
        };
        cpus.iter().enumerate().map(place).collect::<Vec<_>>().join(", ")
    }
}

fn numbered(NumberedMove { number, name }: &NumberedMove) -> String {
    let number = if number.is_empty() { String::new() } else { format!("<span>{number}</span> ") };
    format!("<li>{number}{}</li>", Text(name))
}

fn timeline_section(recording: &Recording, shortest: u64, whole: &str) -> String {
    let dropped: u64 = recording.tracks.iter().map(|track| track.dropped).sum();
    let from = recording.tracks.iter().map(|track| track.complete_from_ns).max().unwrap_or(0);
    let searched = TimeRange::of_search(recording);
    let mut html = fill(include_str!("timeline.html"), &[("whole", whole)]);
    html += &format!("<p class=\"note\">{}</p>\n", around(searched, recording.end_ns, whole));
    if shortest > 0 {
        html += &format!("<p class=\"note\">Spans shorter than {} are left out.</p>\n", span(shortest));
    }
    if dropped > 0 {
        html += &format!(
            "<p class=\"note\">The recording was full: {} of the oldest spans and news are missing. From {} on it is complete.</p>\n",
            grouped(dropped),
            span(from.saturating_sub(searched.from_ns))
        );
    }
    html
}

/// A note on the time around the search or game.
fn around(searched: TimeRange, end_ns: u64, whole: &str) -> String {
    format!(
        "The {whole} took {}. Before it the pool started up ({}), after it the pool shut down ({}). Both are hatched here \
         and no share of the time counts them.",
        span(searched.length_ns()),
        span(searched.from_ns),
        span(end_ns.saturating_sub(searched.to_ns))
    )
}
