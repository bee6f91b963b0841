//! Claim: identifiers are read and written as gnubg and FIBS do; in any other text the faulty part
//! is named.

use crate::support::random::Random;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    FibsBoard, IdError, MatchState, Offer, Position, Roll, fibs_board, gnubg_id, match_id, parse_id, xgid,
};

/// Text, roll, gnubg's ids and the XGID that gnubg writes for the side on roll as X; the money game
/// has no Jacoby rule.
const GNUBG: [(&str, &str, &str, &str); 5] = [
    (
        "-b----E-C---eE---c-e----B-",
        "31",
        "4HPwATDgc/ABMA:cIkFAAAAAAAE",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    ),
    (
        "b--B-c--C-C-c---C--b-B-bcA",
        "64",
        "Nww44GAMzoGDIQ:cAkTAAAAAAAE",
        "XGID=b--B-c--C-C-c---C--b-B-bcA:0:0:1:64:0:0:0:0:10",
    ),
    (
        "aC-a--E--c---Ac---aDd-A--A",
        "52",
        "8ISDA9HBBwQeEQ:cIkKAAAAAAAE",
        "XGID=aC-a--E--c---Ac---aDd-A--A:0:0:1:52:0:0:0:0:10",
    ),
    (
        "aCC-C-c-----d-----bb--c---",
        "66",
        "HBt44EB3DgAAAA:cAkbAAAAAAAE",
        "XGID=aCC-C-c-----d-----bb--c---:0:0:1:66:0:0:0:0:10",
    ),
    (
        "-CA-D-C------------cc---b-",
        "",
        "wx0AAC7PAQAAAA:cAkAAAAAAAAE",
        "XGID=-CA-D-C------------cc---b-:0:0:1:00:0:0:0:0:10",
    ),
];

/// Boards of [`GNUBG`] in the form that gnubg's own server has accepted and answered with legal
/// moves.
const FIBS: [&str; 4] = [
    "board:me:opp:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0",
    "board:me:opp:0:0:0:-2:0:0:2:0:-3:0:0:3:0:3:0:-3:0:0:0:3:0:0:-2:0:2:0:-2:-3:1:1:6:4:0:0:1:1:1:0:1:-1:0:25:1:0:1:2:0:0:0:0",
    "board:me:opp:0:0:0:-1:3:0:-1:0:0:5:0:0:-3:0:0:0:1:-3:0:0:0:-1:4:-4:0:1:0:0:1:1:5:2:0:0:1:1:1:0:1:-1:0:25:0:2:1:1:0:0:0:0",
    "board:me:opp:0:0:0:-1:3:3:0:3:0:-3:0:0:0:0:0:-4:0:0:0:0:0:-2:-2:0:0:-3:0:0:0:1:6:6:0:0:1:1:1:0:1:-1:0:25:6:0:0:1:0:0:0:0",
];

/// A line that gnubg has sent in a match to 15, to ask its player 0.
const FROM_GNUBG: &str = "board:gnubg:root:15:0:0:0:-2:0:2:0:0:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

fn refused(text: &str) -> String {
    let line = parse_id(text).expect_err(text).to_string();
    assert!(line.contains("expected") && line.contains("; try "), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[test]
fn every_form_of_a_position_is_the_same_position() {
    for (text, dice, gnubg, xg) in GNUBG {
        let position: Position = text.parse().unwrap();
        let roll: Option<Roll> = (!dice.is_empty()).then(|| dice.parse().unwrap());
        let state = MatchState::MONEY;
        for id in [gnubg, xg, &xg[5..], &xg.replace("XGID", "xgid")] {
            let read = parse_id(id).unwrap();
            assert_eq!((read.position, read.roll, read.state), (position, roll, state), "{id}");
        }
        for id in [text, &gnubg[..14]] {
            let read = parse_id(id).unwrap();
            assert_eq!((read.position, read.roll, read.state), (position, None, state), "{id}");
        }
        assert_eq!(gnubg_id(&position, roll, &state), gnubg);
        assert_eq!(xgid(&position, roll, &state), xg);
    }
}

#[test]
fn boards_of_fibs_are_the_same_positions() {
    for (line, (text, dice, ..)) in FIBS.into_iter().zip(GNUBG) {
        let read = parse_id(line).unwrap();
        let position: Position = text.parse().unwrap();
        assert_eq!((read.position, read.roll), (position, dice.parse().ok()), "{line}");
        let written = fibs_board(&position, read.roll, &read.state);
        assert_eq!(written, line.replacen("me:opp", "you:opponent", 1));
    }
    let read: FibsBoard = format!("{FROM_GNUBG}\n\0").parse().unwrap();
    assert_eq!(read.names, ["gnubg", "root"]);
    assert_eq!(read.position.to_string(), "-b-B--D-B---eE---c-e----B-");
    assert_eq!((read.roll, read.turn), ("62".parse().ok(), Some(Side::Second)));
    assert_eq!(read.state, MatchState { length: 15, ..MatchState::MONEY });
    assert_eq!(parse_id(FROM_GNUBG).unwrap().position, read.position.handed_over());
    let silent = FIBS[1].replace(":25:1:0:1:2:", ":25:1:0:0:0:");
    assert_eq!(parse_id(&silent), parse_id(FIBS[1]), "gnubg does not repeat the checkers on the bar");
    let unlimited = FIBS[0].replacen("opp:0:", "opp:9999:", 1);
    assert_eq!(parse_id(&unlimited), parse_id(FIBS[0]), "FIBS has no games of length 0");
}

#[test]
fn a_fibs_board_of_the_other_colour_and_direction_is_turned_round() {
    let mirrored = |line: &str| {
        let mut fields: Vec<String> = line.split(':').map(str::to_owned).collect();
        fields[6..32].reverse();
        for field in &mut fields[6..33] {
            *field = (-field.parse::<i32>().unwrap()).to_string();
        }
        (fields[41], fields[42], fields[43], fields[44]) = ("-1".into(), "1".into(), "25".into(), "0".into());
        fields.join(":")
    };
    for line in FIBS {
        assert_eq!(parse_id(&mirrored(line)), parse_id(line));
    }
}

#[test]
fn match_ids_of_gnubg_say_score_and_cube() {
    let (white, black) = (Side::First, Side::Second);
    let seven = MatchState { length: 7, score: [2, 3], ..MatchState::MONEY };
    let cases = [
        (MatchState { cube: 1, owner: Some(white), ..seven }, white, None, "UQngADAAEAAE"),
        (MatchState { score: [4, 6], crawford: true, ..seven }, white, Some("42"), "8AnqAGAAIAAE"),
        (
            MatchState { length: 5, cube: 2, owner: Some(black), ..MatchState::MONEY },
            white,
            Some("64"),
            "QgmzAAAAAAAE",
        ),
        (seven, black, Some("52"), "MIHqADAAEAAE"),
        (MatchState { jacoby: true, ..MatchState::MONEY }, white, Some("31"), "cIkFAAAAAAAA"),
        (MatchState::MONEY, white, Some("31"), "cIkFAAAAAAAE"),
    ];
    for (state, side, dice, id) in cases {
        let roll = dice.map(|dice| dice.parse().unwrap());
        assert_eq!(match_id(side, roll, &state), id);
        let read = parse_id(&format!("4HPwATDgc/ABMA:{id}")).unwrap();
        assert_eq!((read.position.side(), read.roll, read.state), (side, roll, state), "{id}");
    }
    let xg = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10";
    assert_eq!(parse_id(xg).unwrap().state, cases[0].0);
}

#[test]
fn an_xgid_shows_the_board_to_x_whoever_is_on_roll() {
    let read = parse_id("XGID=aC-a--E--c---Ac---aDd-A--A:2:-1:-1:25:2:0:1:3:8").unwrap();
    assert_eq!(read.position.side(), Side::Second);
    assert_eq!(read.position.to_string(), "a--a-DdA---Ca---C--e--A-cA");
    assert_eq!((read.roll, read.state.owner), (Some("52".parse().unwrap()), Some(Side::Second)));
    assert!(read.state.crawford && read.state.max_cube == 8 && read.state.cube == 2);
    for (dice, offer) in [("D", Offer::Double), ("B", Offer::Beaver), ("R", Offer::Raccoon)] {
        let id = format!("XGID=-b----E-C---eE---c-e----B-:0:0:-1:{dice}:0:0:3:0:10");
        let read = parse_id(&id).unwrap();
        assert_eq!((read.roll, read.state.offer), (None, Some(offer)));
        assert!(read.state.jacoby && read.state.beavers);
        assert_eq!(xgid(&read.position, None, &read.state), id);
    }
}

#[test]
fn malformed_ids_are_refused_with_the_character_and_its_place() {
    let cases = [
        ("4HPwAT!gc/ABMA", "position id: got '!' as character 7, expected A to Z"),
        ("4HPwATDgc/ABMA:cIkFAAAA_AAA", "match id: got '_' as character 9, expected A to Z"),
        ("4HPwATDgc/ABMB", "position id: got 'B' as character 14, expected A, Q, g or w"),
        ("4HPwATDgc/ABM", "position id: got 13 characters, expected 14"),
        ("4HPwATDgc/ABMA:cIkFAAAAAAA", "match id: got 11 characters, expected 12"),
        ("cIkFAAAAAAAA", "got 'cIkFAAAAAAAA', a match id without a position id"),
        ("-b----E-C---eE---c-?----B-", "position: got '?' as character 20 of 26"),
        ("-b----E-C---eE---c-e----B", "position: got 25 characters, expected 26"),
        ("XGID=-b----E-x---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "XGID: got 'x' as character 9 of 26"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0",
            "XGID: got 9 fields separated by colons, expected 10",
        ),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:0:10", "XGID: got '2' as field 3 of 10, cube owner"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:0:10", "XGID: got '0' as field 4 of 10, turn"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:-1:0:0:0:10",
            "XGID: got '-1' as field 6 of 10, score of X",
        ),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:4:7:10", "XGID: got '4' as field 8 of 10, Crawford"),
        ("start", "got 'start', expected 26 characters, XGID="),
        ("", "got '', expected 26 characters"),
        (&FIBS[0].replace(":25:", ":24:"), "FIBS board: got '24' as field 45 of 53, bar"),
        (&FIBS[0].replacen(":-5:", ":-x:", 1), "FIBS board: got '-x' as field 19 of 53, count 12"),
        (FIBS[0].trim_end_matches(":0"), "FIBS board: got 45 fields"),
    ];
    for (text, line) in cases {
        let got = refused(text);
        assert!(got.starts_with(line), "{text}: {got}");
    }
}

#[test]
fn impossible_boards_and_dice_are_refused_with_the_reason() {
    let both = {
        // Point 1 of the side on roll is point 24 of the other: one checker of each, in gnubg's
        // bits.
        let mut bits = [0u8; 80];
        (bits[23], bits[26]) = (1, 1);
        let bytes: Vec<u8> =
            bits.chunks(8).map(|c| c.iter().rev().fold(0u8, |n, bit| n << 1 | bit)).collect();
        let alphabet: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
        let stream: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect::<String>() + "0000";
        (0..14)
            .map(|i| alphabet[usize::from_str_radix(&stream[6 * i..6 * i + 6], 2).unwrap()])
            .collect::<String>()
    };
    assert_eq!(parse_id(&both).unwrap_err(), IdError::BothSides(1));
    let cases = [
        (both.as_str(), "position id: got checkers of both sides on point 1"),
        ("-b----E-C---eE---c-e----C-", "position: got 16 checkers of White, expected at most 15"),
        ("-c----E-C---eE---c-e----B-", "position: got 16 checkers of Black, expected at most 15"),
        ("XGID=-b----E-C---eE---c-e----C-:0:0:-1:31:0:0:0:0:10", "XGID: got 16 checkers of White"),
        ("//////////////", "position id: got '/' as character 14"),
        ("/////////////w", "position id: got checkers for fewer than 50 counts"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10", "XGID: got '71' as field 5 of 10, dice"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:30:0:0:0:0:10", "XGID: got '30' as field 5 of 10, dice"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:3-1:0:0:0:0:10", "XGID: got '3-1' as field 5 of 10, dice"),
        ("4HPwATDgc/ABMA:cIkHAAAAAAAA", "match id: got '71' as dice"),
        (&FIBS[0].replacen(":1:3:1:", ":1:3:0:", 1), "FIBS board: got '0' as field 35 of 53, die"),
        (&FIBS[0].replacen(":1:3:1:", ":1:8:1:", 1), "FIBS board: got '8' as field 34 of 53, die"),
        (&FIBS[0].replacen(":25:0:", ":25:1:", 1), "FIBS board: got '1' as field 46 of 53, checkers off"),
        (
            &FIBS[1].replace(":25:1:0:1:2:", ":25:1:0:2:2:"),
            "FIBS board: got '2' as field 48 of 53, checkers on the bar",
        ),
        (&FIBS[0].replacen(":-2:", ":-3:", 1), "FIBS board: got 16 checkers of Black"),
        (&FIBS[0].replacen(":2:0:1:3:1:", ":2:0:0:3:1:", 1), "FIBS board: got '0' as field 33 of 53, turn"),
    ];
    for (text, line) in cases {
        let got = refused(text);
        assert!(got.starts_with(line), "{text}: {got}");
    }
}

#[test]
fn no_garbage_makes_a_panic() {
    let mut random = Random::new(2);
    let seeds: Vec<String> = GNUBG
        .iter()
        .flat_map(|row| [row.0, row.2, row.3].map(str::to_owned))
        .chain(FIBS.map(str::to_owned))
        .chain([String::new()])
        .collect();
    let letters: Vec<char> = "-:AaOoZz019/+=\0é€😀 \n*DBR".chars().collect();
    for _ in 0..100_000 {
        let mut text: Vec<char> = seeds[random.below(seeds.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len() + 1);
            let letter = letters[random.below(letters.len())];
            match random.below(3) {
                0 => text.insert(at, letter),
                1 if at < text.len() => text[at] = letter,
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(e) = parse_id(&text) {
            assert_eq!(e.to_string().lines().count(), 1, "{text:?}: {e}");
        }
        let _ = text.parse::<FibsBoard>();
    }
}

/// gnubg reads these: the flag of the Crawford game only where a side needs one point, and a
/// largest cube of 1 as no limit.
#[test]
fn an_xgid_of_other_programs_is_read() {
    let state =
        |rest: &str| parse_id(&format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{rest}")).unwrap().state;
    assert!(!state("2:3:1:7:10").crawford && state("6:3:1:7:10").crawford && !state("6:3:2:7:10").crawford);
    assert!(state("6:3:3:7:10").crawford && !state("6:3:3:7:10").jacoby && !state("6:3:3:7:10").beavers);
    assert_eq!(state("0:0:0:0:0").max_cube, MatchState::MONEY.max_cube);
}
