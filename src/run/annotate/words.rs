//! Comments on moves.

use super::judge::Judgement;
use sparring_engine::game::{Score, Side, forced_end};
use sparring_engine::games::chess::mate_in;

/// The comment on a move by `side`. `best` is a better move, `said` the file's comment.
///
/// `[%eval 0.34]` (`#3` for a mate) is the value for White after the move, as on Lichess. A mating
/// move has none.
pub fn comment(judged: Judgement, side: Side, best: Option<&str>, said: Option<&str>) -> Option<String> {
    let after = after_move(judged.after).map(|value| white_view(value, side));
    let mut parts = Vec::new();
    parts.extend(after.as_ref().map(|after| format!("[%eval {after}]")));
    if let (Some(best), Some(after)) = (best, &after) {
        let before = white_view(before_move(judged.before), side);
        parts.push(format!("({before} -> {after}) {best} was best."));
    }
    parts.extend(said.map(without_own).filter(|said| !said.is_empty()));
    (!parts.is_empty()).then(|| parts.join(" "))
}

enum Value {
    Centipawns(Score),
    /// Full moves, negative for the mated side.
    Mate(i32),
}

fn before_move(score: Score) -> Value {
    mate_in(score).map_or(Value::Centipawns(score), Value::Mate)
}

/// Returns `None` if the move mates.
fn after_move(score: Score) -> Option<Value> {
    match forced_end(score) {
        Some(1) => None,
        Some(plies) if plies > 0 => Some(Value::Mate(plies / 2)),
        _ => Some(before_move(score)),
    }
}

fn white_view(value: Value, side: Side) -> String {
    let sign = if side == Side::First { 1 } else { -1 };
    match value {
        Value::Centipawns(score) => format!("{:.2}", f64::from(sign * score) / 100.0),
        Value::Mate(moves) => format!("#{}", sign * moves),
    }
}

/// Removes earlier evaluations from a file's comment.
fn without_own(said: &str) -> String {
    let mut text = said.to_owned();
    while let Some(from) = text.find("[%eval ") {
        let Some(end) = text[from..].find(']') else { break };
        text.replace_range(from..from + end + 1, "");
    }
    if let Some((from, to)) = own_remark(&text) {
        text.replace_range(from..to, "");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds `(0.34 -> -0.50) Nf3 was best.`.
fn own_remark(text: &str) -> Option<(usize, usize)> {
    const END: &str = " was best.";
    let arrow = text.find(" -> ")?;
    let from = text[..arrow].rfind('(')?;
    let end = arrow + text[arrow..].find(END)? + END.len();
    let is_value = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "#.-".contains(c));
    let (after, best) = text.get(arrow + 4..end - END.len())?.split_once(") ")?;
    let is_own = is_value(&text[from + 1..arrow]) && is_value(after) && !best.contains(' ');
    is_own.then_some((from, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::game::WIN;

    fn said(before: Score, after: Score, side: Side) -> String {
        comment(Judgement { before, after }, side, Some("Nf3"), None).unwrap_or_default()
    }

    #[test]
    fn values_are_whites() {
        assert_eq!(said(34, -50, Side::First), "[%eval -0.50] (0.34 -> -0.50) Nf3 was best.");
        assert_eq!(said(34, -50, Side::Second), "[%eval 0.50] (-0.34 -> 0.50) Nf3 was best.");
        // Mate in 3 becomes mate in 2 after the move. Being mated keeps its number.
        assert_eq!(said(WIN - 3, WIN - 5, Side::First), "[%eval #2] (#2 -> #2) Nf3 was best.");
        assert_eq!(said(0, 2 - WIN, Side::First), "[%eval #-1] (0.00 -> #-1) Nf3 was best.");
        assert_eq!(said(0, 2 - WIN, Side::Second), "[%eval #1] (0.00 -> #1) Nf3 was best.");
        assert_eq!(comment(Judgement { before: WIN - 1, after: WIN - 1 }, Side::First, None, None), None);
    }

    #[test]
    fn what_was_said_before_is_kept_without_older_values() {
        let best = Judgement { before: 0, after: 0 };
        let again = |said: &str| comment(best, Side::First, None, Some(said)).unwrap();
        assert_eq!(again("[%clk 0:01:00] good (I think)"), "[%eval 0.00] [%clk 0:01:00] good (I think)");
        assert_eq!(again("[%eval 1.2,5] (0.34 -> #-5) Nf3 was best. a -> b"), "[%eval 0.00] a -> b");
        for kept in ["(a -> b) Nf3 was best.", "(1 -> 2", "x -> y was best.", "(0.30 -> was best.", "[%eval"]
        {
            assert_eq!(again(kept), format!("[%eval 0.00] {kept}"));
        }
    }
}
