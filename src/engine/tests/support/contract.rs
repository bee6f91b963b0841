/// True if a score keeps the fail-soft contract for a value in the window `(alpha, beta)`: outside
/// it the score is a bound of the value, inside it is the value.
pub fn is_kept(score: i64, (alpha, beta): (i64, i64), value: i64) -> bool {
    if score <= alpha {
        value <= score
    } else if score >= beta {
        value >= score
    } else {
        value == score
    }
}
