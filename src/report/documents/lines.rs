//! Ranked moves, for `bestmove` and `backgammon moves --rank`.

use std::fmt;

use comfy_table::{CellAlignment, Table};
use schemars::JsonSchema;
use serde::Serialize;

use super::value::Value;
use crate::text::{Width, fitted, table};
use sparring_engine::games::backgammon::Probabilities;

/// One of the best moves: the result of a search that excludes the better ones.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct RankedLine {
    /// Rank, from 1; equal moves in the generator's order.
    pub rank: usize,
    /// Move.
    #[serde(rename = "move")]
    pub name: String,
    #[serde(flatten)]
    pub value: Value,
    /// A best line that begins with the move and may end early.
    pub pv: Vec<String>,
    /// Keys of the game.
    #[serde(flatten)]
    pub variant: LineVariant,
}

/// Keys of a line that belong to one game.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum LineVariant {
    /// Chess.
    Chess(ChessLine),
    /// Dots and boxes.
    Dots(DotsLine),
    /// Backgammon.
    Dice(DiceLine),
}

/// Keys of a line of chess.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct ChessLine {
    /// Line, `pv`, in standard algebraic notation.
    pub san: Vec<String>,
}

/// Keys of a line of dots and boxes.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct DotsLine {
    /// Bit of the move in sets of edges.
    pub edge: usize,
}

/// The value of a play of backgammon.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct DiceLine {
    /// Position after the play, seen by the mover.
    pub result: String,
    /// Value in the evaluator's unit.
    pub equity: f64,
    /// Equity lost against the best play.
    pub loss: f64,
    /// Chances at the depth of the value; null if unknown: only the network knows them, and the
    /// bear-off databases with all checkers at home.
    pub chances: Option<Chances>,
}

/// The mover's chances, 0 to 1. Gammons and backgammons also count as wins or losses, backgammons
/// as gammons.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Chances {
    /// To win.
    pub win: f64,
    /// To win a gammon.
    pub win_gammon: f64,
    /// To win a backgammon.
    pub win_backgammon: f64,
    /// To lose a gammon.
    pub lose_gammon: f64,
    /// To lose a backgammon.
    pub lose_backgammon: f64,
}

impl From<Probabilities> for Chances {
    fn from(of: Probabilities) -> Chances {
        let Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = of;
        Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = *self;
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon].map(|chance| 100.0 * chance);
        write!(
            f,
            "wins {win:.1} %, gammons {win_gammon:.1} %, backgammons {win_backgammon:.1} %; loses gammons \
             {lose_gammon:.1} %, backgammons {lose_backgammon:.1} %"
        )
    }
}

/// The lines as a table; empty if there are none.
pub(super) fn lines_table(lines: &[RankedLine], width: Width) -> String {
    let Some(first) = lines.first() else { return String::new() };
    if let LineVariant::Dice(_) = first.variant {
        let plays = lines.iter().filter_map(|line| match &line.variant {
            LineVariant::Dice(dice) => Some((line.rank, &*line.name, dice)),
            LineVariant::Chess(_) | LineVariant::Dots(_) => None,
        });
        return plays_table(plays, width);
    }
    let mut rows = table(&["rank", "score", "line"]);
    for line in lines {
        rows.add_row([line.rank.to_string(), line.value.score(), line.words().join(" ")]);
    }
    left(rows, 2, width)
}

pub fn ranking(lines: &[RankedLine]) -> Vec<(String, String)> {
    lines.iter().map(|line| (line.value.score(), line.words().join(" "))).collect()
}

impl RankedLine {
    fn words(&self) -> &[String] {
        match &self.variant {
            LineVariant::Chess(chess) => &chess.san,
            LineVariant::Dots(_) | LineVariant::Dice(_) => &self.pv,
        }
    }
}

/// Returns plays of backgammon as a table, with chances if known.
pub fn plays_table<'a>(plays: impl Iterator<Item = (usize, &'a str, &'a DiceLine)>, width: Width) -> String {
    let plays: Vec<_> = plays.collect();
    let known = plays.iter().any(|(_, _, dice)| dice.chances.is_some());
    let chances = ["win", "gammon", "loses gammon"];
    let head = ["rank", "value", "loss"].iter().chain(chances.iter().filter(|_| known)).chain(&["play"]);
    let mut rows = table(&head.copied().collect::<Vec<_>>());
    for (rank, name, dice) in &plays {
        let loss = if dice.loss == 0.0 { String::new() } else { format!("{:.4}", dice.loss) };
        let numbers = [rank.to_string(), format!("{:+.4}", dice.equity), loss];
        let chances = dice.chances.map_or([const { String::new() }; 3], |chances| {
            [chances.win, chances.win_gammon, chances.lose_gammon].map(percent)
        });
        let name = if name.is_empty() { "no play" } else { name };
        let chances = chances.into_iter().filter(|_| known);
        rows.add_row(numbers.into_iter().chain(chances).chain([name.to_owned()]));
    }
    left(rows, if known { 6 } else { 3 }, width)
}

/// A table whose column `words` is left-aligned.
fn left(mut rows: Table, words: usize, width: Width) -> String {
    if let Some(column) = rows.column_mut(words) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    // Long words are broken beside the numbers.
    fitted(&rows, words, width)
}

fn percent(chance: f64) -> String {
    format!("{:.2} %", 100.0 * chance)
}

/// A unit in words: points, or one that is no equity in points.
pub fn own_unit(unit: &str) -> String {
    match unit {
        "points" => "in points".to_owned(),
        "cube" => "in units of the cube, with the cube at this score".to_owned(),
        unit => format!("in units of {unit}, not points"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(equity: f64, loss: f64, chances: Option<Chances>) -> DiceLine {
        DiceLine { result: String::new(), equity, loss, chances }
    }

    #[test]
    fn lines_are_rows() {
        let line = |rank, value, san: &str| RankedLine {
            rank,
            name: "e2e4".to_owned(),
            value,
            pv: vec!["e2e4".to_owned()],
            variant: LineVariant::Chess(ChessLine { san: vec![san.to_owned(), "Kf1".to_owned()] }),
        };
        let text = lines_table(&[line(1, Value::Mate(2), "e4"), line(2, Value::Score(-15), "Nf3")], None);
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(rows, ["rank      score  line", "1     mate in 2  e4 Kf1", "2           -15  Nf3 Kf1"]);
        assert_eq!(lines_table(&[], None), "");
    }

    #[test]
    fn plays_have_chances_where_they_are_known() {
        let known = Chances {
            win: 0.75,
            win_gammon: 0.5,
            win_backgammon: 0.0,
            lose_gammon: 0.001,
            lose_backgammon: 0.0,
        };
        let plays = [(1, "6/off", dice(1.0, 0.0, Some(known))), (2, "", dice(0.5, 0.5, None))];
        let text = plays_table(plays.iter().map(|(rank, name, dice)| (*rank, *name, dice)), None);
        assert!(text.contains("75.00 %") && text.contains("50.00 %") && text.contains("0.10 %"), "{text}");
        let unknown = [(1, "6/off", dice(1.0, 0.0, None))];
        let text = plays_table(unknown.iter().map(|(rank, name, dice)| (*rank, *name, dice)), None);
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(rows, ["rank    value  loss  play", "1     +1.0000        6/off"]);
    }
}
