use std::sync::Arc;

use clap::Args;

use super::args::{PoolArgs, affordable_workers, whole};
use super::failure::{Exit, Failure};
use super::machine::{WORKER_KIB, refused};
use super::output::{say, show, width};
use super::run::ReportArgs;
use sparring_lab::{Scaling, scaling, scaling_page, scaling_picture};
use sparring_run::{Interrupt, OutputFile, Progress, is_picture, provenance};
use sparring_sched::{MAX_SIMULATED, Pool};

const NODES: u64 = 1_000_000;

/// Flags of the experiment.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Scaling")]
pub(super) struct ScalingArgs {
    /// Numbers of workers. For scaling: simulated [default: 1,2,4,…,1024]. Otherwise: threads of
    /// this machine as far as it has processors, simulated beyond [default: 1, 2, 4, … threads; of
    /// granularity 8 and 64 simulated ones too]
    #[arg(
        long, value_name = "N,N,…", value_delimiter = ',', allow_negative_numbers = true,
        value_parser = whole::<usize>(1..=MAX_SIMULATED as u64, "--workers 1,16,256")
    )]
    workers: Option<Vec<usize>>,
    /// Each search goes to the first depth that one worker does not finish within this number of
    /// nodes [default: 1000000]
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000_000, "--nodes 1000000"),
        allow_negative_numbers = true
    )]
    nodes: Option<u64>,
}

impl ScalingArgs {
    pub fn refuse_nodes(&self) -> Result<(), Failure> {
        match self.nodes {
            None => Ok(()),
            Some(_) => Err(Failure::Usage(
                "got --nodes, expected it with the experiment scaling alone; try reproduce scaling --nodes 1000"
                    .to_owned(),
            )),
        }
    }

    pub fn workers(&self) -> Option<&[usize]> {
        self.workers.as_deref()
    }

    pub fn run(
        &self,
        pool: &PoolArgs,
        json: bool,
        report: &ReportArgs,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let doubling = std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|&n| n <= MAX_SIMULATED);
        let mut workers = self.workers.clone().unwrap_or_else(|| doubling.collect());
        workers.sort_unstable();
        workers.dedup();
        let pools: Vec<Arc<Pool>> = pool.pools()?.into_iter().map(Arc::new).collect();
        let threads = pools.last().map_or(1, |all| all.threads());
        let most = workers.last().copied().unwrap_or(1);
        affordable_workers(most, threads.min(Scaling::MOST_AT_A_TIME), WORKER_KIB)?;
        let open = |(flag, path)| Ok::<_, Failure>((OutputFile::open(flag, path)?, is_picture(path)));
        let file = report.file().map(open).transpose()?;
        let progress = Progress::turns(Scaling::STEPS);
        let plan = Scaling {
            workers,
            nodes: self.nodes.unwrap_or(NODES),
            seed: pool.seed(),
            pools,
            interrupt,
            progress: &|| progress.turn(),
        };
        let document = scaling(&plan).map_err(|error| refused(error, "--threads"))?;
        drop(progress);
        if interrupt.requested() {
            say(&format!("interrupted after {} of 4 parts", document.games.len()));
        }
        let printed = show(json, &document, || document.text(width()));
        if let Some((file, is_picture)) = file {
            let text = match is_picture {
                true => scaling_picture(&document),
                false => scaling_page(&document, &provenance()),
            };
            file.write(text.as_bytes())?;
        }
        printed?;
        Ok(Exit::of(interrupt))
    }
}
