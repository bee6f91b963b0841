//! Ways to share searches of some positions, each measured on one thread and on all other workers
//! of the machine, beside a sequential strategy.

use super::exercise::Exercise;
use super::machine::{Halt, Machine};
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, Strategy};
use sparring_report::{ReproduceRow, SharedSearch, SharingRow};

/// One position, searched by the baseline on one thread.
struct Compared<G: Game> {
    exercise: Exercise<G>,
    baseline: ReproduceRow,
}

/// Positions of a game, all searched to one depth.
pub(super) struct Sharing<'s, G: Game, E> {
    game: &'s G,
    machine: &'s Machine<'s>,
    evaluator: &'s E,
    /// The positions in words.
    setting: String,
    depth: u32,
    positions: Vec<Compared<G>>,
}

impl<'s, G: Game + Clone, E: Sync> Sharing<'s, G, E>
where
    Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    /// Searches all positions by the baseline.
    ///
    /// # Errors
    /// If the experiment is interrupted.
    pub fn new(
        (game, evaluator, machine): (&'s G, &'s E, &'s Machine<'s>),
        setting: &str,
        positions: &[G::Position],
        (depth, baseline): (u32, Strategy),
    ) -> Result<Self, Halt> {
        let settings = Settings::depth(depth).by(baseline);
        let compared = |position: &G::Position| {
            let ask = (depth, baseline);
            let exercise = Exercise::ask((game, machine), evaluator, position.clone(), ask);
            let once = exercise.alone((game, machine), evaluator, settings)?;
            let baseline = ReproduceRow { depth, strategy: baseline.name(), ..once };
            Ok(Compared { exercise, baseline })
        };
        let positions = positions.iter().map(compared).collect::<Result<_, Halt>>()?;
        Ok(Sharing { game, machine, evaluator, setting: setting.to_owned(), depth, positions })
    }

    /// The rows of a way to share them; `flag` is the one that asks for it.
    ///
    /// # Errors
    /// If the experiment is interrupted, or there is no memory for simulated workers.
    pub fn rows(&self, settings: Settings, flag: Option<&str>) -> Result<Vec<SharingRow>, Halt> {
        let settings = Settings { depth: self.depth, ..settings };
        let measured = |Compared { exercise, .. }: &Compared<G>| {
            let rows = exercise.on_all((self.game, self.machine), self.evaluator, settings)?;
            let named = |row| ReproduceRow { depth: self.depth, strategy: settings.strategy.name(), ..row };
            Ok(rows.into_iter().map(named).collect())
        };
        let measured = self.positions.iter().map(measured).collect::<Result<Vec<_>, Halt>>()?;
        let baselines: Vec<&ReproduceRow> =
            self.positions.iter().map(|position| &position.baseline).collect();
        Ok(beside(&self.setting, flag, &baselines, &measured))
    }
}

/// A row for each number of workers: `measured` has the rows of each position, the first of one
/// thread, and `baselines` what they are compared with.
pub(super) fn beside(
    setting: &str,
    flag: Option<&str>,
    baselines: &[&ReproduceRow],
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
