/// A move and the number before it, which may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedMove {
    pub number: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// By twos, as in chess: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3` if Black begins.
    ByTwos {
        /// True if the first move is Black's.
        black_begins: bool,
    },
    /// One by one, for games whose turns do not alternate: `1 a 2 b`.
    OneByOne,
}

impl Numbering {
    /// The number of move `nth`, from 0, as it stands alone.
    pub fn number(self, nth: usize) -> String {
        match self {
            Numbering::ByTwos { black_begins } => {
                let ply = nth + usize::from(black_begins);
                format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
            }
            Numbering::OneByOne => (nth + 1).to_string(),
        }
    }

    /// Numbers the moves; by twos, only the first and White's.
    pub fn line(self, moves: &[String]) -> Vec<NumberedMove> {
        let numbered = |(nth, name): (usize, &String)| {
            let is_second = match self {
                Numbering::ByTwos { black_begins } => (nth + usize::from(black_begins)) % 2 == 1,
                Numbering::OneByOne => false,
            };
            let number = if is_second && nth > 0 { String::new() } else { self.number(nth) };
            NumberedMove { number, name: name.clone() }
        };
        moves.iter().enumerate().map(numbered).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(moves: &[NumberedMove]) -> String {
        let words = moves.iter().flat_map(|m| [m.number.as_str(), &m.name]);
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_that_black_begins_says_so() {
        let moves = ["a", "b", "c", "d"].map(str::to_owned);
        let by_twos = |black_begins| Numbering::ByTwos { black_begins };
        assert_eq!(text(&by_twos(false).line(&moves)), "1. a b 2. c d");
        assert_eq!(text(&by_twos(true).line(&moves)), "1... a 2. b c 3. d");
        assert_eq!(text(&by_twos(true).line(&[])), "");
        assert_eq!(text(&Numbering::OneByOne.line(&moves[..2])), "1 a 2 b");
    }
}
