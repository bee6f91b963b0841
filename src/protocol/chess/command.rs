//! What a person may say at the chessboard, besides `help` and `quit`.

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Any other line: read as a move.
    Move(String),
    /// Take the last move back, and the answer to it.
    Undo,
    /// Ask the engine what it would play.
    Hint,
    /// Change sides with the engine.
    Swap,
    /// Give the game up.
    Resign,
    /// Claim a draw.
    Draw,
    /// Turn the board round.
    Flip,
    /// Show the board.
    Board,
    /// List the legal moves.
    Moves,
    /// Show the position as FEN.
    Fen,
    /// Begin again.
    New,
}

/// All of them, for the person.
pub(super) const HELP: &str = "\
a move   e2e4, e7e8q, Nf3, exd5, O-O
undo     take back your last move and the answer to it
hint     what the engine would play
swap     change sides with the engine
draw     claim a draw by repetition or by the fifty-move rule
resign   give up
flip     turn the board round
board    show the board
moves    list the legal moves
fen      show the position as FEN
new      begin again
quit     leave
";

impl Command {
    /// Reads a line. Upper and lower case matter only in moves.
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["undo"] => Command::Undo,
            ["hint"] => Command::Hint,
            ["swap"] | ["swap", "sides"] => Command::Swap,
            ["resign"] => Command::Resign,
            ["draw"] | ["claim"] => Command::Draw,
            ["flip"] => Command::Flip,
            ["board"] => Command::Board,
            ["moves"] => Command::Moves,
            ["fen"] => Command::Fen,
            ["new"] => Command::New,
            _ => Command::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_any_case_and_moves_as_written() {
        assert_eq!(Command::read("  Undo "), Command::Undo);
        assert_eq!(Command::read("swap sides"), Command::Swap);
        assert_eq!(Command::read("Nf3"), Command::Move("Nf3".to_owned()));
    }
}
