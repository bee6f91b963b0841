//! The moves of a line with their numbers, as people read them.

/// A move of a line and the number that stands before it, which may be empty.
pub type NumberedMove = (String, String);

/// Moves of chess, the first of the line being number 1: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3` if
/// Black begins.
pub fn chess_moves(moves: &[String], black_begins: bool) -> Vec<NumberedMove> {
    let numbered = |(nth, name): (usize, &String)| {
        let ply = nth + usize::from(black_begins);
        let number = match (ply.is_multiple_of(2), nth) {
            (true, _) => format!("{}.", ply / 2 + 1),
            (false, 0) => format!("{}...", ply / 2 + 1),
            (false, _) => String::new(),
        };
        (number, name.clone())
    };
    moves.iter().enumerate().map(numbered).collect()
}

/// The number of one move of chess by itself, the first ply being 0: `1.`, or `1...` for Black.
pub fn chess_number(ply: usize, black_begins: bool) -> String {
    let ply = ply + usize::from(black_begins);
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// Moves of a game in which the turn does not simply alternate, counted one by one.
pub fn counted_moves(moves: &[String]) -> Vec<NumberedMove> {
    let numbered = |(nth, name): (usize, &String)| ((nth + 1).to_string(), name.clone());
    moves.iter().enumerate().map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(moves: &[NumberedMove]) -> String {
        let words = moves.iter().flat_map(|(number, name)| [number.as_str(), name]);
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_that_black_begins_says_so() {
        let moves = ["a", "b", "c", "d"].map(str::to_owned);
        assert_eq!(text(&chess_moves(&moves, false)), "1. a b 2. c d");
        assert_eq!(text(&chess_moves(&moves, true)), "1... a 2. b c 3. d");
        assert_eq!(text(&chess_moves(&[], true)), "");
        assert_eq!(text(&counted_moves(&moves[..2])), "1 a 2 b");
    }
}
