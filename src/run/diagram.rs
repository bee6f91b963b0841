use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{self, MatchState, Play, Roll};
use sparring_engine::games::chess::{self, Kind, Move, Piece, Square};
use sparring_engine::games::dots::{self, Board, Dots, Edge, Labels, Shape, draw, letter};
use sparring_report::{
    BackgammonDiagram, ChessDiagram, CubeDiagram, CubePlace, Diagram, DotsDiagram, EdgeMark,
};

pub fn chess_diagram(position: &chess::Position, best: Option<Move>) -> Diagram {
    Diagram::Chess(chess_board(position, best, None))
}

/// A chess position with its best move, and the move made from it.
pub(super) fn chess_board(
    position: &chess::Position,
    best: Option<Move>,
    made: Option<Move>,
) -> ChessDiagram {
    let letter = |(side, piece): (Side, Piece)| match side {
        Side::First => piece.letter().to_ascii_uppercase(),
        Side::Second => piece.letter(),
    };
    let square = |i: usize| Square::at((i % 8) as u8, (i / 8) as u8);
    let squares = |m: Move| [m.from(), lands_on(m)].map(Square::index);
    ChessDiagram {
        pieces: (0..64).map(|i| position.piece_at(square(i)).map(letter)).collect(),
        best: best.map(squares),
        made: made.map(squares),
        turn: format!("{} to move", colour(position.side_to_move())),
    }
}

/// The piece's destination, for castling the king's.
fn lands_on(m: Move) -> Square {
    match m.kind() {
        Kind::Castle => Square::at(if m.to() > m.from() { 6 } else { 2 }, m.to().rank()),
        _ => m.to(),
    }
}

pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

pub fn backgammon_diagram(
    position: &backgammon::Position,
    roll: Option<Roll>,
    best: Option<&Play>,
) -> Diagram {
    Diagram::Backgammon(backgammon_board(position, roll, best))
}

pub(super) fn backgammon_board(
    position: &backgammon::Position,
    roll: Option<Roll>,
    best: Option<&Play>,
) -> BackgammonDiagram {
    let steps = best.map_or(&[][..], Play::steps);
    BackgammonDiagram {
        points: *position.points(),
        off: [position.off(), position.opponent_off()],
        white: position.side() == Side::First,
        dice: roll.map(|roll| [roll.high(), roll.low()]),
        best: steps.iter().map(|step| [step.from, step.to].map(usize::from)).collect(),
        cube: None,
    }
}

pub(super) fn cube_diagram(state: &MatchState, side: Side) -> Option<CubeDiagram> {
    if state.crawford || state.max_cube == 0 {
        return None;
    }
    let place = match state.owner {
        _ if state.offer.is_some() => CubePlace::Offered,
        None => CubePlace::Middle,
        Some(owner) if owner == side => CubePlace::Own,
        Some(_) => CubePlace::Other,
    };
    let offered = u32::from(place == CubePlace::Offered);
    Some(CubeDiagram { value: 1 << (u32::from(state.cube) + offered), place })
}

/// A dots board with best edges and owners of boxes, as a list if the board has no
/// geometry.
pub fn dots_diagram(game: &Dots, position: &dots::Position, best: u64, owners: &[Option<Side>]) -> Diagram {
    let (board, drawn) = (game.board(), position.drawn());
    let Shape::Grid(size) = board.shape() else { return list(board, drawn, best, owners) };
    let edge = |i: usize| {
        let mark = match (drawn >> i & 1, best >> i & 1) {
            (1, _) => EdgeMark::Drawn,
            (_, 1) => EdgeMark::Best,
            _ => EdgeMark::Open,
        };
        (board.name(Edge::new(i)), mark)
    };
    let edges = (0..board.edges()).map(edge).collect();
    let owners = owners.iter().map(|owner| owner.map(letter)).collect();
    Diagram::Dots(DotsDiagram { rows: size.rows(), columns: size.columns(), edges, owners })
}

fn list(board: &Board, drawn: u64, best: u64, owners: &[Option<Side>]) -> Diagram {
    let word = |i: usize| if best >> i & 1 == 1 { "best" } else { "open" };
    let words = (0..board.edges()).map(|i| word(i).to_owned()).collect();
    Diagram::Text(draw(board, drawn, owners, &Labels::Words(words)))
}
