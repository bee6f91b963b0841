use super::model_with;
use crate::handover::safepoint::Safepoint;
use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use crate::sync::atomic::{AtomicBool, Ordering::Relaxed};
use loom::cell::UnsafeCell;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

struct Idle {
    safepoint: Safepoint,
    sleep: Sleep,
    closing: AtomicBool,
    counters: Box<[UnsafeCell<u64>]>,
}

type Acknowledge = fn(&Safepoint, &mut u64, &dyn Fn());

#[derive(Clone, Copy)]
struct Habits {
    acknowledge: Acknowledge,
    looks_before_sleep: bool,
}

const GOOD: Habits = Habits {
    acknowledge: |safepoint, acknowledged, finish| safepoint.acknowledge(acknowledged, finish),
    looks_before_sleep: true,
};

impl Idle {
    fn work(&self, me: usize, habits: Habits) {
        let mut acknowledged = 0;
        self.sleep.start_searching();
        while !self.closing.load(Relaxed) {
            (habits.acknowledge)(&self.safepoint, &mut acknowledged, &|| {
                // SAFETY: loom checks here and below that these accesses are ordered.
                self.counters[me].with_mut(|count| unsafe { *count += 1 });
            });
            self.sleep.sleep(me, Why::Idle, || {
                self.closing.load(Relaxed)
                    || (habits.looks_before_sleep && self.safepoint.is_wanted(acknowledged))
            });
        }
    }

    fn wake_everybody(&self) {
        for worker in 0..self.counters.len() {
            self.sleep.wake(worker);
        }
    }

    fn read(&self, reading: u64) {
        self.safepoint.wait_for(self.counters.len(), || self.wake_everybody());
        for count in &self.counters {
            // SAFETY: loom checks that the worker's writing is ordered before this.
            assert_eq!(count.with(|count| unsafe { *count }), reading);
        }
    }
}

fn safepoint_model(workers: usize, readings: u64, habits: Habits) {
    model_with(2, move || {
        let pool = Arc::new(Idle {
            safepoint: Safepoint::new(&Platform::default()),
            sleep: Sleep::new(workers, &Platform::default()),
            closing: AtomicBool::new(false),
            counters: (0..workers).map(|_| UnsafeCell::new(0)).collect(),
        });
        let start = |me: usize| {
            let pool = pool.clone();
            thread::spawn(move || pool.work(me, habits))
        };
        let threads: Vec<_> = (0..workers).map(start).collect();
        (1..=readings).for_each(|reading| pool.read(reading));
        pool.closing.store(true, Relaxed);
        pool.wake_everybody();
        threads.into_iter().for_each(|worker| worker.join().unwrap());
        assert!(!pool.sleep.anybody());
    });
}

#[test]
fn at_rest_all_counters_are_final() {
    safepoint_model(2, 1, GOOD);
}

#[test]
fn two_readings_one_after_the_other() {
    safepoint_model(1, 2, GOOD);
}

#[test]
#[should_panic(expected = "Causality violation")]
fn broken_twin_acknowledging_before_the_counters_are_final() {
    safepoint_model(
        1,
        1,
        Habits {
            acknowledge: |safepoint, acknowledged, finish| safepoint.acknowledge_broken(acknowledged, finish),
            ..GOOD
        },
    );
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_sleeping_without_a_look_at_the_request() {
    safepoint_model(1, 1, Habits { looks_before_sleep: false, ..GOOD });
}
