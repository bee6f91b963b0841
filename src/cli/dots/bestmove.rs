//! `sparring dots bestmove`.

use clap::Args;

use super::place::{Place, PlaceArgs};
use crate::cli::args::{OutputArgs, PoolArgs, SearchArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::observed::Observed;
use crate::cli::output::{print, print_json};
use crate::cli::progress::Progress;
use crate::cli::recording::RecordingArgs;
use crate::engine::{AnswerOf, Engine, Iteration, Request, SearchStrategy, Settings};
use crate::games::dots::{BoxesWon, Dots, Edge, Labels, Position, draw};
use crate::report::{
    Cost, DotsKeys, Ending, Extras, Header, Ledger, Mark, Measured, SearchDocument, Speedup, Variant, grouped,
};
use crate::sched::Pool;

/// What `sparring dots bestmove` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BestmoveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    recording: RecordingArgs,
    /// Search on one worker first and take the speed-up apart: pvs for ybw, minimax for par, the same strategy for the
    /// others
    #[arg(long, conflicts_with_all = ["movetime", "nodes"], help_heading = "Output")]
    compare: bool,
}

/// Plies, if nothing else is said.
pub(super) const DEPTH: u32 = 9;

/// The same settings in a game that is over after `left` edges: deeper there is nothing.
pub(super) fn within_the_game(settings: Settings, left: u32) -> Settings {
    Settings { depth: settings.depth.min(left.max(1)), ..settings }
}

/// A finished search and what its pool did.
struct Searched {
    answer: AnswerOf<Dots>,
    observed: Observed,
}

/// Searches and reports.
pub(super) fn run(args: &BestmoveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = args.search.hash()?;
    let sinks = args.recording.open(args.place.file().as_slice())?;
    let left = place.game.undrawn(place.position()).count_ones();
    let settings = within_the_game(args.search.settings(DEPTH), left);
    let request = Request::new(*place.position(), settings);
    let twin = if args.compare {
        let request = Request { settings: settings.baseline(), ..request.clone() };
        let searched = go(&place.game, args.pool.twin_pool()?, hash, &request, interrupt);
        Some((request.settings.strategy, searched))
    } else {
        None
    };
    let pool = args.pool.recording_pool(sinks.events(args.output.lanes()))?;
    let threads = pool.threads();
    let searched = go(&place.game, pool, hash, &request, interrupt);
    let compare = twin.filter(|_| !interrupt.requested() && searched.answer.last.is_some());
    let compare = compare.map(|(strategy, twin)| {
        let wasted = searched.answer.counts.wasted_nodes;
        Speedup::new(strategy.name(), measured(&twin), threads, measured(&searched), wasted)
    });
    let document = document(args, (&place, &request), threads, &searched, compare);
    let printed = if args.output.json { print_json(&document) } else { print(&text(&place, &document)) };
    let counts = &searched.answer.counts;
    sinks.write(searched.observed, &document.cost.ledger, |observed, provenance| {
        observed.page((&document, "boxes still to gain"), counts, provenance).html()
    })?;
    printed?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

fn go(
    game: &Dots,
    pool: Pool,
    hash: usize,
    request: &Request<'_, Position>,
    interrupt: &Interrupt,
) -> Searched {
    let engine = Engine::new(game.clone(), pool, hash);
    let stop = engine.stop_switch();
    let switch = stop.clone();
    interrupt.guard(move || switch.stop());
    let progress = Progress::steps();
    let mut marks = Vec::new();
    let mut listener = |iteration: &Iteration<Edge>| {
        let nodes = grouped(iteration.counts.nodes);
        let pv = names(game, &iteration.pv).join(" ");
        let text = format!("depth {}  {pv}  {nodes} nodes", iteration.depth);
        let mark = Mark::new(iteration.time, &text, iteration.counts.nodes);
        marks.push(mark.with_table(engine.table_permille()));
        progress.show(text);
    };
    engine.pool().reset();
    let answer = engine.go(&BoxesWon::of(game), request, &stop, &mut listener);
    Searched { answer, observed: Observed::of(engine.pool(), marks) }
}

fn measured(searched: &Searched) -> Measured {
    Measured {
        time_ns: searched.answer.time.as_nanos() as u64,
        nodes: searched.answer.counts.nodes,
        busy_ns: searched.observed.snapshot.total().busy_ns,
    }
}

fn names(game: &Dots, edges: &[Edge]) -> Vec<String> {
    edges.iter().map(|&edge| game.board().name(edge)).collect()
}

fn document(
    args: &BestmoveArgs,
    (place, request): (&Place, &Request<'_, Position>),
    threads: usize,
    searched: &Searched,
    compare: Option<Speedup>,
) -> SearchDocument {
    let (game, answer) = (&place.game, &searched.answer);
    let last = answer.last.as_ref();
    SearchDocument {
        header: Header {
            game: "dots",
            position: format!("{:x}", place.position().drawn()),
            strategy: request.settings.strategy.name(),
            depth: last.map_or(0, |last| last.depth),
            threads,
            best: answer.best().map(|edge| game.board().name(edge)),
        },
        value: Ending::Score(answer.score - place.position().net()),
        pv: names(game, last.map_or(&[], |last| &last.pv)),
        cost: Cost {
            nodes: answer.counts.nodes,
            time_ns: answer.time.as_nanos() as u64,
            ledger: Ledger::of(&searched.observed.snapshot),
        },
        outcome: answer.outcome.map(|outcome| outcome.to_string()),
        variant: Variant::Dots(DotsKeys {
            edge: answer.best().map(Edge::index),
            board: place.name.clone(),
            rules: game.rules().name(),
        }),
        extras: Extras { stats: searched.observed.stats(args.output, Some(&answer.counts)), compare },
    }
}

fn text(place: &Place, document: &SearchDocument) -> String {
    let (board, drawn) = (place.game.board(), place.position().drawn());
    let mut text = format!("board    {board}, {} rules\n", place.game.rules().name());
    text += &draw(board, drawn, &vec![None; board.cells().len()], &Labels::Numbers);
    match (&document.header.best, &document.outcome) {
        (Some(best), _) => {
            text += &format!("best     {best}\n");
            text += &format!("score    {} still to gain\n", document.value.text("boxes"));
            text += &format!("pv       {}\n", document.pv.join(" "));
        }
        (None, outcome) => {
            let how = outcome.as_deref().unwrap_or("over");
            text += &format!("best     none, the game is over: {how}\n");
        }
    }
    text + &document.tail()
}
