//! Methods that sort slices. `merge_sort.rs` has the stable sort, `quicksort.rs` the unstable one.

pub(crate) mod merge;
pub(crate) mod merge_sort;
pub(crate) mod nearly_sorted;
pub(crate) mod partition;
pub(crate) mod presorted;
pub(crate) mod quicksort;

use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use std::cmp::Ordering;
use std::mem;

fn in_scope(w: Worker<'_>, sort: impl FnOnce(Scoped<'_>) -> Result<(), Cancelled> + Send) {
    w.scope(sort).expect("nobody cancels the scope of a sort");
}

impl Worker<'_> {
    /// Sorts the slice, perhaps in parallel; equal elements keep their order.
    ///
    /// It allocates a buffer as long as the slice. Slices or parts that are ascending or strictly
    /// descending take one pass.
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let mut words = ["waits", "eldest", "brother"];
    /// pool.install(|w| w.sort(&mut words));
    /// assert_eq!(words, ["brother", "eldest", "waits"]);
    /// ```
    ///
    /// # Panics
    /// If a comparison panics, with its panic; possibly also if the order of `T` is not total. The
    /// slice then has the same elements in unspecified order.
    pub fn sort<T: Ord + Send>(self, v: &mut [T]) {
        self.sort_by(v, T::cmp);
    }

    /// Sorts the slice in the order of `compare`; equal elements keep their order. See
    /// [`Worker::sort`].
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let mut scores = [0.5_f64, -1.0, 2.25];
    /// pool.install(|w| w.sort_by(&mut scores, |a, b| b.total_cmp(a)));
    /// assert_eq!(scores, [2.25, 0.5, -1.0]);
    /// ```
    ///
    /// # Panics
    /// See [`Worker::sort`]; possibly also if `compare` is not a total order.
    pub fn sort_by<T, F>(self, v: &mut [T], compare: F)
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        in_scope(self, |s| merge_sort::sort(s, v, &compare));
    }

    /// Sorts the slice by keys; elements with equal keys keep their order. `key` is called for each
    /// comparison: if it is slow, use [`Worker::sort_by_cached_key`]. See [`Worker::sort`].
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let mut words = ["waits", "eldest", "young", "brother"];
    /// pool.install(|w| w.sort_by_key(&mut words, |word| word.len()));
    /// assert_eq!(words, ["waits", "young", "eldest", "brother"]);
    /// ```
    ///
    /// # Panics
    /// See [`Worker::sort`]. Also if `key` panics.
    pub fn sort_by_key<T, K, F>(self, v: &mut [T], key: F)
    where
        T: Send,
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        self.sort_by(v, |a, b| key(a).cmp(&key(b)));
    }

    /// Sorts the slice by keys; elements with equal keys keep their order. `key` is called once for
    /// each element. The keys are sorted in parallel, then this worker moves the elements.
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let mut numbers = [-3, 20, 100, 1];
    /// pool.install(|w| w.sort_by_cached_key(&mut numbers, |number| number.to_string()));
    /// assert_eq!(numbers, [-3, 1, 100, 20]);
    /// ```
    ///
    /// # Panics
    /// See [`Worker::sort_by_key`].
    pub fn sort_by_cached_key<T, K, F>(self, v: &mut [T], key: F)
    where
        T: Send,
        K: Ord + Send,
        F: Fn(&T) -> K + Sync,
    {
        in_scope(self, |s| sort_by_cached_key(s, v, &key));
    }

    /// Sorts the slice in place, perhaps in parallel; equal elements may change their order,
    /// differently each time.
    ///
    /// It is faster than [`Worker::sort`] and needs a buffer only for nearly sorted parts. It makes
    /// O(`n` log `n`) comparisons. A slice that is ascending or strictly descending takes one pass.
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let mut numbers: Vec<u64> = (0..10_000).map(|i| i * 7_919 % 10_007).collect();
    /// pool.install(|w| w.sort_unstable(&mut numbers));
    /// assert!(numbers.is_sorted());
    /// ```
    ///
    /// # Panics
    /// See [`Worker::sort`].
    pub fn sort_unstable<T: Ord + Send>(self, v: &mut [T]) {
        self.sort_unstable_by(v, T::cmp);
    }

    /// Sorts the slice in place in the order of `compare`; equal elements may change their order.
    /// See [`Worker::sort_unstable`].
    ///
    /// # Panics
    /// See [`Worker::sort_by`].
    pub fn sort_unstable_by<T, F>(self, v: &mut [T], compare: F)
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        in_scope(self, |s| quicksort::sort(s, v, &compare));
    }

    /// Sorts the slice in place by keys; elements with equal keys may change their order. `key` is
    /// called for each comparison. See [`Worker::sort_unstable`].
    ///
    /// # Panics
    /// See [`Worker::sort_by_key`].
    pub fn sort_unstable_by_key<T, K, F>(self, v: &mut [T], key: F)
    where
        T: Send,
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        self.sort_unstable_by(v, |a, b| key(a).cmp(&key(b)));
    }
}

impl Scoped<'_> {
    /// Runs [`Worker::sort`] inside a cancel scope.
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// let mut numbers = [3, 1, 2];
    /// pool.install_in(&scope, |s| s.sort(&mut numbers)).unwrap();
    /// assert_eq!(numbers, [1, 2, 3]);
    ///
    /// scope.cancel();
    /// assert!(pool.install_in(&scope, |s| s.sort(&mut numbers)).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] if this scope or one around it was found cancelled. The slice then has the
    /// same elements in unspecified order. Between two polls a worker sorts 256 elements or four
    /// times the square root of the length.
    pub fn sort<T: Ord + Send>(self, v: &mut [T]) -> Result<(), Cancelled> {
        self.sort_by(v, T::cmp)
    }

    /// Runs [`Worker::sort_by`] inside a cancel scope.
    ///
    /// # Errors
    /// See [`Scoped::sort`].
    pub fn sort_by<T, F>(self, v: &mut [T], compare: F) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        merge_sort::sort(self, v, &compare)
    }

    /// Runs [`Worker::sort_by_key`] inside a cancel scope.
    ///
    /// # Errors
    /// See [`Scoped::sort`].
    pub fn sort_by_key<T, K, F>(self, v: &mut [T], key: F) -> Result<(), Cancelled>
    where
        T: Send,
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        self.sort_by(v, |a, b| key(a).cmp(&key(b)))
    }

    /// Runs [`Worker::sort_by_cached_key`] inside a cancel scope.
    ///
    /// # Errors
    /// See [`Scoped::sort`].
    pub fn sort_by_cached_key<T, K, F>(self, v: &mut [T], key: F) -> Result<(), Cancelled>
    where
        T: Send,
        K: Ord + Send,
        F: Fn(&T) -> K + Sync,
    {
        sort_by_cached_key(self, v, &key)
    }

    /// Runs [`Worker::sort_unstable`] inside a cancel scope.
    ///
    /// # Errors
    /// See [`Scoped::sort`].
    pub fn sort_unstable<T: Ord + Send>(self, v: &mut [T]) -> Result<(), Cancelled> {
        self.sort_unstable_by(v, T::cmp)
    }

    /// Runs [`Worker::sort_unstable_by`] inside a cancel scope.
    ///
    /// # Errors
    /// See [`Scoped::sort`].
    pub fn sort_unstable_by<T, F>(self, v: &mut [T], compare: F) -> Result<(), Cancelled>
    where
        T: Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        quicksort::sort(self, v, &compare)
    }

    /// Runs [`Worker::sort_unstable_by_key`] inside a cancel scope.
    ///
    /// # Errors
    /// See [`Scoped::sort`].
    pub fn sort_unstable_by_key<T, K, F>(self, v: &mut [T], key: F) -> Result<(), Cancelled>
    where
        T: Send,
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        self.sort_unstable_by(v, |a, b| key(a).cmp(&key(b)))
    }
}

fn sort_by_cached_key<T, K, F>(mut s: Scoped<'_>, v: &mut [T], key: &F) -> Result<(), Cancelled>
where
    T: Send,
    K: Ord + Send,
    F: Fn(&T) -> K + Sync,
{
    let mut keys = keys_of(s.lend(), v, 0, quicksort::grain(v.len()), key)?;
    // The positions make all keys distinct, so this sort is stable.
    quicksort::sort(s, &mut keys, &|a, b| a.cmp(b))?;
    for start in 0..v.len() {
        // Follows the cycle of exchanges through this place.
        let mut place = start;
        loop {
            let from = mem::replace(&mut keys[place].1, place);
            if from == start {
                break;
            }
            v.swap(place, from);
            place = from;
        }
    }
    Ok(())
}

fn keys_of<T, K, F>(
    s: Scoped<'_>,
    v: &mut [T],
    start: usize,
    grain: usize,
    key: &F,
) -> Result<Vec<(K, usize)>, Cancelled>
where
    T: Send,
    K: Send,
    F: Fn(&T) -> K + Sync,
{
    if v.len() <= grain {
        return Ok(v.iter().map(key).zip(start..).collect());
    }
    let half = v.len() / 2;
    let (left, right) = v.split_at_mut(half);
    let (mut keys, mut others) = s.join(
        move |s| keys_of(s, left, start, grain, key),
        move |s| keys_of(s, right, start + half, grain, key),
    )?;
    keys.append(&mut others);
    Ok(keys)
}
