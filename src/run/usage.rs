use std::fs;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use sparring_report::Resources;
use sparring_sched::Tally;

/// The process's processor time at the start of a run.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock(Duration);

impl CpuClock {
    pub fn start() -> CpuClock {
        CpuClock(cpu_time())
    }

    pub fn resources(self, total: &Tally) -> Resources {
        Resources::new(total, cpu_time().saturating_sub(self.0), peak_memory())
    }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}
