//! The matches that gnubg saves in SGF, followed by counting checkers letter by letter. No rule
//! of the game is used here but that a single checker is hit.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Choice, Finish, MatchRecord, Position, Roll};

/// The boards, scores and cubes of a game.
#[derive(Debug, Default)]
struct Counted {
    /// White's and Black's points before the game.
    score: [u32; 2],
    /// The points to win.
    length: u32,
    /// Whether nobody may double.
    is_crawford: bool,
    /// Before each turn, and after the last one.
    moments: Vec<Moment>,
    /// The result as it stands in the file.
    result: String,
}

/// White's and Black's checkers on the points `a` to `x`, the bar and off, and the cube.
#[derive(Clone, Debug)]
struct Moment {
    /// By letter.
    checkers: [[u8; 26]; 2],
    /// The value.
    cube: u32,
    /// 0 White, 1 Black, 2 nobody.
    owner: usize,
    /// What comes next: 0 White, 1 Black, and what it does.
    next: Option<(usize, String)>,
}

const BAR: usize = 24;

fn start() -> [[u8; 26]; 2] {
    let mut checkers = [[0; 26]; 2];
    for (point, n) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
        checkers[0][point - 1] = n;
        checkers[1][24 - point] = n;
    }
    checkers
}

/// What stands between brackets behind each property of these names, in the order of the file.
fn properties(tree: &str, wanted: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let (mut name, mut rest) = (String::new(), tree);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '[' {
            if c.is_ascii_uppercase() {
                name.push(c);
            } else {
                name.clear();
            }
            continue;
        }
        let (value, after) = rest.split_once(']').unwrap();
        match found.last_mut() {
            Some(last) if name.is_empty() => last.1.push(value.to_owned()),
            _ => found.push((std::mem::take(&mut name), vec![value.to_owned()])),
        }
        rest = after;
    }
    found.retain(|(name, _)| wanted.contains(&name.as_str()));
    found
}

fn played(moment: &Moment, side: usize, what: &str, offered: bool) -> Moment {
    let mut after = moment.clone();
    match what {
        "take" => {
            assert!(offered);
            (after.cube, after.owner) = (2 * moment.cube, side);
        }
        "double" | "drop" => {}
        _ => {
            for pair in what.as_bytes()[2..].chunks(2) {
                let [from, to] = [pair[0] - b'a', pair[1] - b'a'].map(usize::from);
                after.checkers[side][from] -= 1;
                after.checkers[side][to] += 1;
                if to < BAR && after.checkers[1 - side][to] > 0 {
                    after.checkers[1 - side][to] -= 1;
                    after.checkers[1 - side][BAR] += 1;
                }
            }
        }
    }
    after
}

fn game(tree: &str) -> Counted {
    let mut counted = Counted::default();
    let mut now = Moment { checkers: start(), cube: 1, owner: 2, next: None };
    let mut offered = false;
    for (name, values) in properties(tree, &["MI", "RU", "RE", "W", "B"]) {
        match name.as_str() {
            "MI" => {
                let number = |key: &str| {
                    let value = values.iter().find_map(|value| value.strip_prefix(key)).unwrap();
                    value.parse().unwrap()
                };
                (counted.length, counted.score) = (number("length:"), [number("ws:"), number("bs:")]);
            }
            "RU" => counted.is_crawford = values[0].contains("CrawfordGame"),
            "RE" => counted.result = values[0].clone(),
            side => {
                let side = usize::from(side == "B");
                counted.moments.push(Moment { next: Some((side, values[0].clone())), ..now.clone() });
                now = played(&now, side, &values[0], offered);
                offered = values[0] == "double";
            }
        }
    }
    counted.moments.push(now);
    counted
}

/// All games of a file that gnubg has saved. No value of it may have a bracket.
fn games(text: &str) -> Vec<Counted> {
    text.split("(;").skip(1).map(game).collect()
}

/// The checkers of a position by letter.
fn letters(position: &Position) -> [[u8; 26]; 2] {
    let white = position.seen_by(Side::First);
    let mut checkers = [[0; 26]; 2];
    for (at, &n) in white.points().iter().enumerate() {
        match (n.signum(), at) {
            (1, at) => checkers[0][at - 1] = n as u8,
            (-1, 0) => checkers[1][BAR] = n.unsigned_abs(),
            (-1, at) => checkers[1][at - 1] = n.unsigned_abs(),
            _ => {}
        }
    }
    (checkers[0][25], checkers[1][25]) = (white.off(), white.opponent_off());
    checkers
}

/// Asserts that a match that was read from this text has the boards, scores and cubes that
/// counting gives. Returns the number of boards.
pub fn assert_counted(record: &MatchRecord, text: &str) -> usize {
    let counted = games(text);
    assert_eq!(record.games().len(), counted.len());
    let mut boards = 0;
    for (game, counted) in record.games().iter().zip(&counted) {
        let first = game.start_state();
        assert_eq!(first.score.map(u32::from), counted.score);
        assert_eq!((u32::from(first.length), first.crawford), (counted.length, counted.is_crawford));
        let end = game.end().expect("gnubg plays to the end");
        let side = ["W", "B"][end.winner as usize];
        let resigned = if matches!(end.finish, Finish::Resigned(_)) { "R" } else { "" };
        assert_eq!(format!("{side}+{}{resigned}", end.points), counted.result);
        let (last, moments) = counted.moments.split_last().unwrap();
        assert_eq!((letters(&game.position()), moments.len()), (last.checkers, game.turns().len()));
        let turns = game.decisions().filter(|decision| decision.choice != Choice::Roll);
        for (decision, moment) in turns.zip(moments) {
            let owner = decision.state.owner.map_or(2, |side| side as usize);
            let got = (letters(&decision.position), 1u32 << decision.state.cube, owner);
            assert_eq!(got, (moment.checkers, moment.cube, moment.owner));
            let (side, what) = moment.next.as_ref().unwrap();
            assert_eq!(decision.position.side() as usize, *side);
            let said = match decision.choice {
                Choice::Double => "double".to_owned(),
                Choice::Take => "take".to_owned(),
                Choice::Drop => "drop".to_owned(),
                Choice::Play(roll, _) => roll.to_string(),
                Choice::Roll => unreachable!("left out"),
            };
            // gnubg writes dice in the order in which they fell.
            let dice = what.get(..2).and_then(|dice| dice.parse::<Roll>().ok());
            assert_eq!(said, dice.map_or(what.clone(), |roll| roll.to_string()));
            boards += 1;
        }
    }
    boards
}

/// Asserts that two matches have the same turns, results and scores.
pub fn assert_same(one: &MatchRecord, other: &MatchRecord) {
    assert_eq!(one.games().len(), other.games().len());
    for (one, other) in one.games().iter().zip(other.games()) {
        assert_eq!(one.turns(), other.turns());
        assert_eq!((one.start(), one.end(), one.roll()), (other.start(), other.end(), other.roll()));
        assert_eq!(one.start_state().score, other.start_state().score);
    }
}
