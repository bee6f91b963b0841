//! Work in layers: everything in one may be done at once and needs only what the layers before have left.

use crate::sched::{Cancelled, Scoped};

/// How far a database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Which: [`super::OneSided::NAME`] or [`super::TwoSided::NAME`].
    pub database: &'static str,
    /// Positions done.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
}

/// Who hears of progress, on a worker's thread; it may cancel.
pub type Listener<'l> = dyn FnMut(Progress) + Send + 'l;

/// Calls `compute` for every item, layer after layer, `batch` items to a task; after each layer `finished` hears its number.
pub(super) fn each_layer<T: Copy + Sync>(
    mut at: Scoped<'_>,
    layers: &[Vec<T>],
    batch: usize,
    compute: impl Fn(usize, T) + Sync,
    mut finished: impl FnMut(usize),
) -> Result<(), Cancelled> {
    for (number, layer) in layers.iter().enumerate() {
        at.lend().split(layer.len().div_ceil(batch), |at, task| {
            for &item in layer.iter().skip(task * batch).take(batch) {
                at.poll()?;
                compute(number, item);
            }
            Ok(())
        })?;
        finished(number);
        at.poll()?;
    }
    Ok(())
}
