use sparring_sched::{Costs, PoolBuilder};

#[allow(unsafe_code)]
pub fn simulate(builder: PoolBuilder, costs: Costs) -> PoolBuilder {
    // SAFETY: no task of a test uses a thread-local variable.
    unsafe { builder.simulate(costs) }
}
