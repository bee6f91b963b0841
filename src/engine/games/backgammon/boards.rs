//! The boards that were published with the two ancestors, by name.
//!
//! Five are those of the experiment of 2025. The program of 2020 has five boards too, one of which
//! is the starting position. Its White moves from point 1 to 24, so its point p is White's 25 - p
//! here, and it keeps no count of checkers borne off: those that are not on a board are off.

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
    /// Two white checkers and three black ones bear off (2020: `bearOffBoard`).
    ShortBearOff,
    /// Black has two checkers on the bar and few in all (2020: `barBoard`).
    Bar,
    /// Blots of both sides among White's home points and Black's (2020: `boardTest1`).
    Test,
    /// The starting position with one white checker borne off (2020: `endBoard`).
    End,
}

impl NamedBoard {
    /// The boards of the experiment of 2025, in its order.
    pub const EXPERIMENT: [NamedBoard; 5] = [
        NamedBoard::Start,
        NamedBoard::Midgame,
        NamedBoard::CriticalHit,
        NamedBoard::WhiteEndgame,
        NamedBoard::BearOff,
    ];

    /// All boards with a name: those of the experiment, then those of the program of 2020.
    pub const NAMED: [NamedBoard; 9] = [
        NamedBoard::Start,
        NamedBoard::Midgame,
        NamedBoard::CriticalHit,
        NamedBoard::WhiteEndgame,
        NamedBoard::BearOff,
        NamedBoard::ShortBearOff,
        NamedBoard::Bar,
        NamedBoard::Test,
        NamedBoard::End,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            NamedBoard::Start => "start",
            NamedBoard::Midgame => "midgame",
            NamedBoard::CriticalHit => "critical-hit",
            NamedBoard::WhiteEndgame => "white-endgame",
            NamedBoard::BearOff => "bear-off",
            NamedBoard::ShortBearOff => "short-bear-off",
            NamedBoard::Bar => "bar",
            NamedBoard::Test => "test",
            NamedBoard::End => "end",
        }
    }

    /// The board of a name.
    pub fn from_name(name: &str) -> Option<NamedBoard> {
        NamedBoard::NAMED.into_iter().find(|board| board.name() == name)
    }

    /// The 26 characters of the position.
    pub const fn text(self) -> &'static str {
        match self {
            NamedBoard::Start => "-b----E-C---eE---c-e----B-",
            NamedBoard::Midgame => "b--B-c--C-C-c---C--b-B-bcA",
            NamedBoard::CriticalHit => "a--a-DdA---Ca---C--e--A-cA",
            NamedBoard::WhiteEndgame => "aCC-C-c-----d-----bb--c---",
            NamedBoard::BearOff => "-CA-D-C------------cc---b-",
            NamedBoard::ShortBearOff => "-B---------------------c--",
            NamedBoard::Bar => "b---------------------Cc--",
            NamedBoard::Test => "-BaEB-E--------------bAeb-",
            NamedBoard::End => "-b----E-C---eE---c-e----A-",
        }
    }

    /// The position, White on roll.
    pub fn position(self) -> Position {
        self.text()
            .parse()
            .expect("the named boards are positions: tests/rules/backgammon_boards.rs reads each of them")
    }

    /// A remark for users on how the ancestor's description is read.
    pub const fn note(self) -> Option<&'static str> {
        match self {
            NamedBoard::Midgame => Some(
                "midgame has 14 white checkers where it was published; the fifteenth counts as borne off",
            ),
            NamedBoard::ShortBearOff | NamedBoard::Bar | NamedBoard::Test | NamedBoard::End => {
                Some("the published board counts no checkers borne off; those not on it count as borne off")
            }
            _ => None,
        }
    }
}
