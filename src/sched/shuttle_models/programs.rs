//! Random programs over two pools: joins, splits, cuts, panics, installs both ways, pools built and
//! dropped inside tasks, and concurrent snapshots. Their values are known in advance.

use super::{model, mutant, pool};
use crate::sync::Rule;
use crate::{Pool, PoolBuilder, Scoped, Worker};
use shuttle::rand::{RngCore, thread_rng};
use shuttle::thread;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

enum Node {
    Leaf,
    Join,
    Install(usize),
    Build(usize),
    Panic(usize),
    Cut,
}

#[derive(Clone, Copy)]
struct Program(u64);

impl Program {
    fn child(self, nth: u64) -> Program {
        Program((self.0 ^ nth).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ nth << 7)
    }

    fn node(self, depth: u32) -> Node {
        let pool = (self.0 >> 9 & 1) as usize;
        match (depth, self.0 % 11) {
            (0, _) | (_, 0) => Node::Leaf,
            (_, 1..=3) => Node::Join,
            (_, 4..=7) => Node::Install(pool),
            (_, 8) => Node::Build(pool),
            (_, 9) => Node::Panic(pool),
            _ => Node::Cut,
        }
    }

    fn value(self, depth: u32) -> u64 {
        match self.node(depth) {
            Node::Leaf | Node::Cut => 1,
            Node::Join => self.child(1).value(depth - 1) + self.child(2).value(depth - 1),
            Node::Install(_) => self.child(1).value(depth - 1) + 1,
            Node::Build(_) => self.child(1).value(depth - 1) + 2,
            Node::Panic(_) => self.child(1).value(depth - 1) + 3,
        }
    }

    fn run(self, mut w: Worker<'_>, pools: &[Arc<Pool>; 2], depth: u32) -> u64 {
        match self.node(depth) {
            Node::Leaf => 1,
            Node::Cut => {
                w.lend().split(2, |s: Scoped<'_>, index| {
                    if index == 1 {
                        s.cancel();
                    }
                    s.poll()
                });
                1
            }
            Node::Join => {
                let half = |nth| move |w: Worker<'_>| self.child(nth).run(w, pools, depth - 1);
                let (a, b) = w.join(half(1), half(2));
                a + b
            }
            Node::Install(there) => pools[there].install(|w| self.child(1).run(w, pools, depth - 1)) + 1,
            Node::Build(there) => {
                let calls = Arc::new(AtomicU64::new(0));
                let hook = || {
                    let (pool, calls) = (pools[there].clone(), calls.clone());
                    move |_| pool.install(|_| _ = calls.fetch_add(1, Relaxed))
                };
                let builder = PoolBuilder::new().threads(1).start_handler(hook()).exit_handler(hook());
                let value = builder.build().unwrap().install(|w| self.child(1).run(w, pools, depth - 1));
                drop(builder);
                value + calls.load(Relaxed)
            }
            Node::Panic(there) => {
                let value = self.child(1).run(w, pools, depth - 1);
                let panics = || pools[there].install(|_| -> u64 { resume_unwind(Box::new(3_u64)) });
                let panic = catch_unwind(AssertUnwindSafe(panics)).unwrap_err();
                value + *panic.downcast::<u64>().unwrap()
            }
        }
    }
}

fn random_programs(sizes: [usize; 2]) {
    let pools = sizes.map(|threads| Arc::new(pool(threads)));
    let client = |here: usize| {
        let (pools, program) = (pools.clone(), Program(thread_rng().next_u64()));
        thread::spawn(move || {
            let value = pools[here].install(|w| program.run(w, &pools, 3));
            assert_eq!(value, program.value(3));
        })
    };
    let looks = pools.clone();
    let looker = thread::spawn(move || {
        for pool in &looks {
            pool.snapshot().total().check().unwrap();
        }
    });
    let clients = [client(0), client(1), client(0)];
    clients.into_iter().chain([looker]).for_each(|thread| thread.join().unwrap());
    for pool in &pools {
        pool.snapshot().total().check().unwrap();
    }
}

#[test]
fn pools_of_one_worker() {
    model(|| random_programs([1, 1]));
}

#[test]
fn pools_of_two_workers_and_one() {
    model(|| random_programs([2, 1]));
}

#[test]
fn broken_twin_of_random_programs() {
    let text = mutant(Rule::StandIn, 1_000, || random_programs([1, 1]));
    assert!(text.contains("deadlock"), "{text}");
}
