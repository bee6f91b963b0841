//! The document of `backgammon analyse --match`: the cost of every decision of a match.

use comfy_table::CellAlignment;
use schemars::JsonSchema;
use serde::Serialize;

use super::judged_match::{MARKS, MatchCourse, MatchHead, PlayerLine};
use crate::documents::document::{Accounts, RunKeys};
use crate::text::{Width, fitted, table};

/// A match, decision by decision.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchAnalysisDocument {
    #[serde(flatten)]
    pub head: MatchHead,
    #[serde(flatten)]
    pub run: RunKeys,
    #[serde(flatten)]
    pub course: MatchCourse,
    #[serde(flatten)]
    pub accounts: Accounts,
}

const LISTED: usize = 20;

impl MatchAnalysisDocument {
    /// The text form.
    pub fn text(&self, width: Width) -> String {
        let (head, decisions) = (&self.head, &self.course.decisions);
        let mut text = format!("match    {}: {}\n", head.file, head.title());
        let counts = decisions.iter().filter(|line| line.counts).count();
        text += &format!("         {} decisions, {counts} count; depth {}\n", decisions.len(), head.plies());
        text += &self.run.line();
        let points = |line: &PlayerLine| vec![line.points.to_string()];
        let players = head.players.iter().map(|line| (line, points(line)));
        text += &format!("\n{}\n{}\n", players_table(&["points"], players, width), self.errors(width));
        text + &self.accounts.lines(width)
    }

    fn errors(&self, width: Width) -> String {
        let worst = self.course.worst();
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
                line.side.to_string(),
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

/// A row for each player: the name, the columns `own`, the quality of play.
pub(super) fn players_table<'l>(
    own: &[&str],
    players: impl Iterator<Item = (&'l PlayerLine, Vec<String>)>,
    width: Width,
) -> String {
    let common = ["PR", "error rate", "plays", "lost", "cubes", "lost", "Snowie", "luck", "?!", "?", "??"];
    let mut rows = table(&[&[""], own, &common].concat());
    if let Some(column) = rows.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    let rate = |rate: Option<f64>| rate.map_or(String::new(), |rate| format!("{rate:.2}"));
    for (line, own) in players {
        let cells = [
            rate(line.pr),
            rate(line.error_rate),
            line.plays.to_string(),
            format!("{:.3}", line.plays_lost),
            line.cubes.to_string(),
            format!("{:.3}", line.cubes_lost),
            rate(line.snowie),
            format!("{:+.3}", line.luck),
        ];
        let marked = line.marked().map(|n| n.to_string());
        rows.add_row([line.name.clone()].into_iter().chain(own).chain(cells).chain(marked));
    }
    fitted(&rows, 1, width)
}
