//! What a person may say at the board of dots, besides `help` and `quit`.

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Any other line: read as edges to draw.
    Edges(String),
    /// Take the last turn back, and the answer to it.
    Undo,
    /// Ask the engine for the value of every edge.
    Hint,
    /// Change sides with the engine.
    Swap,
    /// Set how many edges the engine looks ahead; without a number, show it.
    Level(Option<String>),
    /// Count chains and say who is in control.
    Chains,
    /// Show or hide the numbers of edges.
    Numbers,
    /// Show the board.
    Board,
    /// Show the edges drawn as a number.
    Position,
    /// Begin again.
    New,
}

/// All of them, for the person.
pub(super) const HELP: &str = "\
edges    h0,1 above the second box of the first row, v0,1 to its left, or their numbers; several if you close boxes
undo     take back your last turn and the answer to it
hint     the value of every edge: boxes still to gain, less the opponent's; ? where it is an estimate
swap     change sides with the engine
level N  let the engine look N edges ahead; from 9 on it also plays the end of the game perfectly
chains   chains and loops, who is in control, and how many long chains each side wants
numbers  show or hide the numbers of edges
board    show the board
position show the edges drawn as a hexadecimal number
new      begin again
quit     leave
";

impl Command {
    /// Reads a line; the case of letters does not matter.
    pub fn read(line: &str) -> Command {
        let line = line.trim().to_lowercase();
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["undo"] => Command::Undo,
            ["hint"] => Command::Hint,
            ["swap"] | ["swap", "sides"] => Command::Swap,
            ["level"] => Command::Level(None),
            ["level", n] => Command::Level(Some((*n).to_owned())),
            ["chains"] => Command::Chains,
            ["numbers"] => Command::Numbers,
            ["board"] => Command::Board,
            ["position"] => Command::Position,
            ["new"] => Command::New,
            _ => Command::Edges(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_any_case_and_everything_else_as_edges() {
        assert_eq!(Command::read("  Undo "), Command::Undo);
        assert_eq!(Command::read("level 3"), Command::Level(Some("3".to_owned())));
        assert_eq!(Command::read("H0,1 v2,0"), Command::Edges("h0,1 v2,0".to_owned()));
    }
}
