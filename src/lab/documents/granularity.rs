//! The document of `sparring reproduce granularity`: what becomes of tasks of several sizes.

use schemars::JsonSchema;
use serde::Serialize;

use super::sharing::{COLUMNS_MEAN, SharingRow, sharing_table};
use sparring_report::{Width, prose};

/// Searches, each with tasks of several sizes.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GranularityDocument {
    /// Always `all`: each row names its game.
    pub game: &'static str,
    /// Always `granularity`.
    pub experiment: &'static str,
    /// Procedure.
    pub about: Vec<String>,
    /// Seed of the simulation.
    pub seed: u64,
    /// Each search with each task size, on each number of workers.
    pub rows: Vec<SharingRow>,
}

impl GranularityDocument {
    pub fn text(&self, width: Width) -> String {
        let [about, columns] =
            [self.about.clone(), COLUMNS_MEAN.map(str::to_owned).to_vec()].map(|lines| prose(&lines, width));
        format!("{about}\n{columns}\n{}", sharing_table(&self.rows, width))
    }
}
