//! Claim: what is written in a notation is read back unchanged.
//!
//! FEN has its own tests (`chess_fen`).

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    self, CHECKERS, MatchState, Roll, fibs_board, gnubg_id, parse_id, position_id, xgid,
};
use sparring_engine::games::chess::{self, parse_move};
use sparring_engine::games::dots::{Board, Size, edges_of};

use crate::support::random_boxes::{config_text, random_boxes};
use crate::support::slow_chess::SOURCES;

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

/// Any board of at most 15 checkers a side: checkers are put on points one after the other, and
/// those that find the point taken stay off the board.
fn backgammon_position() -> impl Strategy<Value = backgammon::Position> {
    (vec((0..26usize, any::<bool>()), 1..60), side()).prop_filter_map("not a position", |(pieces, side)| {
        let mut points = [0i8; 26];
        let mut left = [CHECKERS as i8; 2];
        for (point, own) in pieces {
            // The bars have one owner each.
            let own = point == 25 || own && point > 0;
            let sign = if own { 1 } else { -1 };
            if points[point] * sign >= 0 && left[usize::from(own)] > 0 {
                points[point] += sign;
                left[usize::from(own)] -= 1;
            }
        }
        backgammon::Position::new(&points, side).ok()
    })
}

fn roll() -> impl Strategy<Value = Option<Roll>> {
    option::of((1..=6u8, 1..=6u8).prop_map(|(a, b)| Roll::new(a, b).unwrap()))
}

fn match_state() -> impl Strategy<Value = MatchState> {
    let points = 0..=MatchState::MAX_POINTS;
    // FIBS has 9999 for a match without an end.
    let length = prop_oneof![Just(0), points.clone()].prop_filter("unlimited", |&length| length != 9999);
    (length, [points.clone(), points], any::<bool>(), 0..16u8, option::of(side())).prop_map(
        |(length, score, crawford, cube, owner)| {
            let crawford = crawford && length > 0;
            let score = if crawford { [length - 1, score[1]] } else { score };
            let owner = owner.filter(|_| !crawford);
            MatchState { length, score, crawford, cube, owner, ..MatchState::MONEY }
        },
    )
}

/// A position some plies from one of the sources, with the moves chosen by number.
fn chess_position() -> impl Strategy<Value = chess::Position> {
    (0..SOURCES.len(), vec(any::<u16>(), 0..80)).prop_map(|(source, choices)| {
        let mut position: chess::Position = SOURCES[source].parse().unwrap();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[usize::from(choice) % moves.len()]);
        }
        position
    })
}

fn dots_board() -> impl Strategy<Value = Board> {
    let grid = (1..6usize, 1..6usize)
        .prop_filter_map("too large", |(rows, columns)| Size::new(rows, columns).ok().map(Board::grid));
    let file = (any::<u64>(), 1..14usize)
        .prop_map(|(seed, boxes)| Board::from_config(&config_text(&random_boxes(seed, boxes))).unwrap());
    prop_oneof![grid, file]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_xgid_gnubg_ids_and_fibs_boards(
        position in backgammon_position(), roll in roll(), state in match_state()
    ) {
        for text in [xgid, gnubg_id, fibs_board].map(|write| write(&position, roll, &state)) {
            let read = parse_id(&text).unwrap();
            prop_assert_eq!((read.position, read.roll, read.state), (position, roll, state), "{}", text);
        }
        let board = parse_id(&position_id(&position)).unwrap().position;
        prop_assert_eq!(board.points(), position.points());
        let drawn: backgammon::Position = position.to_string().parse().unwrap();
        prop_assert_eq!(drawn.points(), position.points());
    }

    #[test]
    fn of_moves_of_chess(position in chess_position()) {
        for &m in &position.legal_moves() {
            let (san, uci) = (position.san(m), position.uci(m));
            prop_assert_eq!(parse_move(&position, &san), Ok(m), "{} {}", position, san);
            prop_assert_eq!(parse_move(&position, &uci), Ok(m), "{} {}", position, uci);
            let after = position.play(m);
            let sign = match (after.checkers().is_empty(), after.legal_moves().is_empty()) {
                (true, _) => None,
                (false, true) => Some('#'),
                (false, false) => Some('+'),
            };
            prop_assert_eq!(san.chars().last().filter(|c| "+#".contains(*c)), sign, "{} {}", position, san);
        }
    }

    #[test]
    fn of_masks_and_edges_of_dots_and_boxes(board in dots_board(), bits in any::<u64>()) {
        let mask = bits & board.all();
        prop_assert_eq!(board.parse_mask(&format!("{mask:x}")), Ok(mask));
        prop_assert_eq!(board.parse_mask(&format!("{mask:016X}")), Ok(mask));
        for edge in edges_of(board.all()) {
            let read = board.parse_edge(&board.name(edge), mask);
            prop_assert_eq!(read.ok(), Some(edge).filter(|edge| mask & edge.bit() == 0));
        }
    }
}
