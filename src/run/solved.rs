use super::diagram::dots_diagram;
use super::dots::verdict;
use super::observation::{Detail, Finished};
use super::repetitions::Baseline;
use super::solve::{Solve, SolveOutcome};
use sparring_engine::game::Game;
use sparring_engine::games::dots::{Edge, Labels, draw, edges_of, letter};
use sparring_engine::solve::dots::{Checkpoint, Saved};
use sparring_report::{
    CheckpointLine, Cost, DotsKeys, Extras, Findings, Header, Headline, Ledger, Measured, SolveDocument,
    Speedup, TableLine, Value, Variant,
};

/// MTD(f) on all workers (Plaat and others, 1996).
const STRATEGY: &str = "mtdf";

struct Moves {
    /// Moves that keep the value.
    keep: u64,
    /// Moves that lose value.
    lose: u64,
}

impl Solve {
    pub fn finish(
        &self,
        solved: SolveOutcome,
        baseline: Option<Baseline>,
        threads: usize,
        detail: Detail,
    ) -> Finished<SolveDocument> {
        let (run, wasted) = (solved.measured(), solved.wasted_nodes());
        let compare = baseline.map(|one| one.speedup(STRATEGY, threads, run, wasted));
        let document = self.document(&solved, threads, compare, detail);
        Finished { document, observed: solved.observed }
    }

    fn document(
        &self,
        solved: &SolveOutcome,
        threads: usize,
        compare: Option<Speedup>,
        detail: Detail,
    ) -> SolveDocument {
        let (game, position) = (&self.game, &self.position);
        let (value, bounds, value_time, fill) = match &solved.outcome {
            Ok(answer) => (Some(answer.value), [answer.value; 2], Some(answer.value_time), answer.fill),
            Err(it) => ((it.low == it.high).then_some(it.low), [it.low, it.high], it.value_time, it.fill),
        };
        let optimal = solved.outcome.as_ref().ok().and_then(|answer| answer.optimal);
        let moves = solved.moves();
        // Edges are tried in ascending order, so this is the lowest that keeps the value.
        let best = edges_of(moves.keep).next().filter(|_| !self.value_only);
        let names = |edges: &[Edge]| edges.iter().map(|&edge| game.board().name(edge)).collect::<Vec<_>>();
        let Measured { time_ns, nodes, .. } = solved.measured();
        let header = Header {
            game: "dots",
            position: format!("{:x}", position.drawn()),
            strategy: STRATEGY,
            depth: value.map_or(0, |_| game.undrawn(position).count_ones()),
            threads,
            best: best.map(|edge| game.board().name(edge)),
        };
        let pv = if solved.line.is_empty() { names(best.as_slice()) } else { names(&solved.line) };
        let dots = DotsKeys {
            edge: best.map(Edge::index),
            board: self.board.clone(),
            rules: game.rules().name(),
            title: format!("{}, {} rules", game.board(), game.rules().name()),
            drawing: self.drawing(&moves),
        };
        SolveDocument {
            head: dots.lines() + &self.lines(value, bounds, &moves, optimal.is_some(), &pv),
            board: dots.title.clone(),
            findings: Findings {
                header,
                value: value.map_or(Value::Unproved(()), Value::Score),
                pv,
                cost: Cost { nodes, time_ns, ledger: Ledger::of(&solved.observed.snapshot) },
                outcome: game.outcome(position).map(|outcome| outcome.to_string()),
                variant: Variant::Dots(dots),
                headline: self.headline(value, bounds),
                diagram: Some(dots_diagram(
                    game,
                    position,
                    moves.keep,
                    &vec![None; game.board().cells().len()],
                )),
            },
            value,
            optimal: optimal.map(|optimal| format!("{optimal:x}")),
            value_ns: value_time.map(|time| time.as_nanos() as u64),
            bounds,
            table: TableLine { mib: solved.table_bytes.div_ceil(1 << 20), fill },
            checkpoint: solved.checkpoint.as_ref().map(|(file, saved)| checkpoint_line(file, saved)),
            extras: Extras { stats: solved.observed.stats(detail), compare },
        }
    }

    fn headline(&self, value: Option<i32>, [low, high]: [i32; 2]) -> Headline {
        let position = &self.position;
        let mover = position.side_to_move();
        if let Some(outcome) = self.game.outcome(position) {
            return Headline::plain(&format!("game over: {outcome}"));
        }
        let Some(value) = value else {
            let [low, high] = [low, high].map(|net| verdict(mover, net + position.net()));
            return Headline {
                answer: "not proved".to_owned(),
                note: format!("from {low} to {high}"),
                ..Headline::default()
            };
        };
        Headline {
            note: format!("{} to move", letter(mover)),
            ..Headline::plain(&verdict(mover, value + position.net()))
        }
    }

    fn drawing(&self, moves: &Moves) -> String {
        let board = self.game.board();
        let word = |edge: usize| if moves.keep >> edge & 1 == 1 { "*" } else { "" };
        let words = (0..board.edges()).map(|edge| word(edge).to_owned()).collect();
        let nobody = vec![None; board.cells().len()];
        draw(board, self.position.drawn(), &nobody, &Labels::Words(words))
    }

    /// The lines on value and moves. With `all`, all optimal moves are known.
    fn lines(&self, value: Option<i32>, bounds: [i32; 2], moves: &Moves, all: bool, pv: &[String]) -> String {
        if let Some(outcome) = self.game.outcome(&self.position) {
            return format!("value    0, the game is over: {outcome}\n");
        }
        let names =
            |set| edges_of(set).map(|edge| self.game.board().name(edge)).collect::<Vec<_>>().join(" ");
        let Moves { keep, lose } = *moves;
        let mut text = self.value_lines(value, bounds);
        if all {
            text += &format!("optimal  {} (* on the board)\npv       {}\n", names(keep), pv.join(" "));
        } else if keep | lose != 0 {
            let open = self.game.undrawn(&self.position) & !(keep | lose);
            let (keep, lose, open) = (names(keep), names(lose), names(open));
            text += &format!("optimal  {keep} so far; not {lose}; open: {open}\n");
        }
        text
    }

    fn value_lines(&self, value: Option<i32>, [low, high]: [i32; 2]) -> String {
        let (board, position) = (self.game.board(), &self.position);
        let left = board.total() - board.closed(position.drawn());
        let mover = position.side_to_move();
        let (a, b) = (letter(mover), letter(mover.other()));
        let Some(value) = value else {
            return format!("value    not proved: between {low:+} and {high:+} of the {left} left for {a}\n");
        };
        let (own, theirs) = ((left + value) / 2, (left - value) / 2);
        let mut text = format!(
            "value    {value}: {a} is to move and gets {own} of the {left} left, {b} {theirs}: {}\n",
            verdict(mover, value)
        );
        if position.net() != 0 {
            text +=
                &format!("final    {}, with what was won before\n", verdict(mover, value + position.net()));
        }
        text
    }
}

impl SolveOutcome {
    fn moves(&self) -> Moves {
        match &self.outcome {
            Ok(answer) => Moves { keep: answer.optimal.unwrap_or(0), lose: 0 },
            Err(unfinished) => Moves { keep: unfinished.keep, lose: unfinished.lose },
        }
    }
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
