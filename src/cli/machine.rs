use clap::Args;

use super::args::{affordable_workers, whole};
use super::failure::{Exit, Failure};
use super::output::{print, print_json, width};
use super::run::RecordingArgs;
use super::topology::TopologyArgs;
use sparring_lab::{Repeatable, SimulatedMachine, Simulation, simulate};
use sparring_run::{Interrupt, NamedFile, Sinks};
use sparring_sched::{Costs, MAX_SIMULATED, PoolError, SIMULATED_STACK};

/// Most KiB of a simulated worker, with search memory and cache contents.
pub(super) const WORKER_KIB: usize = 1792;

/// Flags of simulated workers and their results.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Workers")]
pub(super) struct MachineArgs {
    /// Numbers of workers, each 1 to 1024: one run in virtual time for each. The last one is
    /// recorded [default: 1,2,4,8,16,32,64, as far as --topology has processors]
    #[arg(
        long, value_name = "N,N,…", value_delimiter = ',',
        value_parser = whole::<usize>(1..=MAX_SIMULATED as u64, "--workers 1,2,4"),
        allow_negative_numbers = true
    )]
    workers: Option<Vec<usize>>,
    /// Seed of the order in which idle workers look for work. The same seed gives the same run on
    /// every machine
    #[arg(
        long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX, "--seed 1"), default_value = "0",
        allow_negative_numbers = true
    )]
    seed: u64,
    /// Stack of each worker in MiB; only the part in use costs memory [default: 4]
    #[arg(
        long, value_name = "MiB", value_parser = whole::<usize>(1..=4096, "--stack 4"),
        allow_negative_numbers = true
    )]
    stack: Option<usize>,
    /// Print one JSON document (see `sparring help documents`)
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    topology: TopologyArgs,
    #[command(flatten)]
    recording: RecordingArgs,
}

impl MachineArgs {
    /// The simulation and its open files. `file` is an input.
    pub fn open(&self, costs: Costs, file: Option<NamedFile>) -> Result<(Simulation, Sinks), Failure> {
        let machine = self.topology.machine()?;
        let workers = self.workers(machine.as_ref())?;
        affordable_workers(workers.iter().copied().max().unwrap_or(1), 1, WORKER_KIB)?;
        let read: Vec<NamedFile> = file.into_iter().chain(self.topology.file()).collect();
        let sinks = self.recording.open(&read)?;
        let far_ns = machine.as_ref().map_or(costs.far_ns, |machine| machine.far_ns);
        let plan = Simulation {
            workers,
            seed: self.seed,
            costs: costs.with(|costs| costs.far_ns = far_ns),
            machine,
            stack: self.stack.map_or(SIMULATED_STACK, |mib| mib << 20),
            events: sinks.events(false),
        };
        Ok((plan, sinks))
    }

    fn workers(&self, machine: Option<&SimulatedMachine>) -> Result<Vec<usize>, Failure> {
        let most = machine.map_or(MAX_SIMULATED, |machine| machine.topology.processors());
        let doubling = |most| std::iter::successors(Some(1), |n| Some(2 * n)).take_while(move |&n| n <= most);
        let Some(workers) = &self.workers else { return Ok(doubling(most.min(64)).collect()) };
        match workers.iter().find(|&&workers| workers > most) {
            None => Ok(workers.clone()),
            Some(workers) => Err(Failure::Usage(format!(
                "--workers: got {workers}, expected no more than the {most} processors of --topology; try --workers {most}"
            ))),
        }
    }
}

/// Flags of a simulated search with a default of `NODE_NS` per node.
#[derive(Args, Clone, Debug)]
pub(super) struct SearchMachineArgs<const NODE_NS: u64> {
    #[command(flatten)]
    machine: MachineArgs,
    #[arg(
        long, value_name = "NS", value_parser = whole::<u64>(1..=1_000_000, "--node-ns 200"),
        allow_negative_numbers = true, help_heading = "Workers",
        help = format!("Nanoseconds of a node, without --miss-ns: the time of a real search over its nodes, on one worker, or a little less [default: {NODE_NS}]")
    )]
    node_ns: Option<u64>,
    /// Nanoseconds to fetch a line of a table from memory; 0: no time
    #[arg(
        long, value_name = "NS", value_parser = whole::<u64>(0..=1_000_000, "--miss-ns 90"),
        default_value_t = Costs::default().miss_ns, allow_negative_numbers = true,
        help_heading = "Workers", hide_short_help = true
    )]
    miss_ns: u64,
    /// Nanoseconds to fetch a cache line that another worker has written or fetched, such as one of
    /// the table, the killers or the history; 0: no time
    #[arg(
        long, value_name = "NS", value_parser = whole::<u64>(0..=1_000_000, "--line-ns 60"),
        default_value_t = Costs::default().line_ns, allow_negative_numbers = true,
        help_heading = "Workers", hide_short_help = true
    )]
    line_ns: u64,
}

impl<const NODE_NS: u64> SearchMachineArgs<NODE_NS> {
    pub fn run<R: Repeatable>(
        &self,
        what: &R,
        file: Option<NamedFile>,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let &Self { miss_ns, line_ns, .. } = self;
        let poll_ns = self.node_ns.unwrap_or(NODE_NS);
        let costs = Costs::default().with(|costs| {
            (costs.poll_ns, costs.miss_ns, costs.line_ns) = (poll_ns, miss_ns, line_ns);
        });
        let (plan, sinks) = self.machine.open(costs, file)?;
        let simulated = simulate(what, &plan, interrupt).map_err(|error| refused(error, "less --stack"))?;
        let document = &simulated.document;
        let printed = if self.machine.json { print_json(document) } else { print(&document.text(width())) };
        sinks.write(simulated.last)?;
        printed?;
        Ok(Exit::of(interrupt))
    }
}

pub(super) fn refused(error: PoolError, instead: &str) -> Failure {
    Failure::Run(format!("{error}; try fewer --workers or {instead}"))
}
