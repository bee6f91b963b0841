use super::published::{Stated, rebuilt, stated, tables};
use super::shares::shares;
use crate::documents::{
    About, Published, PublishedRow, ReproduceDocument, ReproduceRow, SequentialShare, SharingRow,
    StatedNumber, TimeSource,
};
use crate::measure::Halt;

#[derive(Clone, Debug, Default)]
pub struct Like {
    /// Published program that does the same.
    pub published: Option<String>,
    /// Rebuilt program that does the same.
    pub rebuilt: Option<String>,
    pub setting: String,
    /// The search in words, if its time is averaged over settings.
    pub averaged: Option<String>,
}

pub struct Collector<'c> {
    experiment: &'static str,
    tables: Vec<Published>,
    rows: Vec<(ReproduceRow, Like)>,
    strategies: Vec<SharingRow>,
    progress: &'c mut dyn FnMut() -> bool,
}

/// Threads of the machine that timed the rebuilt ancestors. Rows with more real threads are
/// compared with the runs on all of these.
const REBUILT_THREADS: usize = 2;

impl Collector<'_> {
    pub fn add(&mut self, row: ReproduceRow, like: Like) -> Result<(), Halt> {
        let (experiment, threads, ns) = (self.experiment, row.threads, row.ns_per_decision);
        let known = |published: &&Published| {
            Some(&published.program) == like.published.as_ref()
                && published.setting == like.setting
                && published.cores as usize == threads
        };
        let published = self.tables.iter().find(known).cloned();
        let compared = row.clock == TimeSource::Real || threads <= REBUILT_THREADS;
        let program = like.rebuilt.as_ref().filter(|_| compared);
        let cores = threads.min(REBUILT_THREADS);
        let ancestor = program.and_then(|program| rebuilt(experiment, program, &like.setting, cores, ns));
        self.rows.push((ReproduceRow { ancestor, published, ..row }, like));
        if (self.progress)() { Ok(()) } else { Err(Halt::Interrupted) }
    }

    pub fn share(&mut self, rows: Vec<SharingRow>) -> Result<(), Halt> {
        self.strategies.extend(rows);
        if (self.progress)() { Ok(()) } else { Err(Halt::Interrupted) }
    }

    fn finish(self, game: &'static str, about: About) -> ReproduceDocument {
        let shares = shares(&self.rows, &self.tables, "Seq,4");
        let stated = stated(self.experiment).map(|stated| answered(stated, &self.rows, &shares)).collect();
        let place = |published: &Published| {
            self.rows.iter().position(|(row, _)| row.published.as_ref() == Some(published))
        };
        let strategy = |published: &Published| {
            let same =
                |(_, like): &&(ReproduceRow, Like)| like.published.as_ref() == Some(&published.program);
            self.rows.iter().find(same).map(|(row, _)| row.strategy)
        };
        let published = self.tables.iter().map(|published| PublishedRow {
            published: published.clone(),
            row: place(published),
            strategy: strategy(published),
        });
        ReproduceDocument {
            game,
            experiment: self.experiment,
            about,
            published: published.collect(),
            rows: self.rows.into_iter().map(|(row, _)| row).collect(),
            stated,
            shares,
            strategies: self.strategies,
        }
    }
}

/// The document with the rows that `run` adds. `progress` is called after each row; if it
/// returns false, the experiment ends with the rows finished until then.
///
/// # Errors
/// If there is no memory for simulated workers.
pub fn document(
    (game, experiment): (&'static str, &'static str),
    about: About,
    progress: &mut dyn FnMut() -> bool,
    run: impl FnOnce(&mut Collector<'_>) -> Result<(), Halt>,
) -> Result<ReproduceDocument, sparring_sched::PoolError> {
    let mut collector = Collector {
        experiment,
        tables: tables(experiment),
        rows: Vec::new(),
        strategies: Vec::new(),
        progress,
    };
    match run(&mut collector) {
        Err(Halt::Simulation(error)) => Err(error),
        Ok(()) | Err(Halt::Interrupted) => Ok(collector.finish(game, about)),
    }
}

/// Puts our number, if any, beside a stated one.
fn answered(stated: Stated, rows: &[(ReproduceRow, Like)], shares: &[SequentialShare]) -> StatedNumber {
    let Stated { number, program, setting, cores } = stated;
    let about = |like: &Like| like.published.as_ref() == Some(&program) && like.setting == setting;
    let like = || rows.iter().filter(|(_, like)| about(like)).map(|(row, _)| row);
    let row = || like().find(|row| Some(row.threads as u32) == cores);
    let shared = || like().find(|row| row.tasks.created > 0);
    let tasks = || shared().map(|row| row.tasks.created);
    // Iterative deepening creates a task for each play at every depth.
    let plays = || shared().map(|row| row.tasks.created / u64::from(row.depth.max(1)));
    let share = || {
        let share = shares
            .iter()
            .find(|share| share.program.as_ref() == Some(&program) && Some(share.threads as u32) == cores);
        share.map(|share| share.percent)
    };
    let ours = match number.unit.as_str() {
        "seconds" => row().map(|row| row.ns_per_decision as f64 / 1e9),
        "times" => row().map(|row| row.speedup),
        "% of sparks" => row().and_then(|row| row.conversion).map(|share| 100.0 * share),
        "% less time" => share().map(|percent| 100.0 - percent),
        "plays" => plays().map(|plays| plays as f64),
        "plays each" => plays().zip(cores).map(|(plays, cores)| (plays / u64::from(cores)) as f64),
        "plays left over" => plays().zip(cores).map(|(plays, cores)| (plays % u64::from(cores)) as f64),
        "sparks" => tasks().zip(cores).map(|(tasks, cores)| tasks as f64 / f64::from(cores)),
        _ => None,
    };
    StatedNumber { ours, ..number }
}
