//! Claim: the transposition table finds what was stored, and replaces what it may.

use sparring_engine::game::Score;
use sparring_engine::search::{Bound, Entry, Table};

fn entry(score: Score, bound: Bound, depth: u32, best: usize) -> Entry {
    Entry { score, bound, depth, best }
}

/// The `i`-th of keys that fall evenly.
fn key(i: u64) -> u64 {
    0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i)
}

#[test]
fn what_is_stored_is_found() {
    let table = Table::new(1);
    for (bound, i) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().zip(1..) {
        let stored = entry(-7 - i as Score, bound, 128, i as usize);
        table.store(key(i), stored);
        assert_eq!(table.probe(key(i)), Some(stored));
    }
    assert_eq!(table.probe(42), None);
    table.clear(1);
    assert_eq!(table.probe(key(1)), None);
}

#[test]
fn it_fills_as_keys_come() {
    let table = Table::new(1);
    // A bucket's second slot is for what is shallower than the first.
    let fill =
        |n: u64| (1..=n).for_each(|i| table.store(key(i), entry(0, Bound::Exact, (i % 100) as u32, 0)));
    assert_eq!(table.permille_full(), 0);
    fill(1 << 14);
    assert!((100..400).contains(&table.permille_full()), "a quarter as many keys as slots");
    fill(1 << 19);
    assert!(table.permille_full() > 990);
    table.clear(1);
    assert_eq!(table.permille_full(), 0);
}

#[test]
fn a_bound_does_not_replace_an_exact_score_of_its_depth() {
    let table = Table::new(0);
    table.store(5, entry(10, Bound::Exact, 4, 3));
    table.store(5, entry(8, Bound::Upper, 4, 1));
    assert_eq!(table.probe(5), Some(entry(10, Bound::Exact, 4, 3)));
    table.store(5, entry(2, Bound::Upper, 5, 2));
    assert_eq!(table.probe(5), Some(entry(2, Bound::Upper, 5, 2)));
}

#[test]
fn a_deep_entry_outlives_shallow_ones_until_the_next_search() {
    let table = Table::new(0);
    let lower = |depth| entry(0, Bound::Lower, depth, 0);
    table.store(1, lower(9));
    table.store(2, lower(3));
    table.store(3, lower(2));
    assert!(table.probe(1).is_some() && table.probe(2).is_none() && table.probe(3).is_some());
    table.next_generation();
    table.store(4, lower(1));
    assert!(table.probe(1).is_none() && table.probe(4).is_some());
}
