//! The position of a line of chess, and what stands behind it: `moves` as in UCI's `position`, or
//! operations of EPD.

use sparring_engine::games::chess::{
    NamedBoard, Position, epd_operations, epd_position, parse_move, split_epd,
};

/// A position that was reached by moves.
#[derive(Clone, Debug)]
pub struct Reached {
    pub position: Position,
    /// Keys of the positions before it, the oldest first.
    pub earlier: Vec<u64>,
    /// One line on what is read otherwise than it is written, or empty.
    pub remark: String,
}

/// Reads `[position] [fen] FEN [moves m1 m2 ...] [operations]`, or `startpos` in place of the FEN,
/// and plays these moves and `more`.
///
/// # Errors
/// One line on what is no position, no legal move or no operation.
pub fn reached(line: &str, more: &[String]) -> Result<Reached, String> {
    let line = line.trim();
    let line = line.strip_prefix("position ").map_or(line, str::trim_start);
    let line = line.strip_prefix("fen ").map_or(line, str::trim_start);
    let start = line.strip_prefix("startpos").filter(|rest| !rest.starts_with(char::is_alphanumeric));
    let line = start.map_or(line.to_owned(), |rest| format!("{}{rest}", NamedBoard::Start.fen()));
    let (epd, moves) = without_moves(&line);
    let (start, remark) = epd_position(&epd).map_err(|error| error.to_string())?;
    understood(split_epd(&epd).1)?;
    let mut reached = Reached { position: start, earlier: Vec::new(), remark };
    for (nth, word) in moves.split_whitespace().chain(more.iter().map(String::as_str)).enumerate() {
        let m = parse_move(&reached.position, word).map_err(|why| {
            let (word, nth) = (word.escape_debug(), nth + 1);
            format!("moves: got '{word}' as move {nth}, expected a legal one: {why}; try moves e2e4 e7e5")
        })?;
        reached.earlier.push(reached.position.key());
        reached.position = reached.position.play(m);
    }
    Ok(reached)
}

/// Fields of a FEN, behind which the word `moves` may stand.
const FIELDS: usize = 6;

/// Splits a line into its EPD and its moves, which end with the line or a semicolon.
fn without_moves(line: &str) -> (String, &str) {
    let plain = &line[..line.find([';', '"']).unwrap_or(line.len())];
    let mut from = 0;
    for word in plain.split_whitespace().take(FIELDS + 1) {
        // Words are parts of `plain` in order.
        let at = from + plain[from..].find(word).unwrap_or_default();
        from = at + word.len();
        if word == "moves" {
            return (line[..at].to_owned() + &line[plain.len()..], &plain[from..]);
        }
    }
    (line.to_owned(), "")
}

/// Opcodes of the standard, which need no semicolon at the end of the line.
const OPCODES: [&str; 35] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
];

/// Checks that only operations stand behind a position. Opcodes of others are passed over, as the
/// standard demands, if a semicolon ends their operation.
fn understood(operations: &str) -> Result<(), String> {
    let ended = operations.trim_end().ends_with(';');
    let all: Vec<(&str, &str)> = epd_operations(operations).collect();
    for (nth, &(code, operands)) in all.iter().enumerate() {
        let is_ended = ended || nth + 1 < all.len();
        if !(is_known(code) || is_ended && is_opcode(code)) {
            let got = format!("{code} {operands}");
            let got: String = got.trim_end().chars().take(40).collect();
            return Err(format!(
                "got '{}' behind the position, expected moves or operations of EPD, each ended by a semicolon; \
                 try moves e2e4, or c0 \"a remark\";",
                got.escape_debug()
            ));
        }
    }
    Ok(())
}

/// True for an opcode of the standard, or the depth of a count of leaves, as in `D1`.
fn is_known(code: &str) -> bool {
    let depth = code.strip_prefix('D').is_some_and(|n| n.parse::<u32>().is_ok());
    depth || OPCODES.contains(&code) || is_number_of_an_engine(code)
}

/// True for `v0` to `v9`.
fn is_number_of_an_engine(code: &str) -> bool {
    matches!(code.as_bytes(), [b'v', b'0'..=b'9'])
}

fn is_opcode(code: &str) -> bool {
    code.len() <= 15
        && code.starts_with(|c: char| c.is_ascii_alphabetic())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEEN: &str = "7k/8/5K2/6Q1/8/8/8/8 w - -";

    fn fen(line: &str) -> Result<String, String> {
        reached(line, &[]).map(|reached| reached.position.to_string())
    }

    #[test]
    fn moves_are_played_as_in_ucis_position() {
        let after = "7k/8/5K2/8/6Q1/8/8/8 b - - 1 1";
        for line in [
            "7k/8/5K2/6Q1/8/8/8/8 w moves g5g4",
            "7k/8/5K2/6Q1/8/8/8/8 w - - moves g5g4",
            "7k/8/5K2/6Q1/8/8/8/8 w - - 0 moves g5g4",
            "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1  moves  Qg4 ",
            "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1 moves g5g4",
            "7k/8/5K2/6Q1/8/8/8/8 w - - moves g5g4; id \"moves\";",
        ] {
            assert_eq!(fen(line).as_deref(), Ok(after), "{line}");
        }
        let king = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2";
        assert_eq!(fen("position startpos moves e2e4 e7e5 e1e2").as_deref(), Ok(king));
        assert_eq!(fen("startpos").as_deref(), Ok(NamedBoard::Start.fen()));
        assert_eq!(reached("startpos moves Nf3 Nf6 Ng1 Ng8", &[]).unwrap().earlier.len(), 4);
    }

    #[test]
    fn operations_may_stand_behind_a_position_and_nothing_else() {
        for operations in [
            "",
            "0",
            "12",
            "12 30",
            "bm Qg7#",
            "bm Qg7#; id \"x; moves y\";",
            ";D1 20 ;D2 400",
            "0 1 ;D1 20",
            "mine 1 2; yours;",
            "c0 \"moves\"; acd 12",
            "hmvc 3; fmvn 9;",
            "v7 0.5",
            "moves",
        ] {
            assert!(reached(&format!("{QUEEN} {operations}"), &[]).is_ok(), "{operations}");
        }
        for (operations, named) in [
            ("g5g4", "'g5g4'"),
            ("hello world", "'hello world'"),
            ("0 x", "'x'"),
            ("0 1 2", "'2'"),
            ("[0.5]", "'[0.5]'"),
            ("| 34 | 1.0", "'| 34 | 1.0'"),
            ("bm Qg7; and more", "'and more'"),
            ("; a remark", "'a remark'"),
            ("moves g5e8", "'g5e8' as move 1"),
            ("\u{1b}[31m", "\\u{1b}[31m"),
            ("moves Qg7 e4", "'e4' as move 2"),
        ] {
            let why = fen(&format!("{QUEEN} {operations}")).unwrap_err();
            assert!(why.contains(&format!("got {named}")) || why.contains(named), "{operations}: {why}");
            assert!(why.contains("expected ") && why.contains("; try "), "{operations}: {why}");
        }
    }
}
