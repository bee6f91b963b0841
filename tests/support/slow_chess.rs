//! Random games of chess, and the rules on a board of 64 squares: the oracle.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Piece, Position, Square};

/// Starting points of random games: openings, castling, en passant, promotions, Chess960.
pub const SOURCES: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "nrk1br1b/pn4pp/1pp5/3ppP1P/1P2P1Q1/4N3/P1PB1P2/NRK2R1B w FBfb - 0 10",
    "1r1krn2/1Bp4p/3pp1pn/p4p2/qp3PP1/2bP3N/NPP1P2P/BRQK1R2 w B - 0 20",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
];

/// Calls `visit` on every position of `games` random games of at most `plies` plies.
pub fn random_games(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut rng = SmallRng::seed_from_u64(seed);
    for game in 0..games {
        let mut position: Position = SOURCES[game % SOURCES.len()].parse().unwrap();
        for _ in 0..plies {
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
        }
    }
}

type Occupant = Option<(Side, Piece)>;

/// Sixty-four squares; attacks are found by walking over them one at a time.
#[derive(Clone)]
pub struct SlowBoard(pub [Occupant; 64]);

impl SlowBoard {
    pub fn of(position: &Position) -> SlowBoard {
        SlowBoard(std::array::from_fn(|i| position.piece_at(Square::new(i as u8).unwrap())))
    }

    fn at(&self, file: i32, rank: i32) -> Option<Occupant> {
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| self.0[(rank * 8 + file) as usize])
    }

    /// The squares a piece on `from` attacks, by walking.
    pub fn attacked_from(&self, piece: Piece, side: Side, from: usize) -> Vec<usize> {
        let up = if side == Side::First { 1 } else { -1 };
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let oblique = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let all: Vec<(i32, i32)> = straight.into_iter().chain(oblique).collect();
        let (steps, far): (Vec<(i32, i32)>, bool) = match piece {
            Piece::Pawn => (vec![(-1, up), (1, up)], false),
            Piece::Knight => {
                (vec![(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], false)
            }
            Piece::Bishop => (oblique.to_vec(), true),
            Piece::Rook => (straight.to_vec(), true),
            Piece::Queen => (all, true),
            Piece::King => (all, false),
        };
        let mut squares = Vec::new();
        for (df, dr) in steps {
            let (mut file, mut rank) = (from as i32 % 8 + df, from as i32 / 8 + dr);
            while let Some(piece) = self.at(file, rank) {
                squares.push((rank * 8 + file) as usize);
                if piece.is_some() || !far {
                    break;
                }
                file += df;
                rank += dr;
            }
        }
        squares
    }

    pub fn attacked_by(&self, side: Side, square: usize) -> bool {
        (0..64).any(|from| match self.0[from] {
            Some((owner, piece)) if owner == side => self.attacked_from(piece, side, from).contains(&square),
            _ => false,
        })
    }

    fn king(&self, side: Side) -> usize {
        self.0.iter().position(|&piece| piece == Some((side, Piece::King))).unwrap()
    }

    fn safe(&self, side: Side) -> bool {
        !self.attacked_by(side.other(), self.king(side))
    }
}

fn pawn_targets(board: &SlowBoard, position: &Position, side: Side, from: usize) -> Vec<usize> {
    let (up, home) = if side == Side::First { (8i32, 1) } else { (-8, 6) };
    let mut targets = Vec::new();
    let one = (from as i32 + up) as usize;
    if board.0[one].is_none() {
        targets.push(one);
        let two = (from as i32 + 2 * up) as usize;
        if from / 8 == home && board.0[two].is_none() {
            targets.push(two);
        }
    }
    let ep = position.en_passant().map(Square::index);
    targets.extend(
        board
            .attacked_from(Piece::Pawn, side, from)
            .into_iter()
            .filter(|&to| matches!(board.0[to], Some((owner, _)) if owner != side) || ep == Some(to)),
    );
    targets
}

/// Every legal move as text, found by making each pseudo-legal one and testing whether the king can
/// be taken. Castling is written as the king taking its rook.
pub fn slow_moves(position: &Position) -> Vec<String> {
    let (board, side) = (SlowBoard::of(position), position.side_to_move());
    let mut found = Vec::new();
    let name = |i: usize| Square::new(i as u8).unwrap().to_string();
    for from in 0..64 {
        let Some((owner, piece)) = board.0[from] else { continue };
        if owner != side {
            continue;
        }
        let targets = match piece {
            Piece::Pawn => pawn_targets(&board, position, side, from),
            _ => board.attacked_from(piece, side, from),
        };
        for to in targets {
            if matches!(board.0[to], Some((owner, _)) if owner == side) {
                continue;
            }
            let mut after = board.clone();
            if piece == Piece::Pawn && board.0[to].is_none() && from % 8 != to % 8 {
                after.0[from / 8 * 8 + to % 8] = None;
            }
            after.0[to] = after.0[from].take();
            if !after.safe(side) {
                continue;
            }
            if piece == Piece::Pawn && matches!(to / 8, 0 | 7) {
                found.extend(["q", "r", "b", "n"].map(|p| format!("{}{}{p}", name(from), name(to))));
            } else {
                found.push(format!("{}{}", name(from), name(to)));
            }
        }
    }
    found.extend(slow_castling(position, &board, side));
    found.sort();
    found
}

fn slow_castling(position: &Position, board: &SlowBoard, side: Side) -> Vec<String> {
    let king = board.king(side);
    let mut found = Vec::new();
    for rook in position.castling_rooks() {
        if board.0[rook.index()] != Some((side, Piece::Rook)) {
            continue;
        }
        let home = king / 8 * 8;
        let (king_to, rook_to) =
            if rook.index() > king { (home + 6, home + 5) } else { (home + 2, home + 3) };
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        let free = span(king, king_to)
            .chain(span(rook.index(), rook_to))
            .all(|square| board.0[square].is_none() || square == king || square == rook.index());
        let safe_way = span(king, king_to).all(|square| {
            let mut there = board.clone();
            let piece = there.0[king].take();
            let rook_there = square == rook.index();
            there.0[square] = piece;
            rook_there || there.safe(side)
        });
        let mut after = board.clone();
        after.0[king] = None;
        after.0[rook.index()] = None;
        after.0[king_to] = Some((side, Piece::King));
        after.0[rook_to] = Some((side, Piece::Rook));
        if free && safe_way && after.safe(side) {
            found.push(format!("{}{rook}", Square::new(king as u8).unwrap()));
        }
    }
    found
}
