/// A sequence of items that can be divided in two, for loops and searches.
///
/// Implementations:
/// - ranges `a..b` and `a..=b` of every integer type,
/// - slices, vectors and arrays: `&v` and `&mut v` by reference, `v` by value,
/// - [`chunks`](crate::chunks()) and [`chunks_mut`](crate::chunks_mut()) of slices,
/// - pairs and triples of these side by side, as long as the shortest. So `(0..usize::MAX, items)`
///   numbers the items.
///
/// ```
/// use sparring_sched::{Pool, chunks_mut};
///
/// let pool = Pool::new(2).unwrap();
/// let mut pixels = vec![0_u8; 64 * 48];
/// pool.install(|w| {
///     w.for_each((0..48_u8, chunks_mut(&mut pixels, 64)), |_, (row, line)| line.fill(row));
/// });
/// assert_eq!((pixels[63], pixels[64], pixels[64 * 48 - 1]), (0, 1, 47));
///
/// let (prices, numbers) = (vec![3, 5, 2], [10, 1, 4]);
/// let mut sums = [0; 3];
/// pool.install(|w| {
///     w.for_each((&prices, &numbers, &mut sums), |_, (price, n, sum)| *sum = price * n);
/// });
/// assert_eq!(sums, [30, 5, 8]);
///
/// let names = vec![String::from("eldest"), String::from("brother")];
/// let joined =
///     pool.install(|w| w.reduce(names, String::new(), |_, name| name, |a, b| a + " " + &b));
/// assert_eq!(joined, "eldest brother");
/// ```
#[diagnostic::on_unimplemented(
    note = "loops go over ranges with an end, slices, vectors, arrays, `chunks(..)`, `chunks_mut(..)`, and \
            pairs and triples of these",
    note = "to number items, loop over the pair `(0..usize::MAX, items)`"
)]
pub trait Divisible: Sized + Send {
    /// Type of the items.
    type Item;

    /// Type of the two parts that [`Divisible::divide`] returns: usually the same type, for a
    /// reference to a vector a slice.
    type Part: Divisible<Item = Self::Item, Part = Self::Part>;

    /// The number of items, or [`usize::MAX`] for a range with more.
    fn count(&self) -> usize;

    /// The items before `at` and the rest; `at` is at most [`Divisible::count`].
    fn divide(self, at: usize) -> (Self::Part, Self::Part);

    /// Iterates over the items in order.
    fn items(self) -> impl Iterator<Item = Self::Item>;
}

impl<'s, T: Sync> Divisible for &'s [T] {
    type Item = &'s T;
    type Part = &'s [T];

    fn count(&self) -> usize {
        self.len()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }

    fn items(self) -> impl Iterator<Item = &'s T> {
        self.iter()
    }
}

impl<'s, T: Send> Divisible for &'s mut [T] {
    type Item = &'s mut T;
    type Part = &'s mut [T];

    fn count(&self) -> usize {
        self.len()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }

    fn items(self) -> impl Iterator<Item = &'s mut T> {
        self.iter_mut()
    }
}

macro_rules! as_slices {
    ($({$($generics:tt)*} $type:ty),*) => {$(
        impl<'s, T: Sync, $($generics)*> Divisible for &'s $type {
            type Item = &'s T;
            type Part = &'s [T];

            fn count(&self) -> usize {
                self.len()
            }

            fn divide(self, at: usize) -> (&'s [T], &'s [T]) {
                self.split_at(at)
            }

            fn items(self) -> impl Iterator<Item = &'s T> {
                self.iter()
            }
        }

        impl<'s, T: Send, $($generics)*> Divisible for &'s mut $type {
            type Item = &'s mut T;
            type Part = &'s mut [T];

            fn count(&self) -> usize {
                self.len()
            }

            fn divide(self, at: usize) -> (&'s mut [T], &'s mut [T]) {
                self.split_at_mut(at)
            }

            fn items(self) -> impl Iterator<Item = &'s mut T> {
                self.iter_mut()
            }
        }
    )*};
}

as_slices!({} Vec<T>, {const N: usize} [T; N]);

impl<A: Divisible, B: Divisible> Divisible for (A, B) {
    type Item = (A::Item, B::Item);
    type Part = (A::Part, B::Part);

    fn count(&self) -> usize {
        self.0.count().min(self.1.count())
    }

    fn divide(self, at: usize) -> (Self::Part, Self::Part) {
        let ((a, more_a), (b, more_b)) = (self.0.divide(at), self.1.divide(at));
        ((a, b), (more_a, more_b))
    }

    fn items(self) -> impl Iterator<Item = Self::Item> {
        self.0.items().zip(self.1.items())
    }
}

impl<A: Divisible, B: Divisible, C: Divisible> Divisible for (A, B, C) {
    type Item = (A::Item, B::Item, C::Item);
    type Part = (A::Part, B::Part, C::Part);

    fn count(&self) -> usize {
        self.0.count().min(self.1.count()).min(self.2.count())
    }

    fn divide(self, at: usize) -> (Self::Part, Self::Part) {
        let ((a, more_a), (b, more_b)) = (self.0.divide(at), self.1.divide(at));
        let (c, more_c) = self.2.divide(at);
        ((a, b, c), (more_a, more_b, more_c))
    }

    fn items(self) -> impl Iterator<Item = Self::Item> {
        self.0.items().zip(self.1.items()).zip(self.2.items()).map(|((a, b), c)| (a, b, c))
    }
}
