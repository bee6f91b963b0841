//! Claim: no text makes the readers of backgammon matches panic or work without end: each is
//! read, and then written so that it is read again, or refused in one line.
//!
//! `tools/match-files` runs this on more texts: SPARRING_INPUTS is their number for each format.

use std::time::Instant;

use sparring_engine::games::backgammon::MatchRecord;

use crate::support::backgammon_matches::{Start, random_match};
use crate::support::random::Random;
use crate::support::saved::assert_one_line;

/// What may stand in the place of something else.
const PIECES: [&[u8]; 34] = [
    b"",
    b"(",
    b")",
    b"(;",
    b"((((((((",
    b"))))))))",
    b"[",
    b"]",
    b"\\",
    b";",
    b"W[double]",
    b"B[take]",
    b"W[drop]",
    b"MI[length:99999999999]",
    b"MI[length:3][ws:2][bs:2]",
    b"RU[Crawford:CrawfordGame]",
    b"RE[W+4294967296R]",
    b"CV[32768]",
    b"CP[b]",
    b"DI[66]",
    b"AE[a:y]",
    b"PL[B]",
    b"GM[6]",
    b" Doubles => 2",
    b" Takes",
    b" Drops",
    b"Wins 3 points",
    b"????",
    b"66:",
    b"Game 1\n",
    b" 0 point match",
    b"99999999999999999999",
    b"\xff\xfe",
    b"\r\n",
];

/// A valid text after one to four changes.
fn changed(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            3 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 | 5 => lines_changed(random, &mut bytes),
            6 => {
                // A piece of the text itself.
                let from = random.below(bytes.len() + 1);
                let end = (from + random.below(80)).min(bytes.len());
                let piece = bytes[from..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                let end = (at + random.below(4)).min(bytes.len());
                bytes.splice(at..end, piece.iter().copied());
            }
        }
    }
    bytes
}

/// One line twice, or two lines swapped.
fn lines_changed(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    if random.below(2) == 0 {
        let line = lines[one].clone();
        lines.insert(other, line);
    } else {
        lines.swap(one, other);
    }
    *bytes = lines.concat();
}

/// Texts longer than this are not changed: most changes would come after the first fault.
const LENGTH: usize = 4_000;

/// Tries many texts on a reader. Returns how many it has read.
fn tried(
    inputs: usize,
    write: impl Fn(&MatchRecord) -> String,
    read: impl Fn(&[u8]) -> Result<MatchRecord, String>,
) -> usize {
    let (start, mut accepted, mut slowest) = (Instant::now(), 0, (0, 0));
    let mut text = Vec::new();
    for seed in 0..inputs as u64 {
        let mut random = Random::new(seed ^ 0x6d61_7463);
        if seed % 64 == 0 {
            let mut texts = std::iter::repeat_with(|| write(&random_match(&mut random, Start::Usual)));
            text = texts.find(|text| text.len() < LENGTH).unwrap().into_bytes();
        }
        let bytes = changed(&mut random, &text);
        let begun = Instant::now();
        match read(&bytes) {
            Ok(record) => {
                accepted += 1;
                let text = write(&record);
                assert_eq!(read(text.as_bytes()).map(|record| write(&record)), Ok(text), "input {seed}");
            }
            Err(why) => assert_one_line(&why),
        }
        slowest = slowest.max((begun.elapsed().as_micros(), seed));
    }
    println!(
        "{inputs} texts in {:.0?}, {accepted} read, the slowest {slowest:?} in microseconds",
        start.elapsed()
    );
    accepted
}

fn inputs() -> usize {
    std::env::var("SPARRING_INPUTS").map_or(4_000, |n| n.parse().unwrap())
}

#[test]
fn no_mat_makes_a_panic() {
    let inputs = inputs();
    let read = |bytes: &[u8]| MatchRecord::from_mat(bytes).map_err(|why| why.to_string());
    let accepted = tried(inputs, |record| record.to_mat().unwrap(), read);
    assert!(accepted * 50 > inputs && accepted < inputs, "{accepted} of {inputs}");
}

#[test]
fn no_sgf_makes_a_panic() {
    let inputs = inputs();
    let read = |bytes: &[u8]| MatchRecord::from_sgf(bytes).map_err(|why| why.to_string());
    let accepted = tried(inputs, MatchRecord::to_sgf, read);
    assert!(accepted * 50 > inputs && accepted < inputs, "{accepted} of {inputs}");
}
