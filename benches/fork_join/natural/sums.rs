//! Programs over a slice: sums, a map, items of different lengths, counting words.

use std::collections::HashMap;
use std::hint::black_box;

use rayon::prelude::*;
use sparring_sched::{Worker, chunks};

use super::{Case, digest, hash, numbers};
use crate::loops::work;
use crate::uneven::shares;

/// Length at which a sum by joins stops halving its slice, and length of a chunk.
const RUN: usize = 1_000;

/// The numbers to add up, and their sum.
pub struct Sum {
    numbers: Vec<u64>,
    sum: u64,
}

fn sum_case(
    name: &'static str,
    size: usize,
    ours: fn(Worker<'_>, &mut Sum),
    rayons: fn(&mut Sum),
) -> Case<Sum> {
    let fresh = move || Sum { numbers: numbers(4 * size).map(|n| n >> 32).collect(), sum: 0 };
    Case { name, fresh: Box::new(fresh), ours, rayons, check: |input| input.sum }
}

pub fn by_join(size: usize) -> Case<Sum> {
    fn ours(w: Worker<'_>, numbers: &[u64]) -> u64 {
        if numbers.len() <= RUN {
            return numbers.iter().sum();
        }
        let (left, right) = numbers.split_at(numbers.len() / 2);
        let (a, b) = w.join(|w| ours(w, left), |w| ours(w, right));
        a + b
    }
    fn rayons(numbers: &[u64]) -> u64 {
        if numbers.len() <= RUN {
            return numbers.iter().sum();
        }
        let (left, right) = numbers.split_at(numbers.len() / 2);
        let (a, b) = rayon::join(|| rayons(left), || rayons(right));
        a + b
    }
    sum_case(
        "sum by join",
        size,
        |w, input| input.sum = ours(w, &input.numbers),
        |input| input.sum = rayons(&input.numbers),
    )
}

pub fn by_reduce(size: usize) -> Case<Sum> {
    let ours = |w: Worker<'_>, input: &mut Sum| {
        input.sum =
            w.reduce(chunks(&input.numbers, RUN), 0, |_, chunk| chunk.iter().sum(), |a: u64, b| a + b);
    };
    let rayons = |input: &mut Sum| {
        input.sum = input.numbers.par_chunks(RUN).map(|chunk| chunk.iter().sum::<u64>()).sum();
    };
    sum_case("sum over chunks", size, ours, rayons)
}

pub fn in_place(size: usize) -> Case<Vec<f64>> {
    fn map(x: &mut f64) {
        *x = (x.sqrt() + 1.0).ln();
    }
    Case {
        name: "map in place",
        fresh: Box::new(move || numbers(size).map(|n| n as f64).collect()),
        ours: |w, input| w.for_each(&mut input[..], |_, x| map(x)),
        rayons: |input| input.par_iter_mut().for_each(map),
        check: |input| digest(input.iter().map(|x| x.to_bits())),
    }
}

/// A thousand items whose lengths are log-normal.
pub fn uneven(size: usize) -> Case<Vec<u64>> {
    let steps: Vec<u64> =
        shares(1_000, 1).into_iter().map(|share| (share * 30.0 * size as f64) as u64).collect();
    Case {
        name: "uneven items",
        fresh: Box::new(move || steps.clone()),
        ours: |w, input| w.for_each(&input[..], |_, &steps| work(black_box(steps))),
        rayons: |input| input.par_iter().for_each(|&steps| work(black_box(steps))),
        check: |_| 0,
    }
}

/// Lines of words, and how often each word is there.
pub struct Text {
    lines: Vec<String>,
    counts: HashMap<String, u64>,
}

type Counts = HashMap<String, u64>;

/// Lines of ten words, of which there are a thousand.
pub fn words(size: usize) -> Case<Text> {
    let word = |i: u64| format!("{}{}", ["b", "d", "g", "l", "m"][(hash(i) % 5) as usize], hash(i) % 200);
    let line = move |i: u64| (10 * i..10 * i + 10).map(word).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = (0..size as u64 / 10).map(line).collect();
    Case {
        name: "word count",
        fresh: Box::new(move || Text { lines: lines.clone(), counts: Counts::new() }),
        ours: |w, text| {
            text.counts =
                w.fold(&text.lines[..], Counts::new, |_, counts, line| counted(counts, line), merged);
        },
        rayons: |text| {
            let parts = text.lines.par_iter().fold(Counts::new, |counts, line| counted(counts, line));
            text.counts = parts.reduce(Counts::new, merged);
        },
        check: |text| text.counts.iter().map(|(word, count)| word.len() as u64 * count * count).sum(),
    }
}

fn counted(mut counts: Counts, line: &str) -> Counts {
    for word in line.split(' ') {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts
}

fn merged(a: Counts, b: Counts) -> Counts {
    let (mut large, small) = if a.len() < b.len() { (b, a) } else { (a, b) };
    for (word, count) in small {
        *large.entry(word).or_default() += count;
    }
    large
}
