//! The best play of a roll with score and cube.

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
    RankedLine, RunKeys, SearchDocument, Value, Variant, own_unit,
};

const UNIT: &str = "cube";

/// A request for a play.
pub struct CubefulPlay {
    /// Seen by the mover.
    pub position: Position,
    pub roll: Roll,
    pub ahead: Lookahead,
    /// Plays to rank.
    pub lines: usize,
}

/// Finds the best play with the cube; `None` if interrupted.
pub fn cubeful_play(
    cubeful: &Cubeful<'_>,
    asked: &CubefulPlay,
    run: &Run,
) -> Option<Finished<SearchDocument>> {
    let CubefulPlay { position, roll, ahead, lines } = asked;
    let outcome = run.scoped(Progress::spinner(), |running| {
        running.install(|task| cubeful.plays(task, (position, *roll), *ahead, &[])).ok()
    });
    let (keys, observed, plays) = (outcome.keys(), outcome.observed, outcome.value?);
    let ranked: Vec<RankedLine> = plays
        .iter()
        .take(*lines)
        .enumerate()
        .map(|(i, play)| line(cubeful, asked, i + 1, [play, &plays[0]]))
        .collect();
    let findings = findings(cubeful, asked, &plays[0], &ranked[0], &keys, Ledger::of(&observed.snapshot));
    let lines = (*lines > 1).then_some(ranked);
    let extras = Extras { stats: observed.stats(run.detail), compare: None };
    Some(Finished { document: SearchDocument { findings, lines, extras }, observed })
}

fn findings(
    cubeful: &Cubeful<'_>,
    asked: &CubefulPlay,
    play: &ValuedPlay,
    best: &RankedLine,
    keys: &RunKeys,
    ledger: Ledger,
) -> Findings {
    let CubefulPlay { position, roll, ahead: Lookahead { depth, filter }, .. } = asked;
    let Value::Expected(equity) = best.value else { unreachable!("a play is worth an equity") };
    let steps = position.play_to(*roll, &play.result);
    let answer = if best.name.is_empty() { "no legal play" } else { &best.name };
    Findings {
        header: Header {
            game: "backgammon",
            position: position.to_string(),
            strategy: "cubeful",
            depth: *depth,
            threads: keys.threads,
            best: Some(best.name.clone()),
        },
        value: best.value,
        pv: best.pv.clone(),
        outcome: None,
        variant: Variant::Dice(DiceKeys {
            roll: Some(roll.to_string()),
            unit: UNIT,
            keep: None,
            filter: filter_keys(*filter),
            bearoff: cubeful.databases().is_some(),
            result: Some(play.result.to_string()),
            chances: Some(play.chances.into()),
            evaluations: keys.nodes,
        }),
        headline: Headline {
            answer: answer.to_owned(),
            worth: format!("value {equity:+.3}"),
            note: format!("for {}, {}", name(position.side()), own_unit(UNIT)),
        },
        diagram: Some(backgammon_diagram(position, Some(*roll), steps.as_ref())),
        cost: Cost { nodes: keys.nodes, time_ns: keys.time_ns, ledger },
    }
}

/// Returns `None` for `--filter all`.
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
