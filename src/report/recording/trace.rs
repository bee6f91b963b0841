//! A recorded run in Chrome's trace event format, for Perfetto (ui.perfetto.dev).
//!
//! Every worker is a thread with its spans. An arrow leads from the creator of a stolen task to the
//! span that ran it. Counters show idle workers, nodes per second, waiting tasks, and the table's
//! use.

use super::run::RecordedRun;
use sparring_sched::{InstantEvent, Sample, Span, SpanKind, Track};
use std::fmt::{self, Display, Write};

const POINTS: u64 = 2_000;
/// Least nanoseconds between points.
const STEP_NS: u64 = 1_000_000;

pub fn trace(run: &RecordedRun) -> Vec<u8> {
    let mut trace = Trace { text: String::new(), arrows: 0 };
    let process = quoted(&run.args.join(" "));
    trace.event(format_args!(r#""ph":"M","name":"process_name","args":{{"name":{process}}}"#));
    let tracks = &run.recording.tracks;
    let periods: Vec<_> = tracks.iter().map(periods).collect();
    for (worker, track) in tracks.iter().enumerate() {
        trace.name(worker);
        for span in &track.spans {
            trace.span(worker, span);
            trace.arrow(worker, span, &periods);
        }
        track.instants.iter().for_each(|(at_ns, news)| trace.news(worker, *at_ns, *news));
    }
    for mark in &run.marks {
        let (ts, name, nodes) = (Micros(mark.at_ns), quoted(&mark.text()), mark.nodes);
        trace.event(format_args!(
            r#""ph":"i","s":"p","tid":1,"ts":{ts},"name":{name},"args":{{"nodes":{nodes}}}"#
        ));
        if let Some(permille) = mark.table_permille {
            trace.counter(mark.at_ns, ("table", "per mille taken"), permille);
        }
    }
    for (at_ns, workers) in hungry(tracks) {
        trace.counter(at_ns, ("workers", "hungry"), workers);
    }
    let end = run.recording.end_ns;
    let step = STEP_NS.max(end / POINTS);
    for from in (0..end).step_by(step as usize) {
        let to = (from + step).min(end);
        let sum = |of: fn(&Sample) -> u64, at| tracks.iter().map(|track| between(track, of, at)).sum::<f64>();
        let nodes = |at| sum(|sample| sample.tally.nodes, at);
        let per_second = (nodes(to) - nodes(from)) * 1e9 / (to - from) as f64;
        trace.counter(from, ("nodes", "per second"), per_second.round());
        trace.counter(from, ("tasks", "waiting"), sum(|sample| sample.remaining, from).round());
    }
    trace.document()
}

struct Micros(u64);

impl Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A worker's thread, from 1: viewers take 0 for no thread.
fn thread(worker: usize) -> usize {
    worker + 1
}

struct Trace {
    text: String,
    arrows: usize,
}

impl Trace {
    fn event(&mut self, fields: fmt::Arguments<'_>) {
        let comma = if self.text.is_empty() { "" } else { "," };
        let written = write!(self.text, "{comma}\n{{\"pid\":1,{fields}}}");
        debug_assert!(written.is_ok(), "a string takes everything");
    }

    fn document(self) -> Vec<u8> {
        format!("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[{}\n]}}\n", self.text).into_bytes()
    }

    fn name(&mut self, worker: usize) {
        let tid = thread(worker);
        self.event(format_args!(
            r#""ph":"M","tid":{tid},"name":"thread_name","args":{{"name":"worker-{worker:02}"}}"#
        ));
        self.event(format_args!(
            r#""ph":"M","tid":{tid},"name":"thread_sort_index","args":{{"sort_index":{worker}}}"#
        ));
    }

    fn span(&mut self, worker: usize, span: &Span) {
        let (name, args) = match span.kind {
            SpanKind::Install => ("install", String::new()),
            SpanKind::Job { creator, aborted } => {
                ("job", format!(r#""creator":{creator},"aborted":{aborted}"#))
            }
            SpanKind::Help { creator } => ("help", format!(r#""creator":{creator}"#)),
            SpanKind::Index { creator, index, aborted } => {
                ("task", format!(r#""creator":{creator},"index":{index},"aborted":{aborted}"#))
            }
            SpanKind::SharedJob { taken } => ("shared job", format!(r#""taken":{taken}"#)),
            SpanKind::SharedSplit { taken, cut } => ("split", format!(r#""taken":{taken},"cut":{cut}"#)),
            SpanKind::Wait => ("wait", String::new()),
            SpanKind::Sleep => ("sleep", String::new()),
            _ => ("other", String::new()),
        };
        let (tid, ts, dur) = (thread(worker), Micros(span.start_ns), Micros(span.duration_ns()));
        self.event(format_args!(
            r#""ph":"X","tid":{tid},"ts":{ts},"dur":{dur},"name":"{name}","args":{{{args}}}"#
        ));
    }

    /// Draws an arrow from a task's creator to the span that ran it, if a span of the creator at
    /// that moment is known.
    fn arrow(&mut self, worker: usize, span: &Span, periods: &[Vec<Span>]) {
        let Some(creator) = span.kind.creator().filter(|creator| span.kind.is_task() && *creator != worker)
        else {
            return;
        };
        let begun = periods[creator].partition_point(|period| period.start_ns <= span.start_ns);
        if periods[creator][..begun].last().is_none_or(|period| period.end_ns <= span.start_ns) {
            return;
        }
        self.arrows += 1;
        let (id, ts, from, to) = (self.arrows, Micros(span.start_ns), thread(creator), thread(worker));
        self.event(format_args!(r#""ph":"s","tid":{from},"ts":{ts},"id":{id},"name":"steal","cat":"steal""#));
        self.event(format_args!(
            r#""ph":"f","bp":"e","tid":{to},"ts":{ts},"id":{id},"name":"steal","cat":"steal""#
        ));
    }

    fn news(&mut self, worker: usize, at_ns: u64, news: InstantEvent) {
        let (name, args) = match news {
            InstantEvent::Woke(sleeper) => ("wake", format!(r#""worker":{sleeper}"#)),
            InstantEvent::Cut { creator } => ("cut", format!(r#""creator":{creator}"#)),
            _ => ("news", String::new()),
        };
        let (tid, ts) = (thread(worker), Micros(at_ns));
        self.event(format_args!(
            r#""ph":"i","s":"t","tid":{tid},"ts":{ts},"name":"{name}","args":{{{args}}}"#
        ));
    }

    /// Adds a point. Viewers show the counter's name, then the series.
    fn counter(&mut self, at_ns: u64, (name, series): (&str, &str), value: impl Display) {
        let ts = Micros(at_ns);
        self.event(format_args!(r#""ph":"C","ts":{ts},"name":"{name}","args":{{"{series}":{value}}}"#));
    }
}

fn periods(track: &Track) -> Vec<Span> {
    let outermost = |span: &&Span| span.depth == 0 && span.kind != SpanKind::Sleep;
    track.spans.iter().filter(outermost).copied().collect()
}

fn hungry(tracks: &[Track]) -> Vec<(u64, usize)> {
    let busy = tracks.iter().flat_map(Track::busy);
    let mut changes: Vec<(u64, i64)> = busy.flat_map(|(from, to)| [(from, -1), (to, 1)]).collect();
    changes.sort_unstable();
    let mut hungry = tracks.len() as i64;
    let mut steps = vec![(0, tracks.len())];
    for (at_ns, change) in changes {
        hungry += change;
        let now = (at_ns, hungry as usize);
        match steps.last_mut() {
            Some(last) if last.0 == at_ns => *last = now,
            _ => steps.push(now),
        }
    }
    steps
}

/// A counter's value, interpolated linearly between samples.
fn between(track: &Track, of: fn(&Sample) -> u64, at_ns: u64) -> f64 {
    let next = track.samples.partition_point(|sample| sample.at_ns <= at_ns);
    let value = |sample: &Sample| of(sample) as f64;
    match (track.samples[..next].last(), track.samples.get(next)) {
        (Some(last), None) => value(last),
        (Some(last), Some(next)) => {
            let part = (at_ns - last.at_ns) as f64 / (next.at_ns - last.at_ns) as f64;
            value(last) + part * (value(next) - value(last))
        }
        (None, _) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::statistics::{Ledger, Tasks};
    use serde_json::Value;
    use sparring_sched::{Recording, Tally};

    #[test]
    fn the_speed_is_right_where_the_recording_ends_within_a_step() {
        let sample = |(at_ns, nodes): (u64, u64)| {
            let mut tally = Tally::default();
            tally.nodes = nodes;
            Sample::new(at_ns, tally)
        };
        let end_ns = STEP_NS + STEP_NS / 2;
        let mut track = Track::default();
        track.samples = [(0, 0), (end_ns, 3_000)].map(sample).to_vec();
        let recording = Recording::new(vec![track], SystemTime::UNIX_EPOCH, end_ns);
        let ledger = Ledger { tasks: Tasks::default(), workers: Vec::new(), total: Tally::default() };
        let run = RecordedRun { recording, ledger, marks: Vec::new(), args: Vec::new(), pid: 1 };
        let trace: Value = serde_json::from_slice(&trace(&run)).unwrap();
        let events = trace["traceEvents"].as_array().unwrap().iter();
        let nodes = events.filter(|event| event["name"] == "nodes");
        let speeds: Vec<&Value> = nodes.map(|event| &event["args"]["per second"]).collect();
        assert_eq!(speeds, [2_000_000, 2_000_000]);
    }
}
