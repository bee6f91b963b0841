//! Claim: our bear-off databases agree with the files that come with GNU Backgammon (Debian
//! packages gnubg and gnubg-data).
//!
//! gnubg rounds each probability to 1/65535 and computes on with the rounded numbers, so its errors
//! add up: 15 checkers are a dozen steps from the end. Ours are rounded once. Hence three
//! comparisons of the one-sided tables: every probability near the end, every mean within the error
//! that has added up, and every row of gnubg's recomputed from its own later rows with our plays
//! and its rounding.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::bearoff::{all_homes, bearoff};
use crate::support::skip::skip;
use sparring_engine::games::backgammon::Roll;
use sparring_engine::solve::bearoff::{Rolls, homes};

const HEADER: usize = 40;
/// Bytes of a home's entry in the index of the one-sided file.
const ENTRY: usize = 8;

/// The contents of the first of these files that exists and begins with `magic`; otherwise
/// `test` is reported as skipped.
fn file(test: &str, paths: &[&str], magic: &[u8]) -> Option<Vec<u8>> {
    let found = paths.iter().map(PathBuf::from).find_map(|path| fs::read(path).ok());
    match &found {
        Some(bytes) => assert!(bytes.starts_with(magic), "{test}: not the file that was expected"),
        None => {
            let name = Path::new(paths[0]).file_name().unwrap_or_default().display();
            skip(test, &format!("gnubg's {name}"));
        }
    }
    found
}

fn one_sided(test: &str) -> Option<OneSidedFile> {
    let paths =
        ["/usr/share/gnubg/gnubg_os0.bd", "/var/lib/gnubg/gnubg_os0.bd", "/usr/lib/gnubg/gnubg_os0.bd"];
    file(test, &paths, b"gnubg-OS-06-15-1-1-0").map(OneSidedFile)
}

/// The index has, for each home, where its probabilities begin (counted in u16), how many there are
/// and the number of rolls the first belongs to; then the same for bearing off the first checker.
/// The probabilities follow.
struct OneSidedFile(Vec<u8>);

impl OneSidedFile {
    /// The chances of 0, 1, ... rolls until all checkers are off, and until the first is.
    fn chances(&self, index: usize) -> [[f64; 32]; 2] {
        let entry = &self.0[HEADER + ENTRY * index..][..ENTRY];
        let begin = u32::from_le_bytes(*entry.first_chunk().unwrap()) as usize;
        let [all, all_first, one, one_first] = [4, 5, 6, 7].map(|i| usize::from(entry[i]));
        let cells = &self.0[HEADER + ENTRY * homes(15) + 2 * begin..];
        let cell = |i: usize| f64::from(u16::from_le_bytes([cells[2 * i], cells[2 * i + 1]])) / 65535.0;
        let mut chances = [[0.0; 32]; 2];
        (0..all).for_each(|i| chances[0][all_first + i] = cell(i));
        (0..one).for_each(|i| chances[1][one_first + i] = cell(all + i));
        chances
    }
}

fn mean(chances: &[f64; 32]) -> f64 {
    chances.iter().zip(0..).map(|(chance, n)| f64::from(n) * chance).sum()
}

/// The largest difference and where it is.
#[derive(Default)]
struct Largest(f64, usize);

impl Largest {
    fn see(&mut self, difference: f64, at: usize) {
        if difference.abs() > self.0 {
            *self = Largest(difference.abs(), at);
        }
    }

    /// Prints it and compares it.
    fn at_most(&self, bound: f64, what: &str) {
        println!("{what}: largest difference {:.3e} at {}, expected at most {bound:.2e}", self.0, self.1);
        assert!(self.0 <= bound, "{what}: {:e} at {}", self.0, self.1);
    }
}

fn see_chances(largest: &mut Largest, rolls: &Rolls, chances: &[f64; 32], at: usize) {
    chances.iter().enumerate().for_each(|(n, chance)| largest.see(rolls.exactly(n) - chance, at));
}

#[test]
fn one_sided_distributions() {
    let Some(file) = one_sided("one_sided_distributions") else { return };
    let (mut few, mut few_means, mut means) = (Largest::default(), Largest::default(), Largest::default());
    let (mut first, mut first_means) = (Largest::default(), Largest::default());
    let mut beyond = 0;
    for (index, home) in all_homes(0..homes(15)).enumerate().skip(1) {
        let [all, one] = file.chances(index);
        let rolls = bearoff().one_sided.all_off(home);
        let difference = rolls.mean() - mean(&all);
        if home.checkers() <= 6 {
            see_chances(&mut few, rolls, &all, index);
            few_means.see(difference, index);
        }
        means.see(difference, index);
        beyond += usize::from(difference.abs() > 1e-4);
        if let Some(rolls) = bearoff().one_sided.first_off(home) {
            see_chances(&mut first, rolls, &one, index);
            first_means.see(rolls.mean() - mean(&one), index);
        }
    }
    few.at_most(3.15e-5, "one-sided, up to 6 checkers, probabilities");
    few_means.at_most(1e-4, "one-sided, up to 6 checkers, means");
    means.at_most(2e-4, "one-sided, all homes, means");
    println!("one-sided, all homes, means: {beyond} of {} differ by more than 1e-4", homes(15) - 1);
    first.at_most(3.15e-5, "first checker off, all homes, probabilities");
    first_means.at_most(1e-4, "first checker off, all homes, means");
}

/// gnubg's row of every home, recomputed from gnubg's rows of the homes one play later, with our
/// plays and its rounding: to the nearest, and what is then missing from 65,535 goes to the
/// likeliest number of rolls. Where two plays have equal means in its file, it may have taken the
/// other one.
#[test]
fn one_sided_steps() {
    let Some(file) = one_sided("one_sided_steps") else { return };
    let rows: Vec<[u64; 32]> = (0..homes(15))
        .map(|index| file.chances(index)[0].map(|chance| (chance * 65535.0).round() as u64))
        .collect();
    let mean = |row: &[u64; 32]| row.iter().zip(0..).map(|(cell, n)| n * cell).sum::<u64>();
    let means: Vec<u64> = rows.iter().map(mean).collect();
    let mut equal = 0;
    for (index, home) in all_homes(0..homes(15)).enumerate().skip(1) {
        let mut sums = [18; 32];
        for roll in Roll::ALL {
            let mut best = (u64::MAX, 0);
            home.each_result(roll, |to| best = best.min((means[to], to)));
            (1..32).for_each(|n| sums[n] += u64::from(roll.weight()) * rows[best.1][n - 1]);
        }
        let mut row = sums.map(|sum| sum / 36);
        let likeliest = (0..32).rev().max_by_key(|&n| row[n]).unwrap();
        row[likeliest] = (row[likeliest] + 65535) - row.iter().sum::<u64>();
        equal += usize::from(row == rows[index]);
    }
    let all = homes(15) - 1;
    println!("one-sided, all homes: {equal} of {all} of gnubg's rows follow from its others to the last bit");
    assert!(equal * 100 > all * 99, "only {equal} of {all} rows follow from the others");
}

#[test]
fn two_sided_equities() {
    let paths =
        ["/var/lib/gnubg/gnubg_ts0.bd", "/usr/share/gnubg/gnubg_ts0.bd", "/usr/lib/gnubg/gnubg_ts0.bd"];
    let Some(file) = file("two_sided_equities", &paths, b"gnubg-TS-06-06-1") else { return };
    let (mut few, mut all) = (Largest::default(), Largest::default());
    let mut cubeful: [Largest; 3] = Default::default();
    for (own, home) in all_homes(0..homes(6)).enumerate().skip(1) {
        for (theirs, opponent) in all_homes(0..homes(6)).enumerate().skip(1) {
            let at = homes(6) * own + theirs;
            // Without the cube; with an own cube, a centred one, the opponent's, before a double.
            let (cells, _) = file[HEADER + 8 * at..][..8].as_chunks::<2>();
            let cell = |i: usize| f64::from(u16::from_le_bytes(cells[i])) / 32767.5 - 1.0;
            let difference = bearoff().two_sided.equity(home, opponent).unwrap() - cell(0);
            if home.checkers().max(opponent.checkers()) <= 3 {
                few.see(difference, at);
            }
            all.see(difference, at);
            let found = bearoff().two_sided.cubeful(home, opponent).unwrap();
            for (i, found) in [found.owned, found.centred, found.against].into_iter().enumerate() {
                cubeful[i].see(found - cell(1 + i), at);
            }
        }
    }
    few.at_most(6.55e-5, "two-sided, up to 3 v 3, equities");
    all.at_most(2e-4, "two-sided, up to 6 v 6, equities");
    for (largest, cube) in cubeful.iter().zip(["own cube", "centred cube", "opponent's cube"]) {
        largest.at_most(2e-4, &format!("two-sided, up to 6 v 6, {cube}"));
    }
}
