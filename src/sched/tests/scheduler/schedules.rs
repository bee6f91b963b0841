//! Claim: on every schedule, nothing in a random program runs twice or outlives its waiter. Without
//! a cut its value equals that of plain calls. No panic is lost, and the ledger adds up.

use crate::support::hash::hash;
use crate::support::pools::checked;
use crate::support::schedules::{on_schedules, random_pool};
use sparring_sched::{Cancelled, Scoped};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};

struct Program {
    /// One task in this number cancels its scope; 0 for none.
    cuts: u64,
    panics: u64,
    cut: AtomicBool,
    panicked: AtomicBool,
    searched: AtomicBool,
    wrong: AtomicBool,
}

static HELPED: AtomicU64 = AtomicU64::new(0);

struct Parent<'p> {
    program: &'p Program,
    running: AtomicUsize,
    begun: AtomicU64,
}

struct Child<'p>(&'p Parent<'p>);

impl<'p> Parent<'p> {
    fn of(program: &'p Program) -> Parent<'p> {
        Parent { program, running: AtomicUsize::new(0), begun: AtomicU64::new(0) }
    }

    fn child(&'p self, nth: u64) -> Child<'p> {
        self.running.fetch_add(1, SeqCst);
        if self.begun.fetch_or(1 << nth, SeqCst) & 1 << nth != 0 {
            self.program.wrong.store(true, SeqCst);
        }
        Child(self)
    }

    fn have_begun(&self, n: u64) -> bool {
        u64::from(self.begun.load(SeqCst).trailing_ones()) >= n
    }
}

impl Drop for Child<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}

impl Drop for Parent<'_> {
    fn drop(&mut self) {
        if self.running.load(SeqCst) != 0 {
            self.program.wrong.store(true, SeqCst);
        }
    }
}

enum Node {
    Leaf,
    Join,
    Split(u64),
    Scope,
    Tasks(u64),
    First(u64),
}

fn node(seed: u64, depth: u32) -> Node {
    match hash(seed ^ 1) % 9 {
        _ if depth == 0 => Node::Leaf,
        0..3 => Node::Join,
        3..6 => Node::Split(1 + hash(seed ^ 2) % 6),
        6 => Node::Scope,
        7 => Node::First(hash(seed ^ 2) % 6),
        _ => Node::Tasks(1 + hash(seed ^ 2) % 4),
    }
}

fn child(seed: u64, nth: u64) -> u64 {
    hash(seed.wrapping_add(nth + 1))
}

fn value(seed: u64, depth: u32) -> u64 {
    let sum = |n| (0..n).map(|nth| value(child(seed, nth), depth - 1)).fold(seed, u64::wrapping_add);
    match node(seed, depth) {
        Node::Leaf => seed,
        Node::Join => sum(2),
        Node::Scope => sum(1),
        Node::First(nth) => seed.wrapping_add(value(child(seed, nth), depth - 1)),
        Node::Split(n) | Node::Tasks(n) => sum(n),
    }
}

impl Program {
    fn new(seed: u64) -> Program {
        let rare = |salt| [0, 40, 400][(hash(seed ^ salt) % 3) as usize];
        let no = || AtomicBool::new(false);
        Program { cuts: rare(3), panics: rare(4), cut: no(), panicked: no(), searched: no(), wrong: no() }
    }

    fn happens(&self, one_in: u64, seed: u64, salt: u64) -> bool {
        one_in != 0 && hash(seed ^ salt).is_multiple_of(one_in)
    }

    fn begin(&self, s: &mut Scoped<'_>, seed: u64) -> Result<(), Cancelled> {
        (0..hash(seed ^ 5) % 8).try_for_each(|_| s.poll())?;
        if hash(seed ^ 8).is_multiple_of(6) && s.lend().help() == Ok(true) {
            HELPED.fetch_add(1, SeqCst);
        }
        if self.happens(self.cuts, seed, 6) {
            self.cut.store(true, SeqCst);
            s.cancel();
        }
        if self.happens(self.panics, seed, 7) {
            self.panicked.store(true, SeqCst);
            resume_unwind(Box::new("as wanted")); // says nothing
        }
        Ok(())
    }

    fn run(&self, mut s: Scoped<'_>, seed: u64, depth: u32) -> Result<u64, Cancelled> {
        self.begin(&mut s, seed)?;
        let parent = Parent::of(self);
        let run = |s: Scoped<'_>, nth| {
            let _child = parent.child(nth);
            self.run(s, child(seed, nth), depth - 1)
        };
        let (n, sum) = match node(seed, depth) {
            Node::Leaf => (0, 0),
            Node::Join => {
                let (a, b) = s.lend().join(|s| run(s, 0), |s| run(s, 1))?;
                (2, a.wrapping_add(b))
            }
            Node::Split(n) => {
                let sum = AtomicU64::new(0);
                s.lend().split(n as usize, |s, nth| {
                    sum.fetch_add(run(s, nth as u64)?, SeqCst);
                    Ok(())
                })?;
                (n, sum.into_inner())
            }
            Node::Scope => (1, s.lend().scope(|s| run(s, 0)).unwrap_or(0)),
            Node::Tasks(n) => (n, self.tasks(s.lend(), n, &run)?),
            Node::First(answer) => {
                self.searched.store(true, SeqCst);
                let found = s.lend().find_first(0..answer + 3, |s, nth| {
                    run(s, nth).map(|value| (nth >= answer).then_some(value))
                });
                (answer + 1, found?.unwrap_or(0))
            }
        };
        if !parent.have_begun(n) && !s.is_cancelled() && !self.cut.load(SeqCst) {
            self.wrong.store(true, SeqCst);
        }
        self.begin(&mut s, seed ^ 8)?;
        Ok(seed.wrapping_add(sum))
    }

    fn tasks<F>(&self, s: Scoped<'_>, n: u64, run: &F) -> Result<u64, Cancelled>
    where
        F: Fn(Scoped<'_>, u64) -> Result<u64, Cancelled> + Sync,
    {
        let sum = &AtomicU64::new(0);
        s.tasks(|tasks| {
            let task = |nth| {
                move |s: Scoped<'_>| {
                    sum.fetch_add(run(s, nth)?, SeqCst);
                    Ok(())
                }
            };
            let handles: Vec<_> = (1..n).map(|nth| (nth, tasks.spawn(task(nth)))).collect();
            sum.fetch_add(run(tasks.lend(), 0)?, SeqCst);
            for (nth, handle) in handles {
                if nth % 3 != 0 {
                    tasks.join(handle)?;
                }
            }
            Ok(())
        })?;
        Ok(sum.load(SeqCst))
    }
}

fn run(seed: u64) -> impl PartialEq {
    let (pool, program) = (random_pool(seed), Program::new(seed));
    let (depth, root) = (2 + (hash(seed ^ 9) % 4) as u32, hash(seed ^ 10));
    let scope = pool.cancel_scope();
    let ended = catch_unwind(AssertUnwindSafe(|| pool.install_in(&scope, |s| program.run(s, root, depth))));
    let has = |word: &AtomicBool| word.load(SeqCst);
    assert!(!has(&program.wrong), "something ran twice, or did not run, or outlived its parent");
    match &ended {
        Err(panic) => assert_eq!((has(&program.panicked), panic.downcast_ref()), (true, Some(&"as wanted"))),
        Ok(_) if has(&program.panicked) => panic!("a panic was lost"),
        Ok(Ok(sum)) if !has(&program.cut) => assert_eq!(*sum, value(root, depth)),
        Ok(Ok(_)) => {}
        Ok(Err(Cancelled { .. })) => assert!(has(&program.cut), "cancelled, but by nobody"),
    }
    let total = checked(&pool);
    let may_drop = has(&program.cut) || has(&program.panicked) || has(&program.searched);
    assert!(scope.is_cancelled() || may_drop || total.discarded == 0);
    (ended.ok(), total)
}

#[test]
fn random_programs_on_random_schedules() {
    on_schedules(4_000, |seed| {
        let seen = run(seed);
        if seed.is_multiple_of(16) {
            assert!(seen == run(seed), "the same seed gives another run");
        }
    });
    let short = std::env::var_os("SPARRING_SCHEDULES").is_none();
    assert!(!short || HELPED.load(SeqCst) > 0, "nobody ever helped from within");
}
