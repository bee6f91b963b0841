use sparring_sched::{CancelScope, Cancelled, Pool};

/// The progress of computing a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The name: [`super::OneSided::NAME`] or [`super::TwoSided::NAME`].
    pub database: &'static str,
    /// Positions done.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
}

/// A callback for progress, called on a worker's thread. It may cancel.
pub type Listener<'l> = dyn FnMut(Progress) + Send + 'l;

/// A database in the order of computing: items depend only on earlier layers.
pub(super) struct Layers<T> {
    pub database: &'static str,
    pub layers: Vec<Vec<T>>,
    /// Items to a task.
    pub batch: usize,
}

impl<T: Copy + Sync> Layers<T> {
    /// Calls `compute` with every item and its layer's index on all workers of a pool, and the
    /// listener after each layer.
    pub fn compute(
        &self,
        (pool, scope): (&Pool, &CancelScope),
        listener: &mut Listener<'_>,
        size: impl Fn(usize, T) -> usize,
        compute: impl Fn(usize, T) + Sync,
    ) -> Result<(), Cancelled> {
        let positions = |(number, layer): (usize, &Vec<T>)| -> usize {
            layer.iter().map(|&item| size(number, item)).sum()
        };
        let sizes: Vec<usize> = self.layers.iter().enumerate().map(positions).collect();
        let (mut done, total) = (0, sizes.iter().sum());
        pool.install_in(scope, |mut at| {
            for (number, layer) in self.layers.iter().enumerate() {
                at.lend().split(layer.len().div_ceil(self.batch), |at, task| {
                    for &item in layer.iter().skip(task * self.batch).take(self.batch) {
                        at.poll()?;
                        compute(number, item);
                    }
                    Ok(())
                })?;
                done += sizes[number];
                listener(Progress { database: self.database, done, total });
                at.poll()?;
            }
            Ok(())
        })
    }
}
