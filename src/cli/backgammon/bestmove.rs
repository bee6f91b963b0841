//! `sparring backgammon bestmove`.

use clap::Args;

use super::place::{PlaceArgs, RollArgs};
use super::search::{ClampArgs, DiceArgs};
use crate::cli::args::{OutputArgs, PoolArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::observed::Observed;
use crate::cli::output::{print, print_json};
use crate::cli::progress::Progress;
use crate::cli::recording::RecordingArgs;
use crate::engine::{
    DiceAnswerOf, DiceRequest, DiceRequestOf, Engine, EquityEvaluator, Expectation, Iteration,
    SearchStrategy, Side,
};
use crate::games::backgammon::{Backgammon, CHECKERS, Clamped, Named, Position, Roll, name};
use crate::report::{
    Cost, DiceKeys, Ending, Extras, Header, Ledger, Mark, Measured, SearchDocument, Speedup, Variant, grouped,
};
use crate::sched::Pool;

/// What `sparring backgammon bestmove` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BestmoveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    clamp: ClampArgs,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    recording: RecordingArgs,
    /// Search on one worker first and take the speed-up apart: star2 for par-star2 and so on
    #[arg(long, conflicts_with_all = ["movetime", "nodes"], help_heading = "Output")]
    compare: bool,
}

/// A finished search and what its pool did.
struct Searched {
    answer: DiceAnswerOf<Backgammon>,
    observed: Observed,
}

/// Searches and reports.
pub(super) fn run(args: &BestmoveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let roll = args.roll.read(&place)?;
    let clamp = args.clamp.read(args.search.eval)?;
    let sinks = args.recording.open(&[])?;
    let settings = args.search.settings();
    // A finished game is not searched, whatever the dice.
    let request = DiceRequest::new(place.position, roll.unwrap_or(Roll::ALL[0]), settings);
    let request = DiceRequest { keep: args.search.keep, ..request };
    let pool = args.pool.recording_pool(sinks.events(args.output.lanes()))?;
    let informed = args.search.evaluator(&pool)?.deciding(place.position.side());
    let evaluator = informed.evaluator();
    let go = |pool: Pool, request: &DiceRequestOf<Backgammon>| match clamp {
        Some(limit) => go(&Clamped::new(informed.clone(), limit), pool, request, interrupt),
        None => go(&informed, pool, request, interrupt),
    };
    let twin = if args.compare {
        let request = DiceRequest { settings: settings.baseline(), ..request };
        Some(go(args.pool.twin_pool()?, &request))
    } else {
        None
    };
    let threads = pool.threads();
    let searched = go(pool, &request);
    let compare = twin.filter(|_| !interrupt.requested() && searched.answer.last.is_some());
    let compare = compare.map(|twin| speedup(&request, &twin, threads, &searched));
    let mut document = document(args, (evaluator, roll), &request, threads, &searched);
    document.extras.compare = compare;
    let printed = if args.output.json { print_json(&document) } else { print(&text(&document, evaluator)) };
    let counts = &searched.answer.counts;
    sinks.write(searched.observed, &document.cost.ledger, |observed, provenance| {
        observed.page((&document, evaluator.unit()), counts, provenance).html()
    })?;
    printed?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

fn go(
    evaluator: &impl EquityEvaluator<Backgammon>,
    pool: Pool,
    request: &DiceRequestOf<Backgammon>,
    interrupt: &Interrupt,
) -> Searched {
    let engine = Engine::new(Backgammon, pool, 0);
    let stop = engine.stop_switch();
    let switch = stop.clone();
    interrupt.guard(move || switch.stop());
    let progress = Progress::steps();
    let mut marks = Vec::new();
    let mut listener = |iteration: &Iteration<Position, Expectation>| {
        let nodes = grouped(iteration.counts.nodes);
        let play = play_name(request, &iteration.best);
        let text = format!("depth {}  {play}  {nodes} nodes", iteration.depth);
        marks.push(Mark::new(iteration.time, &text, iteration.counts.nodes));
        progress.show(text);
    };
    engine.pool().reset();
    let answer = engine.go(evaluator, request, &stop, &mut listener);
    Searched { answer, observed: Observed::of(engine.pool(), marks) }
}

fn play_name(request: &DiceRequestOf<Backgammon>, result: &Position) -> String {
    request.position.play_to(request.roll, result).unwrap_or_default().to_string()
}

fn speedup(request: &DiceRequestOf<Backgammon>, twin: &Searched, threads: usize, run: &Searched) -> Speedup {
    let measured = |searched: &Searched| Measured {
        time_ns: searched.answer.time.as_nanos() as u64,
        nodes: searched.answer.counts.nodes,
        busy_ns: searched.observed.snapshot.total().busy_ns,
    };
    let wasted = run.answer.counts.wasted_nodes;
    Speedup::new(request.settings.strategy.baseline().name(), measured(twin), threads, measured(run), wasted)
}

fn document(
    args: &BestmoveArgs,
    (evaluator, roll): (Named, Option<Roll>),
    request: &DiceRequestOf<Backgammon>,
    threads: usize,
    searched: &Searched,
) -> SearchDocument {
    let answer = &searched.answer;
    let last = answer.last.as_ref();
    let best = last.map(|last| play_name(request, &last.best));
    SearchDocument {
        header: Header {
            game: "backgammon",
            position: request.position.to_string(),
            strategy: request.settings.strategy.name(),
            depth: last.map_or(0, |last| last.depth),
            threads,
            best: best.clone(),
        },
        value: Ending::Expected(score(evaluator, request, answer)),
        pv: best.into_iter().collect(),
        cost: Cost {
            nodes: answer.counts.nodes,
            time_ns: answer.time.as_nanos() as u64,
            ledger: Ledger::of(&searched.observed.snapshot),
        },
        outcome: answer
            .outcome
            .map(|outcome| format!("{} wins a {outcome}", name(winner(&request.position)))),
        variant: Variant::Dice(DiceKeys {
            roll: roll.map(|roll| roll.to_string()),
            unit: evaluator.unit(),
            keep: request.keep,
            result: last.map(|last| last.best.to_string()),
            evaluations: answer.counts.evaluations,
        }),
        extras: Extras { stats: searched.observed.stats(args.output, Some(&answer.counts)), compare: None },
    }
}

/// Who has won a finished game.
fn winner(position: &Position) -> Side {
    if position.off() == CHECKERS { position.side() } else { position.side().other() }
}

/// The value of the last finished depth, or of the end of the game, for the side on roll.
fn score(evaluator: Named, request: &DiceRequestOf<Backgammon>, answer: &DiceAnswerOf<Backgammon>) -> f64 {
    let score = match (&answer.last, answer.outcome) {
        (Some(last), _) => last.score.mean,
        (None, Some(outcome)) => {
            let position = &request.position;
            let loser = position.handed_over();
            let [own, theirs] = [position, &loser]
                .map(|result| f64::from(evaluator.outcome_value(&Backgammon, result, outcome)));
            if winner(position) == position.side() { own } else { -theirs }
        }
        (None, None) => 0.0,
    };
    score / f64::from(evaluator.scale())
}

fn text(document: &SearchDocument, evaluator: Named) -> String {
    let mut text = match (&document.header.best, &document.outcome) {
        (Some(best), _) => {
            let best = if best.is_empty() { "none: no play is legal" } else { best };
            let value = document.value.text(evaluator.unit());
            format!("best     {best}\nscore    {value}\n")
        }
        (None, outcome) => {
            let how = outcome.as_deref().unwrap_or("over");
            format!("best     none, the game is over: {how}\n")
        }
    };
    if let Variant::Dice(dice) = &document.variant {
        let keep = dice.keep.map_or(String::new(), |keep| format!(", {keep} plays kept of every roll"));
        text += &format!("roll     {}{keep}\n", dice.roll.as_deref().unwrap_or("none"));
        text += &format!("evals    {}\n", grouped(dice.evaluations));
    }
    text + &document.tail()
}
