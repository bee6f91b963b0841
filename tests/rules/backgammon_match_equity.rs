//! Claim: the match equity table computed from four numbers is near the best published one.

use sparring_engine::games::backgammon::cube::{MatchEquity, Model};

/// The published table Kazaross-XG2 (Neil Kazaross, 2011: rollouts by eXtreme Gammon), as it
/// stands in `met/Kazaross-XG2.xml` of GNU Backgammon: the chance to win of a side that needs 1
/// to 9 points (rows) against one that needs 1 to 9, before the Crawford game or at it.
const KAZAROSS_XG2: [[f64; 9]; 9] = [
    [0.5, 0.67736, 0.75076, 0.81436, 0.84179, 0.88731, 0.90724, 0.9325, 0.94402],
    [0.32264, 0.5, 0.59947, 0.6687, 0.74359, 0.7994, 0.84225, 0.87539, 0.90197],
    [0.24924, 0.40053, 0.5, 0.5715, 0.64795, 0.71123, 0.76209, 0.80468, 0.84017],
    [0.18564, 0.3313, 0.4285, 0.5, 0.57732, 0.64285, 0.69924, 0.74577, 0.78799],
    [0.15821, 0.25641, 0.35205, 0.42268, 0.5, 0.56635, 0.62638, 0.67786, 0.7254],
    [0.11269, 0.2006, 0.28877, 0.35715, 0.43365, 0.5, 0.56261, 0.61636, 0.66787],
    [0.09276, 0.15775, 0.23791, 0.30076, 0.37362, 0.43739, 0.5, 0.5548, 0.60854],
    [0.0675, 0.12461, 0.19532, 0.25423, 0.32214, 0.38364, 0.4452, 0.5, 0.55442],
    [0.05598, 0.09803, 0.15983, 0.21201, 0.2746, 0.33213, 0.39146, 0.44558, 0.5],
];

/// The same after the Crawford game, of a side that needs 1 to 9 points against one that needs 1.
const AFTER_CRAWFORD: [f64; 9] =
    [0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906, 0.06953];

#[test]
fn it_is_within_half_a_percent_of_kazaross_xg2() {
    let table = MatchEquity::built_in();
    let (mut sum, mut cells, mut worst) = (0.0, 0, (0.0, String::new()));
    let mut see = |difference: f64, what: String| {
        (sum, cells) = (sum + difference.abs(), cells + 1);
        if difference.abs() > worst.0 {
            worst = (difference.abs(), what);
        }
    };
    for (i, row) in KAZAROSS_XG2.iter().enumerate() {
        for (j, published) in row.iter().enumerate().skip(i + 1) {
            see(table.chance(i + 1, j + 1, false) - published, format!("{} to {}", i + 1, j + 1));
        }
    }
    for (i, published) in AFTER_CRAWFORD.iter().enumerate().skip(1) {
        see(table.chance(i + 1, 1, true) - published, format!("{} to 1 after Crawford", i + 1));
    }
    println!(
        "{cells} cells: mean difference {:.5}, largest {:.5} at {}",
        sum / f64::from(cells),
        worst.0,
        worst.1
    );
    assert!(worst.0 < 0.005, "{worst:?}");
    assert!(sum / f64::from(cells) < 0.002, "{sum} of {cells}");
}

#[test]
fn it_is_symmetric_and_no_point_more_to_go_helps() {
    let table = MatchEquity::built_in();
    let size = table.size();
    assert_eq!(size, 64);
    for crawford_played in [false, true] {
        for mine in 0..=size {
            for theirs in 0..=size {
                let known = |mine: usize, theirs| !crawford_played || mine.min(theirs) <= 1;
                if mine + theirs == 0 || !known(mine, theirs) {
                    continue;
                }
                let chance = table.chance(mine, theirs, crawford_played);
                assert!((0.0..=1.0).contains(&chance));
                if mine.min(theirs) > 0 {
                    let sum = chance + table.chance(theirs, mine, crawford_played);
                    assert!((sum - 1.0).abs() < 1e-12, "{mine} {theirs}");
                }
                if mine > 0 && known(mine - 1, theirs) {
                    assert!(chance <= table.chance(mine - 1, theirs, crawford_played), "{mine} {theirs}");
                }
            }
        }
    }
}

/// Matches to one point and the ends of others can be counted on the fingers.
#[test]
fn short_matches_are_as_counted() {
    let Model { gammons, .. } = Model::FITTED;
    let table = Model::FITTED.table(3);
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    near(table.chance(1, 1, false), 0.5);
    near(table.chance(1, 1, true), 0.5);
    near(table.chance(2, 2, false), 0.5);
    // At the Crawford game the side that needs two wins with a gammon, and is level with a single
    // game won.
    near(table.chance(2, 1, false), 0.5 * (gammons + (1.0 - gammons) * 0.5));
    // After it, its first double is for the match, unless it is passed.
    let taken = 0.5 - Model::FITTED.first_turns;
    near(table.chance(2, 1, true), 0.5 * (taken + 0.5));
    assert_eq!(table.chance(0, 2, false), 1.0);
    assert_eq!(table.chance(2, 0, true), 0.0);
}

/// More gammons help who is behind.
#[test]
fn parameters_do_what_they_say() {
    let chance = |model: Model| model.table(9).chance(9, 2, false);
    let fitted = chance(Model::FITTED);
    assert!(chance(Model { gammons: 0.35, ..Model::FITTED }) > fitted);
    assert!(chance(Model { gammons: 0.0, backgammons: 0.0, ..Model::FITTED }) < fitted);
    // A live cube is a weapon of the side behind.
    assert!(chance(Model { efficiency: 0.0, ..Model::FITTED }) < fitted);
}
