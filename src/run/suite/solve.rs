use super::read::SuiteEntry;
use crate::chess::{CHESS_EVALUATORS, ChessRequest, chess_value};
use crate::side_by_side::EngineJob;
use sparring_engine::game::Score;
use sparring_engine::games::chess::{Chess, Epd, Move, mate_in};
use sparring_engine::search::{AnyStrategy, Iteration, Settings};
use sparring_report::{SuiteResult, Value};

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub depth: u32,
    pub right: bool,
    /// Since the start.
    pub time_ns: u64,
    /// Since the start.
    pub nodes: u64,
    /// False for what a stopped search had found of a depth.
    pub finished: bool,
}

/// The result, and all depths.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub result: SuiteResult,
    pub steps: Vec<Step>,
}

pub fn attempt(
    job: &EngineJob<'_, Chess>,
    entry: &SuiteEntry,
    settings: Settings<AnyStrategy>,
) -> Option<Attempt> {
    let epd = &entry.epd;
    let mut steps = Vec::new();
    let mut listener = |iteration: &Iteration<Move>| {
        steps.push(Step {
            depth: iteration.depth,
            right: is_right(epd, iteration.best, iteration.score),
            time_ns: iteration.time.as_nanos() as u64,
            nodes: iteration.counts.nodes,
            finished: iteration.finished,
        });
    };
    let settings = settings.deepening();
    let request = ChessRequest { position: epd.position.clone(), earlier: &[], settings };
    let answer = job.go(&CHESS_EVALUATORS, &request, &mut listener)?;
    let best = answer.best();
    let solved = solved_at(&steps);
    let result = SuiteResult {
        best: best.map(|m| epd.position.uci(m)),
        san: best.map(|m| epd.position.san(m)),
        value: best.map_or(Value::Score(answer.score), |_| chess_value(answer.score)),
        solved: solved.is_some(),
        solved_depth: solved.map(|step| step.depth),
        solved_time_ns: solved.map(|step| step.time_ns),
        depth: answer.last.map_or(0, |last| last.depth),
        nodes: answer.counts.nodes,
        time_ns: answer.time.as_nanos() as u64,
    };
    Some(Attempt { result, steps })
}

/// A move of `bm` is right without the mate of `dm`, which may be far.
fn is_right(epd: &Epd, best: Move, score: Score) -> bool {
    let mates = |longest: i32| {
        mate_in(score).is_some_and(|moves| (moves > 0) == (longest > 0) && moves.abs() <= longest.abs())
    };
    let found = match epd.mate {
        Some(longest) if epd.best.is_empty() => mates(longest),
        _ => epd.best.is_empty() || epd.best.contains(&best),
    };
    found && !epd.avoid.contains(&best)
}

/// The first of the final right depths, if any.
fn solved_at(steps: &[Step]) -> Option<Step> {
    steps.iter().rev().take_while(|step| step.right).last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::game::WIN;

    #[test]
    fn a_solution_counts_since_it_was_kept() {
        let since = |right: &[bool]| {
            let step = |(i, &right): (usize, &bool)| Step {
                depth: 1 + i as u32,
                right,
                time_ns: 10 * i as u64,
                nodes: 0,
                finished: true,
            };
            let steps: Vec<Step> = right.iter().enumerate().map(step).collect();
            solved_at(&steps).map(|step| (step.depth, step.time_ns))
        };
        assert_eq!(since(&[true, false, true, true]), Some((3, 20)));
        assert_eq!(since(&[true, true]), Some((1, 0)));
        assert_eq!(since(&[true, false]), None);
        assert_eq!(since(&[]), None);
    }

    #[test]
    fn moves_to_avoid_and_best_moves_both_count() {
        let epd: Epd = "8/1p6/p5R1/k7/Prpp4/K7/1NP5/8 w - - am Rd6; bm Rb6 Rg5+;".parse().unwrap();
        let m = |san| sparring_engine::games::chess::parse_move(&epd.position, san).unwrap();
        let is_right = |epd: &Epd, m| super::is_right(epd, m, 0);
        assert!(is_right(&epd, m("Rb6")) && !is_right(&epd, m("Rd6")) && !is_right(&epd, m("Rc6")));
        let avoiding = Epd { best: Vec::new(), ..epd.clone() };
        assert!(is_right(&avoiding, m("Rc6")) && !is_right(&avoiding, m("Rd6")));
    }

    #[test]
    fn dm_alone_asks_for_a_mate_that_is_no_longer() {
        let right = |dm: i32, score| {
            let epd: Epd = format!("7k/8/5K2/6Q1/8/8/8/8 w - - dm {dm};").parse().unwrap();
            is_right(&epd, epd.position.legal_moves()[0], score)
        };
        let mates = |score| right(2, score);
        assert!(mates(WIN - 1) && mates(WIN - 3) && !mates(WIN - 5) && !mates(900) && !mates(2 - WIN));
        let is_mated = |score| right(-2, score);
        assert!(is_mated(2 - WIN) && is_mated(4 - WIN) && !is_mated(6 - WIN) && !is_mated(WIN - 1));
    }
}
