//! The signal word: several workers send requests to one that also defers and clears them.

use super::model;
use crate::handover::signal::{CANCEL, STEAL_REQUEST, Signal};
use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use crate::sync::atomic::{
    AtomicBool,
    Ordering::{AcqRel, Relaxed},
};
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

const CALM: isize = 1 << 17;
const ADDRESS: isize = 1 << 16;

/// A worker's signal word, and the flags of two scopes around the worker. The flags are relaxed,
/// like those behind `ScopeNode`'s parent pointers: the signal word orders them.
struct Signalled {
    signal: Signal,
    cancelled: [AtomicBool; 2],
}

impl Signalled {
    fn new() -> Arc<Signalled> {
        let cancelled = [AtomicBool::new(false), AtomicBool::new(false)];
        Arc::new(Signalled { signal: Signal::new(CALM), cancelled })
    }

    fn sees(&self, scope: usize) -> bool {
        self.cancelled[scope].load(Relaxed)
    }

    fn wait_until_urgent(&self) {
        while !self.signal.is_urgent() {
            thread::yield_now(); // for ever, if a request was lost
        }
    }
}

fn requests_model(answer: fn(&Signal), clear_cancel: fn(&Signal), then: fn(&Signal)) {
    model(move || {
        let shared = Signalled::new();
        let start = |ask: fn(&Signalled)| {
            let shared = shared.clone();
            thread::spawn(move || ask(&shared))
        };
        let thief = start(|shared| shared.signal.raise(STEAL_REQUEST));
        let canceller = start(|shared| {
            shared.cancelled[0].store(true, Relaxed);
            shared.signal.raise(CANCEL);
        });
        loop {
            shared.wait_until_urgent();
            if shared.signal.has(STEAL_REQUEST) {
                answer(&shared.signal);
            }
            if shared.signal.has(CANCEL) {
                clear_cancel(&shared.signal);
                assert!(shared.sees(0), "told of a cancellation before its flag is to be seen");
                break;
            }
        }
        thief.join().unwrap();
        canceller.join().unwrap();
        then(&shared.signal);
    });
}

fn clear_cancel(signal: &Signal) {
    signal.clear(CANCEL);
}

#[test]
fn a_cancellation_arrives_with_its_flag_and_deferred_request_stays() {
    requests_model(Signal::defer_request, clear_cancel, |signal| {
        assert!(signal.has(STEAL_REQUEST) && signal.stops(ADDRESS), "the next fork does not see the request");
    });
}

#[test]
fn a_cancellation_is_not_cleared_with_the_request() {
    requests_model(|signal| signal.clear(STEAL_REQUEST), clear_cancel, |_| {});
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn broken_twin_deferring_over_a_cancellation() {
    requests_model(Signal::defer_request_broken, clear_cancel, |_| {});
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn broken_twin_clearing_by_a_store() {
    requests_model(|signal| signal.clear_broken(STEAL_REQUEST), clear_cancel, |_| {});
}

#[test]
#[should_panic(expected = "before its flag")]
fn broken_twin_looking_at_the_flag_without_clearing() {
    requests_model(Signal::defer_request, |_| {}, |_| {});
}

/// Two workers cancel one scope each; the target checks the flags whenever it has cleared the word.
fn two_cancellations_model(raise: fn(&Signal)) {
    model(move || {
        let shared = Signalled::new();
        let cancel = |scope: usize| {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.cancelled[scope].store(true, Relaxed);
                raise(&shared.signal);
            })
        };
        let cancellers = [cancel(0), cancel(1)];
        let mut seen = [false; 2];
        while seen != [true; 2] {
            shared.wait_until_urgent();
            shared.signal.clear(CANCEL);
            seen = [0, 1].map(|scope| shared.sees(scope));
        }
        cancellers.into_iter().for_each(|canceller| canceller.join().unwrap());
    });
}

#[test]
fn of_two_cancellations_none_is_missed() {
    two_cancellations_model(|signal| signal.raise(CANCEL));
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn broken_twin_not_raising_what_is_raised_already() {
    two_cancellations_model(|signal| {
        if !signal.has(CANCEL) {
            signal.raise(CANCEL);
        }
    });
}

fn request_model(asks_after_announcing: bool) {
    model(move || {
        let shared =
            Arc::new((Sleep::new(2, &Platform::default()), Signal::new(CALM), AtomicBool::new(false)));
        let thief = {
            let shared = shared.clone();
            thread::spawn(move || {
                let (sleep, signal, job) = &*shared;
                sleep.start_searching();
                while !job.swap(false, AcqRel) {
                    signal.raise(STEAL_REQUEST);
                    sleep.sleep(1, Why::Idle, || {
                        if asks_after_announcing {
                            signal.raise(STEAL_REQUEST);
                        }
                        job.load(Relaxed)
                    });
                }
                sleep.stop_searching(1);
            })
        };
        let (sleep, signal, job) = &*shared;
        let mut taken_back = false;
        loop {
            if !signal.stops(ADDRESS) {
                thread::yield_now(); // for ever, if the request was lost
                continue;
            }
            signal.clear(STEAL_REQUEST);
            job.swap(true, AcqRel);
            sleep.wake_for_work(0);
            if taken_back || !job.swap(false, AcqRel) {
                break;
            }
            taken_back = true;
        }
        thief.join().unwrap();
    });
}

#[test]
fn no_request_is_lost() {
    request_model(true);
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn broken_twin_asking_only_before_announcing() {
    request_model(false);
}
