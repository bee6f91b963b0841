//! The document of a match between several chess engines.

use schemars::JsonSchema;
use serde::Serialize;

use super::engine_match::{RivalLine, ScoreLine};
use crate::text::{Width, fitted, grouped, table};

/// Result of a round robin of three or more chess engines.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ChessTournamentDocument {
    /// Game.
    pub game: &'static str,
    /// Engines in the order of the command line, each against all others.
    pub engines: Vec<TournamentLine>,
    /// Limit of a move in words.
    pub pace: String,
    /// Openings in the book. Each round has one.
    pub openings: u64,
    /// Number of the first pair of games, from 0. The pairs from there on are played without gaps,
    /// also if the match was stopped. A round has one pair for every two engines.
    pub first_pair: u64,
    /// Games played.
    pub games: u64,
    /// Every two engines.
    pub pairings: Vec<PairingLine>,
    /// Games adjudicated.
    pub adjudicated: u64,
}

/// An engine's part in a round robin.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TournamentLine {
    #[serde(flatten)]
    pub rival: RivalLine,
    #[serde(flatten)]
    pub score: ScoreLine,
}

/// Two engines' games, seen by the first.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PairingLine {
    /// Their places in the list of engines, from 0.
    pub engines: [usize; 2],
    #[serde(flatten)]
    pub score: ScoreLine,
}

impl ChessTournamentDocument {
    /// The engines' numbers, the best first.
    fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.engines.len()).collect();
        let share = |engine: usize| self.engines[engine].score.share;
        ranked.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        ranked
    }

    /// The points of `engine` against `other`, empty without a game.
    fn points(&self, engine: usize, other: usize) -> String {
        let pairing = self.pairings.iter().find(|line| {
            line.score.games > 0 && (line.engines == [engine, other] || line.engines == [other, engine])
        });
        pairing.map_or(String::new(), |PairingLine { engines, score }| {
            let wins = if engines[0] == engine { score.won } else { score.lost };
            format!("{:.1}", wins as f64 + score.drawn as f64 / 2.0)
        })
    }
}

impl ChessTournamentDocument {
    /// The text form, with a cross table.
    pub fn text(&self, width: Width) -> String {
        let ranked = self.ranked();
        let mut text = format!("{} engines, each against each, {}\n\n", ranked.len(), self.pace);
        let numbers: Vec<String> = (1..=ranked.len()).map(|number| number.to_string()).collect();
        let head = ["", "points", "games", "%", "Elo", "+-"].into_iter();
        let mut cross = table(&head.chain(numbers.iter().map(String::as_str)).collect::<Vec<_>>());
        for (number, &engine) in numbers.iter().zip(&ranked) {
            let TournamentLine { rival, score } = &self.engines[engine];
            let points = score.won as f64 + score.drawn as f64 / 2.0;
            let mut row = vec![
                format!("{number}. {}", rival.name),
                format!("{points:.1}"),
                score.games.to_string(),
                format!("{:.1}", 100.0 * score.share),
                score.elo.map_or("-".to_owned(), |elo| format!("{elo:+.0}")),
                score.elo_error.map_or("-".to_owned(), |error| format!("{error:.0}")),
            ];
            row.extend(ranked.iter().map(|&other| self.points(engine, other)));
            cross.add_row(row);
        }
        text += &fitted(&cross, 1, width);
        text += "\nElo against all others together, +- for 95 %; points against each on the right\n";
        text.extend(ranked.iter().map(|&engine| format!("{}\n", self.engines[engine].rival)));
        let [games, openings] = [self.games, self.openings].map(grouped);
        text + &format!("adjudicated: {} of {games} games; {openings} openings\n", self.adjudicated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(won: u64, drawn: u64, lost: u64, elo: Option<f64>) -> ScoreLine {
        let games = won + drawn + lost;
        let share = (won as f64 + drawn as f64 / 2.0) / games as f64;
        ScoreLine { games, won, drawn, lost, share, elo, elo_error: elo.map(|_| 7.0), pairs: [0; 5] }
    }

    #[test]
    fn the_cross_table_has_the_best_first_and_points_of_both_sides() {
        let engine = |name: &str, score: ScoreLine| TournamentLine {
            rival: RivalLine {
                name: name.to_owned(),
                crashes: 0,
                time_losses: 0,
                illegal_moves: 0,
                moves: 1,
                time_ns: 1,
                slowest_ns: 1,
                nodes: 1,
                mean_depth: 1.0,
                pace: "depth 1".to_owned(),
            },
            score,
        };
        let document = ChessTournamentDocument {
            game: "chess",
            engines: vec![
                engine("b", score(3, 1, 4, Some(-44.0))),
                engine("a", score(7, 1, 0, Some(470.0))),
                engine("c", score(1, 0, 7, None)),
            ],
            pace: "depth 1".to_owned(),
            openings: 500,
            first_pair: 0,
            games: 12,
            pairings: vec![
                PairingLine { engines: [0, 1], score: score(0, 1, 3, None) },
                PairingLine { engines: [0, 2], score: score(3, 0, 1, None) },
                PairingLine { engines: [1, 2], score: score(4, 0, 0, None) },
            ],
            adjudicated: 5,
        };
        let text = document.text(None);
        let rows: Vec<Vec<&str>> =
            text.lines().skip(3).take(3).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["1.", "a", "7.5", "8", "93.8", "+470", "7", "3.5", "4.0"], "{text}");
        assert_eq!(rows[1], ["2.", "b", "3.5", "8", "43.8", "-44", "7", "0.5", "3.0"], "{text}");
        assert_eq!(rows[2], ["3.", "c", "1.0", "8", "12.5", "-", "-", "0.0", "1.0"], "{text}");
    }
}
