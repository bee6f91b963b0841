//! An engine's answer to `go`, and its comment in PGN.

use std::time::Duration;

use sparring_engine::game::{Score, WIN};

/// A score as an engine reports it, from its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    Centipawns(Score),
    /// Full moves to the mate, 0 or less for being mated.
    Mate(i32),
}

impl ReportedScore {
    /// Returns centipawns; a mate counts as plus or minus `WIN`.
    pub fn value(self) -> Score {
        match self {
            ReportedScore::Centipawns(score) => score,
            ReportedScore::Mate(moves) if moves > 0 => WIN,
            ReportedScore::Mate(_) => -WIN,
        }
    }

    fn text(self) -> String {
        match self {
            ReportedScore::Centipawns(0) => "0.00".to_owned(),
            ReportedScore::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            ReportedScore::Mate(moves) if moves > 0 => format!("+M{}", 2 * i64::from(moves) - 1),
            ReportedScore::Mate(moves) => format!("-M{}", 2 * i64::from(moves).abs()),
        }
    }
}

/// An engine's words on a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    pub score: Option<ReportedScore>,
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
}

impl Thought {
    /// Reads the words after `info`, except score bounds and further lines.
    pub(super) fn hear(&mut self, words: &[&str]) {
        let behind = |key: &str| words.iter().position(|word| *word == key).map(|at| &words[at + 1..]);
        let number = |key: &str| behind(key).and_then(|rest| rest.first()?.parse::<i64>().ok());
        if number("multipv").is_some_and(|line| line > 1) {
            return;
        }
        if let Some(depth) = number("depth") {
            self.depth = depth.clamp(0, 1000) as u32;
        }
        if let Some(nodes) = number("nodes") {
            self.nodes = nodes.max(0) as u64;
        }
        let bound = words.contains(&"lowerbound") || words.contains(&"upperbound");
        if !bound && let Some(["cp" | "mate", ..]) = behind("score") {
            let mate = number("mate").map(|moves| ReportedScore::Mate(moves.clamp(-10_000, 10_000) as i32));
            let cp = number("cp").map(|cp| ReportedScore::Centipawns(cp.clamp(-100_000, 100_000) as Score));
            self.score = cp.or(mate).or(self.score);
        }
    }

    /// Returns score, depth and time in the form of cutechess, such as `+0.31/14 0.11s`. Mates are
    /// counted in plies.
    pub fn comment(&self) -> String {
        let score = self.score.map_or(String::new(), |score| format!("{}/{} ", score.text(), self.depth));
        let time = (self.time + Duration::from_micros(500)).as_millis();
        let digits = match time {
            0 | 10_000.. => 0,
            1..100 => 3,
            100..1000 => 2,
            1000..10_000 => 1,
        };
        format!("{score}{:.digits$}s", time as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the rules of `MoveEvaluation::scoreText` and `ChessGame::evalString` there.
    #[test]
    fn comments_are_those_of_cutechess() {
        for (info, ms, comment) in [
            ("depth 14 score cp 31 nodes 900", 110, "+0.31/14 0.11s"),
            ("depth 14 score cp -1234", 4200, "-12.34/14 4.2s"),
            ("depth 7 score cp 0", 10_400, "0.00/7 10s"),
            ("depth 20 score mate 3", 100, "+M5/20 0.10s"),
            ("depth 20 score mate -2", 7, "-M4/20 0.007s"),
            ("depth 3 multipv 2 score cp 31", 0, "0s"),
        ] {
            let mut thought = Thought { time: Duration::from_millis(ms), ..Thought::default() };
            thought.hear(&info.split(' ').collect::<Vec<_>>());
            assert_eq!(thought.comment(), comment);
        }
    }

    #[test]
    fn a_bound_is_no_score() {
        let mut thought = Thought::default();
        for info in ["depth 2 score mate 0", "depth 3 score cp 40 lowerbound", "depth 4 score cp abc"] {
            thought.hear(&info.split(' ').collect::<Vec<_>>());
        }
        assert_eq!(thought.score.map(ReportedScore::value), Some(-WIN));
        assert_eq!(thought.depth, 4);
    }
}
