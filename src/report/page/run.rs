//! The page of one run.

use serde::Serialize;

use super::histogram::Histogram;
use super::html::{Text, facts, json_script};
use super::{Page, Provenance, data, losses, tables, timeline};
use crate::report::{Ledger, Mark, SearchDocument, SearchStats, Speedup, Variant, grouped, span};
use crate::sched::{Latencies, Recording};

/// What the page of a run shows.
pub struct RunPage<'r> {
    /// The command: `chess bestmove`.
    pub title: String,
    /// What was found, in large letters.
    pub result: String,
    /// What it is worth.
    pub value: String,
    /// What else there is to say of the run, in its order.
    pub facts: Vec<(&'static str, String)>,
    /// A best line.
    pub pv: Vec<String>,
    /// What became of the tasks.
    pub ledger: &'r Ledger,
    /// The scheduler's latencies.
    pub latencies: Latencies,
    /// What a search counted.
    pub search: Option<SearchStats>,
    /// What the workers did, and when.
    pub recording: Option<&'r Recording>,
    /// For the timeline.
    pub marks: &'r [Mark],
    /// The run beside its twin.
    pub compare: Option<&'r Speedup>,
    /// What made the page.
    pub provenance: &'r Provenance,
    /// The document of the run, as JSON.
    pub document: String,
}

impl<'r> RunPage<'r> {
    /// A page of any run that has a document; its fields are to be filled in further.
    pub fn new(
        title: &str,
        document: &impl Serialize,
        ledger: &'r Ledger,
        latencies: Latencies,
        provenance: &'r Provenance,
    ) -> RunPage<'r> {
        RunPage {
            title: title.to_owned(),
            result: String::new(),
            value: String::new(),
            facts: Vec::new(),
            pv: Vec::new(),
            ledger,
            latencies,
            search: None,
            recording: None,
            marks: &[],
            compare: None,
            provenance,
            document: serde_json::to_string(document).expect("documents are plain"),
        }
    }

    /// The page of a search, a score being counted in `unit`s.
    pub fn of_search(
        document: &'r SearchDocument,
        unit: &str,
        latencies: Latencies,
        provenance: &'r Provenance,
    ) -> RunPage<'r> {
        let (header, cost) = (&document.header, &document.cost);
        let title = format!("{} bestmove", header.game);
        let best = match (&header.best, &document.outcome) {
            (Some(best), _) if best.is_empty() => "no play is legal".to_owned(),
            (Some(best), _) => best.clone(),
            (None, outcome) => format!("game over: {}", outcome.as_deref().unwrap_or("nothing to move")),
        };
        let mut facts = vec![
            ("Depth", format!("{} ({})", header.depth, header.strategy)),
            ("Nodes", grouped(cost.nodes)),
            ("Time", span(cost.time_ns)),
            ("Speed", format!("{} knodes/s", grouped(cost.knodes_per_second()))),
            ("Workers", header.threads.to_string()),
            ("Position", header.position.clone()),
        ];
        match &document.variant {
            Variant::Chess {} => {}
            Variant::Dots(dots) => facts.push(("Board", format!("{}, {} rules", dots.board, dots.rules))),
            Variant::Dice(dice) => {
                facts.push(("Roll", dice.roll.clone().unwrap_or("none".to_owned())));
                facts.extend(dice.keep.map(|keep| ("Plays kept of every roll", keep.to_string())));
                facts.push(("Evaluations", grouped(dice.evaluations)));
            }
        }
        RunPage {
            result: best,
            value: header.best.as_ref().map_or(String::new(), |_| document.value.text(unit)),
            facts,
            pv: document.pv.clone(),
            compare: document.extras.compare.as_ref(),
            ..RunPage::new(&title, document, &cost.ledger, latencies, provenance)
        }
    }

    /// The page.
    pub fn html(&self) -> String {
        let mut sections = vec![("result", "Result", self.result())];
        sections.retain(|(_, _, content)| !content.is_empty());
        let mut data = data(&self.document);
        if let Some(recording) = self.recording {
            let shortest = timeline::shortest(recording, timeline::MOST_SPANS);
            data += &json_script("timeline-data", &timeline::json(recording, self.marks, shortest));
            sections.push(("timeline", "Timeline", timeline_section(recording, shortest)));
        }
        sections.push(("time", "Where the time went", self.losses()));
        sections.push(("tasks", "Tasks", tables::tasks(self.ledger)));
        sections.push(("latencies", "How long things took", self.histograms()));
        sections.push(("workers", "Workers", tables::workers(self.ledger)));
        let page = Page {
            title: &format!("{}: {}", self.title, self.result),
            heading: format!(
                "<p class=\"kind\">sparring {}</p>\n<h1>{} <small>{}</small></h1>",
                Text(&self.title),
                Text(&self.result),
                Text(&self.value)
            ),
            sections,
            data,
            provenance: self.provenance,
            more_provenance: vec![("Pinned, worker to processor", self.pinned())],
        };
        page.html()
    }

    fn result(&self) -> String {
        let mut html = String::new();
        if !self.facts.is_empty() {
            html += &facts("facts", self.facts.iter().map(|(name, value)| (*name, value.clone())));
        }
        if !self.pv.is_empty() {
            let moves = self.pv.iter().map(|m| format!("<li>{}</li>", Text(m))).collect::<String>();
            html += &format!("<h3>Best line</h3>\n<ol class=\"line\">{moves}</ol>\n");
        }
        html
    }

    fn losses(&self) -> String {
        let mut html = self.compare.map_or(String::new(), losses::speedup);
        html += &losses::shares(self.ledger, self.recording);
        if let Some(search) = self.search {
            let nodes = (search.useful_nodes + search.wasted_nodes).max(1) as f64;
            let first = 100.0 * search.first_move_cut_rate;
            html += &facts(
                "facts",
                [
                    ("Nodes in cancelled tasks", {
                        let share = 100.0 * search.wasted_nodes as f64 / nodes;
                        format!("{} ({share:.1} %)", grouped(search.wasted_nodes))
                    }),
                    ("Cuts", format!("{}, {first:.1} % by the first move", grouped(search.cuts))),
                    ("Split points", grouped(search.split_points)),
                ],
            );
        }
        html
    }

    fn histograms(&self) -> String {
        let latencies = &self.latencies;
        let recorded = |name, meaning, durations| Histogram::from_recorded(durations).figure(name, meaning);
        let mut html = String::from("<div class=\"figures\">\n");
        html += &recorded("Steal", "from running dry to having taken work", &latencies.steal);
        html += &recorded("Wake-up", "from a waker's decision to the woken worker running", &latencies.wake);
        html +=
            &recorded("Cutoff", "from cancelling a split to its last helper being out", &latencies.cutoff);
        html += &match self.recording {
            Some(recording) => {
                let spans = recording.tracks.iter().flat_map(|track| &track.spans);
                let tasks = spans.filter(|span| span.what.is_task()).map(|span| span.duration_ns());
                Histogram::of(tasks.collect()).figure("Stolen tasks", "run times of tasks that changed hands")
            }
            None => recorded("Stolen work", "run times of stolen jobs and stays in a split", &latencies.run),
        };
        html + "</div>\n"
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

fn timeline_section(recording: &Recording, shortest: u64) -> String {
    let dropped: u64 = recording.tracks.iter().map(|track| track.dropped).sum();
    let from = recording.tracks.iter().map(|track| track.complete_from_ns).max().unwrap_or(0);
    let mut html = include_str!("timeline.html").to_owned();
    if shortest > 0 {
        html += &format!("<p class=\"note\">Spans shorter than {} are left out.</p>\n", span(shortest));
    }
    if dropped > 0 {
        html += &format!(
            "<p class=\"note\">The recording was full: {} of the oldest spans and news are missing. From {} on it is complete.</p>\n",
            grouped(dropped),
            span(from)
        );
    }
    html
}
