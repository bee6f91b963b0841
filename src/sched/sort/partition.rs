//! Partition: moves the elements that belong to the left of a pivot to the front of a slice.
//!
//! Workers cannot share one pivot, because elements need not be `Sync`. So for several workers the
//! slice is divided into parts, each with its own pivot: neighbours in a sorted sample. Then
//! elements on the wrong side of the common boundary are exchanged in parallel. `quicksort.rs`
//! sorts the elements that lie between the pivots and may remain on the wrong side.

use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use std::mem::needs_drop;

const BLOCK: usize = 1 << 14;
/// Size in bytes above which elements are moved only if necessary.
const LARGE: usize = 96;

struct Part<'v, T> {
    pivot: &'v mut T,
    items: &'v mut [T],
    left: usize,
}

type Misplaced<'v, T> = (&'v mut [T], &'v mut [T]);

/// Moves the items with `belongs_left(pivot, item)` to the front and returns their number. Several
/// pivots are used in parallel, one for each part of the items.
pub(crate) fn partition<T, P>(
    mut s: Scoped<'_>,
    pivots: &mut [T],
    items: &mut [T],
    nearly_sorted: bool,
    belongs_left: &P,
) -> Result<usize, Cancelled>
where
    T: Send,
    P: Fn(&T, &T) -> bool + Sync,
{
    if let [pivot] = pivots {
        return partition_here(&s, items, nearly_sorted, |item| belongs_left(pivot, item));
    }
    let size = items.len().div_ceil(pivots.len());
    let mut parts: Vec<Part<'_, T>> = pivots
        .iter_mut()
        .zip(items.chunks_mut(size))
        .map(|(pivot, items)| Part { pivot, items, left: 0 })
        .collect();
    each(s.lend(), &mut parts, &|s, part| {
        part.left = partition_here(s, part.items, nearly_sorted, |item| belongs_left(part.pivot, item))?;
        Ok(())
    })?;
    let left = parts.iter().map(|part| part.left).sum();
    each(s, &mut misplaced(parts, left), &|_, (a, b)| {
        a.swap_with_slice(b);
        Ok(())
    })?;
    Ok(left)
}

fn each<I, F>(mut s: Scoped<'_>, items: &mut [I], f: &F) -> Result<(), Cancelled>
where
    I: Send,
    F: Fn(&Scoped<'_>, &mut I) -> Result<(), Cancelled> + Sync,
{
    if items.len() < 2 {
        return items.iter_mut().try_for_each(|item| f(&s, item));
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    s.lend().join(move |s| each(s, left, f), move |s| each(s, right, f))?;
    Ok(())
}

fn misplaced<T>(parts: Vec<Part<'_, T>>, boundary: usize) -> Vec<Misplaced<'_, T>> {
    let (mut too_far_left, mut too_far_right, mut before) = (Vec::new(), Vec::new(), 0);
    for part in parts {
        let (left, right) = part.items.split_at_mut(part.left);
        let right_start = before + left.len();
        let beyond = boundary.clamp(before, right_start) - before;
        let within = boundary.clamp(right_start, right_start + right.len()) - right_start;
        before = right_start + right.len();
        too_far_right.push(&mut left[beyond..]);
        too_far_left.push(&mut right[..within]);
    }
    let mut pairs = Vec::new();
    let mut others = too_far_right.into_iter();
    let mut b: &mut [T] = &mut [];
    for mut a in too_far_left {
        while !a.is_empty() {
            if b.is_empty() {
                b = others.next().expect("as many elements too far right");
            }
            let count = a.len().min(b.len()).min(BLOCK);
            let (taken, rest) = a.split_at_mut(count);
            let (other, other_rest) = std::mem::take(&mut b).split_at_mut(count);
            pairs.push((taken, other));
            (a, b) = (rest, other_rest);
        }
    }
    pairs
}

fn partition_here<T>(
    s: &Scoped<'_>,
    items: &mut [T],
    nearly_sorted: bool,
    belongs_left: impl Fn(&T) -> bool,
) -> Result<usize, Cancelled> {
    // Elements that own memory, and large ones, are moved only after their comparison is known.
    if nearly_sorted {
        partition_from_both_ends(s, items, belongs_left)
    } else if needs_drop::<T>() || size_of::<T>() > LARGE {
        partition_in_blocks(s, items, belongs_left)
    } else {
        partition_one_by_one(s, items, belongs_left)
    }
}

/// Exchanges pairs of elements on the wrong side: fastest if these are few.
fn partition_from_both_ends<T>(
    s: &Scoped<'_>,
    items: &mut [T],
    belongs_left: impl Fn(&T) -> bool,
) -> Result<usize, Cancelled> {
    let (mut left, mut right) = (0, items.len());
    loop {
        s.poll()?;
        let rest = &items[left..right];
        let Some(wrong) = rest.iter().position(|item| !belongs_left(item)) else { return Ok(right) };
        let wrong = left + wrong;
        left = wrong + 1;
        let rest = &items[left..right];
        let Some(other) = rest.iter().rposition(&belongs_left) else { return Ok(wrong) };
        right = left + other;
        items.swap(wrong, right);
    }
}

/// Exchanges every element, so no branch depends on the elements.
fn partition_one_by_one<T>(
    s: &Scoped<'_>,
    items: &mut [T],
    belongs_left: impl Fn(&T) -> bool,
) -> Result<usize, Cancelled> {
    let mut left = 0;
    for start in (0..items.len()).step_by(BLOCK) {
        s.poll()?;
        for next in start..items.len().min(start + BLOCK) {
            let belongs = belongs_left(&items[next]);
            items.swap(left, next);
            left += usize::from(belongs);
        }
    }
    Ok(left)
}

/// Compares a block of elements at each end, then exchanges those on the wrong side (Edelkamp and
/// Weiss 2016, BlockQuicksort).
fn partition_in_blocks<T>(
    s: &Scoped<'_>,
    items: &mut [T],
    belongs_left: impl Fn(&T) -> bool,
) -> Result<usize, Cancelled> {
    let (mut start, mut end) = (0, items.len());
    let (mut in_first, mut in_last) = (Wrong::default(), Wrong::default());
    while end - start > 2 * WRONG {
        s.poll()?;
        let (front, last) = items.split_at_mut(end - WRONG);
        let first = &mut front[start..start + WRONG];
        if in_first.is_empty() {
            in_first.find(first.iter().map(|item| !belongs_left(item)));
        }
        if in_last.is_empty() {
            in_last.find(last[..WRONG].iter().map(&belongs_left));
        }
        for _ in 0..in_first.len().min(in_last.len()) {
            std::mem::swap(&mut first[in_first.next()], &mut last[in_last.next()]);
        }
        if in_first.is_empty() {
            start += WRONG;
        }
        if in_last.is_empty() {
            end -= WRONG;
        }
    }
    Ok(start + partition_one_by_one(s, &mut items[start..end], belongs_left)?)
}

const WRONG: usize = 128;

struct Wrong {
    places: [u8; WRONG],
    first: usize,
    end: usize,
}

impl Default for Wrong {
    fn default() -> Wrong {
        Wrong { places: [0; WRONG], first: 0, end: 0 }
    }
}

impl Wrong {
    fn find(&mut self, wrong: impl Iterator<Item = bool>) {
        (self.first, self.end) = (0, 0);
        for (place, wrong) in (0..WRONG as u8).zip(wrong) {
            self.places[self.end] = place;
            self.end += usize::from(wrong);
        }
    }

    fn len(&self) -> usize {
        self.end - self.first
    }

    fn is_empty(&self) -> bool {
        self.first == self.end
    }

    fn next(&mut self) -> usize {
        self.first += 1;
        usize::from(self.places[self.first - 1])
    }
}
