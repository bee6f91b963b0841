//! Claim: a seed gives the dice of the published generator, fair ones, and a roll is two of them in
//! any order.

use sparring_engine::games::backgammon::{Dice, Roll};

/// Computed from the published algorithms, apart from this program.
#[test]
fn the_stream_of_a_seed_is_what_it_was() {
    let dice = |seed| {
        let mut dice = Dice::new(seed);
        (0..20).map(|_| char::from(b'0' + dice.die())).collect::<String>()
    };
    assert_eq!(dice(0), "62254645535426446344");
    assert_eq!(dice(1), "21242524446221353634");
    assert_eq!(dice(u64::MAX), "16541126555536321616");
}

#[test]
fn every_throw_is_as_frequent_as_it_should_be() {
    let mut dice = Dice::new(7);
    let mut counts = [0u32; 36];
    for _ in 0..360_000 {
        counts[usize::from(dice.die() - 1) * 6 + usize::from(dice.die() - 1)] += 1;
    }
    // The standard deviation of a count is 99.
    assert!(counts.iter().all(|n| n.abs_diff(10_000) < 500), "{counts:?}");
}

#[test]
fn openings_are_never_doubles_and_rolls_often_are() {
    let mut dice = Dice::new(3);
    assert!((0..1_000).all(|_| {
        let (white, black) = dice.opening();
        white != black
    }));
    assert!((0..1_000).any(|_| dice.roll().is_double()));
}

#[test]
fn twenty_one_rolls_weigh_thirty_six() {
    assert_eq!(Roll::ALL.iter().map(|roll| roll.weight()).sum::<u32>(), Roll::WEIGHTS);
    assert!(Roll::ALL.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn dice_are_read_in_any_order() {
    let roll: Roll = "13".parse().unwrap();
    assert_eq!(roll, "3-1".parse().unwrap());
    assert_eq!(roll.to_string(), "31");
    for bad in ["", "3", "07", "17", "3x", "311", "é1"] {
        assert!(bad.parse::<Roll>().is_err(), "{bad}");
    }
}
