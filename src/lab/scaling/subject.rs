use crate::simulate::FreshSolve;
use sparring_engine::games::backgammon::{self, NamedEvaluator, Roll};
use sparring_engine::games::dots::{self, Board, Dots, Rules, Size};
use sparring_engine::search::{AnyStrategy, DiceRequest, DiceStrategy, Limits, Settings, Strategy};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_run::{BackgammonSearch, ChessRequest, ChessSearch, DotsSearch, Solve};

/// Size of the table in MiB.
const HASH: usize = 64;

pub(super) fn chess_search(fen: &str) -> ChessSearch<'static> {
    let position = fen.parse().expect("a position");
    let settings = Settings::depth(1).by(AnyStrategy::Exact(Strategy::Ybw));
    ChessSearch { request: ChessRequest { position, earlier: &[], settings }, hash: HASH }
}

fn name(boxes: [usize; 2]) -> String {
    boxes.map(|side| side.to_string()).join("x")
}

fn grid([rows, columns]: [usize; 2]) -> Dots {
    Dots::new(Board::grid(Size::new(rows, columns).expect("a board")), Rules::default())
}

pub(super) fn dots_search(boxes: [usize; 2]) -> DotsSearch {
    DotsSearch::new(grid(boxes), name(boxes), dots::Position::new(0), Settings::depth(u32::MAX), HASH)
}

/// A solve for an empty board's value, within `nodes` if given.
pub(super) fn solve(boxes: [usize; 2], nodes: Option<u64>) -> FreshSolve {
    let solve = Solve {
        game: grid(boxes),
        position: dots::Position::new(0),
        board: name(boxes),
        value_only: true,
        limits: Limits { nodes, ..Limits::default() },
    };
    FreshSolve { solve, hash: HASH }
}

pub(super) fn backgammon_search(roll: &str) -> BackgammonSearch {
    let roll: Roll = roll.parse().expect("a roll");
    let position = backgammon::Position::START;
    let request = DiceRequest::new(position, roll, Settings::depth(1).by(DiceStrategy::ParStar2));
    let named: NamedEvaluator = "balanced".parse().expect("an evaluator");
    let informed = BearoffEvaluator::from(named).deciding(position.side());
    BackgammonSearch::new(informed, Some(roll), request)
}
