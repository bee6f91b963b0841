//! Claim: positions are read, written, ordered and turned round as their texts say.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Position, PositionError};

#[test]
fn the_start_is_the_same_for_both() {
    assert_eq!(Position::START.to_string(), "-b----E-C---eE---c-e----B-");
    assert_eq!(Position::START.pips(), (167, 167));
    assert_eq!(Position::START.handed_over().points(), Position::START.points());
    assert_eq!(Position::START.handed_over().handed_over(), Position::START);
    assert_eq!("-b----E-C---eE---c-e----B-".parse(), Ok(Position::START));
}

#[test]
fn positions_are_ordered_as_texts() {
    let mut texts = [
        "-b----E-C---eE---c-e----B-",
        "a--a-DdA---Ca---C--e--A-cA",
        "aCC-C-c-----d-----bb--c---",
        "-CA-D-C------------cc---b-",
        "b--B-c--C-C-c---C--b-B-bcA",
        "b--B-c--C-C-c---C--b-B-bc-",
        "------------------------A-",
    ];
    let mut positions: Vec<Position> = texts.iter().map(|text| text.parse().unwrap()).collect();
    texts.sort_unstable();
    positions.sort_unstable();
    assert_eq!(positions.iter().map(Position::to_string).collect::<Vec<_>>(), texts);
}

#[test]
fn what_is_no_position_is_refused() {
    let refused = |text: &str| text.parse::<Position>().unwrap_err();
    assert_eq!(refused("-b----E-C---eE---c-e----B"), PositionError::Length(25));
    assert_eq!(refused("-b----E-C---eE---c-e----B--"), PositionError::Length(27));
    assert_eq!(refused("-b----E-C---eE---c-?----B-"), PositionError::Character(19, '?'));
    assert_eq!(refused("-b----E-C---eE---c-e----C-"), PositionError::TooMany(Side::First, 16));
    assert_eq!(refused("Ab----E-C---eE---c-e----B-"), PositionError::WrongBar(0));
    assert_eq!(refused("--------------------------"), PositionError::BothOff);
}
