//! `sparring backgammon match`.

use super::match_args::{MatchArgs, informed};
use super::match_cube::run_matches;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, show};
use crate::matches::{Player, StoppableEngine, play, series};
use crate::protocol::TerminalCaps;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Backgammon, Dice, Picture, Position, name};
use sparring_engine::search::SearchStrategy;
use sparring_engine::{Engine, Stop};
use sparring_report::{Action, Course, GameDocument, Numbering};
use sparring_run::{Finished, GameLog, Interrupt, Observation, Progress, backgammon_diagram};

pub(in crate::cli) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match (&args.first, &args.second, args.side) {
        (Some(first), Some(second), _) => run_series(args, [first, second], interrupt),
        (_, _, Some(side)) => run_game(args, side, interrupt),
        (first, ..) => {
            let got = first.as_ref().map_or("no player", |_| "one player");
            Err(Failure::usage(format!(
                "got {got}, expected two, or --side for a game against random plays; try match pubeval random"
            )))
        }
    }
}

fn run_series(args: &MatchArgs, players: [&Player; 2], interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some(flag) = args.delivery.of_one_run() {
        return Err(Failure::usage(format!(
            "got {flag} for a series of games, expected one game to record; try match --side black {flag}"
        )));
    }
    if let Some(stakes) = args.stakes.asked()? {
        return run_matches(args, stakes, players, interrupt);
    }
    let run = args.delivery.run(args.pool.pool()?, interrupt);
    let engine = &Engine::new(Backgammon, run.pool.clone(), 0);
    let players = informed(args, players)?;
    let players = players.each_ref();
    // Players that do not search never replace this guard, but their pairs end soon.
    interrupt.guard(|| {});
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let (plan, pairs) = (args.plan(), args.games / 2);
    let score = run.shown(Progress::turns(pairs), |screen| {
        series(players, StoppableEngine { engine, watch }, &plan, |score| {
            screen.reach(score.games / 2, pairs, &format!("pairs  {:+.3} points a game", score.mean()));
            !interrupt.requested()
        })
    });
    let lost = players.iter().find_map(|player| player.lost());
    let lost = lost.map(|why| Failure::Run(format!("from gnubg: {why}; the pairs before it are counted")));
    if score.games == 0 {
        lost.map_or(Ok(()), Err)?;
        return interrupted("interrupted before a pair of games was over; try players with less depth");
    }
    let document = score.document(players, &plan, engine.pool().threads());
    show(args.delivery.output.json, &document, || document.to_string())?;
    lost.map_or(Ok(()), Err)?;
    Ok(Exit::of(interrupt))
}

/// Plays against random plays, like the ancestor program of 2020.
fn run_game(args: &MatchArgs, side: Side, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let (search, delivery) = (&args.search, &args.delivery);
    let sinks = delivery.open(&[])?;
    let run = delivery.run(args.pool.recording_pool(delivery.events(&sinks))?, interrupt);
    let engine = &Engine::new(Backgammon, run.pool.clone(), 0);
    let player = Player::search(search.eval, search.settings()?, search.pruning());
    let [player] = informed(args, [&player])?;
    let random = Player::random();
    let players = if side == Side::First { [&player, &random] } else { [&random, &player] };
    let mut dice = Dice::new(args.pool.seed());
    let mut chance = dice.split();
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let outcome = run.shown(Progress::steps(), |screen| {
        run.counted(|| {
            let mut log = GameLog::new(&run.pool, screen);
            let played =
                play(players, StoppableEngine { engine, watch }, &mut dice, &mut chance, Some(&mut log));
            Some((played?, log.finish()))
        })
    });
    let (keys, observed) = (outcome.keys(), outcome.observed);
    let Some((played, actions)) = outcome.value else {
        return interrupted("interrupted before the game was over; try less --depth");
    };
    let course = course(&played.end, side, actions);
    let observed = Observation { marks: course.marks(), ..observed };
    let document = GameDocument {
        game: "backgammon",
        side: name(side),
        player: player.name().to_owned(),
        strategy: search.settings()?.strategy.name(),
        seed: args.pool.seed(),
        threads: keys.threads,
        winner: name(played.winner),
        outcome: played.outcome.to_string(),
        course,
        accounts: observed.accounts(run.detail),
    };
    delivery.deliver(Finished { document, observed }, sinks, interrupt)
}

fn course(end: &Position, view: Side, actions: Vec<Action>) -> Course {
    let style = TerminalCaps::PLAIN.style(0);
    let picture = Picture { position: *end, roll: None, view, numbers: view, last: 0, style };
    let (drawing, diagram) = (picture.drawing().to_string(), backgammon_diagram(end, None, None));
    Course::new(actions, Numbering::OneByOne, end.to_string(), drawing, diagram)
}
