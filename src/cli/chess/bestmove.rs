//! `sparring chess bestmove`.

use clap::Args;

use super::place::{Place, PlaceArgs};
use crate::cli::args::{OutputArgs, PoolArgs, SearchArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::observed::Observed;
use crate::cli::output::{print, print_json};
use crate::cli::progress::Progress;
use crate::cli::recording::RecordingArgs;
use crate::engine::{AnswerOf, Engine, Iteration, Request, SearchStrategy, Strategy, forced_end};
use crate::games::chess::{Chess, Move, Position, Simplified};
use crate::report::{
    Cost, Ending, Extras, Header, Ledger, Mark, Measured, SearchDocument, Speedup, Variant, grouped,
};
use crate::sched::Pool;

/// What `sparring chess bestmove` understands.
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
pub(super) const DEPTH: u32 = 5;

/// A finished search and what its pool did.
struct Searched {
    answer: AnswerOf<Chess>,
    observed: Observed,
}

/// Searches and reports.
pub(super) fn run(args: &BestmoveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = args.search.hash()?;
    let sinks = args.recording.open(args.place.file().as_slice())?;
    let settings = args.search.settings(DEPTH);
    let request = Request { earlier: &place.earlier, ..Request::new(place.position.clone(), settings) };
    let twin = if args.compare {
        let request = Request { settings: settings.baseline(), ..request.clone() };
        let searched = go(args.pool.twin_pool()?, hash, &request, interrupt);
        Some((request.settings.strategy, searched))
    } else {
        None
    };
    let pool = args.pool.recording_pool(sinks.events(args.output.lanes()))?;
    let threads = pool.threads();
    let searched = go(pool, hash, &request, interrupt);
    let compare = twin.filter(|_| !interrupt.requested() && searched.answer.last.is_some());
    let compare = compare.map(|(strategy, twin)| speedup(strategy, &twin, threads, &searched));
    let document = document(args, &request, threads, &searched, compare);
    let printed =
        if args.output.json { print_json(&document) } else { print(&text(&place, &document, &searched)) };
    let answer = &searched.answer;
    sinks.write(searched.observed, &document.cost.ledger, |observed, provenance| {
        let mut page = observed.page((&document, "centipawns"), &answer.counts, provenance);
        if let Some(last) = &answer.last {
            page.result = place.position.san(last.best);
            page.pv = sans(&place.position, &last.pv);
        }
        page.html()
    })?;
    printed?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

fn go(pool: Pool, hash: usize, request: &Request<'_, Position>, interrupt: &Interrupt) -> Searched {
    let engine = Engine::new(Chess, pool, hash);
    let stop = engine.stop_switch();
    let switch = stop.clone();
    interrupt.guard(move || switch.stop());
    let progress = Progress::steps();
    let mut marks = Vec::new();
    let mut listener = |iteration: &Iteration<Move>| {
        let pv = sans(&request.position, &iteration.pv).join(" ");
        let nodes = grouped(iteration.counts.nodes);
        let text = format!("depth {}  {pv}  {nodes} nodes", iteration.depth);
        let mark = Mark::new(iteration.time, &text, iteration.counts.nodes);
        marks.push(mark.with_table(engine.table_permille()));
        progress.show(text);
    };
    engine.pool().reset();
    let answer = engine.go(&Simplified, request, &stop, &mut listener);
    Searched { answer, observed: Observed::of(engine.pool(), marks) }
}

fn speedup(strategy: Strategy, twin: &Searched, threads: usize, run: &Searched) -> Speedup {
    let measured = |searched: &Searched| Measured {
        time_ns: nanoseconds(&searched.answer),
        nodes: searched.answer.counts.nodes,
        busy_ns: searched.observed.snapshot.total().busy_ns,
    };
    let wasted = run.answer.counts.wasted_nodes;
    Speedup::new(strategy.name(), measured(twin), threads, measured(run), wasted)
}

fn nanoseconds(answer: &AnswerOf<Chess>) -> u64 {
    answer.time.as_nanos() as u64
}

fn document(
    args: &BestmoveArgs,
    request: &Request<'_, Position>,
    threads: usize,
    searched: &Searched,
    compare: Option<Speedup>,
) -> SearchDocument {
    let (answer, position) = (&searched.answer, &request.position);
    let last = answer.last.as_ref();
    let pv = last.map_or(&[][..], |last| &last.pv);
    SearchDocument {
        header: Header {
            game: "chess",
            position: position.to_string(),
            strategy: request.settings.strategy.name(),
            depth: last.map_or(0, |last| last.depth),
            threads,
            best: answer.best().map(|m| position.uci(m)),
        },
        value: ending(answer.score),
        pv: line(position, pv, Position::uci),
        cost: Cost {
            nodes: answer.counts.nodes,
            time_ns: nanoseconds(answer),
            ledger: Ledger::of(&searched.observed.snapshot),
        },
        outcome: answer.outcome.map(|outcome| outcome.to_string()),
        variant: Variant::Chess {},
        extras: Extras { stats: searched.observed.stats(args.output, Some(&answer.counts)), compare },
    }
}

/// Plies to a forced mate are full moves, begun ones counting as whole.
fn ending(score: i32) -> Ending {
    match forced_end(score) {
        Some(plies) if plies > 0 => Ending::Mate((plies + 1) / 2),
        Some(plies) => Ending::Mate(-((1 - plies) / 2)),
        None => Ending::Score(score),
    }
}

/// A line of moves, each written in the position it is made in.
fn line(from: &Position, moves: &[Move], written: fn(&Position, Move) -> String) -> Vec<String> {
    let mut position = from.clone();
    let write = |&m: &Move| {
        let text = written(&position, m);
        position = position.play(m);
        text
    };
    moves.iter().map(write).collect()
}

fn sans(from: &Position, moves: &[Move]) -> Vec<String> {
    line(from, moves, Position::san)
}

fn text(place: &Place, document: &SearchDocument, searched: &Searched) -> String {
    let position = &place.position;
    let mut text = String::new();
    match (&searched.answer.last, &document.outcome) {
        (Some(last), _) => {
            text += &format!("best     {} ({})\n", position.san(last.best), position.uci(last.best));
            text += &format!("score    {}\n", document.value.text("centipawns"));
            text += &format!("pv       {}\n", sans(position, &last.pv).join(" "));
        }
        (None, outcome) => {
            let how = outcome.as_deref().unwrap_or("over");
            text += &format!("best     none, the game is over: {how}\n");
        }
    }
    text + &document.tail()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::WIN;

    #[test]
    fn mates_are_told_in_full_moves() {
        assert_eq!(ending(37), Ending::Score(37));
        assert_eq!(ending(WIN - 1), Ending::Mate(1));
        assert_eq!(ending(WIN - 3), Ending::Mate(2));
        assert_eq!(ending(2 - WIN), Ending::Mate(-1));
        assert_eq!(ending(4 - WIN), Ending::Mate(-2));
        assert_eq!(ending(-WIN), Ending::Mate(0));
    }
}
