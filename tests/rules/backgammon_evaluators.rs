//! Claim: evaluators say what their formulas say, by hand or by what is known of them, for both
//! sides.

use sparring_engine::game::{EquityEvaluator, Side};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Backgammon, Blots, Position, Pubeval, Race};

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[test]
fn race_by_hand() {
    // 5 home checkers; 167 points to travel; the opponent has 5 in his home.
    assert_eq!(Race::formula(&Position::START), 5 - 167 - 5);
    // 3 on point 1, 1 on 2, 4 on 4, 3 on 6, 4 off against 3, 3 and 2 on his points 6, 5 and 1:
    // all home.
    assert_eq!(Race::formula(&position("-CA-D-C------------cc---b-")), 11 + 40 - 39 - 8);
    // One on the bar, the rest on 7: 25 + 14 * 7 to travel.
    assert_eq!(Race::formula(&position("-a-----N-----------------A")), -(25 + 14 * 7) - 10);
}

#[test]
fn race_values_every_position_for_one_side() {
    for text in ["-b----E-C---eE---c-e----B-", "a--a-DdA---Ca---C--e--A-cA", "aCC-C-c-----d-----bb--c---"] {
        let position = position(text);
        let value = |result| Race { side: Side::First }.evaluate(&Backgammon, (), result);
        assert_eq!(value(&position), Race::formula(&position));
        assert_eq!(value(&position.handed_over()), -Race::formula(&position));
    }
}

#[test]
fn blots_by_hand() {
    assert_eq!(Blots::formula(&Position::START), 0);
    // Own: 3 off, three points (1, 4, 6) and a blot on 2; opponent's: 7 off and three points.
    let home = position("-CA-D-C------------cc---b-");
    assert_eq!(Blots::formula(&home), (2 * 4 + 3 - 2) - (2 * 7 + 3));
    assert_eq!(Blots::formula(&home.handed_over()), -Blots::formula(&home));
}

#[test]
fn pubeval_opens_as_it_is_known_to() {
    let pubeval = Pubeval::new();
    for (roll, expected) in [
        ("31", "-b---BD-B---eE---c-e----B-"),
        ("61", "-b----EBB---eD---c-e----B-"),
        ("42", "-b--B-D-B---eE---c-e----B-"),
        ("53", "-b-B--D-B---eE---c-e----B-"),
        ("65", "-b----E-C---eF---c-e----A-"),
    ] {
        let results = Position::START.results(roll.parse().unwrap());
        let best = results.iter().max_by_key(|result| pubeval.formula(false, result)).unwrap();
        assert_eq!(best.to_string(), expected, "{roll}");
    }
}

#[test]
fn the_network_opens_as_everybody_does() {
    // The plays that rollouts prefer by 0.05 points and more.
    for (roll, expected) in [
        ("31", "-b---BD-B---eE---c-e----B-"),
        ("61", "-b----EBB---eD---c-e----B-"),
        ("42", "-b--B-D-B---eE---c-e----B-"),
    ] {
        let results = Position::START.results(roll.parse().unwrap());
        let equity = |result: &&Position| Network::built_in().chances(result).equity();
        assert_eq!(results.iter().max_by_key(equity).unwrap().to_string(), expected, "{roll}");
    }
}

#[test]
fn the_network_says_where_its_weights_come_from() {
    let text = &Network::built_in().provenance().0;
    assert!(text.contains("seed: ") && text.contains("games: "), "{text}");
}
