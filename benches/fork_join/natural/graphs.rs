//! Searches and tasks: breadth-first search, a first hit that is far from the start, small tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use sparring_sched::{Worker, chunks};

use super::{Case, hash};
use crate::loops::work;

/// Edges out of a node.
const DEGREE: usize = 8;
/// Nodes of a frontier that are expanded by one task.
const RUN: usize = 256;
/// The distance of a node that was not reached.
const FAR: u32 = u32::MAX;

/// A random graph, and how far each node is from node 0.
pub struct Graph {
    edges: Arc<[u32]>,
    distances: Vec<AtomicU32>,
}

pub fn breadth_first(nodes: usize) -> Case<Graph> {
    let edges = (0..nodes * DEGREE).map(|i| (hash(i as u64) % nodes as u64) as u32).collect();
    let graph: Arc<[u32]> = edges;
    let fresh = move || Graph {
        edges: graph.clone(),
        distances: (0..nodes).map(|node| AtomicU32::new(if node == 0 { 0 } else { FAR })).collect(),
    };
    Case {
        name: "breadth-first search",
        fresh: Box::new(fresh),
        ours: |mut w: Worker<'_>, graph| {
            graph.by_levels(|graph, frontier, distance| {
                let expand = |_: Worker<'_>, next, run: &[u32]| graph.expand(next, run, distance);
                w.lend().fold(chunks(frontier, RUN), Vec::new, expand, joined)
            });
        },
        rayons: |graph| {
            graph.by_levels(|graph, frontier, distance| {
                let runs = frontier.par_chunks(RUN);
                let parts = runs.fold(Vec::new, |next, run| graph.expand(next, run, distance));
                parts.reduce(Vec::new, joined)
            });
        },
        check: |graph| graph.distances.iter().map(|distance| u64::from(distance.load(Relaxed))).sum(),
    }
}

impl Graph {
    /// Expands one frontier after the other; `next` makes a frontier of the one before and its
    /// distance.
    fn by_levels(&self, mut next: impl FnMut(&Graph, &[u32], u32) -> Vec<u32>) {
        let mut frontier = vec![0];
        for distance in 1.. {
            if frontier.is_empty() {
                return;
            }
            frontier = next(self, &frontier, distance);
        }
    }

    /// Adds the nodes behind those of a run that nobody has reached before.
    fn expand(&self, mut next: Vec<u32>, run: &[u32], distance: u32) -> Vec<u32> {
        let behind = run.iter().flat_map(|&node| &self.edges[node as usize * DEGREE..][..DEGREE]);
        let reaches = |&node: &u32| {
            let place = &self.distances[node as usize];
            place.load(Relaxed) == FAR && place.compare_exchange(FAR, distance, Relaxed, Relaxed).is_ok()
        };
        next.extend(behind.copied().filter(reaches));
        next
    }
}

fn joined(mut a: Vec<u32>, b: Vec<u32>) -> Vec<u32> {
    a.extend(b);
    a
}

/// Where to search, and what was found.
pub struct Search {
    until: u64,
    found: Option<u64>,
}

/// A hit behind nine tenths of the items, each of which takes some nanoseconds.
pub fn late_hit(items: usize) -> Case<Search> {
    fn hits(i: u64, until: u64) -> bool {
        hash(hash(i)) == hash(hash(until / 10 * 9))
    }
    Case {
        name: "late find_first",
        fresh: Box::new(move || Search { until: items as u64, found: None }),
        ours: |w, search| {
            let until = search.until;
            search.found = w.find_first(0..until, |_, i| Ok(hits(i, until).then_some(i)));
        },
        rayons: |search| {
            let until = search.until;
            search.found = (0..until).into_par_iter().find_first(|&i| hits(i, until));
        },
        check: |search| search.found.expect("there is a hit"),
    }
}

/// A sum to which each task adds.
pub struct Tasks {
    count: u64,
    sum: AtomicU64,
}

/// Spawned tasks of about a fifth of a microsecond.
pub fn small_tasks(count: usize) -> Case<Tasks> {
    fn task(sum: &AtomicU64, i: u64) {
        work(300);
        sum.fetch_add(i, Relaxed);
    }
    Case {
        name: "small spawned tasks",
        fresh: Box::new(move || Tasks { count: count as u64, sum: AtomicU64::new(0) }),
        ours: |w, Tasks { count, sum }| {
            let all = w.scope(|s| {
                s.tasks(|tasks| {
                    let sum = &*sum;
                    for i in 0..*count {
                        drop(tasks.spawn(move |_| {
                            task(sum, i);
                            Ok(())
                        }));
                    }
                    Ok(())
                })
            });
            all.expect("nobody cancels");
        },
        rayons: |Tasks { count, sum }| {
            let sum = &*sum;
            rayon::scope(|s| (0..*count).for_each(|i| s.spawn(move |_| task(sum, i))));
        },
        check: |tasks| tasks.sum.load(Relaxed),
    }
}
