//! Work in layers: the items of one layer can be computed in parallel and need only earlier layers.

use crate::sched::{Cancelled, Scoped};

/// How much of a database is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// [`super::OneSided::NAME`] or [`super::TwoSided::NAME`].
    pub database: &'static str,
    /// Positions done.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
}

/// Is told of progress, on a worker's thread. It may cancel.
pub type Listener<'l> = dyn FnMut(Progress) + Send + 'l;

/// Calls `compute` for every item, layer after layer, `batch` items to a task. After each layer
/// `finished` is told its number.
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
