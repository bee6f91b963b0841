//! The documents of a match.

use super::elo::Sprt;
use super::rival::Rival;
use super::series::Plan;
use super::standing::{Standing, Tally};
use sparring_report::{
    ChessMatchDocument, ChessTournamentDocument, PairingLine, RivalLine, SprtLine, TournamentLine,
};

impl Standing {
    /// Describes a match of two engines.
    pub fn match_document(&self, plan: &Plan<'_>, test: Option<Sprt>) -> ChessMatchDocument {
        ChessMatchDocument {
            game: "chess",
            engines: [0, 1].map(|engine| self.rival_line(plan, engine)),
            pace: plan.pace(),
            openings: plan.openings.len() as u64,
            first_pair: plan.pairs.start,
            score: self.scores[0].line(),
            adjudicated: self.adjudicated,
            sprt: test.map(|test| {
                let llr = self.llr(test);
                let verdict = Sprt::verdict(llr).map(|better| if better { "elo1" } else { "elo0" });
                SprtLine { elo0: test.elo0, elo1: test.elo1, llr, bound: Sprt::bound(), verdict }
            }),
        }
    }

    /// Describes a match of several engines.
    pub fn tournament_document(&self, plan: &Plan<'_>) -> ChessTournamentDocument {
        let engine = |engine| TournamentLine {
            rival: self.rival_line(plan, engine),
            score: self.total(&plan.schedule, engine).line(),
        };
        let pairings = plan.schedule.pairings.iter().zip(&self.scores);
        ChessTournamentDocument {
            game: "chess",
            engines: (0..plan.rivals.len()).map(engine).collect(),
            pace: plan.pace(),
            openings: plan.openings.len() as u64,
            first_pair: plan.pairs.start,
            games: self.games(),
            pairings: pairings
                .map(|(&engines, score)| PairingLine { engines, score: score.line() })
                .collect(),
            adjudicated: self.adjudicated,
        }
    }

    fn rival_line(&self, plan: &Plan<'_>, engine: usize) -> RivalLine {
        let (tally, Rival { name, .. }): (&Tally, &Rival) = (&self.tallies[engine], &plan.rivals[engine]);
        RivalLine {
            name: name.clone(),
            pace: plan.pace_of(engine).to_string(),
            crashes: tally.crashes,
            time_losses: tally.time_losses,
            illegal_moves: tally.illegal_moves,
            moves: tally.moves,
            time_ns: tally.time.as_nanos() as u64,
            slowest_ns: tally.slowest.as_nanos() as u64,
            nodes: tally.nodes,
            mean_depth: tally.depths as f64 / tally.moves.max(1) as f64,
        }
    }
}
