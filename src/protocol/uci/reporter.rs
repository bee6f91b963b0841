//! Reports of a running search to the interface.

use std::io::Write;
use std::time::{Duration, Instant};

use super::info::{self, Effort, PvInfo};
use super::searches::{Answer, Ticket};
use super::session_state::SessionState;
use sparring_engine::games::chess::{Chess, Move, Position, mate_in};
use sparring_engine::search::{Bound, Event, Iteration};
use sparring_engine::{Engine, Stop};

/// Events within a depth are reported after this time; earlier ones are too many.
const SLOW: Duration = Duration::from_secs(3);

pub(super) struct Reporter<'t, W> {
    pub shared: &'t SessionState<W>,
    pub ticket: Ticket,
    pub engine: &'t Engine<Chess>,
    pub position: &'t Position,
    pub shows_wdl: bool,
    pub since: Instant,
    /// Number of moves of a mate that ends the search.
    pub mate: Option<u32>,
    pub stop: &'t Stop,
}

impl<W: Write> Reporter<'_, W> {
    pub fn iteration(&self, iteration: &Iteration<Move>) {
        let &Iteration { depth, selective_depth, bound, counts, time, .. } = iteration;
        let effort = Effort { nodes: counts.nodes, time };
        let seldepth = Some(selective_depth.max(depth));
        let hashfull = Some(self.engine.table_permille());
        let text = iteration.lines.iter().enumerate().map(|(place, line)| {
            let (rank, score, pv) = (place + 1, line.score, &line.pv);
            let line = PvInfo { depth, seldepth, rank, score, bound, pv, hashfull };
            info::pv(self.position, self.shows_wdl, &line, &effort)
        });
        self.shared.found(self.ticket, &text.collect::<String>(), |running| {
            running.found = Some(Answer::Told(iteration.pv.clone()));
            running.finished_nodes = counts.nodes;
        });
        if self.mate.is_some_and(|moves| is_mate_in(moves, iteration)) {
            self.stop.stop();
        }
    }

    pub fn event(&self, event: &Event<Move>) {
        match (event, self.since.elapsed() >= SLOW) {
            (&Event::Begun { depth, m, number }, true) => {
                let text = info::begun(self.position, depth, m, number);
                self.shared.found(self.ticket, &text, |_| ());
            }
            (Event::Begun { .. }, false) => {}
            (Event::Failed(found), true) => {
                let text =
                    info::pv(self.position, self.shows_wdl, &PvInfo::unfinished(found), &self.effort());
                let answer = Answer::Told(found.line.pv.clone());
                self.shared.found(self.ticket, &text, |running| running.lead(answer));
            }
            (Event::Failed(found) | Event::Leading(found), _) => {
                let answer = Answer::Untold(found.clone());
                self.shared.found(self.ticket, "", |running| running.lead(answer));
            }
        }
    }

    fn effort(&self) -> Effort {
        Effort { nodes: self.engine.node_count().nodes(), time: self.since.elapsed() }
    }
}

fn is_mate_in(moves: u32, iteration: &Iteration<Move>) -> bool {
    let mate = mate_in(iteration.score).filter(|_| iteration.bound != Bound::Upper);
    mate.is_some_and(|mate| mate > 0 && mate.unsigned_abs() <= moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::searches::{Kind, Running, Searches};
    use sparring_engine::game::WIN;
    use sparring_engine::search::{Counts, PartialIteration, ScoredLine};
    use sparring_sched::Pool;

    type Transcript = Vec<u8>;

    fn begun(shared: &SessionState<Transcript>, engine: &Engine<Chess>, since: Instant) -> Ticket {
        let ticket = shared.change(|searches| searches.ask(Kind::Endless));
        let running = Running::new(ticket, Position::start(), engine, engine.stop_switch());
        shared.begin(Running { since, ..running });
        ticket
    }

    fn iteration(score: i32, m: Move, bound: Bound) -> Iteration<Move> {
        Iteration {
            depth: 3,
            finished: true,
            selective_depth: 3,
            best: m,
            score,
            bound,
            pv: vec![m],
            lines: vec![ScoredLine { score, pv: vec![m] }],
            counts: Counts { nodes: 90, ..Counts::default() },
            time: Duration::ZERO,
        }
    }

    fn unfinished(position: &Position, score: i32, bound: Bound) -> PartialIteration<Move> {
        PartialIteration { depth: 7, line: ScoredLine { score, pv: vec![position.legal_moves()[0]] }, bound }
    }

    /// The output of `tell` in a search that has run for `after`.
    fn said(
        after: Duration,
        tell: impl Fn(&Reporter<'_, Transcript>),
    ) -> (Vec<String>, SessionState<Transcript>) {
        let engine = Engine::new(Chess, Pool::new(1).unwrap(), 1);
        let (shared, since) = (SessionState::new(Transcript::new()), Instant::now() - after);
        let (position, stop) = (Position::start(), engine.stop_switch());
        let ticket = begun(&shared, &engine, since);
        let (shows_wdl, mate) = (false, None);
        tell(&Reporter {
            shared: &shared,
            ticket,
            engine: &engine,
            position: &position,
            shows_wdl,
            since,
            mate,
            stop: &stop,
        });
        let text = String::from_utf8(shared.taken()).unwrap();
        (text.lines().map(str::to_owned).collect(), shared)
    }

    #[test]
    fn what_happens_within_a_depth_is_told_after_three_seconds() {
        let position = Position::start();
        let m = position.legal_moves()[0];
        let events = [
            Event::Begun { depth: 7, m, number: 2 },
            Event::Leading(unfinished(&position, 5, Bound::Exact)),
            Event::Failed(unfinished(&position, 30, Bound::Lower)),
            Event::Failed(unfinished(&position, -40, Bound::Upper)),
        ];
        let tell =
            |reporter: &Reporter<'_, Transcript>| events.iter().for_each(|event| reporter.event(event));
        let (early, _) = said(Duration::ZERO, tell);
        assert_eq!(early, [""; 0]);
        let (late, _) = said(SLOW, tell);
        let [begun, low, high] = &late[..] else { panic!("{late:?}") };
        assert_eq!(*begun, format!("info depth 7 currmove {} currmovenumber 2", position.uci(m)));
        assert!(low.starts_with("info depth 7 multipv 1 score cp 30 lowerbound "), "{low}");
        assert!(high.starts_with("info depth 7 multipv 1 score cp -40 upperbound "), "{high}");
    }

    #[test]
    fn a_search_that_is_ended_is_answered_at_once_with_what_leads_and_says_no_more() {
        let position = Position::start();
        let leads = |reporter: &Reporter<'_, Transcript>| {
            reporter.iteration(&iteration(4, position.legal_moves()[1], Bound::Exact));
            reporter.event(&Event::Leading(unfinished(&position, 5, Bound::Exact)));
            reporter.shared.change(Searches::end);
            reporter.event(&Event::Failed(unfinished(&position, 30, Bound::Lower)));
            reporter.shared.finish(reporter.ticket, "bestmove too late\n");
        };
        let (lines, shared) = said(SLOW, leads);
        let [depth, info, best] = &lines[..] else { panic!("{lines:?}") };
        assert!(depth.starts_with("info depth 3 seldepth 3 multipv 1 score cp 4 nodes 90 "), "{depth}");
        assert!(info.starts_with("info depth 7 multipv 1 score cp 5 nodes 90 "), "{info}");
        assert_eq!(*best, format!("bestmove {}", position.uci(position.legal_moves()[0])));
        assert!(!shared.any_search());
    }

    #[test]
    fn the_first_depth_is_finished_before_there_is_an_answer() {
        let (lines, _) = said(Duration::ZERO, |reporter| {
            let first = unfinished(&Position::start(), 5, Bound::Exact);
            reporter.event(&Event::Leading(first));
            reporter.shared.change(Searches::end);
            assert!(reporter.shared.any_search());
            reporter.shared.finish(reporter.ticket, "bestmove e2e4\n");
        });
        assert_eq!(lines, ["bestmove e2e4"]);
    }

    #[test]
    fn a_mate_is_short_enough_or_not() {
        let found = |score, bound| iteration(score, Position::start().legal_moves()[0], bound);
        assert!(is_mate_in(2, &found(WIN - 3, Bound::Exact)) && is_mate_in(2, &found(WIN - 3, Bound::Lower)));
        assert!(
            !is_mate_in(1, &found(WIN - 3, Bound::Exact)) && !is_mate_in(2, &found(WIN - 5, Bound::Exact))
        );
        assert!(
            !is_mate_in(2, &found(WIN - 3, Bound::Upper)) && !is_mate_in(2, &found(2 - WIN, Bound::Exact))
        );
    }
}
