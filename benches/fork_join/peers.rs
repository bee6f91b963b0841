//! The schedulers that are compared, each with the same programs in its own terms.

use std::num::NonZero;

use clap::ValueEnum;
use sparring_sched::Tally;

use crate::items::{Call, Item, Verb, compute, items};
use crate::loops::{Meeting, Meetings, Starts, loops, work};
use crate::scene::Scene;
use sparring_microbench::programs;
use sparring_microbench::programs::{Board, Input, TreeNode, UtsNode, sequential};

/// A scheduler, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Peer {
    /// Plain calls
    Sequential,
    /// This crate
    Sparring,
    /// This crate where nothing can be taken by force: where the system has no fence for that
    SparringUnforced,
    /// chili as it is: it makes a job of one join in 64 once three are queued
    Chili,
    /// chili with a job for every join
    ChiliEach,
    /// forte; needs RUSTFLAGS='--cfg forte' (see benches/README.md)
    #[cfg(forte)]
    Forte,
    /// lace-ws; its idle workers spin for ever
    Lace,
    /// rayon
    Rayon,
}

impl Peer {
    /// Its name in tables and on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().expect("no peer is hidden").get_name().to_owned()
    }

    /// Whether a worker runs the second half of a join itself and offers the first one. (forte does
    /// so in the joins that it makes jobs of, which are few.)
    pub fn runs_second_first(self) -> bool {
        matches!(self, Peer::Chili | Peer::ChiliEach | Peer::Lace)
    }

    /// The ways in which it runs items, in the order of the tables.
    pub fn verbs(self) -> &'static [Verb] {
        use Verb::{
            FindFirst, ForEach, Join, Split, TaskTree, TasksInOrder, TasksNewestFirst, TasksNotJoined,
        };
        match self {
            Peer::Sparring | Peer::SparringUnforced => {
                &[Join, ForEach, TasksInOrder, TasksNewestFirst, TasksNotJoined, TaskTree, Split, FindFirst]
            }
            #[cfg(forte)]
            Peer::Forte => &[Join, TasksNotJoined, TaskTree],
            Peer::Rayon => &[Join, ForEach, TasksNotJoined, TaskTree, FindFirst],
            Peer::Sequential | Peer::Chili | Peer::ChiliEach | Peer::Lace => &[Join],
        }
    }

    /// Returns true if this scheduler can be measured with this number of threads.
    ///
    /// lace-ws's idle workers spin for ever: once there are more workers than processors, they take
    /// the processors from those that have something to do. forte has room for 32 threads; with
    /// more it waits for ever.
    pub fn fits(self, threads: usize) -> bool {
        match self {
            Peer::Lace => threads <= std::thread::available_parallelism().map_or(1, NonZero::get),
            #[cfg(forte)]
            Peer::Forte => threads <= 32,
            _ => true,
        }
    }

    /// A new pool of `threads`, of which the calling thread is one where the library has it so.
    pub fn start(self, threads: usize) -> Box<dyn Pool> {
        match self {
            Peer::Sequential => Box::new(Sequential),
            Peer::Sparring => Box::new(sparring_sched::Pool::new(threads).expect("a pool")),
            Peer::SparringUnforced => {
                let builder = sparring_sched::PoolBuilder::new().threads(threads).force_after(None);
                Box::new(builder.build().expect("a pool"))
            }
            Peer::Chili => Box::new(Chili(chili_pool(threads))),
            Peer::ChiliEach => Box::new(ChiliEach(chili_pool(threads))),
            #[cfg(forte)]
            Peer::Forte => Box::new(Forte::new(threads)),
            Peer::Lace => Box::new(lace_ws::Lace::init(threads)),
            Peer::Rayon => {
                Box::new(rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool"))
            }
        }
    }
}

/// A running scheduler. Dropping it ends its threads.
pub trait Pool {
    /// Runs a program and returns its result.
    fn run(&mut self, input: &Input) -> u64;

    /// Performs `count` joins one after the other, both halves of which do [`work`] of `steps`.
    fn joins(&mut self, count: u64, steps: u64);

    /// Forks, for both halves to meet.
    fn meet(&mut self, meetings: Meetings) -> Starts;

    /// Runs items, in a way that the library has.
    fn items(&mut self, call: &Call<'_>);

    /// Plays a scene in which a worker becomes idle late.
    fn late(&mut self, scene: &Scene);

    /// The sums of all counters since the pool was started, if it has any.
    fn tally(&self) -> Option<Tally> {
        None
    }
}

/// Plain calls, on the calling thread.
struct Sequential;

impl Pool for Sequential {
    fn run(&mut self, input: &Input) -> u64 {
        sequential::run((), input)
    }
    fn joins(&mut self, count: u64, steps: u64) {
        for _ in 0..count {
            work(steps);
            work(steps);
        }
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        vec![None; meetings.count]
    }
    fn items(&mut self, call: &Call<'_>) {
        for _ in 0..call.bursts {
            (0..call.items).for_each(call.item);
            compute(call.stretch);
        }
    }
    fn late(&mut self, _: &Scene) {
        unreachable!("plain calls have no second worker");
    }
}

mod ours {
    use super::*;
    use crate::verbs::ours as other_verb;
    use sparring_sched::Worker;
    programs!(Worker<'_>, |w, a, b| w.join(a, b));
    loops!(Worker<'_>, |w, a, b| w.join(a, b), |lent| lent.lend());
    items!(Worker<'_>, |w, a, b| w.join(a, b), |lent| lent.lend());
}

impl Pool for sparring_sched::Pool {
    fn run(&mut self, input: &Input) -> u64 {
        self.install(|w| ours::run(w, input))
    }
    fn joins(&mut self, count: u64, steps: u64) {
        self.install(|w| ours::joins(w, count, steps))
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        self.install(|w| ours::meet(w, meetings))
    }
    fn items(&mut self, call: &Call<'_>) {
        self.install(|w| ours::items(w, call))
    }
    fn late(&mut self, scene: &Scene) {
        self.install(|w| ours::late(w, scene))
    }
    fn tally(&self) -> Option<Tally> {
        Some(self.snapshot().total())
    }
}

fn chili_pool(threads: usize) -> chili::ThreadPool {
    let config = chili::Config { thread_count: NonZero::new(threads), ..Default::default() };
    chili::ThreadPool::with_config(config)
}

mod chili_default {
    use super::*;
    use crate::verbs::none as other_verb;
    use chili::Scope;
    programs!(&mut Scope<'_>, |s, a, b| s.join(a, b));
    loops!(&mut Scope<'_>, |s, a, b| s.join(a, b), |lent| &mut **lent);
    items!(&mut Scope<'_>, |s, a, b| s.join(a, b), |lent| &mut **lent);
}

mod chili_each {
    use super::*;
    use crate::verbs::none as other_verb;
    use chili::Scope;
    programs!(&mut Scope<'_>, |s, a, b| s.join_with_heartbeat_every::<1, _, _, _, _>(a, b));
    loops!(&mut Scope<'_>, |s, a, b| s.join_with_heartbeat_every::<1, _, _, _, _>(a, b), |lent| &mut **lent);
    items!(&mut Scope<'_>, |s, a, b| s.join_with_heartbeat_every::<1, _, _, _, _>(a, b), |lent| &mut **lent);
}

struct Chili(chili::ThreadPool);

impl Pool for Chili {
    fn run(&mut self, input: &Input) -> u64 {
        chili_default::run(&mut self.0.scope(), input)
    }
    fn joins(&mut self, count: u64, steps: u64) {
        chili_default::joins(&mut self.0.scope(), count, steps)
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        chili_default::meet(&mut self.0.scope(), meetings)
    }
    fn items(&mut self, call: &Call<'_>) {
        chili_default::items(&mut self.0.scope(), call)
    }
    fn late(&mut self, scene: &Scene) {
        chili_default::late(&mut self.0.scope(), scene)
    }
}

struct ChiliEach(chili::ThreadPool);

impl Pool for ChiliEach {
    fn run(&mut self, input: &Input) -> u64 {
        chili_each::run(&mut self.0.scope(), input)
    }
    fn joins(&mut self, count: u64, steps: u64) {
        chili_each::joins(&mut self.0.scope(), count, steps)
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        chili_each::meet(&mut self.0.scope(), meetings)
    }
    fn items(&mut self, call: &Call<'_>) {
        chili_each::items(&mut self.0.scope(), call)
    }
    fn late(&mut self, scene: &Scene) {
        chili_each::late(&mut self.0.scope(), scene)
    }
}

#[cfg(forte)]
mod fortes {
    use super::*;
    use crate::verbs::fortes as other_verb;
    use forte::Worker;
    programs!(&Worker, |w, a, b| w.join(a, b));
    loops!(&Worker, |w, a, b| w.join(a, b), |lent| *lent);
    items!(&Worker, |w, a, b| w.join(a, b), |lent| *lent);
}

#[cfg(forte)]
static FORTE: forte::ThreadPool = forte::ThreadPool::new();

/// forte's pools are static; this one has workers only while the value lives.
#[cfg(forte)]
struct Forte;

#[cfg(forte)]
impl Forte {
    /// The calling thread takes part while it runs something.
    fn new(threads: usize) -> Forte {
        FORTE.resize_to(threads - 1);
        Forte
    }
}

#[cfg(forte)]
impl Drop for Forte {
    fn drop(&mut self) {
        FORTE.depopulate();
    }
}

#[cfg(forte)]
impl Pool for Forte {
    fn run(&mut self, input: &Input) -> u64 {
        FORTE.with_worker(|w| fortes::run(w, input))
    }
    fn joins(&mut self, count: u64, steps: u64) {
        FORTE.with_worker(|w| fortes::joins(w, count, steps))
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        FORTE.with_worker(|w| fortes::meet(w, meetings))
    }
    fn items(&mut self, call: &Call<'_>) {
        FORTE.with_worker(|w| fortes::items(w, call))
    }
    fn late(&mut self, scene: &Scene) {
        FORTE.with_worker(|w| fortes::late(w, scene))
    }
}

mod lace {
    use super::*;
    use crate::verbs::none as other_verb;
    use lace_ws::Worker;

    /// A task of lace-ws is a function and its argument; here the argument is the closure.
    fn call<F: FnOnce(&mut Worker) -> R, R>(worker: &mut Worker, task: F) -> R {
        task(worker)
    }

    programs!(&mut Worker, |w, a, b| w.join(call, a, call, b));
    loops!(&mut Worker, |w, a, b| w.join(call, a, call, b), |lent| &mut **lent);
    items!(&mut Worker, |w, a, b| w.join(call, a, call, b), |lent| &mut **lent);
}

impl Pool for lace_ws::Lace {
    fn run(&mut self, input: &Input) -> u64 {
        lace_ws::Lace::run(self, |w| lace::run(w, input))
    }
    fn joins(&mut self, count: u64, steps: u64) {
        lace_ws::Lace::run(self, |w| lace::joins(w, count, steps))
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        lace_ws::Lace::run(self, |w| lace::meet(w, meetings))
    }
    fn items(&mut self, call: &Call<'_>) {
        lace_ws::Lace::run(self, |w| lace::items(w, call))
    }
    fn late(&mut self, scene: &Scene) {
        lace_ws::Lace::run(self, |w| lace::late(w, scene))
    }
}

mod rayons {
    use super::*;
    use crate::verbs::rayons as other_verb;
    programs!((), |h, a, b| rayon::join(move || a(h), move || b(h)));
    loops!((), |h, a, b| rayon::join(move || a(h), move || b(h)), |lent| *lent);
    items!((), |h, a, b| rayon::join(move || a(h), move || b(h)), |lent| *lent);
}

impl Pool for rayon::ThreadPool {
    fn run(&mut self, input: &Input) -> u64 {
        self.install(|| rayons::run((), input))
    }
    fn joins(&mut self, count: u64, steps: u64) {
        self.install(|| rayons::joins((), count, steps))
    }
    fn meet(&mut self, meetings: Meetings) -> Starts {
        self.install(|| rayons::meet((), meetings))
    }
    fn items(&mut self, call: &Call<'_>) {
        self.install(|| rayons::items((), call))
    }
    fn late(&mut self, scene: &Scene) {
        self.install(|| rayons::late((), scene))
    }
}
