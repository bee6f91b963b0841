use crate::page::html::{Part, TOTAL, Text, bar, legend, table};
use crate::statistics::{Ledger, Tasks, WorkerLine};
use crate::text::{grouped, span};

/// Returns cells that a script can read.
fn numbers<const N: usize>(keys: [&str; N], counts: [u64; N]) -> impl Iterator<Item = String> {
    let cell =
        |(key, n): (&str, u64)| format!("<data value=\"{n}\" data-key=\"{key}\">{}</data>", grouped(n));
    keys.into_iter().zip(counts).map(cell).collect::<Vec<_>>().into_iter()
}

pub(super) fn tasks(ledger: &Ledger) -> String {
    let row = |name: String, t: &Tasks| {
        let bar = sparks_bar(t.inlined, t.stolen, t.discarded, t.overflowed, t.dud);
        [name, bar].into_iter().chain(numbers(Tasks::NAMES, t.counts())).collect::<Vec<_>>()
    };
    let workers = ledger.workers.iter().enumerate();
    let mut rows: Vec<_> = workers.map(|(i, worker)| row(i.to_string(), &worker.tasks)).collect();
    rows.push(row(TOTAL.to_owned(), &ledger.tasks));
    let head = [&["worker", "kinds"], &Tasks::NAMES[..]].concat();
    let lines = ledger.lines();
    sparks_legend()
        + &table("Tasks by worker", &head, &rows)
        + &format!("<pre tabindex=\"0\" aria-label=\"Totals as text\">{}</pre>\n", Text(lines.trim_end()))
}

pub(super) fn tasks_title(tasks: &Tasks) -> String {
    match (tasks.created, tasks.stolen) {
        (0, _) => "No tasks".to_owned(),
        (created, 0) => format!("None of {} stolen", counted_tasks(created)),
        (created, stolen) => format!("{} of {} stolen", grouped(stolen), counted_tasks(created)),
    }
}

fn counted_tasks(n: u64) -> String {
    format!("{} task{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// The legend of [`sparks_bar`], in this program's words and GHC's.
pub fn sparks_legend() -> String {
    legend(&[
        ("inlined", "inlined (fizzled)"),
        ("stolen", "stolen (converted)"),
        ("discarded", "discarded (GC&#39;d)"),
        ("overflowed", "overflowed"),
        ("dud", "dud"),
    ])
}

pub fn sparks_bar(inlined: u64, stolen: u64, discarded: u64, overflowed: u64, dud: u64) -> String {
    let whole = (inlined + stolen + discarded + overflowed + dud).max(1) as f64;
    let part = |class, n: u64| Part { class, name: class, share: n as f64 / whole, amount: grouped(n) };
    bar(&[
        part("inlined", inlined),
        part("stolen", stolen),
        part("discarded", discarded),
        part("overflowed", overflowed),
        part("dud", dud),
    ])
}

pub(super) fn workers(ledger: &Ledger) -> String {
    let cpu = |w: &WorkerLine| w.pinned_to.map_or("any".to_owned(), |cpu| cpu.to_string());
    let row = |name: String, cpu: String, w: &WorkerLine| {
        let cells = numbers(WorkerLine::NAMES, w.counts());
        [name, cpu].into_iter().chain(cells).chain([span(w.busy_ns)]).collect::<Vec<_>>()
    };
    let workers = ledger.workers.iter().enumerate();
    let mut rows: Vec<_> = workers.map(|(i, w)| row(i.to_string(), cpu(w), w)).collect();
    let total = WorkerLine::new(&ledger.total, None);
    rows.push(row(TOTAL.to_owned(), String::new(), &total));
    let names = WorkerLine::headings("failed steals");
    let head = [&["worker", "cpu"], &names[..], &["at work"]].concat();
    table("Workers", &head, &rows)
}
