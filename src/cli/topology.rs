use std::path::Path;

use clap::Args;

use super::args::{one_of, whole};
use super::failure::Failure;
use super::read::text_of;
use sparring_lab::SimulatedMachine;
use sparring_run::NamedFile;
use sparring_sched::{Costs, Pin, Topology, Victims};

/// `lscpu -p` takes about 40 bytes per processor.
const MAX_FILE: u64 = 1 << 18;

/// Flags of a machine with near and far workers.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Workers")]
pub(super) struct TopologyArgs {
    /// Simulate a machine whose packages are far from each other: packages x cores x threads (2x16,
    /// 2x8x2), or a file with the output of `lscpu -p` there. Without it all workers are equally
    /// near
    #[arg(long, value_name = "SHAPE|FILE", hide_short_help = true)]
    topology: Option<String>,
    /// With --topology: one worker on each core, neighbours first (cores); all hardware threads of
    /// a core, then the next core (compact); one on each core, alternating between packages
    /// (spread)
    #[arg(
        long, value_name = "HOW", default_value = "cores", requires = "topology", hide_short_help = true,
        value_parser = one_of([("cores", Pin::Cores), ("compact", Pin::Compact), ("spread", Pin::Spread)])
    )]
    pin: Pin,
    /// With --topology: where idle workers look for work. near: first at neighbours, then at all
    /// others; uniform: at any of them
    #[arg(
        long, value_name = "WHICH", default_value = "near", requires = "topology", hide_short_help = true,
        value_parser = one_of([("near", Victims::Near), ("uniform", Victims::Uniform)])
    )]
    victims: Victims,
    /// With --topology: nanoseconds that a cache line from another package takes longer than one
    /// from the same. A theft moves four, the result of the stolen task two, a claimed index one
    #[arg(
        long, value_name = "NS", value_parser = whole::<u64>(0..=1_000_000, "--far-ns 100"),
        default_value_t = Costs::default().far_ns, requires = "topology", allow_negative_numbers = true,
        hide_short_help = true
    )]
    far_ns: u64,
}

impl TopologyArgs {
    pub fn machine(&self) -> Result<Option<SimulatedMachine>, Failure> {
        let Some(named) = &self.topology else { return Ok(None) };
        let text = match self.file() {
            None => named.clone(),
            Some(file) => text_of(file, MAX_FILE, "a shape or a file of lscpu -p; try --topology 2x16")?,
        };
        let topology: Topology = text
            .parse()
            .map_err(|error| Failure::Usage(format!("--topology: {error}; try --topology 2x16")))?;
        let (pin, victims) = (self.pin.clone(), self.victims);
        Ok(Some(SimulatedMachine { name: named.clone(), topology, pin, victims, far_ns: self.far_ns }))
    }

    pub fn file(&self) -> Option<NamedFile<'_>> {
        let named = self.topology.as_deref()?;
        let is_shape = named.chars().all(|letter| letter.is_ascii_digit() || letter == 'x');
        (!is_shape).then(|| ("--topology", Path::new(named)))
    }
}
