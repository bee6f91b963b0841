//! Claim: chains are found on boards as players count them, and boards are drawn as they stand.

use sparring_engine::game::Side;
use sparring_engine::games::dots::{Board, Chain, Labels, chains, draw};

/// The edges of these names.
fn edges(board: &Board, names: &[&str]) -> u64 {
    names.iter().map(|name| board.parse_edge(name, 0).unwrap().bit()).sum()
}

fn found(size: &str, undrawn: &[&str]) -> Vec<(usize, bool)> {
    let board = Board::grid(size.parse().unwrap());
    let drawn = board.all() & !edges(&board, undrawn);
    chains(&board, drawn).iter().map(|chain| (chain.boxes, chain.is_loop)).collect()
}

#[test]
fn chains_and_loops_are_told_apart() {
    assert_eq!(found("1x3", &["v0,0", "v0,1", "v0,2", "v0,3"]), [(3, false)]);
    assert_eq!(found("1x3", &["v0,1", "v0,2"]), [(3, false)]);
    assert_eq!(found("1x3", &["v0,0", "v0,3"]), [(1, false), (1, false)]);
    assert_eq!(found("2x2", &["h1,0", "h1,1", "v0,1", "v1,1"]), [(4, true)]);
    assert_eq!(found("1x2", &["v0,1"]), [(2, false)]);
    assert_eq!(found("2x2", &[]), []);
}

#[test]
fn a_box_with_three_undrawn_edges_joins_nothing() {
    assert_eq!(found("1x3", &["v0,0", "v0,1", "h0,1", "v0,2", "v0,3"]), [(1, false), (1, false)]);
}

#[test]
fn three_in_a_row_and_loops_are_long() {
    let long = |boxes, is_loop| Chain { boxes, is_loop }.is_long();
    assert!(!long(2, false) && long(3, false) && long(4, true));
}

#[test]
fn a_grid_with_owners_and_with_labels() {
    let board = Board::grid("1x2".parse().unwrap());
    let drawn = edges(&board, &["h0,0", "h1,0", "v0,0", "v0,1"]);
    let owners = [Some(Side::Second), None];
    assert_eq!(draw(&board, drawn, &owners, &Labels::None), "+---+   +\n| B |\n+---+   +\n");
    assert_eq!(draw(&board, drawn, &owners, &Labels::Numbers), "+---+ 1 +\n| B |   6\n+---+ 3 +\n");
    let words = Labels::Words(vec!["+2".to_owned(); 7]);
    let text = "+-----+  +2 +\n|  B  |     +2\n+-----+  +2 +\n";
    assert_eq!(draw(&board, drawn, &owners, &words), text);
}

#[test]
fn a_board_from_a_file_is_a_line_a_box() {
    let board = Board::from_config("3 9 5 7 1\n12 9 2 3 4").unwrap();
    // Editors of Windows begin a file with a mark.
    assert_eq!(Board::from_config("\u{feff}3 9 5 7 1\n12 9 2 3 4").unwrap().cells(), board.cells());
    let text = draw(&board, 0b1, &[None, Some(Side::First)], &Labels::Numbers);
    assert_eq!(text, ".    3  [e1] e5 e7 e9\nA   12  e2 e3 e4 e9\n");
}
