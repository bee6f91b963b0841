//! Claim: a thread that a task starts on a pinned worker has one processor, but a pool of this
//! crate has all. The tests pass trivially on one processor and on systems that do not pin.

use crate::support::simulated::simulate;
use core_affinity::{CoreId, get_core_ids, set_for_current};
use sparring_sched::{Costs, Pin, Pinning, Pool, PoolBuilder, Topology};
use std::sync::mpsc::channel;
use std::thread;

fn mask() -> Vec<usize> {
    get_core_ids().unwrap_or_default().iter().map(|cpu| cpu.id).collect()
}

fn built(builder: PoolBuilder) -> (Pool, Vec<Vec<usize>>) {
    let (sender, masks) = channel();
    let threads = builder.start_handler(move |worker| sender.send((worker, mask())).unwrap());
    let pool = threads.build().unwrap();
    let mut masks: Vec<_> = masks.try_iter().collect();
    masks.sort_unstable();
    (pool, masks.into_iter().map(|(_, mask)| mask).collect())
}

fn on_a_pinned_worker<R: Send>(run: impl FnOnce() -> R + Send) -> Option<(Vec<usize>, R)> {
    let cpus = mask();
    let (pool, masks) = built(PoolBuilder::new().threads(cpus.len().clamp(1, 256)).pin(Pin::Cores));
    let pinned = pool.pinning().iter().all(|pinning| matches!(pinning, Pinning::Pinned(_)));
    if cpus.len() < 2 || !pinned {
        return None;
    }
    assert!(masks.iter().zip(pool.pinning()).all(|(mask, pinning)| mask[..] == [pinning.cpu().unwrap()]));
    Some((cpus, pool.install(|_| run())))
}

#[test]
fn a_thread_that_a_task_starts_has_one_processor() {
    let Some((_, seen)) = on_a_pinned_worker(|| {
        let processors = thread::available_parallelism().unwrap().get();
        (mask().len(), processors, thread::spawn(|| mask().len()).join().unwrap())
    }) else {
        return;
    };
    assert_eq!(seen, (1, 1, 1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_pool_that_a_task_builds_has_all_processors() {
    let Some((cpus, seen)) = on_a_pinned_worker(|| {
        let free = built(PoolBuilder::new().threads(3).pin(Pin::None)).1;
        let simulated = built(simulate(PoolBuilder::new().threads(2), Costs::default())).1;
        let (pool, pinned) = built(PoolBuilder::new());
        let (threads, inner) = pool.install(|_| {
            let (inner, masks) = built(PoolBuilder::new().pin(Pin::None));
            (inner.threads(), masks)
        });
        assert_eq!((pool.threads(), threads), (pinned.len(), inner.len()));
        let topology = Topology::of_this_machine().processors();
        (free, simulated, pinned, inner, topology, mask().len())
    }) else {
        return;
    };
    let (free, simulated, pinned, inner, topology, after) = seen;
    for mask in [&free[..], &simulated, &inner].concat() {
        assert_eq!(mask, cpus);
    }
    // With a quota there are fewer workers than processors, and they are not pinned.
    let outside = PoolBuilder::new().build().unwrap();
    assert_eq!((pinned.len(), inner.len(), topology), (outside.threads(), outside.threads(), cpus.len()));
    let cpu_of = |mask: &Vec<usize>| (mask.len() == 1).then(|| mask[0]);
    let pinning: Vec<_> = outside.pinning().iter().map(|pinning| pinning.cpu()).collect();
    assert_eq!(pinned.iter().map(cpu_of).collect::<Vec<_>>(), pinning);
    assert_eq!(after, 1, "building a pool moved the worker");
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_was_pinned_again_passes_that_on() {
    let Some((cpus, (to, free))) = on_a_pinned_worker(|| {
        let here = mask()[0];
        let all = Topology::of_this_machine().processors();
        let other = (0..1024).filter(|&cpu| cpu != here).find(|&id| set_for_current(CoreId { id }));
        assert!(all > 1 && other.is_some());
        (other.unwrap(), built(PoolBuilder::new().threads(2).pin(Pin::None)).1)
    }) else {
        return;
    };
    assert_eq!(free, [[to], [to]], "out of {cpus:?}");
}

#[test]
fn pinning_says_what_became_of_it() {
    let free = PoolBuilder::new().threads(2).pin(Pin::None).build().unwrap();
    assert_eq!(free.pinning(), [Pinning::None; 2]);
    assert_eq!(free.pinning()[0].cpu(), None);
    let Some(&last) = mask().last() else { return };
    let pinned = PoolBuilder::new().threads(2).pin(Pin::List(vec![last])).build().unwrap();
    for pinning in pinned.pinning() {
        assert!(matches!(*pinning, Pinning::Pinned(cpu) | Pinning::Refused(cpu) if cpu == last));
    }
}
