//! Ways to share searches of some positions, each measured on one thread and on all other workers
//! of the machine, beside a sequential strategy.

use super::exercise::Exercise;
use super::machine::{Halt, Machine};
use crate::documents::{ReproduceRow, SharedSearch, SharingRow};
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, Strategy};

/// Positions of a game, all searched to one depth.
pub struct Sharing<'s, G: Game, E> {
    game: &'s G,
    machine: &'s Machine<'s>,
    evaluator: &'s E,
    /// The positions in words.
    setting: String,
    depth: u32,
    /// What everything is compared with.
    baseline: Strategy,
    positions: Vec<Exercise<G>>,
}

impl<'s, G: Game + Clone, E: Sync> Sharing<'s, G, E>
where
    Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    /// Asks the baseline what there is to be found.
    pub fn new(
        (game, evaluator, machine): (&'s G, &'s E, &'s Machine<'s>),
        setting: &str,
        positions: &[G::Position],
        (depth, baseline): (u32, Strategy),
    ) -> Self {
        let ask = |position: &G::Position| {
            Exercise::ask((game, machine), evaluator, position.clone(), (depth, baseline))
        };
        let positions = positions.iter().map(ask).collect();
        Sharing { game, machine, evaluator, setting: setting.to_owned(), depth, baseline, positions }
    }

    /// The rows of a way to share them; `flag` is the one that asks for it. The baseline is
    /// measured again each time, next to what is compared with it: a machine does not stay as
    /// fast as it was.
    ///
    /// # Errors
    /// If the experiment is interrupted, or there is no memory for simulated workers.
    pub fn rows(&self, settings: Settings, flag: Option<&str>) -> Result<Vec<SharingRow>, Halt> {
        let (depth, at) = (self.depth, (self.game, self.machine));
        let settings = Settings { depth, ..settings };
        let (mut baselines, mut measured) = (Vec::new(), Vec::new());
        for exercise in &self.positions {
            let alone = exercise.alone(at, self.evaluator, settings.by(self.baseline))?;
            baselines.push(ReproduceRow { depth, strategy: self.baseline.name(), ..alone });
            let named = |row| ReproduceRow { depth, strategy: settings.strategy.name(), ..row };
            measured.push(exercise.on_all(at, self.evaluator, settings)?.into_iter().map(named).collect());
        }
        Ok(beside(&self.setting, flag, &baselines, &measured))
    }
}

/// A row for each number of workers: `measured` has the rows of each position, the first of one
/// thread, and `baselines` what they are compared with.
pub fn beside(
    setting: &str,
    flag: Option<&str>,
    baselines: &[ReproduceRow],
    measured: &[Vec<ReproduceRow>],
) -> Vec<SharingRow> {
    let row = |nth: usize| {
        let searches: Vec<SharedSearch<'_>> = measured
            .iter()
            .zip(baselines)
            .map(|(rows, baseline)| SharedSearch { run: &rows[nth], alone: &rows[0], baseline })
            .collect();
        SharingRow::new(setting, flag, &searches)
    };
    (0..measured.first().map_or(0, Vec::len)).map(row).collect()
}
