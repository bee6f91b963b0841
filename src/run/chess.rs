use super::bestmove::{AnswerKeys, AnswerOf, Bestmove, ranked};
use super::diagram::{chess_diagram, colour};
use super::perft::Perft;
use sparring_engine::game::{MAX_PLY, Score, Side};
use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{self, Chess, Move, Position, Simplified};
use sparring_engine::search::{
    AnyStrategy, Evaluators, PlayStrategy, Request, ScoredLine, SearchStrategy, Settings, perft,
};
use sparring_engine::{Compiled, Engine, Stop};
use sparring_report::{
    ChessKeys, ChessLine, Diagram, Headline, LineVariant, Numbering, RankedLine, Value, Variant,
};
use sparring_sched::{CancelScope, Pool};

/// Returns settings by which one worker searches alone, so that the answer repeats; `None` for
/// strategies whose answers repeat anyway or that are never alone, and for a split depth of one's
/// own.
pub fn on_one_worker(settings: Settings<AnyStrategy>) -> Option<Settings<AnyStrategy>> {
    let is_play = settings.strategy == AnyStrategy::Play(PlayStrategy::Play);
    let is_usual = [PlayStrategy::Play.split_depth(), MAX_PLY].contains(&settings.split_depth);
    (is_play && is_usual).then_some(Settings { split_depth: MAX_PLY, ..settings })
}

/// The evaluators of chess.
pub type ChessEvaluators = Compiled<Evaluators<Simplified, Network>>;

pub static CHESS_EVALUATORS: ChessEvaluators =
    Compiled(Evaluators { exact: Simplified, play: Network::built_in });

pub type ChessRequest<'a> = Request<'a, Position, AnyStrategy>;

#[derive(Clone, Debug)]
pub struct ChessSearch<'a> {
    /// Also contains the game before the position.
    pub request: ChessRequest<'a>,
    pub hash: usize,
}

impl<'a> Bestmove for ChessSearch<'a> {
    type Game = Chess;
    type Evaluator = ChessEvaluators;
    type Question = ChessRequest<'a>;

    const NAME: &'static str = "chess";
    /// A search with `--strategy pvs --board ruy-lopez --depth 9 --threads 1` takes 127 ns per
    /// node.
    const NODE_NS: u64 = 125;

    fn game(&self) -> Chess {
        Chess
    }

    fn evaluator(&self) -> &ChessEvaluators {
        &CHESS_EVALUATORS
    }

    fn question(&self) -> &Self::Question {
        &self.request
    }

    fn settings(&self) -> &Settings<AnyStrategy> {
        &self.request.settings
    }

    fn with(&self, settings: Settings<AnyStrategy>) -> Self {
        ChessSearch { request: Request { settings, ..self.request.clone() }, hash: self.hash }
    }

    fn hash(&self) -> usize {
        self.hash
    }

    fn line(&self, pv: &[Move]) -> String {
        self.request.position.line(pv, Position::san).join(" ")
    }

    fn position(&self) -> String {
        self.request.position.to_string()
    }

    fn keys(&self, answer: &AnswerOf<Self>) -> AnswerKeys {
        let position = &self.request.position;
        let pv = answer.last.as_ref().map_or(&[][..], |last| &last.pv);
        AnswerKeys {
            position: self.position(),
            best: answer.best().map(|m| position.uci(m)),
            value: chess_value(answer.score),
            pv: position.line(pv, Position::uci),
            outcome: answer.outcome.map(|outcome| outcome.to_string()),
            variant: Variant::Chess(ChessKeys {
                san: position.line(pv, Position::san),
                numbering: Numbering::ByTwos { black_begins: position.side_to_move() == Side::Second },
            }),
            lines: ranked(answer, |rank, line| line_of(position, rank, line)),
        }
    }

    fn headline(&self, answer: &AnswerOf<Self>) -> Headline {
        let position = &self.request.position;
        let mover = colour(position.side_to_move());
        let (worth, note) = match chess::mate_in(answer.score) {
            Some(n) if n > 0 => (format!("mate in {n}"), format!("by {mover}, to move")),
            Some(n) => (format!("mated in {}", -n), format!("{mover} to move")),
            None => {
                (format!("{:+.2}", f64::from(answer.score) / 100.0), format!("pawns for {mover}, to move"))
            }
        };
        match (answer.best(), answer.outcome) {
            (Some(best), _) => Headline { answer: position.san(best), worth, note },
            (None, Some(outcome)) => Headline::plain(&format!("game over: {outcome}")),
            (None, None) => Headline::plain("no depth finished"),
        }
    }

    fn diagram(&self, answer: &AnswerOf<Self>) -> Diagram {
        chess_diagram(&self.request.position, answer.best())
    }
}

/// A line in notation.
pub(super) fn line_of(position: &Position, rank: usize, line: &ScoredLine<Move>) -> RankedLine {
    RankedLine {
        rank,
        name: position.uci(line.pv[0]),
        value: chess_value(line.score),
        pv: position.line(&line.pv, Position::uci),
        variant: LineVariant::Chess(ChessLine { san: position.line(&line.pv, Position::san) }),
    }
}

/// Converts a score: plies to a mate become full moves, rounded up.
pub fn chess_value(score: Score) -> Value {
    chess::mate_in(score).map_or(Value::Score(score), Value::Mate)
}

/// Counts sequences of `depth` moves. With `leaf` it also makes the last ones.
pub fn chess_perft(position: &Position, depth: u32, leaf: bool) -> Perft<'_> {
    let count = move |pool: &Pool, scope: &CancelScope| {
        let below = |position: &Position, depth, leaf| count_below(scope, position, depth, leaf);
        let counts = pool.install_in(scope, |at| perft(at, &Chess, position, depth, leaf, below));
        Some(counts.ok()?.into_iter().map(|(m, count)| (position.uci(m), count)).collect())
    };
    let diagram = chess_diagram(position, None);
    Perft { game: "chess", position: position.to_string(), diagram, depth, count: Box::new(count) }
}

/// Counts sequences of `depth` (at least 1) moves by first move; `None` after a stop.
pub fn chess_divide(
    engine: &Engine<Chess>,
    position: &Position,
    depth: u32,
    stop: &Stop,
) -> Option<Vec<(String, u64)>> {
    let counts = (chess_perft(position, depth, false).count)(engine.pool(), stop.scope());
    counts.filter(|_| !stop.scope().is_cancelled())
}

/// Counts up to this depth take milliseconds.
const UNINTERRUPTED: u32 = 4;

/// Counts until `scope` is cancelled; then the number is meaningless.
fn count_below(scope: &CancelScope, position: &Position, depth: u32, leaf: bool) -> u64 {
    if depth <= UNINTERRUPTED {
        chess::perft(position, depth, leaf)
    } else if scope.is_cancelled() {
        0
    } else {
        let moves = position.legal_moves();
        moves.iter().map(|&m| count_below(scope, &position.play(m), depth - 1, leaf)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::game::WIN;

    #[test]
    fn mates_are_told_in_full_moves() {
        assert_eq!(chess_value(37), Value::Score(37));
        assert_eq!(chess_value(WIN - 1), Value::Mate(1));
        assert_eq!(chess_value(WIN - 3), Value::Mate(2));
        assert_eq!(chess_value(2 - WIN), Value::Mate(-1));
        assert_eq!(chess_value(4 - WIN), Value::Mate(-2));
        assert_eq!(chess_value(-WIN), Value::Mate(0));
    }
}
