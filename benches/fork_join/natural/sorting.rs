//! Sorting: two algorithms by join, and what the libraries have.

use rayon::prelude::*;
use sparring_sched::Worker;

use super::{Case, digest, numbers};

/// Below this length a slice is sorted by the standard library.
const SMALL: usize = 2_000;

/// Numbers to be sorted, and as much room.
pub struct Input {
    numbers: Vec<u64>,
    room: Vec<u64>,
}

fn case(
    name: &'static str,
    size: usize,
    ours: fn(Worker<'_>, &mut Input),
    rayons: fn(&mut Input),
) -> Case<Input> {
    let fresh = move || Input { numbers: numbers(size).collect(), room: vec![0; size] };
    let check = |input: &Input| digest(input.numbers.iter().copied());
    Case { name, fresh: Box::new(fresh), ours, rayons, check }
}

pub fn mergesort(size: usize) -> Case<Input> {
    let ours = |w: Worker<'_>, input: &mut Input| our_mergesort(w, &mut input.numbers, &mut input.room);
    let rayons = |input: &mut Input| rayon_mergesort(&mut input.numbers, &mut input.room);
    case("mergesort by join", size, ours, rayons)
}

pub fn quicksort(size: usize) -> Case<Input> {
    let ours = |w: Worker<'_>, input: &mut Input| our_quicksort(w, &mut input.numbers);
    let rayons = |input: &mut Input| rayon_quicksort(&mut input.numbers);
    case("quicksort by join", size, ours, rayons)
}

pub fn sort(size: usize) -> Case<Input> {
    let ours = |w: Worker<'_>, input: &mut Input| w.sort(&mut input.numbers);
    let rayons = |input: &mut Input| input.numbers.par_sort();
    case("sort", size, ours, rayons)
}

pub fn sort_unstable(size: usize) -> Case<Input> {
    let ours = |w: Worker<'_>, input: &mut Input| w.sort_unstable(&mut input.numbers);
    let rayons = |input: &mut Input| input.numbers.par_sort_unstable();
    case("sort_unstable", size, ours, rayons)
}

fn our_mergesort(mut w: Worker<'_>, numbers: &mut [u64], room: &mut [u64]) {
    if numbers.len() <= SMALL {
        return numbers.sort_unstable();
    }
    let middle = numbers.len() / 2;
    let (left, right) = numbers.split_at_mut(middle);
    let (left_room, right_room) = room.split_at_mut(middle);
    w.lend().join(|w| our_mergesort(w, left, left_room), |w| our_mergesort(w, right, right_room));
    merge(left, right, room);
    numbers.copy_from_slice(room);
}

fn rayon_mergesort(numbers: &mut [u64], room: &mut [u64]) {
    if numbers.len() <= SMALL {
        return numbers.sort_unstable();
    }
    let middle = numbers.len() / 2;
    let (left, right) = numbers.split_at_mut(middle);
    let (left_room, right_room) = room.split_at_mut(middle);
    rayon::join(|| rayon_mergesort(left, left_room), || rayon_mergesort(right, right_room));
    merge(left, right, room);
    numbers.copy_from_slice(room);
}

fn merge(left: &[u64], right: &[u64], merged: &mut [u64]) {
    let (mut l, mut r) = (0, 0);
    for place in merged {
        let takes_left = r == right.len() || l < left.len() && left[l] <= right[r];
        let from = if takes_left { (left, &mut l) } else { (right, &mut r) };
        *place = from.0[*from.1];
        *from.1 += 1;
    }
}

fn our_quicksort(w: Worker<'_>, numbers: &mut [u64]) {
    if numbers.len() <= SMALL {
        return numbers.sort_unstable();
    }
    let (left, right) = partition(numbers);
    w.join(|w| our_quicksort(w, left), |w| our_quicksort(w, right));
}

fn rayon_quicksort(numbers: &mut [u64]) {
    if numbers.len() <= SMALL {
        return numbers.sort_unstable();
    }
    let (left, right) = partition(numbers);
    rayon::join(|| rayon_quicksort(left), || rayon_quicksort(right));
}

/// The numbers below a pivot and those from there on, without the pivot itself (Lomuto).
fn partition(numbers: &mut [u64]) -> (&mut [u64], &mut [u64]) {
    let last = numbers.len() - 1;
    // The median of three goes to the end.
    for (a, b) in [(0, last / 2), (0, last), (last, last / 2)] {
        if numbers[b] < numbers[a] {
            numbers.swap(a, b);
        }
    }
    let pivot = numbers[last];
    let mut below = 0;
    for i in 0..last {
        if numbers[i] < pivot {
            numbers.swap(i, below);
            below += 1;
        }
    }
    numbers.swap(below, last);
    let (left, right) = numbers.split_at_mut(below);
    (left, &mut right[1..])
}
