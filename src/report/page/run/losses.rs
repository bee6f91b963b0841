//! The use of the workers' time, and the factors of the speed-up.

use crate::page::html::{Part, TOTAL, Text, bar, legend, sentence, table};
use crate::recording::TimeRange;
use crate::statistics::{Ledger, Speedup, Spread};
use crate::text::{grouped, ratio, span};
use sparring_sched::{Recording, SpanKind, Track};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shares {
    busy: u64,
    waiting: u64,
    asleep: u64,
    /// Time outside all spans.
    looking: u64,
}

impl Shares {
    /// Divides a worker's time in the search, from where its track is complete.
    fn of(track: &Track, searched: TimeRange) -> Shares {
        let counted = searched.complete_for(track);
        let mut shares = Shares::default();
        let mut around: Vec<(u64, SpanKind)> = Vec::new();
        let mut now = 0;
        for span in &track.spans {
            if matches!(
                span.kind,
                SpanKind::Index { .. } | SpanKind::SharedJob { .. } | SpanKind::SharedSplit { .. }
            ) {
                continue; // what is inside goes on as outside
            }
            while let Some((end, what)) = around.pop_if(|(end, _)| *end <= span.start_ns) {
                shares.add(counted.overlap_ns(now, end), Some(what));
                now = end;
            }
            shares.add(counted.overlap_ns(now, span.start_ns), around.last().map(|&(_, what)| what));
            now = span.start_ns;
            around.push((span.end_ns, span.kind));
        }
        while let Some((end, what)) = around.pop() {
            shares.add(counted.overlap_ns(now, end), Some(what));
            now = end;
        }
        shares.add(counted.overlap_ns(now, counted.to_ns), None);
        shares
    }

    fn add(&mut self, ns: u64, what: Option<SpanKind>) {
        let time = match what {
            None => &mut self.looking,
            Some(SpanKind::Wait) => &mut self.waiting,
            Some(SpanKind::Sleep) => &mut self.asleep,
            Some(_) => &mut self.busy,
        };
        *time += ns;
    }

    fn parts(&self) -> Vec<Part> {
        let whole = (self.busy + self.waiting + self.looking + self.asleep).max(1);
        let part = |class, name, ns: u64| Part {
            class,
            name,
            share: ns as f64 / whole as f64,
            amount: format!("{}, {:.1} %", span(ns), 100.0 * ns as f64 / whole as f64),
        };
        vec![
            part("busy", "at work", self.busy),
            part("waiting", "waiting", self.waiting),
            part("looking", "looking", self.looking),
            part("asleep", "asleep", self.asleep),
        ]
    }
}

fn all_shares(recording: &Recording) -> (Vec<Shares>, Shares) {
    let searched = TimeRange::of_search(recording);
    let all: Vec<Shares> = recording.tracks.iter().map(|track| Shares::of(track, searched)).collect();
    let sum = all.iter().fold(Shares::default(), |sum, shares| Shares {
        busy: sum.busy + shares.busy,
        waiting: sum.waiting + shares.waiting,
        asleep: sum.asleep + shares.asleep,
        looking: sum.looking + shares.looking,
    });
    (all, sum)
}

/// The speed-up if known, otherwise the share of time at work.
pub(super) fn title(ledger: &Ledger, recording: Option<&Recording>, compare: Option<&Speedup>) -> String {
    if let Some(s) = compare {
        return format!("Speed-up {} on {}", ratio(s.speedup), crate::text::counted(s.workers, "worker"));
    }
    let (busy, whole) = match recording.map(all_shares) {
        Some((_, Shares { busy, waiting, asleep, looking })) => (busy, busy + waiting + asleep + looking),
        None => (ledger.total.busy_ns, ledger.total.busy_ns + ledger.total.idle_ns),
    };
    let share = 100.0 * busy as f64 / whole.max(1) as f64;
    let workers = match ledger.workers.len() {
        1 => "1 worker was".to_owned(),
        n => format!("{n} workers were"),
    };
    format!("{workers} at work {share:.0} % of the time")
}

pub(super) fn shares(ledger: &Ledger, recording: Option<&Recording>) -> String {
    let Some(recording) = recording else { return counted(ledger) };
    let (all, sum) = all_shares(recording);
    let workers = all.iter().enumerate();
    let mut rows: Vec<_> = workers.map(|(worker, shares)| row(worker.to_string(), &shares.parts())).collect();
    rows.push(row(TOTAL.to_owned(), &sum.parts()));
    legend(&[
        ("busy", "at work"),
        ("waiting", "waiting for those who run its tasks"),
        ("looking", "looking for work"),
        ("asleep", "asleep"),
    ]) + &table("Time of the workers", &["worker", "time", "at work", "waiting", "looking", "asleep"], &rows)
}

fn counted(ledger: &Ledger) -> String {
    let parts = |busy: u64, idle: u64| {
        let part = |class, name, ns: u64| Part {
            class,
            name,
            share: ns as f64 / (busy + idle).max(1) as f64,
            amount: format!("{}, {:.1} %", span(ns), 100.0 * ns as f64 / (busy + idle).max(1) as f64),
        };
        vec![part("busy", "at work", busy), part("looking", "without work", idle)]
    };
    let workers = ledger.workers.iter().enumerate();
    let mut rows: Vec<_> =
        workers.map(|(i, worker)| row(i.to_string(), &parts(worker.busy_ns, worker.idle_ns))).collect();
    rows.push(row(TOTAL.to_owned(), &parts(ledger.total.busy_ns, ledger.total.idle_ns)));
    table("Time of the workers", &["worker", "time", "at work", "without work"], &rows)
}

fn row(worker: String, parts: &[Part]) -> Vec<String> {
    let percent = parts.iter().map(|part| format!("{:.1} %", 100.0 * part.share));
    [worker, bar(parts)].into_iter().chain(percent).collect()
}

pub(super) fn speedup(s: &Speedup) -> String {
    let p = s.workers as f64;
    let (after_b, after_r) = (p * s.busy, p * s.busy * s.rate);
    let top = p.max(after_b).max(after_r).max(s.speedup);
    let step = |symbol: &str, name: &str, value: f64, before: f64, why: String| {
        let (kept, lost) = (value.min(before) / top, (before - value).max(0.0) / top);
        let gained = (value - before).max(0.0) / top;
        let part = |class, name, share, amount| Part { class, name, share, amount };
        let parts = [
            part("busy", "kept", kept, format!("{:.2}", value.min(before))),
            part("gained", "gained", gained, format!("{:.2}", value - before)),
            part("lost", "lost", lost, format!("{:.2}", before - value)),
        ];
        vec![format!("{symbol} {name}"), format!("{value:.2}"), bar(&parts), sentence(why)]
    };
    let overhead = signed(s.search_overhead);
    let rows = [
        step("<var>P</var>", "workers", p, p, format!("ideally {} times as fast", s.workers)),
        step(
            "<var>B</var>",
            "busy",
            after_b,
            p,
            format!("times {:.3}: the share of their time that was work", s.busy),
        ),
        step(
            "<var>R</var>",
            "node rate",
            after_r,
            after_b,
            format!("times {:.3}: the speed of a node, the baseline's being 1", s.rate),
        ),
        step(
            SO,
            "search overhead",
            s.speedup,
            after_r,
            format!(
                "divided by 1 {overhead}: nodes that the baseline did not need; {:.3} of it in cancelled tasks",
                s.wasted_overhead
            ),
        ),
    ];
    format!(
        "<p class=\"equation\"><var>S</var> = <var>P</var> &middot; <var>B</var> &middot; <var>R</var> / (1 + {SO}) \
         <span>{:.2} = {} &middot; {:.3} &middot; {:.3} / (1 {overhead})</span></p>\n<p>{:.2} times as fast as {} on one worker, which \
         took {} for {} nodes.{}</p>\n{}",
        s.speedup,
        s.workers,
        s.busy,
        s.rate,
        s.speedup,
        Text(&s.twin),
        span(s.twin_time_ns),
        grouped(s.twin_nodes),
        s.spread.map_or(String::new(), |spread| repeated(&spread)),
        table("The speed-up, factor by factor", &["factor", "left", "of the workers", "because"], &rows)
    )
}

fn repeated(spread: &Spread) -> String {
    format!(
        " Both ran {} times by turns, and those of median time are compared: baseline {}, run {}. Turn \
         by turn the speed-up was from {:.2} to {:.2}.",
        spread.reps, spread.twin, spread.run, spread.least_speedup, spread.greatest_speedup
    )
}

/// The symbol is upright, because two italic letters would mean a product.
const SO: &str = "<var class=\"word\">SO</var>";

fn signed(number: f64) -> String {
    let sign = if number < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign} {:.3}", number.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_sched::Span;

    #[test]
    fn every_nanosecond_goes_to_one_thing() {
        let spans = [
            ((10, 100), SpanKind::Install),
            ((20, 90), SpanKind::SharedSplit { taken: 1, cut: false }),
            ((40, 80), SpanKind::Wait),
            ((45, 50), SpanKind::Sleep),
            ((50, 60), SpanKind::Help { creator: 1 }),
            ((51, 59), SpanKind::Index { creator: 1, index: 3, aborted: false }),
            ((120, 150), SpanKind::Sleep),
            ((160, 170), SpanKind::Job { creator: 2, aborted: false }),
        ];
        let spans = spans.map(|((start_ns, end_ns), what)| Span::new(start_ns, end_ns, 0, what));
        let mut track = Track::new(spans.to_vec());
        let busy: u64 = track.busy().iter().map(|(from, to)| to - from).sum();
        let whole = TimeRange { from_ns: 0, to_ns: 200 };
        let shares = Shares::of(&track, whole);
        assert_eq!(shares, Shares { busy, waiting: 25, asleep: 35, looking: 10 + 20 + 10 + 30 });
        let part = Shares::of(&track, TimeRange { from_ns: 10, to_ns: 105 });
        assert_eq!(part, Shares { busy: busy - 10, waiting: 25, asleep: 5, looking: 5 });
        track.complete_from_ns = 55;
        assert_eq!(Shares::of(&track, whole), Shares { busy: 35, waiting: 20, asleep: 30, looking: 60 });
    }
}
