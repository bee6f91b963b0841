//! Claim: homes have gnubg's numbers, one each, and their plays are those of the rules.

use crate::support::bearoff::{KNOWN_HOMES, all_homes, position};
use sparring_engine::games::backgammon::{Position, Roll};
use sparring_engine::solve::bearoff::{Home, homes};

#[test]
fn numbers_are_gnubgs() {
    for (points, index, _) in KNOWN_HOMES {
        assert_eq!(Home::new(points).unwrap().index(), index);
    }
    assert_eq!((homes(0), homes(6), homes(14), homes(15)), (1, 924, 38_760, 54_264));
}

#[test]
fn numbers_are_one_to_one() {
    for (index, home) in all_homes(0..homes(15)).enumerate() {
        assert_eq!(home.index(), index);
        assert_eq!(index < homes(6), home.checkers() <= 6);
    }
}

/// The plays of the rules themselves, with the opponent's checkers out of the way.
#[test]
fn results_are_those_of_the_rules() {
    let sample = (1..homes(4)).chain((homes(4)..homes(15)).step_by(97));
    let far = Home::new([1, 0, 0, 0, 0, 0]).unwrap();
    for home in sample.map(Home::from_index) {
        let position = position(home, far);
        for roll in Roll::ALL {
            let both = |result: &Position| Home::both(result).unwrap().0.index();
            let mut expected: Vec<usize> = position.results(roll).iter().map(both).collect();
            let mut results = Vec::new();
            home.each_result(roll, |result| results.push(result));
            expected.sort_unstable();
            results.sort_unstable();
            results.dedup();
            assert_eq!(results, expected, "{home:?} {roll}");
        }
    }
}

#[test]
fn a_checker_outside_is_no_bear_off() {
    let both = |text: &str| Home::both(&text.parse().unwrap());
    let (own, theirs) = both("-CA-D-C------------cc---b-").unwrap();
    assert_eq!((own.points(), theirs.points()), ([3, 1, 0, 4, 0, 3], [2, 0, 0, 0, 3, 3]));
    for outside in [
        "-CA-D-CA-----------cc---b-",
        "-CA-D-C-----------acc---b-",
        "aCA-D-C------------cc---b-",
        "-CA-D-C------------cc---bA",
        "-CaAD-C------------cc---b-",
    ] {
        assert_eq!(both(outside), None, "{outside}");
    }
}
