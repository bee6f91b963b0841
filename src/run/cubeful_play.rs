//! The best play of a roll with score and cube.

use super::bestmove::AnswerKeys;
use super::diagram::backgammon_diagram;
use super::lifecycle::Run;
use super::observation::Finished;
use super::progress::Progress;
use sparring_engine::cubeful::{Cubeful, Lookahead, ValuedPlay};
use sparring_engine::game::Score;
use sparring_engine::games::backgammon::network::ONE;
use sparring_engine::games::backgammon::{Position, Roll, name};
use sparring_engine::search::Filter;
use sparring_report::{
    Cost, DiceKeys, DiceLine, Extras, FilterKeys, Findings, Header, Headline, Ledger, LineVariant,
    RankedLine, SearchDocument, Value, Variant, own_unit,
};
use sparring_sched::{Cancelled, Scoped};

const UNIT: &str = "cube";
/// The strategy's name in documents.
pub(super) const STRATEGY: &str = "cubeful";

pub struct CubefulPlay {
    /// Seen by the mover.
    pub position: Position,
    pub roll: Roll,
    pub ahead: Lookahead,
    pub lines: usize,
}

/// Finds the best play with the cube; `None` if interrupted.
pub fn cubeful_play(
    cubeful: &Cubeful<'_>,
    asked: &CubefulPlay,
    run: &Run,
) -> Option<Finished<SearchDocument>> {
    let outcome =
        run.scoped(Progress::spinner(), |running| running.install(|task| asked.plays(task, cubeful)).ok());
    let (keys, observed, plays) = (outcome.keys(), outcome.observed, outcome.value?);
    let answer = asked.keys(cubeful, &plays);
    let headline = asked.headline(&answer);
    let steps = asked.position.play_to(asked.roll, &plays[0].result);
    let AnswerKeys { position, best, value, pv, outcome, variant, lines } = answer;
    let findings = Findings {
        header: Header {
            game: "backgammon",
            position,
            strategy: STRATEGY,
            depth: asked.ahead.depth,
            threads: keys.threads,
            best,
        },
        value,
        pv,
        outcome,
        variant,
        headline,
        diagram: Some(backgammon_diagram(&asked.position, Some(asked.roll), steps.as_ref())),
        cost: Cost { nodes: keys.nodes, time_ns: keys.time_ns, ledger: Ledger::of(&observed.snapshot) },
    };
    let lines = (asked.lines > 1).then_some(lines);
    let extras = Extras { stats: observed.stats(run.detail), compare: None };
    Some(Finished { document: SearchDocument { findings, lines, extras }, observed })
}

impl CubefulPlay {
    /// Ranks the plays.
    ///
    /// # Errors
    /// If the scope is cancelled.
    pub(super) fn plays(
        &self,
        task: Scoped<'_>,
        cubeful: &Cubeful<'_>,
    ) -> Result<Vec<ValuedPlay>, Cancelled> {
        cubeful.plays(task, (&self.position, self.roll), self.ahead, &[])
    }

    /// The ranked plays in notation.
    pub(super) fn keys(&self, cubeful: &Cubeful<'_>, plays: &[ValuedPlay]) -> AnswerKeys {
        let ranked = plays.iter().take(self.lines).enumerate();
        let lines: Vec<RankedLine> =
            ranked.map(|(i, play)| line(cubeful, self, i + 1, [play, &plays[0]])).collect();
        AnswerKeys {
            position: self.position.to_string(),
            best: Some(lines[0].name.clone()),
            value: lines[0].value,
            pv: lines[0].pv.clone(),
            outcome: None,
            variant: Variant::Dice(DiceKeys {
                roll: Some(self.roll.to_string()),
                unit: UNIT,
                keep: None,
                filter: filter_keys(self.ahead.filter),
                bearoff: cubeful.databases().is_some(),
                result: Some(plays[0].result.to_string()),
                chances: Some(plays[0].chances.into()),
                evaluations: cubeful.evaluations(),
            }),
            lines,
        }
    }

    fn headline(&self, answer: &AnswerKeys) -> Headline {
        let Value::Expected(equity) = answer.value else { unreachable!("a play is worth an equity") };
        let play = answer.best.clone().filter(|play| !play.is_empty());
        Headline {
            answer: play.unwrap_or_else(|| "no legal play".to_owned()),
            worth: format!("value {equity:+.3}"),
            note: format!("for {}, {}", name(self.position.side()), own_unit(UNIT)),
        }
    }
}

fn filter_keys(filter: Filter) -> Option<FilterKeys> {
    let is_all = filter.most == usize::MAX && filter.within == Score::MAX;
    (!is_all).then(|| FilterKeys { most: filter.most, within: filter.units(ONE) })
}

fn line(
    cubeful: &Cubeful<'_>,
    asked: &CubefulPlay,
    rank: usize,
    [play, best]: [&ValuedPlay; 2],
) -> RankedLine {
    let equity = |play: &ValuedPlay| cubeful.equity(asked.position.side(), play.value);
    let name = asked.position.play_to(asked.roll, &play.result).unwrap_or_default().to_string();
    RankedLine {
        rank,
        pv: vec![name.clone()],
        name,
        value: Value::Expected(equity(play)),
        variant: LineVariant::Dice(DiceLine {
            result: play.result.to_string(),
            equity: equity(play),
            loss: equity(best) - equity(play),
            chances: Some(play.chances.into()),
        }),
    }
}
