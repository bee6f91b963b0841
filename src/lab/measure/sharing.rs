use super::machine::Halt;
use super::subject::{Found, Subject};
use crate::documents::{ReproduceRow, SharedSearch, SharingRow, SizeFlag};
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, Strategy};

pub struct Sharing<'s, G: Game, E> {
    subject: Subject<'s, G, E>,
    setting: &'static str,
    depth: u32,
    baseline: Strategy,
    positions: Vec<Found<G>>,
}

impl<'s, G: Game + Clone, E: Sync> Sharing<'s, G, E>
where
    Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    pub fn new(
        subject: Subject<'s, G, E>,
        setting: &'static str,
        positions: &[G::Position],
        depth: u32,
        baseline: Strategy,
    ) -> Self {
        let positions = positions.iter().map(|position| subject.find(position, depth, baseline)).collect();
        Sharing { subject, setting, depth, baseline, positions }
    }

    /// The rows of one way to share, which `flag` asks for. The baseline is measured again
    /// each time, because the machine's speed drifts.
    pub fn rows(&self, settings: Settings, flag: Option<SizeFlag>) -> Result<Vec<SharingRow>, Halt> {
        let depth = self.depth;
        let settings = Settings { depth, ..settings };
        let (mut baselines, mut measured) = (Vec::new(), Vec::new());
        for found in &self.positions {
            let alone = self.subject.alone(found, settings.by(self.baseline))?;
            baselines.push(ReproduceRow { depth, strategy: self.baseline.name(), ..alone });
            let named = |row| ReproduceRow { depth, strategy: settings.strategy.name(), ..row };
            measured.push(self.subject.on_all(found, settings)?.into_iter().map(named).collect());
        }
        Ok(beside(self.setting, flag, &baselines, &measured))
    }
}

/// A row for each number of workers. `measured` has the rows of each position, the first of
/// one thread; `baselines` its baseline.
pub fn beside(
    setting: &str,
    flag: Option<SizeFlag>,
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
