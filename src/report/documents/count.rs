use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::diagram::{Diagram, Headline};
use super::document::{Accounts, Document, Extras, Header, Summary, time_line};
use crate::statistics::Ledger;
use crate::text::{Width, grouped, span, thousands_per_second};

/// Leaves by first move.
#[derive(Clone, Debug, Default)]
pub struct Divide {
    /// In the generator's order.
    pub counts: Vec<(String, u64)>,
    /// True if the text form lists them.
    pub listed: bool,
}

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.counts.iter().map(|(m, count)| (m, count)))
    }
}

/// A perft. Keys of a search that do not apply are null or empty.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CountDocument {
    /// Question; `strategy` is `perft` and `best` null.
    #[serde(flatten)]
    pub header: Header,
    /// Always null.
    pub score: Option<i32>,
    /// Always empty.
    pub pv: Vec<String>,
    /// Leaves; null if interrupted.
    pub nodes: Option<u64>,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Leaves by first move, in the generator's order; with dice, by first roll.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub divide: Divide,
    /// Board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
    #[serde(flatten)]
    pub accounts: Accounts,
}

impl CountDocument {
    fn kleaves_per_second(&self) -> u64 {
        thousands_per_second(self.nodes.unwrap_or(0), self.time_ns)
    }
}

impl Document for CountDocument {
    fn text(&self, width: Width) -> String {
        let mut text = String::new();
        if self.divide.listed {
            for (m, count) in &self.divide.counts {
                text += &format!("{m}: {count}\n");
            }
        }
        if let Some(nodes) = self.nodes {
            text += &format!("nodes    {nodes}\ndepth    {}\n", self.header.depth);
            text += &time_line(nodes, self.time_ns, self.header.threads);
        }
        text + &self.accounts.lines(width)
    }

    fn summary(&self) -> Summary {
        Summary {
            title: format!("{} perft", self.header.game),
            headline: Headline {
                answer: self.nodes.map_or("interrupted".to_owned(), grouped),
                worth: String::new(),
                note: self.nodes.map_or(String::new(), |_| format!("leaves at depth {}", self.header.depth)),
            },
            diagram: self.diagram.clone(),
            facts: vec![
                ("Depth", self.header.depth.to_string()),
                ("Time", span(self.time_ns)),
                ("Speed", format!("{} kleaves/s", grouped(self.kleaves_per_second()))),
                ("Workers", self.header.threads.to_string()),
                ("Position", self.header.position.clone()),
            ],
            ..Summary::default()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.accounts.ledger
    }

    fn extras(&self) -> &Extras {
        &self.accounts.extras
    }
}
