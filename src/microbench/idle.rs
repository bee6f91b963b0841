use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::programs::Program;
use super::turns::parallel;
use sparring_sched::Pool;

/// Time until all workers have stopped looking for work.
const SETTLE: Duration = Duration::from_millis(100);

/// Returns milliseconds of processor time per second that the process uses while the pool is idle.
pub fn idle(pool: &Pool, watch: Duration) -> f64 {
    pool.install(|w| parallel::run(w, &Program::Fib.input(20)));
    sleep(SETTLE);
    let (start, before) = (Instant::now(), processor_ms());
    sleep(watch);
    (processor_ms() - before) / start.elapsed().as_secs_f64()
}

fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}
