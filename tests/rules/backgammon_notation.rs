//! Claim: every legal play is read in each of its notations, and an illegal one is refused with the
//! reason.

use crate::support::backgammon_plays::{plays, text};
use crate::support::random::Random;
use sparring_engine::games::backgammon::{NamedBoard, PlayError, Position, Roll, parse_play};

fn roll(text: &str) -> Roll {
    text.parse().unwrap()
}

fn played(position: &str, dice: &str, play: &str) -> String {
    parse_play(&position.parse().unwrap(), roll(dice), play)
        .unwrap_or_else(|e| panic!("{play}: {e}"))
        .to_string()
}

fn why(position: &str, dice: &str, play: &str) -> PlayError {
    let error = parse_play(&position.parse().unwrap(), roll(dice), play).expect_err(play);
    assert_eq!(error.to_string().lines().count(), 1);
    error
}

const START: &str = NamedBoard::Start.text();

#[test]
fn every_legal_play_is_read_in_any_order_and_nothing_else_is() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let position = random.position();
        let roll = random.roll();
        let results = position.results(roll);
        let plays = plays(position.points(), roll);
        for (steps, end) in plays.iter().take(200) {
            let mut words: Vec<String> = steps.iter().map(|&step| text(step)).collect();
            for i in (1..words.len()).rev() {
                words.swap(i, random.below(i + 1));
            }
            let read = parse_play(&position, roll, &words.join([" ", ",", " , "][random.below(3)]))
                .unwrap_or_else(|e| panic!("{position} {roll} {words:?}: {e}"));
            assert_eq!(read.points(), end, "{position} {roll} {words:?}");
            assert!(results.contains(&read));
        }
    }
}

#[test]
fn what_is_accepted_is_always_a_result() {
    let mut random = Random::new(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..15_000 {
        let position = random.position();
        let roll = random.roll();
        let words: Vec<String> = (0..=random.below(roll.dice()))
            .map(|_| {
                let from = 1 + random.below(25);
                let die = [roll.high(), roll.low(), roll.high() + roll.low()][random.below(3)];
                text((from, from.saturating_sub(die.into())))
            })
            .collect();
        match parse_play(&position, roll, &words.join(" ")) {
            Ok(result) => {
                assert!(position.results(roll).contains(&result), "{position} {roll} {words:?}");
                accepted += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > 100 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

#[test]
fn plays_are_read_in_all_their_ways() {
    let five = "-b--A-D-BA--eE---c-e----B-";
    for play in ["8/5 6/5", "6/5, 8/5", "  8/5   6/5 ", "8/5,6/5", "8/5* 6/5*"] {
        assert_eq!(played(START, "31", play), "-b---BD-B---eE---c-e----B-", "{play}");
    }
    for play in ["24/18/13", "24/13", "24/18 18/13", "18/13 24/18"] {
        assert_eq!(played(START, "65", play), "-b----E-C---eF---c-e----A-", "{play}");
    }
    for play in ["13/7(2)", "13/10(2) 10/7(2)", "13/10/7(2)", "13/7 13/10 10/7"] {
        assert_eq!(played(START, "33", play), "-b----EBC---eC---c-e----B-", "{play}");
    }
    assert_eq!(played(five, "41", "13/8"), "-b--A-D-CA--eD---c-e----B-");
    let bar = "b--B-c--C-C-c---C--b-B-bcA";
    assert_eq!(played(bar, "31", "bar/22 21/20"), played(bar, "31", "25/22 21/20"));
    assert_eq!(played(NamedBoard::BearOff.text(), "31", "6/3, 1/off"), "-BAAD-B------------cc---b-");
    assert_eq!(played(NamedBoard::BearOff.text(), "66", "6/off(3) 4/0"), "-CA-C--------------cc---b-");
    assert_eq!(played("--------------------A-d--A", "33", ""), "--------------------A-d--A");
}

#[test]
fn blots_on_the_way_are_hit_only_when_said_or_unavoidable() {
    let (two, none, one) =
        ("-------------a----a-----A-", "-------------------a----A-", "-------------------a-b--A-");
    // 18 and 13 held by one checker: the way over 19 hits nothing but 13.
    assert_eq!(played(two, "65", "24/13"), "a------------A----a-------");
    assert_eq!(played(two, "65", "24/18*/13*"), "b------------A------------");
    assert_eq!(played(none, "65", "24/13"), "-------------A-----a------");
    // 18 is blocked: the only way is over 19, and hits there.
    assert_eq!(played("------------------ba----A-", "65", "24/13"), "a------------A----b-------");
    // Blots on both ways.
    assert_eq!(why("------------------aa----A-", "65", "24/13"), PlayError::Ambiguous(vec![18, 19]));
    assert!(matches!(why(one, "33", "24/18"), PlayError::Blocked(21)));
}

#[test]
fn every_refusal_gives_the_reason_a_player_would() {
    use PlayError as E;
    let bar = "b--B-c--C-C-c---C--b-B-bcA";
    let cases = [
        (START, "31", "9/6 6/5", E::NoChecker(9)),
        (START, "31", "12/9 6/5", E::NoChecker(12)),
        (START, "31", "bar/22 6/5", E::NoChecker(25)),
        (START, "54", "6/1 24/20", E::Blocked(1)),
        (START, "55", "24/14", E::Blocked(19)),
        (START, "65", "24/18 13/7", E::NoDie(13, 7, vec![5])),
        (START, "31", "8/5 6/5 6/5", E::TooMany(3, 2)),
        (START, "31", "8/4/3", E::NoDie(4, 3, vec![])),
        (START, "31", "24/14", E::NoDie(24, 14, vec![3, 1])),
        (START, "31", "8/5", E::MoreDice(vec![1], Some((24, 23)))),
        (START, "31", "", E::Missing),
        (START, "31", "6/9 6/5", E::Backwards(6, 9)),
        (START, "64", "6/off 24/20", E::NotHome(24)),
        (bar, "31", "21/20 10/7", E::EnterFirst),
        ("-----A-A-----------------A", "64", "5/off", E::EnterFirst),
        ("-CA-D--------------cc---b-", "65", "2/off 4/off", E::NotHighest(4)),
        // Both dice can be played, but not so that this one is: 8/2 24/22 is the only way.
        ("----b-M-A-------b-cdd---A-", "62", "8/2 6/4", E::Blocked(4)),
        ("----b-M-A-------b-cdd---A-", "62", "24/22", E::MoreDice(vec![6], Some((8, 2)))),
        // 10/4 24/19 uses both dice.
        ("----------A-------b-----A-", "65", "10/5", E::MoreDice(vec![6], None)),
    ];
    for (position, dice, play, reason) in cases {
        assert_eq!(why(position, dice, play), reason, "{play}");
    }
    // 24/21 or 24/19, then nothing: the larger must be played.
    let one_of_two = "----------------b-------A-";
    assert_eq!(why(one_of_two, "53", "24/21"), E::LargerDie(5));
    assert_eq!(played(one_of_two, "53", "24/19"), "----------------b--A------");
}

#[test]
fn unreadable_plays_are_refused_with_the_character_and_its_place() {
    let place = |play: &str| match why(START, "31", play) {
        PlayError::Unreadable { at, got, .. } => (at, got),
        other => panic!("{play}: {other}"),
    };
    assert_eq!(place("8/5 6-5"), (6, "'-'".to_owned()));
    assert_eq!(place("hello"), (1, "'hello'".to_owned()));
    assert_eq!(place("8/5 6/"), (7, "the end".to_owned()));
    assert_eq!(place("8/5 26/5"), (5, "'26'".to_owned()));
    assert_eq!(place("8/5é 6/5"), (4, "'é'".to_owned()));
    assert_eq!(place("é/5"), (1, "'é'".to_owned()));
    assert_eq!(place("8/5(5)"), (5, "'5'".to_owned()));
    assert_eq!(place("8/5(2"), (6, "the end".to_owned()));
    assert_eq!(place("off/5"), (1, "'off'".to_owned()));
    assert_eq!(place("8/bar"), (3, "'bar'".to_owned()));
    assert_eq!(place("8"), (2, "the end".to_owned()));
    assert_eq!(place("99999999999999999999/5").0, 1);
}

#[test]
fn no_garbage_makes_a_panic() {
    let mut random = Random::new(3);
    let letters: Vec<char> = "0123456789/*() ,barof-é😀\0".chars().collect();
    for _ in 0..200_000 {
        let length = random.below(14);
        let text: String = (0..length).map(|_| letters[random.below(letters.len())]).collect();
        if let Err(e) = parse_play(&Position::START, random.roll(), &text) {
            assert_eq!(e.to_string().lines().count(), 1, "{text:?}");
        }
    }
    assert!(parse_play(&Position::START, roll("31"), &"8/5 ".repeat(100_000)).is_err());
}
