//! A stolen job, its frame, and the owner that waits for it.

use super::model;
use crate::handover::latch::Latch;
use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use loom::cell::UnsafeCell;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

const OWNER: usize = 0;
const THIEF: usize = 1;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Word {
    Task,
    Result,
    Gone,
}

struct Stolen {
    latch: Latch,
    task: UnsafeCell<Word>,
    result: UnsafeCell<Word>,
    sleep: Sleep,
}

impl Stolen {
    fn task(&self) -> Word {
        // SAFETY: loom checks here and below that these accesses are ordered.
        self.task.with(|task| unsafe { *task })
    }

    fn run(&self, last_steps: &[fn(&Stolen)]) {
        self.latch.begin(THIEF);
        assert_eq!(self.task(), Word::Task);
        // SAFETY: loom checks here, and in `wait`, that this access is ordered.
        self.result.with_mut(|left| unsafe { *left = Word::Result });
        last_steps.iter().for_each(|step| step(self));
    }

    fn wait(&self) {
        while !self.latch.is_done() {
            let thief = self.latch.thief();
            self.sleep.sleep(OWNER, thief.map_or(Why::ByName, Why::Thief), || {
                self.latch.is_done() || self.latch.thief() != thief
            });
        }
        // SAFETY: as in `run`, here and below.
        assert_eq!(self.result.with(|left| unsafe { *left }), Word::Result);
        // SAFETY: as above.
        self.task.with_mut(|task| unsafe { *task = Word::Gone }); // the frame goes
    }
}

fn stolen_model(last_steps: &'static [fn(&Stolen)]) {
    model(move || {
        let job = Arc::new(Stolen {
            latch: Latch::new(),
            task: UnsafeCell::new(Word::Task),
            result: UnsafeCell::new(Word::Gone),
            sleep: Sleep::new(2, &Platform::default()),
        });
        let thief = {
            let job = job.clone();
            thread::spawn(move || job.run(last_steps))
        };
        job.wait();
        thief.join().unwrap();
        assert!(!job.sleep.anybody());
    });
}

mod step {
    use super::{Latch, OWNER, Stolen};

    pub(super) fn finish(job: &Stolen) {
        // SAFETY: the job is alive, as in `Stealable::run`; the models check that it was not done
        // before.
        unsafe { Latch::finish(&raw const job.latch) };
    }

    pub(super) fn finish_broken(job: &Stolen) {
        job.latch.finish_broken();
    }

    pub(super) fn wake(job: &Stolen) {
        job.sleep.wake(OWNER);
    }

    pub(super) fn touch_the_frame(job: &Stolen) {
        job.task();
    }
}

#[test]
fn a_stolen_job_hands_over_its_result_and_wakes_its_owner() {
    stolen_model(&[step::finish, step::wake]);
}

#[test]
#[should_panic(expected = "Causality violation")]
fn broken_twin_a_latch_that_does_not_release() {
    stolen_model(&[step::finish_broken, step::wake]);
}

#[test]
#[should_panic(expected = "Causality violation")]
fn broken_twin_a_thief_that_touches_the_frame_after_the_end() {
    stolen_model(&[step::finish, step::touch_the_frame, step::wake]);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_thief_that_wakes_before_it_is_done() {
    stolen_model(&[step::wake, step::finish]);
}
