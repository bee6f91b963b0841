//! `sparring dots solve`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::place::{Place, PlaceArgs};
use crate::cli::args::{OutputArgs, PoolArgs, affordable, hash, milliseconds, nodes};
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::observed::Observed;
use crate::cli::output::{print, print_json, say};
use crate::cli::progress::Progress;
use crate::cli::recording::{RecordingArgs, Sinks};
use crate::engine::Game;
use crate::games::dots::{Edge, Labels, draw, edges_of, letter};
use crate::report::{
    CheckpointLine, Cost, DotsKeys, Extras, Header, Ledger, Mark, Measured, Provenance, RunPage,
    SolveDocument, Speedup, TableLine, grouped, span, thousands_per_second,
};
use crate::sched::Pool;
use crate::solve::dots::{self, Answer, Checkpoint, Question, Request, Saved, Solver, Unfinished};

/// What `sparring dots solve` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Prove only the value; in the document `best` and `optimal` are null then
    #[arg(long, help_heading = "Solving")]
    value_only: bool,
    /// Size of the table in MiB; smaller boards take less. 4x4 wants 512 and more
    #[arg(long, value_name = "MiB", value_parser = hash, default_value = "64", allow_negative_numbers = true,
        help_heading = "Solving")]
    hash: usize,
    /// Give up after so many milliseconds; in the document `bounds` has what is proved by then, and what is not is null
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true,
        help_heading = "Solving")]
    movetime: Option<u64>,
    /// Give up after about so many nodes
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true, help_heading = "Solving")]
    nodes: Option<u64>,
    /// Keep what is proved in this file, to go on from there when it exists, whatever has ended the solve. It is
    /// replaced in one step; the one before it is FILE.previous: if FILE is ever damaged, move that to its place
    #[arg(long, value_name = "FILE", help_heading = "Solving")]
    checkpoint: Option<PathBuf>,
    /// Write it so often [default: every minute, but if it takes long, no more than a hundredth of the time]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "checkpoint",
        allow_negative_numbers = true, help_heading = "Solving")]
    checkpoint_every: Option<Duration>,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    recording: RecordingArgs,
    /// Solve on one worker first, with a table of its own, and take the speed-up apart
    #[arg(long, conflicts_with_all = ["movetime", "nodes", "checkpoint"], help_heading = "Output")]
    compare: bool,
}

/// Null windows that follow one another by their own answers (Plaat and others, 1996), on all workers.
const STRATEGY: &str = "mtdf";

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=604_800.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        format!("got '{text}', expected seconds from 0.01 to 604800; try --checkpoint-every 60")
    })
}

/// A line costs at most this share of the nodes of the solve, or so many.
const LINE_SHARE: u64 = 10;
const LINE_NODES: u64 = 200_000;

/// A solve that has ended, and what its pool counted and recorded.
struct Solved {
    outcome: Result<Answer, Unfinished>,
    observed: Observed,
    line: Vec<Edge>,
    table_bytes: usize,
    checkpoint: Option<(Checkpoint, Saved)>,
}

/// Solves and reports.
pub(super) fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = affordable(args.hash)?;
    let mut solver = Solver::new(&place.game, hash);
    let drawn = place.position().drawn();
    let checkpoint = args.checkpoint.as_deref().map(|path| open(path, args, &solver, drawn)).transpose()?;
    let sinks = open_sinks(args)?;
    let one = if args.compare {
        let one = measured(&go(args, &place, (&solver, None), &args.pool.twin_pool()?, interrupt));
        // There is room for one table, not for two.
        drop(solver);
        solver = Solver::new(&place.game, hash);
        Some(one)
    } else {
        None
    };
    let pool = args.pool.recording_pool(sinks.events(args.output.lanes()))?;
    let solved = go(args, &place, (&solver, checkpoint), &pool, interrupt);
    let compare = one.filter(|_| !interrupt.requested());
    let compare = compare.map(|one| Speedup::new(STRATEGY, one, pool.threads(), measured(&solved), 0));
    let document = document(args, &place, pool.threads(), &solved, compare);
    let printed =
        if args.output.json { print_json(&document) } else { print(&text(&place, &solved, &document)) };
    sinks.write(solved.observed, &document.cost.ledger, |observed, provenance| {
        page(&place, &document, observed, provenance)
    })?;
    printed?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

fn go(
    args: &SolveArgs,
    place: &Place,
    (solver, checkpoint): (&Solver, Option<Checkpoint>),
    pool: &Pool,
    interrupt: &Interrupt,
) -> Solved {
    let drawn = place.position().drawn();
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    let limit = args.movetime.map(Duration::from_millis);
    let bar = Progress::steps();
    let (mut marks, mut asked) = (Vec::new(), None);
    let mut listener = |progress: dots::Progress| {
        if asked.replace(progress.question) != Some(progress.question) {
            let mark = Mark::new(progress.time, &question(place, progress.question), progress.nodes);
            marks.push(mark.with_table((1000.0 * progress.fill) as u32));
        }
        bar.show(state(place, &progress));
        let late = limit.is_some_and(|limit| progress.time >= limit);
        if late || args.nodes.is_some_and(|nodes| progress.nodes >= nodes) {
            scope.cancel();
        }
    };
    pool.reset();
    let request = Request { drawn, value_only: args.value_only };
    let (outcome, checkpoint) = match checkpoint {
        Some(file) => {
            let (outcome, saved) = solver.solve_kept(request, (pool, &scope), &mut listener, &file, &say);
            (outcome, Some((file, saved)))
        }
        None => (solver.solve(request, pool, &scope, &mut listener), None),
    };
    let observed = Observed::of(pool, marks);
    let line = match &outcome {
        Ok(answer) if !args.value_only => line(solver, drawn, answer, pool, interrupt),
        _ => Vec::new(),
    };
    Solved { outcome, observed, line, table_bytes: solver.table_bytes(), checkpoint }
}

/// The file of the solve. It is said if only the one before it is there.
fn open(path: &Path, args: &SolveArgs, solver: &Solver, drawn: u64) -> Result<Checkpoint, Failure> {
    let checkpoint = Checkpoint::open(path, args.checkpoint_every, solver, drawn)
        .map_err(|why| Failure::usage(format!("--checkpoint: {why}")))?;
    if let Some(from) = checkpoint.from().filter(|from| *from != path) {
        say(&format!("got no {}, going on from {}", path.display(), from.display()));
    }
    Ok(checkpoint)
}

/// The files of the recording: none of those that the solve has besides.
fn open_sinks(args: &SolveArgs) -> Result<Sinks, Failure> {
    let checkpoint = args.checkpoint.as_deref();
    let previous = checkpoint.map(|path| path.with_added_extension("previous"));
    let checkpoint = checkpoint.map(|path| ("--checkpoint", path));
    let previous = previous.as_deref().map(|path| ("--checkpoint (FILE.previous)", path));
    let others: Vec<_> = [args.place.file(), checkpoint, previous].into_iter().flatten().collect();
    args.recording.open(&others)
}

/// Solves on along a line, if that is cheap; what it takes is not counted.
fn line(solver: &Solver, drawn: u64, answer: &Answer, pool: &Pool, interrupt: &Interrupt) -> Vec<Edge> {
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    let most = LINE_NODES.max(answer.nodes / LINE_SHARE);
    let line = solver.line(drawn, answer.value, pool, &scope, &mut |progress| {
        if progress.nodes > most {
            scope.cancel();
        }
    });
    let best = answer.optimal.and_then(|optimal| edges_of(optimal).next());
    if line.is_empty() { best.into_iter().collect() } else { line }
}

fn question(place: &Place, question: Question) -> String {
    match question {
        Question::AtLeast(value) => format!("value >= {value}?"),
        Question::Keeps(edge) => format!("is {} optimal?", place.game.board().name(edge)),
    }
}

/// One line on how far it is.
fn state(place: &Place, progress: &dots::Progress) -> String {
    let question = question(place, progress.question);
    let bounds = match (progress.low, progress.high) {
        (low, high) if low == high => format!("value {low:+}"),
        (low, high) => format!("value {low:+} to {high:+}"),
    };
    let nodes = thousands_per_second(progress.nodes, progress.time.as_nanos() as u64);
    format!(
        "{bounds}; {question} about {:.1} % done; {} knodes/s, table {:.0} % full",
        100.0 * progress.share,
        grouped(nodes),
        100.0 * progress.fill
    )
}

fn measured(solved: &Solved) -> Measured {
    let (nodes, time) = match &solved.outcome {
        Ok(answer) => (answer.nodes, answer.time),
        Err(unfinished) => (unfinished.nodes, unfinished.time),
    };
    Measured { time_ns: time.as_nanos() as u64, nodes, busy_ns: solved.observed.snapshot.total().busy_ns }
}

fn document(
    args: &SolveArgs,
    place: &Place,
    threads: usize,
    solved: &Solved,
    compare: Option<Speedup>,
) -> SolveDocument {
    let (game, position) = (&place.game, place.position());
    let (value, bounds, value_time, fill) = match &solved.outcome {
        Ok(answer) => (Some(answer.value), [answer.value; 2], Some(answer.value_time), answer.fill),
        Err(it) => (it.value_time.map(|_| it.low), [it.low, it.high], it.value_time, it.fill),
    };
    let optimal = solved.outcome.as_ref().ok().and_then(|answer| answer.optimal);
    // Edges are asked in ascending order: the first that keeps the value is the lowest.
    let keep = solved.outcome.as_ref().map_or_else(|it| it.keep, |answer| answer.optimal.unwrap_or(0));
    let best = edges_of(keep).next().filter(|_| !args.value_only);
    let names = |edges: &[Edge]| edges.iter().map(|&edge| game.board().name(edge)).collect();
    let Measured { time_ns, nodes, .. } = measured(solved);
    SolveDocument {
        header: Header {
            game: "dots",
            position: format!("{:x}", position.drawn()),
            strategy: STRATEGY,
            depth: value.map_or(0, |_| game.undrawn(position).count_ones()),
            threads,
            best: best.map(|edge| game.board().name(edge)),
        },
        score: value,
        pv: if solved.line.is_empty() { names(best.as_slice()) } else { names(&solved.line) },
        cost: Cost { nodes, time_ns, ledger: Ledger::of(&solved.observed.snapshot) },
        outcome: game.outcome(position).map(|outcome| outcome.to_string()),
        dots: DotsKeys { edge: best.map(Edge::index), board: place.name.clone(), rules: game.rules().name() },
        value,
        optimal: optimal.map(|optimal| format!("{optimal:x}")),
        value_ns: value_time.map(|time| time.as_nanos() as u64),
        bounds,
        table: TableLine { mib: solved.table_bytes.div_ceil(1 << 20), fill },
        checkpoint: solved.checkpoint.as_ref().map(|(checkpoint, saved)| checkpoint_line(checkpoint, saved)),
        extras: Extras { stats: solved.observed.stats(args.output, None), compare },
    }
}

fn page(place: &Place, document: &SolveDocument, observed: &Observed, provenance: &Provenance) -> String {
    let [low, high] = document.bounds;
    let result = document.value.map_or(format!("{low:+} to {high:+}"), |value| format!("{value:+}"));
    let speed = thousands_per_second(document.cost.nodes, document.cost.time_ns);
    let mut facts = vec![
        ("Board", format!("{}, {} rules", place.game.board(), place.game.rules().name())),
        ("Drawn", document.header.position.clone()),
        ("Nodes", format!("{} ({STRATEGY})", grouped(document.cost.nodes))),
        ("Time", span(document.cost.time_ns)),
        ("Speed", format!("{} knodes/s", grouped(speed))),
        ("Workers", document.header.threads.to_string()),
        ("Table", format!("{} MiB, {:.1} % full", document.table.mib, 100.0 * document.table.fill)),
    ];
    facts.extend(document.value_ns.map(|ns| ("Value proved in", span(ns))));
    facts.extend(document.optimal.clone().map(|optimal| ("Optimal edges", optimal)));
    let latencies = observed.snapshot.latencies();
    let page = RunPage {
        result,
        value: "boxes still to gain".to_owned(),
        facts,
        pv: document.pv.clone(),
        recording: observed.recording.as_ref(),
        marks: &observed.marks,
        compare: document.extras.compare.as_ref(),
        ..RunPage::new("dots solve", document, &document.cost.ledger, latencies, provenance)
    };
    page.html()
}

fn checkpoint_line(checkpoint: &Checkpoint, saved: &Saved) -> CheckpointLine {
    let (earlier_nodes, earlier_time) = checkpoint.spent();
    CheckpointLine {
        file: checkpoint.path().display().to_string(),
        resumed_from: checkpoint.from().map(|path| path.display().to_string()),
        earlier_nodes,
        earlier_time_ns: earlier_time.as_nanos() as u64,
        written: saved.times,
        bytes: saved.bytes,
        failed: saved.failed.clone(),
    }
}

fn text(place: &Place, solved: &Solved, document: &SolveDocument) -> String {
    let (board, drawn) = (place.game.board(), place.position().drawn());
    let names = |set| edges_of(set).map(|edge| board.name(edge)).collect::<Vec<_>>().join(" ");
    let mut text = format!("board    {board}, {} rules\n", place.game.rules().name());
    let (keep, lose) = match &solved.outcome {
        Ok(answer) => (answer.optimal.unwrap_or(0), 0),
        Err(unfinished) => (unfinished.keep, unfinished.lose),
    };
    let word = |edge: usize| if keep >> edge & 1 == 1 { "*" } else { "" };
    let words = (0..board.edges()).map(|edge| word(edge).to_owned()).collect();
    text += &draw(board, drawn, &vec![None; board.cells().len()], &Labels::Words(words));
    if let Some(how) = &document.outcome {
        return text + &format!("value    0, the game is over: {how}\n") + &document.tail();
    }
    text += &value_lines(place, document);
    if document.optimal.is_some() {
        text += &format!("optimal  {} (* on the board)\n", names(keep));
        text += &format!("pv       {}\n", document.pv.join(" "));
    } else if keep | lose != 0 {
        let open = place.game.undrawn(place.position()) & !(keep | lose);
        text += &format!("optimal  {} so far; not {}; open: {}\n", names(keep), names(lose), names(open));
    }
    text + &document.tail()
}

/// Who wins what is left and by how much, and with what was won before.
fn value_lines(place: &Place, document: &SolveDocument) -> String {
    let (board, position) = (place.game.board(), place.position());
    let left = board.total() - board.closed(position.drawn());
    let mover = position.side_to_move();
    let [low, high] = document.bounds;
    let Some(value) = document.value else {
        return format!(
            "value    not proved: between {low:+} and {high:+} of the {left} left for {}\n",
            letter(mover)
        );
    };
    let (own, theirs) = ((left + value) / 2, (left - value) / 2);
    let (a, b) = (letter(mover), letter(mover.other()));
    let verdict = |value: i32| match value {
        0 => "a draw".to_owned(),
        1.. => format!("{a} wins by {value}"),
        _ => format!("{b} wins by {}", -value),
    };
    let mut text = format!(
        "value    {value}: {a} is to move and gets {own} of the {left} left, {b} {theirs}: {}\n",
        verdict(value)
    );
    if position.net() != 0 {
        text += &format!("final    {}, with what was won before\n", verdict(value + position.net()));
    }
    text
}
