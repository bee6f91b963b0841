//! The boards published with the two ancestors, by name.
//!
//! The 2020 program's White moves from point 1 to 24, so its point p is White's 25 - p here. It
//! does not count checkers borne off: missing ones are off.

use super::position::Position;

/// A named board, White on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBoard {
    /// The start position.
    Start,
    /// Both sides are on the bar and hold points in the middle.
    Midgame,
    /// Blots everywhere, and both sides on the bar.
    CriticalHit,
    /// White bears off against a checker on the bar.
    WhiteEndgame,
    /// Both sides bear off.
    BearOff,
    /// Two white and three black checkers bear off (2020: `bearOffBoard`).
    ShortBearOff,
    /// Black has two checkers on the bar, and few in all (2020: `barBoard`).
    Bar,
    /// Blots of both sides in both homes (2020: `boardTest1`).
    Test,
    /// The start position with one white checker borne off (2020: `endBoard`).
    End,
}

impl NamedBoard {
    /// The 2025 experiment's boards, in its order.
    pub const EXPERIMENT: [NamedBoard; 5] = [
        NamedBoard::Start,
        NamedBoard::Midgame,
        NamedBoard::CriticalHit,
        NamedBoard::WhiteEndgame,
        NamedBoard::BearOff,
    ];

    /// All boards: the experiment's, then the 2020 program's.
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

    /// Finds a board by name.
    pub fn from_name(name: &str) -> Option<NamedBoard> {
        NamedBoard::NAMED.into_iter().find(|board| board.name() == name)
    }

    /// The position's 26 characters.
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

    /// A remark for users on how the published board is read.
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
