//! The timeline as an SVG without a script, light or dark as the reader prefers.
//!
//! For each worker it has a row for every level of nesting. All spans of one kind share one path,
//! which keeps a picture small.

use super::page::RunPage;
use super::timeline::shortest;
use crate::page::html::Text;
use crate::page::svg::svg;
use crate::recording::{Mark, TimeRange, share_at_work};
use crate::text::{counted, grouped, span};
use sparring_sched::{Recording, Span, SpanKind, Track};

/// The most spans drawn, about 25 bytes each; the longest are kept.
const MOST_SPANS: usize = 1_000;
/// The most thefts drawn; more would hide the spans.
const MOST_THEFTS: usize = 100;

const WIDTH: f64 = 600.0;
const MARGIN: f64 = 16.0;
const LINE: f64 = 20.0;
const ROW: f64 = 14.0;
const CROWD: f64 = 12.0;
const LETTERS: usize = 81;
/// Width of a letter when placing text; most are narrower.
const LETTER: f64 = 7.8;

const KINDS: [(&str, &str); 7] = [
    ("own", "own work"),
    ("help", "helping"),
    ("task", "stolen task"),
    ("aborted", "aborted task"),
    ("shared", "shared work"),
    ("waiting", "waiting"),
    ("asleep", "asleep"),
];

/// The class of a span; empty if it is not drawn.
fn class(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Install => "own",
        SpanKind::Help { .. } => "help",
        SpanKind::Job { aborted: true, .. } | SpanKind::Index { aborted: true, .. } => "aborted",
        SpanKind::Job { .. } | SpanKind::Index { .. } => "task",
        SpanKind::SharedJob { .. } | SpanKind::SharedSplit { .. } => "shared",
        SpanKind::Wait => "waiting",
        SpanKind::Sleep => "asleep",
        _ => "",
    }
}

impl RunPage<'_> {
    pub fn picture(&self) -> String {
        let summary = &self.summary;
        let title = format!("{}: {}", summary.title, summary.headline.text());
        let mut picture = Picture { svg: String::new(), y: MARGIN };
        picture.line("title", &title);
        picture.wrapped(&self.provenance.command_line());
        if let Some(recording) = self.recording {
            picture.timeline(recording, self.marks, self.summary.is_game());
        }
        self.ledger.lines().lines().for_each(|line| picture.wrapped(line));
        let workers = counted(self.ledger.workers.len(), "worker");
        let about = format!("What each of {workers} did in the course of the run, by kind of work.");
        let size = [WIDTH, picture.y + MARGIN];
        svg(size, &title, &about, &picture.svg)
    }
}

struct Picture {
    svg: String,
    y: f64,
}

impl Picture {
    fn text(&mut self, class: &str, x: f64, text: &str) {
        let y = self.y;
        self.svg += &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", Text(text));
    }

    fn line(&mut self, class: &str, text: &str) {
        self.y += LINE;
        self.text(class, MARGIN, text);
    }

    fn wrapped(&mut self, text: &str) {
        let mut rest = text;
        while let Some((longest, next)) = rest.char_indices().nth(LETTERS) {
            let seen = &rest[..longest + next.len_utf8()];
            let end = seen.rfind(' ').filter(|&end| end > 0).unwrap_or(longest);
            self.line("mono", &rest[..end]);
            rest = rest[end..].trim_start();
        }
        self.line("mono", rest);
    }

    fn timeline(&mut self, recording: &Recording, marks: &[Mark], is_game: bool) {
        let shortest = shortest(recording, MOST_SPANS);
        let scale = Scale { searched: TimeRange::of_search(recording), shown: TimeRange::in_view(recording) };
        self.legend(recording);
        self.y += 1.5 * LINE;
        let axis = self.svg.len();
        let top = self.y;
        let lanes = self.lanes(recording, shortest, &scale);
        self.y += LINE / 2.0;
        let behind = [
            scale.outside(top, self.y),
            scale.axis(top, self.y),
            scale.marks(marks, is_game, top, self.y),
            thefts(recording, &lanes, shortest, &scale),
        ];
        self.svg.insert_str(axis, &behind.concat());
        if shortest > 0 {
            self.line("soft", &format!("Spans shorter than {} are left out.", span(shortest)));
        }
        let dropped: u64 = recording.tracks.iter().map(|track| track.dropped).sum();
        if let Some(note) = scale.note() {
            self.line("soft", &note);
        }
        if dropped > 0 {
            self.line("soft", &format!("{} of the oldest spans were not kept.", grouped(dropped)));
        }
    }

    fn legend(&mut self, recording: &Recording) {
        self.y += LINE / 4.0;
        let mut x = WIDTH;
        for (kind, name) in KINDS {
            let spans = recording.tracks.iter().flat_map(|track| &track.spans);
            let count = spans.filter(|span| class(span.kind) == kind).count();
            if count == 0 {
                continue;
            }
            let text = format!("{name} {}", grouped(count as u64));
            let wide = 18.0 + LETTER * text.len() as f64;
            if x + wide > WIDTH - MARGIN {
                x = MARGIN;
                self.y += LINE;
            }
            let top = self.y - 11.0;
            self.svg +=
                &format!("<rect class=\"{kind}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"12\" height=\"12\"/>\n");
            self.text("soft", x + 18.0, &text);
            x += wide + 10.0;
        }
    }

    fn lanes(&mut self, recording: &Recording, shortest: u64, scale: &Scale) -> Vec<(f64, f64)> {
        let mut lanes = Vec::new();
        for (worker, track) in recording.tracks.iter().enumerate() {
            self.y += LINE;
            let share = 100.0 * share_at_work(track, scale.searched);
            self.text("soft", MARGIN, &format!("worker {worker}, {share:.0} % at work"));
            self.y += 6.0;
            let rows = track.spans.iter().map(|span| span.depth + 1).max().unwrap_or(1);
            for (kind, _) in KINDS {
                let path = path(track, kind, shortest, self.y, scale);
                if !path.is_empty() {
                    self.svg += &format!("<path class=\"{kind}\" d=\"{path}\"/>\n");
                }
            }
            lanes.push((self.y, self.y + rows as f64 * ROW));
            self.y += rows as f64 * ROW + 4.0;
        }
        lanes
    }
}

/// Draws a line for each theft from the victim's lane to the thief's span, unless there are too
/// many.
fn thefts(recording: &Recording, lanes: &[(f64, f64)], shortest: u64, scale: &Scale) -> String {
    let mut lines = Vec::new();
    for (thief, track) in recording.tracks.iter().enumerate() {
        for span in track.spans.iter().filter(|span| span.duration_ns() >= shortest) {
            let (SpanKind::Job { creator, .. } | SpanKind::Help { creator }) = span.kind else { continue };
            if creator != thief {
                let from = if creator < thief { lanes[creator].1 } else { lanes[creator].0 };
                let (x, y) = (scale.x(span.start_ns), lanes[thief].0 + (span.depth as f64 + 0.5) * ROW);
                lines.push(format!("M{:.1} {from:.1}L{x:.1} {y:.1}", (x - 8.0).max(MARGIN / 2.0)));
            }
        }
    }
    lines.truncate(if lines.len() > MOST_THEFTS { 0 } else { MOST_THEFTS });
    format!("<path class=\"theft\" d=\"{}\"/>\n", lines.concat())
}

/// A path of rectangles for spans of one kind; `top` is the first row's.
fn path(track: &Track, kind: &str, shortest: u64, top: f64, scale: &Scale) -> String {
    let seen = |span: &&Span| {
        let drawn = class(span.kind) == kind && span.duration_ns() >= shortest;
        drawn && scale.shown.overlap_ns(span.start_ns, span.end_ns) > 0
    };
    let spans = track.spans.iter().filter(seen);
    let rectangle = |span: &Span| {
        let (x, wide) = (scale.x(span.start_ns), (scale.x(span.end_ns) - scale.x(span.start_ns)).max(0.5));
        let (y, high) = (top + span.depth as f64 * ROW, ROW - 1.0);
        format!("M{x:.1} {y:.1}h{wide:.1}v{high}h-{wide:.1}z")
    };
    spans.map(rectangle).collect()
}

/// Time from left to right; the search begins at 0.
struct Scale {
    searched: TimeRange,
    /// The search and a little around it.
    shown: TimeRange,
}

impl Scale {
    fn x(&self, ns: u64) -> f64 {
        let inside = ns.clamp(self.shown.from_ns, self.shown.to_ns) - self.shown.from_ns;
        MARGIN + inside as f64 / self.shown.length_ns() as f64 * (WIDTH - 2.0 * MARGIN)
    }

    /// Draws hatched columns where the pool starts up and shuts down.
    fn outside(&self, top: f64, bottom: f64) -> String {
        let column = |from, to| {
            let (x, wide) = (self.x(from), self.x(to) - self.x(from));
            let (y, high) = (top + 5.0, bottom - top - 5.0);
            format!(
                "<rect class=\"outside\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"/>\n"
            )
        };
        let Scale { searched, shown } = self;
        column(shown.from_ns, searched.from_ns) + &column(searched.to_ns, shown.to_ns)
    }

    fn note(&self) -> Option<String> {
        let note = "Hatched: the pool starts up, and shuts down. No share of the time counts that.";
        (self.searched != self.shown).then(|| note.to_owned())
    }

    fn axis(&self, top: f64, bottom: f64) -> String {
        let end = self.searched.length_ns() as f64;
        let (unit, name) = match end {
            1e9.. => (1e9, "s"),
            1e6.. => (1e6, "ms"),
            1e3.. => (1e3, "us"),
            _ => (1.0, "ns"),
        };
        let rough = end / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(rough).max(1.0);
        let places = (-(step / unit).log10().floor()).max(0.0) as usize;
        let moments = (0..).map(|i| i as f64 * step).take_while(|&at| at <= end);
        let tick = |at: f64| {
            let x = self.x(self.searched.from_ns + at as u64);
            let anchor = if at == 0.0 {
                "start"
            } else if x > WIDTH - 50.0 {
                "end"
            } else {
                "middle"
            };
            let text = format!("{:.places$} {name}", at / unit);
            format!(
                "<path class=\"tick\" d=\"M{x:.1} {:.1}V{bottom:.1}\"/>\
                 <text class=\"soft\" x=\"{x:.1}\" y=\"{top:.1}\" text-anchor=\"{anchor}\">{text}</text>\n",
                top + 5.0
            )
        };
        moments.map(tick).collect()
    }

    /// Draws broken lines at the marks, the last ones with names. Of crowded marks only some lines
    /// cross the lanes. A depth ends at its mark, a decision begins there: the name is on that
    /// side.
    fn marks(&self, marks: &[Mark], is_game: bool, top: f64, bottom: f64) -> String {
        let (mut free, mut whole) = (WIDTH - MARGIN, WIDTH);
        let mut svg = String::new();
        for mark in marks.iter().rev() {
            let x = self.x(mark.at_ns);
            let is_crowded = whole - x < CROWD;
            let bottom = if is_crowded { top + 10.0 } else { bottom };
            svg += &format!("<path class=\"mark\" d=\"M{x:.1} {:.1}V{bottom:.1}\"/>\n", top + 5.0);
            whole = if is_crowded { whole } else { x };
            let wide = LETTER * mark.name.len() as f64;
            let left = if is_game { x + 4.0 } else { x.min(WIDTH - MARGIN) - wide - 4.0 };
            let right = if is_game { left + wide } else { x };
            if right <= free && left > WIDTH / 2.0 {
                let y = top + LINE;
                svg += &format!(
                    "<text class=\"name\" x=\"{left:.1}\" y=\"{y:.1}\">{}</text>\n",
                    Text(&mark.name)
                );
                free = left;
            }
        }
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str) -> Vec<String> {
        let mut picture = Picture { svg: String::new(), y: 0.0 };
        picture.wrapped(text);
        let content = |line: &str| line.split(['<', '>']).nth(2).unwrap().to_owned();
        picture.svg.lines().map(content).collect()
    }

    #[test]
    fn lines_count_characters_not_bytes() {
        for letter in ["e", "é", "♞"] {
            let line = letter.repeat(LETTERS);
            let line = line.as_str();
            assert_eq!(wrapped(line), [line]);
            assert_eq!(wrapped(&format!("{line}{line}{letter}")), [line, line, letter]);
            assert_eq!(wrapped(&format!("{line} {letter}")), [line, letter]);
            assert_eq!(wrapped(&format!("{letter} {line}")), [letter, line]);
        }
    }
}
