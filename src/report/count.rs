//! The document of `perft`.

use serde::{Serialize, Serializer};

use super::document::time_line;
use super::{Extras, Header, Ledger};

/// Leaves by first move, in the generator's order.
#[derive(Clone, Debug, Default)]
pub struct Divide(pub Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(m, count)| (m, count)))
    }
}

/// A perft. It has the keys of a search; those for which a perft has nothing are null or empty.
#[derive(Clone, Debug, Serialize)]
pub struct CountDocument {
    /// What was asked; `strategy` is `perft` and `best` null.
    #[serde(flatten)]
    pub header: Header,
    /// Always null.
    pub score: Option<i32>,
    /// Always empty.
    pub pv: Vec<String>,
    /// Leaves; null if the count was interrupted.
    pub nodes: Option<u64>,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Leaves by first move.
    pub divide: Divide,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// What was asked for besides.
    #[serde(flatten)]
    pub extras: Extras,
}

impl CountDocument {
    /// The text form; `divide`: with the count of each first move.
    pub fn text(&self, divide: bool) -> String {
        let mut text = String::new();
        if divide {
            for (m, count) in &self.divide.0 {
                text += &format!("{m}: {count}\n");
            }
        }
        if let Some(nodes) = self.nodes {
            text += &format!("nodes    {nodes}\ndepth    {}\n", self.header.depth);
            text += &time_line(nodes, self.time_ns, self.header.threads);
        }
        text + &self.extras.lines(&self.ledger)
    }
}
