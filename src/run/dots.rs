//! Runs of dots and boxes. `solve.rs` and `solved.rs` contain solving.

use super::bestmove::{AnswerKeys, AnswerOf, Bestmove, ranked};
use super::diagram::dots_diagram;
use sparring_engine::Compiled;
use sparring_engine::game::{Score, Side};
use sparring_engine::games::dots::{BoxesWon, Dots, Edge, Labels, Position, draw, letter};
use sparring_engine::search::{Request, Settings};
use sparring_report::{Diagram, DotsKeys, DotsLine, Headline, LineVariant, RankedLine, Value, Variant};

/// A search for the best edge, which counts boxes at its horizon.
#[derive(Clone, Debug)]
pub struct DotsSearch {
    game: Dots,
    board: String,
    evaluator: Compiled<BoxesWon>,
    request: Request<'static, Position>,
    hash: usize,
}

impl DotsSearch {
    pub fn new(game: Dots, board: String, position: Position, settings: Settings, hash: usize) -> DotsSearch {
        let left = game.undrawn(&position).count_ones();
        let settings = Settings { depth: settings.depth.min(left.max(1)), ..settings };
        let evaluator = Compiled(BoxesWon::of(&game));
        DotsSearch { game, board, evaluator, request: Request::new(position, settings), hash }
    }

    fn names(&self, edges: &[Edge]) -> Vec<String> {
        edges.iter().map(|&edge| self.game.board().name(edge)).collect()
    }
}

/// The result if `mover` ends `net` boxes ahead.
pub(super) fn verdict(mover: Side, net: Score) -> String {
    match net {
        0 => "a draw".to_owned(),
        1.. => format!("{} wins by {net}", letter(mover)),
        _ => format!("{} wins by {}", letter(mover.other()), -net),
    }
}

fn ahead(mover: Side, net: Score) -> String {
    match net {
        0 => "level".to_owned(),
        1.. => format!("{} ahead by {net}", letter(mover)),
        _ => format!("{} ahead by {}", letter(mover.other()), -net),
    }
}

impl Bestmove for DotsSearch {
    type Game = Dots;
    type Evaluator = Compiled<BoxesWon>;
    type Question = Request<'static, Position>;

    const NAME: &'static str = "dots";
    /// A search with `--strategy pvs --size 4x4 --depth 9 --threads 1` takes 82 ns per node.
    const NODE_NS: u64 = 80;

    fn game(&self) -> Dots {
        self.game.clone()
    }

    fn evaluator(&self) -> &Compiled<BoxesWon> {
        &self.evaluator
    }

    fn question(&self) -> &Self::Question {
        &self.request
    }

    fn settings(&self) -> &Settings {
        &self.request.settings
    }

    fn with(&self, settings: Settings) -> Self {
        DotsSearch { request: Request { settings, ..self.request.clone() }, ..self.clone() }
    }

    fn hash(&self) -> usize {
        self.hash
    }

    fn line(&self, pv: &[Edge]) -> String {
        self.names(pv).join(" ")
    }

    fn position(&self) -> String {
        format!("{:x}", self.request.position.drawn())
    }

    fn keys(&self, answer: &AnswerOf<Self>) -> AnswerKeys {
        let (game, position) = (&self.game, &self.request.position);
        let nobody = vec![None; game.board().cells().len()];
        AnswerKeys {
            position: self.position(),
            best: answer.best().map(|edge| game.board().name(edge)),
            // Documents report boxes still to gain, the search also those won.
            value: Value::Score(answer.score - position.net()),
            pv: self.names(answer.last.as_ref().map_or(&[], |last| &last.pv)),
            outcome: answer.outcome.map(|outcome| outcome.to_string()),
            variant: Variant::Dots(DotsKeys {
                edge: answer.best().map(Edge::index),
                board: self.board.clone(),
                rules: game.rules().name(),
                title: format!("{}, {} rules", game.board(), game.rules().name()),
                drawing: draw(game.board(), position.drawn(), &nobody, &Labels::Numbers),
            }),
            lines: ranked(answer, |rank, line| RankedLine {
                rank,
                name: game.board().name(line.pv[0]),
                value: Value::Score(line.score - position.net()),
                pv: self.names(&line.pv),
                variant: LineVariant::Dots(DotsLine { edge: line.pv[0].index() }),
            }),
        }
    }

    fn headline(&self, answer: &AnswerOf<Self>) -> Headline {
        let Some(last) = &answer.last else {
            return match answer.outcome {
                Some(outcome) => Headline::plain(&format!("game over: {outcome}")),
                None => Headline::plain("no depth finished"),
            };
        };
        let position = &self.request.position;
        let mover = position.side_to_move();
        let whole = last.depth >= self.game.undrawn(position).count_ones();
        Headline {
            answer: self.game.board().name(last.best),
            worth: if whole { verdict(mover, answer.score) } else { ahead(mover, answer.score) },
            note: if whole { String::new() } else { format!("after {} more edges", last.depth) },
        }
    }

    fn diagram(&self, answer: &AnswerOf<Self>) -> Diagram {
        let nobody = vec![None; self.game.board().cells().len()];
        dots_diagram(&self.game, &self.request.position, answer.best().map_or(0, Edge::bit), &nobody)
    }
}
