//! What a person may say at the backgammon board, besides `help` and `quit`.

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Any other line: read as a play.
    Move(String),
    /// Replace the dice thrown for the person by these.
    Roll(String),
    /// Take the last play back, and the answer to it.
    Undo,
    /// Ask the engine what it would play.
    Hint,
    /// List the legal plays.
    Moves,
    /// Show the position's identifiers.
    Id,
    /// Show the board.
    Board,
    /// Turn the board round.
    Flip,
    /// Begin again.
    New,
}

/// All of them, for the person.
pub(super) const HELP: &str = "\
a play   8/5 6/5, bar/20*, 6/off, 13/7(2), 24/18/13; your points count from 24 down to 1
roll 31  play these dice instead of those thrown for you
undo     take back your last play and the answer to it
hint     what the engine would play
moves    list the legal plays
id       show the position as XGID and as gnubg's id
board    show the board
flip     turn the board round
new      begin again
quit     leave
";

impl Command {
    /// Reads a line in any case of letters.
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("roll", dice) => Command::Roll(dice.to_owned()),
            ("undo", "") => Command::Undo,
            ("hint", "") => Command::Hint,
            ("moves" | "plays", "") => Command::Moves,
            ("id", "") => Command::Id,
            ("board", "") => Command::Board,
            ("flip", "") => Command::Flip,
            ("new", "") => Command::New,
            _ => Command::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_any_case_and_plays_as_written() {
        assert_eq!(Command::read("  Undo "), Command::Undo);
        assert_eq!(Command::read("roll 3 1"), Command::Roll("3 1".to_owned()));
        assert_eq!(Command::read("Bar/20* 6/5 "), Command::Move("Bar/20* 6/5".to_owned()));
    }
}
