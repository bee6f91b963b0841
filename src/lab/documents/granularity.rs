//! The document of `sparring reproduce granularity`: size of tasks against what becomes of them.

use schemars::JsonSchema;
use serde::Serialize;

use super::sharing::{COLUMNS_MEAN, SharingRow, sharing_table};
use sparring_report::{Width, prose};

/// Searches, each shared in tasks of several sizes.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GranularityDocument {
    /// `all`: the rows say which.
    pub game: &'static str,
    /// The name of the experiment: `granularity`.
    pub experiment: &'static str,
    /// What is done.
    pub about: Vec<String>,
    /// The seed of the order in which idle simulated workers look for work.
    pub seed: u64,
    /// The rows: each search with each size of tasks, by numbers of workers.
    pub rows: Vec<SharingRow>,
}

impl GranularityDocument {
    /// The text form for a terminal of this width.
    pub fn text(&self, width: Width) -> String {
        let [about, columns] =
            [self.about.clone(), COLUMNS_MEAN.map(str::to_owned).to_vec()].map(|lines| prose(&lines, width));
        format!("{about}\n{columns}\n{}", sharing_table(&self.rows, width))
    }
}
