//! Side-by-side searches of known positions on one pool. Every job is a thread with its own engine,
//! but it only waits for the shared workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;

use super::interrupt::Interrupt;
use super::stops::{StopSlot, Stops};
use sparring_engine::search::{Listener, Question};
use sparring_engine::{AnswerTo, Engine};
use sparring_sched::Pool;

pub struct SideBySide<G> {
    engines: Vec<Engine<G>>,
    stops: Stops,
}

pub struct EngineJob<'e, G> {
    engine: &'e mut Engine<G>,
    stops: &'e Stops,
    slot: &'e StopSlot,
}

impl<G: Clone + Send> SideBySide<G> {
    /// Makes `jobs` (at least 1) engines whose tables share `hash` MiB.
    pub fn new(game: &G, pool: &Arc<Pool>, jobs: usize, hash: usize) -> SideBySide<G> {
        let hash = if hash == 0 { 0 } else { (hash / jobs).max(1) };
        SideBySide {
            engines: (0..jobs).map(|_| Engine::new(game.clone(), pool.clone(), hash)).collect(),
            stops: Stops::new(jobs),
        }
    }

    /// Calls `one` for every index below `length`, started in order. Results that Ctrl-C prevented
    /// are `None`.
    pub fn each<T: Send>(
        &mut self,
        length: usize,
        interrupt: &Interrupt,
        one: impl Fn(&mut EngineJob<'_, G>, usize) -> Option<T> + Sync,
    ) -> Vec<Option<T>> {
        self.stops.obey(interrupt);
        let results: Vec<Mutex<Option<T>>> = (0..length).map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = |mut job: EngineJob<'_, G>| {
            while !job.stops.ended() {
                let i = next.fetch_add(1, Relaxed);
                let Some(result) = results.get(i) else { break };
                *result.lock() = one(&mut job, i);
            }
        };
        thread::scope(|threads| {
            for (engine, slot) in self.engines.iter_mut().zip(self.stops.slots()) {
                let job = EngineJob { engine, stops: &self.stops, slot };
                threads.spawn(|| work(job));
            }
        });
        results.into_iter().map(Mutex::into_inner).collect()
    }
}

impl<G: Sync> EngineJob<'_, G> {
    pub fn forget(&mut self) {
        self.engine.new_game();
    }

    pub fn go<Q: Question<G, E>, E: Sync>(
        &self,
        evaluator: &E,
        question: &Q,
        listener: &mut Listener<'_, Q::Move, Q::Value>,
    ) -> Option<AnswerTo<Q, G, E>> {
        let switch = self.engine.stop_switch();
        self.stops.search(self.slot, &switch, || self.engine.go(evaluator, question, &switch, listener))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::games::chess::{Chess, NamedBoard, Simplified};
    use sparring_engine::search::{Request, Settings};

    #[test]
    fn results_come_in_the_order_of_their_numbers() {
        let mut all = SideBySide::new(&Chess, &Arc::new(Pool::new(2).unwrap()), 3, 2);
        let question = |depth| Request::new(NamedBoard::Start.position(), Settings::depth(depth));
        let depths = all.each(7, &Interrupt::default(), |job, i| {
            let answer = job.go(&Simplified, &question(1 + i as u32 % 3), &mut |_| {})?;
            answer.last.map(|last| last.depth)
        });
        assert_eq!(depths, [1, 2, 3, 1, 2, 3, 1].map(Some));
    }

    #[test]
    fn after_ctrl_c_nothing_is_begun() {
        let mut all = SideBySide::new(&Chess, &Arc::new(Pool::new(1).unwrap()), 2, 0);
        all.stops.end();
        assert_eq!(all.each(3, &Interrupt::default(), |_, i| Some(i)), [None; 3]);
    }
}
