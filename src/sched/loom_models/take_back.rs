//! An owner looks for its own entry in its deque, finds an older one and pushes that back.

use super::{ModelDeque, model};
use crate::handover::sleep::{Sleep, Why};
use crate::platform::Platform;
use loom::thread;
use std::sync::Arc; // loom's would panic a second time while a caught model unwinds

const OWNER: usize = 0;
const THIEF: usize = 1;
const OLDER: u32 = 1;
const MINE: u32 = 2;

fn take_back(deque: &ModelDeque, wake: impl Fn()) -> bool {
    match deque.pop() {
        Some(MINE) => true,
        Some(other) => {
            deque.push(other);
            wake();
            false
        }
        None => false,
    }
}

fn take_back_model(wake: fn(&Sleep)) {
    model(move || {
        let shared = Arc::new((Sleep::new(2, &Platform::default()), ModelDeque::default()));
        shared.1.push(OLDER);
        let thief = {
            let shared = shared.clone();
            thread::spawn(move || {
                let (sleep, deque) = &*shared;
                sleep.start_searching();
                while deque.steal().is_none() {
                    sleep.sleep(THIEF, Why::Idle, || !deque.is_empty());
                }
                sleep.stop_searching(THIEF);
            })
        };
        let (sleep, deque) = &*shared;
        assert!(!take_back(deque, || wake(sleep)));
        thief.join().unwrap(); // loom reports a deadlock if it sleeps beside the entry
        assert!(!sleep.anybody());
    });
}

#[test]
fn an_entry_pushed_back_is_found() {
    take_back_model(|sleep| {
        sleep.wake_for_work(OWNER);
    });
}

#[test]
#[should_panic(expected = "deadlock")]
fn broken_twin_pushing_back_without_waking() {
    take_back_model(|_| {});
}
