use super::{model, model_with};
use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use crate::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, Release},
};
use crate::sync::full_fence;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

fn sleep_model(sleep: fn(&Sleep, &AtomicBool), wake: fn(&Sleep, &AtomicBool)) {
    model(move || {
        let shared = Arc::new((Sleep::new(2, &Platform::default()), AtomicBool::new(false)));
        let sleeper = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.start_searching();
                while !shared.1.load(Relaxed) {
                    sleep(&shared.0, &shared.1);
                }
                shared.0.stop_searching(1);
            })
        };
        wake(&shared.0, &shared.1);
        sleeper.join().unwrap(); // loom reports a deadlock if the wake-up is lost
        assert!(!shared.0.anybody(), "the count of sleepers is off");
    });
}

fn good_sleep(sleep: &Sleep, work: &AtomicBool) {
    sleep.sleep(1, Why::Idle, || work.load(Relaxed));
}

fn good_wake(sleep: &Sleep, work: &AtomicBool) {
    work.store(true, Release);
    sleep.wake_for_work(0);
}

#[test]
fn no_wake_up_is_lost() {
    sleep_model(good_sleep, good_wake);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_sleeper_that_does_not_look_again() {
    sleep_model(
        |sleep, _| {
            sleep.sleep(1, Why::Idle, || false);
        },
        good_wake,
    );
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_waker_that_looks_before_it_makes_work() {
    sleep_model(good_sleep, |sleep, work| {
        sleep.wake_for_work(0);
        work.store(true, Release);
        full_fence();
    });
}

#[test]
fn two_wakers_wake_two_sleepers() {
    model_with(2, || {
        let shared = Arc::new((Sleep::new(3, &Platform::default()), AtomicUsize::new(0)));
        let sleeper = |me: usize| {
            let shared = shared.clone();
            thread::spawn(move || {
                let take = || shared.1.fetch_update(Relaxed, Relaxed, |work| work.checked_sub(1)).is_ok();
                shared.0.start_searching();
                while !take() {
                    shared.0.sleep(me, Why::Idle, || shared.1.load(Relaxed) > 0);
                }
                shared.0.stop_searching(me);
            })
        };
        let sleepers = [sleeper(1), sleeper(2)];
        for _ in 0..2 {
            shared.1.fetch_add(1, Relaxed);
            shared.0.wake_for_work(0);
        }
        for sleeper in sleepers {
            sleeper.join().unwrap();
        }
        assert!(!shared.0.anybody());
    });
}

#[derive(Clone, Copy)]
struct Searching {
    stop: fn(&Sleep),
    wake: fn(&Sleep),
}

const PUSHER: usize = 0;
const SEARCHER: usize = 1;
const SLEEPER: usize = 2;

const GOOD: Searching = Searching {
    stop: |sleep| {
        sleep.stop_searching(SEARCHER);
    },
    wake: |sleep| {
        sleep.wake_for_work(PUSHER);
    },
};

/// A searcher finds other work, which never ends, while a pusher leaves new work to it. A third
/// worker, which is going to sleep, must get that work.
fn searching_model(habits: Searching) {
    model(move || {
        let shared = Arc::new((Sleep::new(3, &Platform::default()), AtomicBool::new(false)));
        shared.0.start_searching();
        shared.0.start_searching();
        let searcher = {
            let shared = shared.clone();
            thread::spawn(move || (habits.stop)(&shared.0))
        };
        let sleeper = {
            let shared = shared.clone();
            thread::spawn(move || {
                while !shared.1.load(Relaxed) {
                    shared.0.sleep(SLEEPER, Why::Idle, || shared.1.load(Relaxed));
                }
                shared.0.stop_searching(SLEEPER);
            })
        };
        shared.1.store(true, Release);
        (habits.wake)(&shared.0);
        searcher.join().unwrap();
        sleeper.join().unwrap(); // loom reports a deadlock if nobody wakes it
        assert!(!shared.0.anybody());
    });
}

#[test]
fn work_left_to_a_searcher_that_finds_other_work_is_not_forgotten() {
    searching_model(GOOD);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_searcher_that_does_not_ask_what_was_left_to_it() {
    searching_model(Searching { stop: Sleep::stop_searching_broken, ..GOOD });
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_waker_that_does_not_look_at_the_searchers_again() {
    searching_model(Searching { wake: Sleep::wake_for_work_broken, ..GOOD });
}

#[derive(Clone, Copy)]
struct Habits {
    sleep: fn(&Sleep, usize, &AtomicUsize),
    stop: fn(&Sleep, usize),
}

const REAL: Habits = Habits {
    sleep: |sleep, me, work| {
        sleep.sleep(me, Why::Idle, || work.load(Relaxed) > 0);
    },
    stop: |sleep, me| {
        sleep.stop_searching(me);
    },
};

/// Two tasks are left to a searcher that finds a third one. None of them ends, so all three need
/// workers. With `asleep`, both others sleep before.
fn all_at_work_model(habits: Habits, asleep: bool) {
    model_with(if asleep { 2 } else { 1 }, move || {
        let shared = Arc::new((Sleep::new(3, &Platform::default()), AtomicUsize::new(0)));
        (0..3).for_each(|_| shared.0.start_searching());
        let searchers = [1, 2].map(|me| {
            let shared = shared.clone();
            thread::spawn(move || {
                let take = || shared.1.fetch_update(Relaxed, Relaxed, |work| work.checked_sub(1)).is_ok();
                while !take() {
                    (habits.sleep)(&shared.0, me, &shared.1);
                }
                (habits.stop)(&shared.0, me);
            })
        });
        while asleep && shared.0.asleep() < 2 {
            thread::yield_now();
        }
        for _ in 0..2 {
            shared.1.fetch_add(1, Relaxed);
            shared.0.wake_for_work(PUSHER);
        }
        (habits.stop)(&shared.0, 0);
        for searcher in searchers {
            searcher.join().unwrap(); // loom reports a deadlock if nobody wakes it
        }
        assert!(!shared.0.anybody());
    });
}

#[test]
fn two_pieces_left_to_one_searcher_find_two_workers() {
    all_at_work_model(REAL, true);
    all_at_work_model(REAL, false);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_searcher_that_clears_what_was_left() {
    all_at_work_model(Habits { stop: Sleep::stop_searching_clearing, ..REAL }, true);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_sleeper_that_sees_work_and_wakes_nobody_for_more() {
    let sleep = |sleep: &Sleep, me, work: &AtomicUsize| {
        sleep.sleep_forgetting(me, || work.load(Relaxed) > 0);
    };
    all_at_work_model(Habits { sleep, ..REAL }, false);
}

type GoToSleep = fn(&Sleep, usize, &dyn Fn() -> bool);

/// Worker 1 sleeps, and worker 2 is about to. One task is already in the second place, and another
/// appears in the first. Worker 1 would look into the second place first. No task ends, so both
/// must get one. `wake` follows the second push.
fn two_places_model(go_to_sleep: GoToSleep, wake: fn(&Sleep)) {
    model_with(2, move || {
        let places = [(); 2].map(|()| AtomicBool::new(false));
        let shared = Arc::new((Sleep::new(3, &Platform::default()), places));
        let begin = |me: usize, order: [usize; 2]| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (sleep, work) = &*shared;
                loop {
                    go_to_sleep(sleep, me, &|| order.iter().any(|&place| work[place].load(Relaxed)));
                    if order.iter().any(|&place| work[place].swap(false, Relaxed)) {
                        break;
                    }
                }
                sleep.stop_searching(me);
            })
        };
        let push = |place: usize, wake: fn(&Sleep)| {
            // loom may order a plain store before an exchange that has not seen it.
            shared.1[place].swap(true, Release);
            wake(&shared.0);
        };
        shared.0.start_searching();
        let asleep = begin(1, [1, 0]);
        while !shared.0.is_asleep(1) {
            thread::yield_now();
        }
        shared.0.start_searching();
        push(1, GOOD.wake);
        let looking = begin(2, [0, 1]);
        push(0, wake);
        asleep.join().unwrap();
        looking.join().unwrap(); // loom reports a deadlock if nobody wakes it
        assert!(!shared.0.anybody());
    });
}

const GOOD_SLEEP: GoToSleep = |sleep, me, look| {
    sleep.sleep(me, Why::Idle, look);
};

#[test]
fn work_that_appears_behind_a_last_look_is_not_forgotten() {
    two_places_model(GOOD_SLEEP, GOOD.wake);
    two_places_model(GOOD_SLEEP, |sleep| {
        sleep.wake_for_injected();
    });
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_a_sleeper_that_does_not_count_while_it_looks() {
    two_places_model(|sleep, me, look| sleep.sleep_uncounted(me, look), GOOD.wake);
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_an_install_that_hides_what_it_woke_a_worker_for() {
    two_places_model(GOOD_SLEEP, |sleep| {
        full_fence();
        sleep.wake_idle(PUSHER);
    });
}
