//! `play --as none`: the engine plays one game against itself.

use std::sync::Arc;

use clap::Arg;

use super::failure::{Exit, Failure};
use super::output::interrupted;
use super::run::DeliveryArgs;
use crate::protocol::{Opponent, Playable, RecordOf, course, self_play};
use sparring_report::SelfPlayDocument;
use sparring_run::{Finished, GameLog, Interrupt, Observation, Progress, Sinks};
use sparring_sched::Pool;

const GAME_STATS: &str = "Also print what each worker did, latencies, and a lane for each worker \
                          that shows when it was at work (the game is recorded for that). With \
                          --json all but the lanes is in the document";

/// Marks flags that need `--as none`.
pub(super) fn about_self_play(arg: Arg) -> Arg {
    let arg = if arg.get_id() == "stats" { arg.help(GAME_STATS) } else { arg };
    match arg.get_help_heading() {
        Some("Output") => arg.help_heading("Output of a game with --as none"),
        Some("Recording") => arg.help_heading("Recording of a game with --as none"),
        _ => arg,
    }
}

/// Refuses flags that are meaningless in a game with a person.
pub(super) fn refuse_delivery(delivery: &DeliveryArgs) -> Result<(), Failure> {
    match delivery.given() {
        None => Ok(()),
        Some(flag) => Err(Failure::usage(format!(
            "got {flag} for a game with a person, expected one of the engine against itself; try --as none"
        ))),
    }
}

pub(super) struct SelfPlay<G: Playable, O> {
    pub game: G,
    pub record: RecordOf<G>,
    pub opponent: O,
    pub pool: Arc<Pool>,
    pub strategy: &'static str,
    pub seed: Option<u64>,
}

impl<G: Playable, O: Opponent<G>> SelfPlay<G, O> {
    pub fn deliver(
        self,
        delivery: &DeliveryArgs,
        sinks: Sinks,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let SelfPlay { game, record, mut opponent, pool, strategy, seed } = self;
        let start = game.position(record.state());
        let run = delivery.run(pool, interrupt);
        let outcome = run.shown(Progress::steps(), |screen| {
            run.counted(|| {
                let mut log = GameLog::new(&run.pool, screen);
                let record = self_play(&game, record, &mut opponent, &mut log, interrupt);
                Some((record?, log.finish()))
            })
        });
        let (keys, observed) = (outcome.keys(), outcome.observed);
        let Some((record, actions)) = outcome.value else {
            return interrupted("interrupted before the game was over; try less --depth");
        };
        let course = course(&game, &record, actions);
        let observed = Observation { marks: course.marks(), ..observed };
        let document = SelfPlayDocument {
            game: G::FILE[0],
            position: start,
            strategy,
            level: G::level(opponent.level()),
            seed,
            threads: keys.threads,
            winner: game.winner(&record).map(G::name),
            outcome: game.ended(&record).unwrap_or_default(),
            course,
            accounts: observed.accounts(run.detail),
        };
        delivery.deliver(Finished { document, observed }, sinks, interrupt)
    }
}
