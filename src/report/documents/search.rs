//! The document of `bestmove`.

use schemars::JsonSchema;
use serde::Serialize;

use super::document::{Document, Extras, Findings, Summary, time_line};
use super::lines::{RankedLine, lines_table, own_unit, ranking};
use super::variant::Variant;
use crate::statistics::Ledger;
use crate::text::{Numbering, Width, grouped, span};

/// The answer of one search.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SearchDocument {
    /// Result of the last finished depth.
    #[serde(flatten)]
    pub findings: Findings,
    /// Best moves, the best first; null if only one line was asked for.
    pub lines: Option<Vec<RankedLine>>,
    /// Additional keys.
    #[serde(flatten)]
    pub extras: Extras,
}

impl SearchDocument {
    fn unit(&self) -> String {
        match &self.findings.variant {
            Variant::Chess(_) => "centipawns".to_owned(),
            Variant::Dots(_) => "boxes still to gain".to_owned(),
            Variant::Dice(dice) => own_unit(dice.unit),
        }
    }

    /// Returns the best line as people write it.
    fn line(&self) -> &[String] {
        match &self.findings.variant {
            Variant::Chess(chess) => &chess.san,
            Variant::Dots(_) | Variant::Dice(_) => &self.findings.pv,
        }
    }

    fn numbering(&self) -> Numbering {
        match &self.findings.variant {
            Variant::Chess(chess) => chess.numbering,
            Variant::Dots(_) | Variant::Dice(_) => Numbering::OneByOne,
        }
    }

    /// Returns the lines on the best move.
    fn head(&self) -> String {
        let Some(best) = &self.findings.header.best else {
            let how = self.findings.outcome.as_deref().unwrap_or("over");
            return format!("best     none, the game is over: {how}\n");
        };
        let best = match &self.findings.variant {
            Variant::Chess(chess) => format!("{} ({best})", chess.san[0]),
            Variant::Dice(_) if best.is_empty() => "none: no play is legal".to_owned(),
            Variant::Dots(_) | Variant::Dice(_) => best.clone(),
        };
        let head = format!("best     {best}\nscore    {}\n", self.findings.value.text(&self.unit()));
        match &self.findings.variant {
            Variant::Chess(_) | Variant::Dots(_) => head + &format!("pv       {}\n", self.line().join(" ")),
            Variant::Dice(dice) => {
                head + &dice.chances.map_or_else(String::new, |chances| format!("chances  {chances}\n"))
            }
        }
    }
}

impl Document for SearchDocument {
    fn text(&self, width: Width) -> String {
        let Findings { header, cost, .. } = &self.findings;
        let text = match &self.findings.variant {
            Variant::Chess(_) => self.head(),
            Variant::Dots(dots) => dots.lines() + &self.head(),
            Variant::Dice(dice) => self.head() + &dice.lines(),
        };
        text + &self.lines.as_deref().map_or(String::new(), |lines| lines_table(lines, width))
            + &format!("depth    {} ({})\n", header.depth, header.strategy)
            + &format!("nodes    {}\n", grouped(cost.nodes))
            + &time_line(cost.nodes, cost.time_ns, header.threads)
            + &self.extras.lines(&cost.ledger, width)
    }

    fn summary(&self) -> Summary {
        let Findings { header, cost, .. } = &self.findings;
        let position = match self.findings.variant {
            Variant::Dots(_) => "Mask of drawn edges",
            Variant::Chess(_) | Variant::Dice(_) => "Position",
        };
        let mut facts = vec![
            ("Depth", format!("{} ({})", header.depth, header.strategy)),
            ("Nodes", grouped(cost.nodes)),
            ("Time", span(cost.time_ns)),
            ("Speed", format!("{} knodes/s", grouped(cost.knodes_per_second()))),
            ("Workers", header.threads.to_string()),
            (position, header.position.clone()),
        ];
        match &self.findings.variant {
            Variant::Chess(_) => {}
            Variant::Dots(dots) => facts.push(("Board", format!("{}, {} rules", dots.board, dots.rules))),
            Variant::Dice(dice) => {
                facts.extend(dice.chances.map(|chances| ("Chances", chances.to_string())));
                facts.push(("Roll", dice.roll.clone().unwrap_or("none".to_owned())));
                facts.extend(dice.keep.map(|keep| ("Plays kept of every roll", keep.to_string())));
                facts.extend(dice.bearoff.then(|| ("Bear-offs", "exact".to_owned())));
                facts.push(("Evaluations", grouped(dice.evaluations)));
            }
        }
        Summary {
            title: format!("{} bestmove", header.game),
            headline: self.findings.headline.clone(),
            diagram: self.findings.diagram.clone(),
            facts,
            pv: self.numbering().line(self.line()),
            ranking: self.lines.as_deref().map_or(Vec::new(), ranking),
            ..Summary::default()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.findings.cost.ledger
    }

    fn extras(&self) -> &Extras {
        &self.extras
    }
}
