//! Words of a game that are no moves: signs of evaluation, remarks, results.

use std::borrow::Cow;

use super::GameResult;
use crate::game::Side;

/// Characters of signs such as `!?`, `+/-`, `=`, `±`, `∞` and `†`.
const SIGNS: &str = "!?+#=/-~.±∓∞⩲⩱⯹□■∆△▲⌓⊕⊙⟳⇄⇆→↑†‡×⨀◯○●⇗⨁";

/// Signs in letters: novelty, diagram, check, mate, en passant, better is, with the idea.
const WORDS: [&str; 13] =
    ["N", "TN", "D", "RR", "ch", "ch.", "dis", "dbl", "dblch", "mate", "ep", "e.p.", "e.p"];

/// True for a sign alone.
pub(super) fn is_sign(word: &str) -> bool {
    WORDS.contains(&word) || word.chars().all(|c| SIGNS.contains(c))
}

/// Strips the signs behind a move.
pub(super) fn without_signs(word: &str) -> &str {
    let mut rest = word;
    loop {
        let shorter = rest.trim_end_matches(|c| SIGNS.contains(c));
        let shorter = WORDS
            .iter()
            .find_map(|sign| shorter.strip_suffix(sign).filter(|left| left.ends_with(is_behind_move)))
            .unwrap_or(shorter);
        if shorter == rest {
            return rest;
        }
        rest = shorter;
    }
}

/// True for the last character of a move or of its sign.
fn is_behind_move(c: char) -> bool {
    c.is_ascii_digit() || SIGNS.contains(c) || "QRBNOo".contains(c)
}

/// True for what is behind a move if it is more than check, mate or en passant.
pub(super) fn is_annotation(behind: &str) -> bool {
    let marks = behind.trim_matches(['+', '#', '.', '†', '‡', '×']);
    !["", "ch", "dblch", "mate", "ep", "e.p"].contains(&marks)
}

/// True for a word that cannot be a mistyped move: a remark outside of a comment.
pub(super) fn is_remark(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', ':', '!', '?']).trim_matches(['"', '\'']);
    let long = word.chars().nth(2).is_some();
    let short = word.starts_with(char::is_lowercase) && word.chars().nth(1).is_some();
    (long || short)
        && word.chars().all(char::is_alphabetic)
        && word.contains(|c: char| !"abcdefghxoQKRBNPO".contains(c))
}

/// Reads a result in any usual spelling.
pub(super) fn result(text: &str) -> Option<GameResult> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).map(dash).collect();
    let text = text.strip_suffix("ff").or(text.strip_suffix(['F', 'f'])).unwrap_or(&text);
    match text {
        "+--" => Some(GameResult::Won(Side::First)),
        "--+" => Some(GameResult::Won(Side::Second)),
        "1/2" | "1/21/2" | "½" | "½-½" | "½½" | "0.5-0.5" | "0,5-0,5" => Some(GameResult::Drawn),
        "0F-0" => Some(GameResult::BothLost),
        _ => GameResult::parse(text),
    }
}

/// Reads the result of a tag, where `+-` is one and no sign.
pub(super) fn tag_result(text: &str) -> Option<GameResult> {
    match text.trim() {
        "+-" | "+/-" => Some(GameResult::Won(Side::First)),
        "-+" | "-/+" => Some(GameResult::Won(Side::Second)),
        text => result(text),
    }
}

/// Replaces dashes by hyphens, and figurines by letters.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let letter = |c| match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        ':' => ':',
        _ => dash(c),
    };
    Cow::Owned(word.chars().map(letter).collect())
}

/// Replaces the dashes and colons that people write in results.
fn dash(c: char) -> char {
    if "–—‐‑‒−:".contains(c) { '-' } else { c }
}

/// The length of a result with blanks in it, such as `1 - 0`, at the beginning of a text.
pub(super) fn spaced_result(text: &str) -> Option<usize> {
    let points =
        |text: &str| ["1/2", "½", "1", "0"].into_iter().find(|points| text.starts_with(points)).map(str::len);
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let first = points(text)?;
    let gap = first + blanks(&text[first..]);
    let sign = text[gap..].chars().next().filter(|&c| dash(c) == '-')?;
    let second = gap + sign.len_utf8();
    let second = second + blanks(&text[second..]);
    let end = second + points(&text[second..])?;
    let ends = text[end..].chars().next().is_none_or(|c| c.is_whitespace() || "{}()[];$*".contains(c));
    let mut behind = text[end..].trim_start_matches([' ', '\t']).chars();
    let goes_on = behind.next().is_some_and(|c| dash(c) == '-');
    (ends && !goes_on && text[..end].contains([' ', '\t'])).then_some(end)
}
