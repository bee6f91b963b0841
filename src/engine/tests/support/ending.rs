use std::fmt;

use sparring_engine::game::{Score, WIN};

/// The end of a game, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Lost,
    Drawn,
    Worth(Score),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

pub fn worth(ending: Ending, ply: u32) -> Score {
    match ending {
        Ending::Lost => ply as Score - WIN,
        Ending::Drawn => 0,
        Ending::Worth(score) => score,
    }
}
