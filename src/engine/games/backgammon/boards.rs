//! The five boards of the ancestor's experiment, by name.

use super::position::Position;

/// A board with a name, White on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBoard {
    /// The starting position.
    Start,
    /// Both sides on the bar, the points of the middle held.
    Midgame,
    /// Blots everywhere, both sides on the bar.
    CriticalHit,
    /// White bears off against a checker on the bar.
    WhiteEndgame,
    /// Both sides bear off.
    BearOff,
}

impl NamedBoard {
    /// All of them, in the order of the experiment.
    pub const ALL: [NamedBoard; 5] = [
        NamedBoard::Start,
        NamedBoard::Midgame,
        NamedBoard::CriticalHit,
        NamedBoard::WhiteEndgame,
        NamedBoard::BearOff,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            NamedBoard::Start => "start",
            NamedBoard::Midgame => "midgame",
            NamedBoard::CriticalHit => "critical-hit",
            NamedBoard::WhiteEndgame => "white-endgame",
            NamedBoard::BearOff => "bear-off",
        }
    }

    /// The board of a name.
    pub fn from_name(name: &str) -> Option<NamedBoard> {
        NamedBoard::ALL.into_iter().find(|board| board.name() == name)
    }

    /// The 26 characters of the position.
    pub const fn text(self) -> &'static str {
        match self {
            NamedBoard::Start => "-b----E-C---eE---c-e----B-",
            NamedBoard::Midgame => "b--B-c--C-C-c---C--b-B-bcA",
            NamedBoard::CriticalHit => "a--a-DdA---Ca---C--e--A-cA",
            NamedBoard::WhiteEndgame => "aCC-C-c-----d-----bb--c---",
            NamedBoard::BearOff => "-CA-D-C------------cc---b-",
        }
    }

    /// The position, White on roll.
    pub fn position(self) -> Position {
        self.text()
            .parse()
            .expect("the named boards are positions: tests/rules/backgammon_boards.rs reads each of them")
    }

    /// What its user should be told of how the ancestor's description is read.
    pub const fn note(self) -> Option<&'static str> {
        match self {
            NamedBoard::Midgame => Some(
                "midgame has 14 white checkers where it was published; the fifteenth counts as borne off",
            ),
            _ => None,
        }
    }
}
