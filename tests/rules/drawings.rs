//! Claim: boards fit a narrow terminal, mark the last move with and without colours, and say the
//! same in plain text as in colours.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{self, Picture};
use sparring_engine::games::chess::{self, Glyphs, Square};
use sparring_engine::games::dots::{self, Board, Labels};
use sparring_engine::games::{Drawing, Ground, Style, Tone};

const NARROW: Style = Style { marks: true, unicode: true, colour: true, narrow: true };

fn widest(drawing: &Drawing) -> usize {
    drawing.to_string().lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

fn chess(style: Style) -> Drawing {
    let last = ["e2", "e4"].map(|name| Square::parse(name).unwrap());
    chess::paint(&chess::Position::start(), Side::First, Glyphs::Letters, &last, style)
}

fn backgammon(style: Style) -> Drawing {
    let (position, side) = (backgammon::Position::START, Side::First);
    Picture { position, roll: None, view: side, numbers: side, last: 1 << 8, style }.drawing()
}

fn grid(turned: bool, style: Style) -> Drawing {
    let board = Board::grid("2x3".parse().unwrap());
    // The upper left box is closed; its right edge was drawn last.
    let drawn = board.cells()[0].edges;
    let last = 1 << board.parse_edge("v0,1", 0).unwrap().index();
    let mut owners = [None; 6];
    owners[0] = Some(Side::Second);
    let labels = &Labels::None;
    dots::paint(&dots::Picture { board: &board, drawn, last, owners: &owners, labels, turned, style })
}

#[test]
fn boards_fit_a_narrow_terminal() {
    assert_eq!(widest(&chess(NARROW)), 18);
    assert!(widest(&backgammon(NARROW)) <= 30, "{}", backgammon(NARROW));
    assert_eq!(widest(&grid(false, NARROW)), 9);
    let board = Board::grid("1x12".parse().unwrap());
    let (owners, labels) = (&[None; 12], &Labels::None);
    let wide =
        dots::Picture { board: &board, drawn: 0, last: 0, owners, labels, turned: false, style: NARROW };
    let numbers = dots::paint(&wide).to_string().lines().next().unwrap().to_owned();
    assert_eq!(numbers, "  0         5         10");
}

#[test]
fn without_colours_the_last_move_is_marked_by_characters() {
    let style = Style { marks: true, ..Style::default() };
    assert!(chess(style).to_string().contains("4 . . . .[.]. . .\n"), "{}", chess(style));
    assert!(chess(style).to_string().contains("2 P P P P[P]P P P\n"));
    assert!(backgammon(style).to_string().contains("[X]"), "{}", backgammon(style));
    let expected = "  0   1   2   3\n0 +---+   +   +\n  | B #\n1 +---+   +   +\n\n2 +   +   +   +\n";
    assert_eq!(grid(false, style).to_string(), expected);
}

#[test]
fn a_board_of_dots_is_turned_by_half_a_circle() {
    let shown = grid(true, Style::default()).to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "  3   2   1   0");
    assert_eq!(lines[3..], ["1 +   +   +---+", "          | B |", "0 +   +   +---+"]);
}

#[test]
fn with_colours_the_last_move_is_marked_by_them() {
    let style = Style { narrow: false, ..NARROW };
    let marked = |drawing: &Drawing| {
        let marked =
            drawing.pieces().filter(|(ink, _)| ink.ground == Ground::Marked || ink.tone == Tone::Marked);
        marked.map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(marked(&chess(style)), ["   ", " P "]);
    assert_eq!(marked(&backgammon(style)), [" ● "; 3]);
    assert_eq!(marked(&grid(false, style)), ["┃"]);
    let unmarked = Style { marks: false, ..style };
    for drawing in [chess(unmarked), backgammon(unmarked), grid(false, unmarked)] {
        assert!(marked(&drawing).is_empty(), "{drawing}");
    }
}
