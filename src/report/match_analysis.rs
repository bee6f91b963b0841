//! The document of `backgammon analyse --match`: what every decision of a match cost.

use comfy_table::CellAlignment;
use schemars::JsonSchema;
use serde::Serialize;

use super::document::time_line;
use super::tables::table;
use super::width::fitted;
use super::{Diagram, Document, Extras, Headline, Ledger, Summary, Width, counted};

/// A match, decision by decision. Equities are in units of the cube at that moment: 1 is a single
/// game won. A decision counts if there was a choice: a play if another one was legal; a cube
/// action if the cube was turned or answered, or if a double would have been within 0.16 of none.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchAnalysisDocument {
    /// The game: `backgammon`.
    pub game: &'static str,
    /// The file.
    pub file: String,
    /// Points to win; 0 for money.
    pub length: u16,
    /// Games in the file.
    pub games: usize,
    /// White and Black.
    pub players: [PlayerLine; 2],
    /// The plies that were looked ahead.
    pub depth: u32,
    /// Number of workers.
    pub threads: usize,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Evaluations by the network.
    pub nodes: u64,
    /// All decisions in order; those up to an interruption.
    pub decisions: Vec<DecisionLine>,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// The board of the worst decision, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
    /// What was asked for besides.
    #[serde(flatten)]
    pub extras: Extras,
}

/// How one player played.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// Points at the end.
    pub points: u32,
    /// Plays that count.
    pub plays: u64,
    /// Cube actions that count.
    pub cubes: u64,
    /// Equity lost by plays.
    pub plays_lost: f64,
    /// Equity lost by cube actions.
    pub cubes_lost: f64,
    /// Equity lost for each decision that counts, in thousandths; null without any.
    pub error_rate: Option<f64>,
    /// The performance rating: 500 times the equity lost for each decision that counts; null
    /// without any.
    pub pr: Option<f64>,
    /// The error rate of the program Snowie: equity lost for each play of both sides, forced ones
    /// included, in thousandths; null without any.
    pub snowie: Option<f64>,
    /// Luck of all rolls.
    pub luck: f64,
    /// Decisions that lost 0.02 or more, 0.04 or more, and 0.08 or more.
    pub errors: [u64; 3],
}

/// One decision.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DecisionLine {
    /// The number of the game, from 1.
    pub number: usize,
    /// The number of the decision in the game, from 1.
    pub decision: usize,
    /// Who decided.
    pub side: &'static str,
    /// The position, as an XGID with score, cube and dice. For an answer to a double, of the side
    /// that doubled.
    pub position: String,
    /// What was decided: the dice and the play, `no double`, `double`, `take`, `pass`.
    pub choice: String,
    /// The best decision.
    pub best: String,
    /// What the best decision is worth to the side that decided.
    pub equity: f64,
    /// What its own decision lost.
    pub loss: f64,
    /// Whether the decision counts.
    pub counts: bool,
    /// How lucky the roll was: what its best play is worth, less the mean over all rolls.
    pub luck: f64,
    /// The plies that were looked ahead for what was decided.
    pub depth: u32,
}

/// Losses from which on a decision is doubtful, an error, a blunder: the usual bounds.
const MARKS: [f64; 3] = [0.02, 0.04, 0.08];
/// The most lines of the table of errors.
const LISTED: usize = 20;

impl PlayerLine {
    /// A player's part in these decisions; `moves` are the plays of both, forced ones included.
    pub fn of<'d>(
        (name, points): (String, u32),
        decisions: impl Iterator<Item = &'d DecisionLine>,
        moves: u64,
    ) -> PlayerLine {
        let mut line = PlayerLine { name, points, ..PlayerLine::default() };
        for decision in decisions {
            line.luck += decision.luck;
            if !decision.counts {
                continue;
            }
            let (number, lost) = match decision.is_play() {
                true => (&mut line.plays, &mut line.plays_lost),
                false => (&mut line.cubes, &mut line.cubes_lost),
            };
            *number += 1;
            *lost += decision.loss;
            for (count, least) in line.errors.iter_mut().zip(MARKS) {
                *count += u64::from(decision.loss >= least);
            }
        }
        let lost = line.plays_lost + line.cubes_lost;
        let each = |number: u64| (number > 0).then(|| 1000.0 * lost / number as f64);
        line.error_rate = each(line.plays + line.cubes);
        line.pr = line.error_rate.map(|rate| rate / 2.0);
        line.snowie = each(moves);
        line
    }
}

impl DecisionLine {
    fn is_play(&self) -> bool {
        self.choice.starts_with(|first: char| first.is_ascii_digit())
    }

    fn place(&self) -> String {
        format!("{}.{}", self.number, self.decision)
    }

    /// What the usual marks of annotated matches say of the loss.
    fn mark(&self) -> &'static str {
        match MARKS.iter().filter(|&&least| self.loss >= least).count() {
            0 => "",
            1 => "?!",
            2 => "?",
            _ => "??",
        }
    }
}

impl MatchAnalysisDocument {
    fn what(&self) -> String {
        let games = counted(self.games, "game");
        match self.length {
            0 => format!("{games} for money"),
            n => format!("match to {n} points, {games}"),
        }
    }

    /// The decisions that cost most, the worst first.
    pub fn worst(&self) -> Vec<&DecisionLine> {
        let wrong = |line: &&DecisionLine| line.counts && line.loss >= MARKS[0];
        let mut worst: Vec<&DecisionLine> = self.decisions.iter().filter(wrong).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst
    }

    fn players(&self, width: Width) -> String {
        let mut rows = table(&[
            "",
            "points",
            "PR",
            "error rate",
            "plays",
            "lost",
            "cubes",
            "lost",
            "Snowie",
            "luck",
            "?!",
            "?",
            "??",
        ]);
        if let Some(column) = rows.column_mut(0) {
            column.set_cell_alignment(CellAlignment::Left);
        }
        let rate = |rate: Option<f64>| rate.map_or(String::new(), |rate| format!("{rate:.2}"));
        for line in &self.players {
            let [doubtful, errors, blunders] = line.errors;
            let counts = [doubtful - errors, errors - blunders, blunders].map(|n| n.to_string());
            let cells = [
                line.name.clone(),
                line.points.to_string(),
                rate(line.pr),
                rate(line.error_rate),
                line.plays.to_string(),
                format!("{:.3}", line.plays_lost),
                line.cubes.to_string(),
                format!("{:.3}", line.cubes_lost),
                rate(line.snowie),
                format!("{:+.3}", line.luck),
            ];
            rows.add_row(cells.into_iter().chain(counts));
        }
        format!("{}\n", fitted(&rows, 1, width))
    }

    fn errors(&self, width: Width) -> String {
        let worst = self.worst();
        if worst.is_empty() {
            return String::new();
        }
        let mut rows = table(&["", "side", "loss", "", "decision", "best", "depth"]);
        for column in rows.column_iter_mut().enumerate().filter(|(i, _)| [1, 3, 4, 5].contains(i)) {
            column.1.set_cell_alignment(CellAlignment::Left);
        }
        for line in worst.iter().take(LISTED) {
            rows.add_row([
                line.place(),
                line.side.to_owned(),
                format!("{:.4}", line.loss),
                line.mark().to_owned(),
                line.choice.clone(),
                line.best.clone(),
                line.depth.to_string(),
            ]);
        }
        let more = worst.len().saturating_sub(LISTED);
        let more = if more > 0 { format!("{more} more lost {} or more\n", MARKS[0]) } else { String::new() };
        format!("\n{}\n{more}", fitted(&rows, 1, width))
    }
}

impl Document for MatchAnalysisDocument {
    fn text(&self, width: Width) -> String {
        let mut text = format!("match    {}: {}\n", self.file, self.what());
        let counts = self.decisions.iter().filter(|line| line.counts).count();
        text +=
            &format!("         {} decisions, {counts} count; depth {}\n", self.decisions.len(), self.depth);
        text += &time_line(self.nodes, self.time_ns, self.threads);
        text += &format!("\n{}{}\n", self.players(width), self.errors(width));
        text + &self.extras.lines(&self.ledger, width)
    }

    fn summary(&self) -> Summary {
        let pr = |line: &PlayerLine| line.pr.map_or("-".to_owned(), |pr| format!("{pr:.2}"));
        let [white, black] = &self.players;
        let listed = self.worst().into_iter().take(LISTED).map(|line| {
            let text = format!("{} {}: {}, best {}", line.place(), line.side, line.choice, line.best);
            (format!("-{:.3}{}", line.loss, line.mark()), text)
        });
        Summary {
            title: "backgammon analyse".to_owned(),
            headline: Headline {
                answer: format!("{} {} - {} {}", white.name, white.points, black.points, black.name),
                worth: format!("PR {} and {}", pr(white), pr(black)),
                note: "500 times the equity lost for each decision that counts".to_owned(),
            },
            diagram: self.diagram.clone(),
            facts: vec![
                ("File", self.file.clone()),
                ("Match", self.what()),
                ("Decisions", self.decisions.len().to_string()),
                ("Plies looked ahead", self.depth.to_string()),
                ("Workers", self.threads.to_string()),
            ],
            ranking: listed.collect(),
            ..Summary::default()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn extras(&self) -> &Extras {
        &self.extras
    }
}
