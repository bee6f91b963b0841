//! Claim: a game of backgammon that was saved as SGF comes back as it was, wherever it begins and
//! however far it got; a damaged file is refused in one line.

use proptest::option;
use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    GameRecord, MAX_TURNS, NamedBoard, Outcome, Position, RecordError, Roll, SgfFault, Stage, Turn,
    parse_play,
};

use crate::support::random::Random;
use crate::support::saved::{assert_one_line, damage, damaged, tags};

/// A start: the usual one, or any other.
fn start(random: &mut Random) -> Position {
    let side = [Side::First, Side::Second][random.below(2)];
    match random.below(3) {
        0 => Position::START.seen_by(side),
        1 => NamedBoard::NAMED[random.below(NamedBoard::NAMED.len())].position().seen_by(side),
        _ => random.position(),
    }
}

/// A game without the cube, of at most so many random turns.
fn played(seed: u64, turns: usize) -> GameRecord {
    let mut random = Random::new(seed);
    let mut game = GameRecord::cubeless(start(&mut random));
    while let Some(side) = game.to_decide().filter(|_| game.turns().len() < turns) {
        let roll = random.roll();
        let results = game.position().results(roll);
        game.push(side, Turn::Play { roll, result: results[random.below(results.len())] }).unwrap();
    }
    game
}

/// A game of random plays: finished, resigned, or interrupted before or after a roll.
pub fn game() -> impl Strategy<Value = GameRecord> {
    let end = (option::of((1..=6u8, 1..=6u8)), option::of((any::<bool>(), 0..3usize)));
    (any::<u64>(), prop_oneof![0..20usize, Just(400)], end, tags()).prop_map(
        |(seed, turns, (dice, resigned), tags)| {
            let mut game = played(seed, turns);
            game.tags = tags;
            if let Some(side) = game.to_decide() {
                if let Some((a, b)) = dice {
                    game.throw(side, Roll::new(a, b).unwrap()).unwrap();
                }
                if let Some((second, points)) = resigned {
                    let outcomes = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon];
                    let side = if second { Side::Second } else { Side::First };
                    game.resign(side, outcomes[points]).unwrap();
                }
            }
            game
        },
    )
}

/// The dice of two sides in a row without a play, the first ones of the game too, and checkers put
/// down before the first turn, which are no play.
#[test]
fn dice_without_a_play_are_illegal_turns() {
    let read = |text: &str| GameRecord::from_sgf(text).unwrap();
    let placed = "AE[a:y]AW[f][h][h]AB[s][x]";
    let game = read(&format!("(;GM[6];PL[W]DI[31];PL[W]{placed};PL[B]DI[42];PL[B]{placed};PL[W]DI[65])"));
    assert!(matches!(game.turns(), [Turn::Illegal { .. }, Turn::Illegal { .. }]), "{:?}", game.turns());
    assert_eq!((game.start(), game.roll()), (&Position::START, Roll::new(6, 5).ok()));
    let game = read("(;GM[6];W[31hefe];PL[B]DI[42];PL[W]DI[65])");
    assert_eq!((game.turns().len(), game.roll()), (2, Roll::new(6, 5).ok()));
    let game = read(&format!("(;GM[6];PL[W]DI[31];PL[W]{placed};W[31hefe])"));
    assert_eq!((game.turns().len(), game.start().points()[8]), (1, 2));
    let why = GameRecord::from_sgf("(;GM[6]RU[Crawford:Hypergammon3]MI[length:3])").unwrap_err().to_string();
    assert!(why.contains("got the variation 'Hypergammon3', expected Backgammon"), "{why}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn saved_games_come_back(game in game()) {
        let text = game.to_sgf();
        prop_assert_eq!(&GameRecord::from_sgf(&text).unwrap(), &game, "{}", text);
        let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(GameRecord::from_sgf(&other), Ok(game), "{}", text);
    }

    #[test]
    fn damaged_files_are_read_or_refused_in_one_line(game in game(), damage in damage()) {
        let text = damaged(&game.to_sgf(), &damage);
        match GameRecord::from_sgf(&text) {
            Ok(game) => prop_assert_eq!(GameRecord::from_sgf(&game.to_sgf()), Ok(game), "{}", text),
            Err(why) => assert_one_line(&why),
        }
    }
}

/// What gnubg 1.07 has saved: a board was set up after the opening throw, Black has played, White
/// has thrown.
const FROM_GNUBG: &str = "\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:0][game:0][ws:0][bs:0]PW[gnubg]PB[Ben]\
DT[2026-11-22]RU[NoCube:Jacoby]GS[M:0 0 0 1 0][C:0 0]
;PL[B]DI[65]
;PL[B]AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]\
AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]
;B[31qtst](;C[a \\] comment]A[0ply][x]PL[W]DI[11])(;W[66xrxr]))
(;GM[6];B[21])";

#[test]
fn what_gnubg_saves_is_read() {
    let game = GameRecord::from_sgf(FROM_GNUBG).unwrap();
    let start = Position::START.seen_by(Side::Second);
    assert_eq!((*game.start(), game.roll()), (start, Some("11".parse().unwrap())));
    let roll = "31".parse().unwrap();
    let result = parse_play(&start, roll, "8/5 6/5").unwrap();
    assert_eq!(game.turns(), [Turn::Play { roll, result }]);
    assert!(game.start_state().jacoby && game.start_state().max_cube == 0);
    assert_eq!(game.state().stage(), Stage::ToMove("11".parse().unwrap()));
    let tags: Vec<_> = game.tags.iter().collect();
    assert_eq!(tags, [("Black", "Ben"), ("Date", "2026-11-22"), ("White", "gnubg")]);
}

#[test]
fn a_resigned_game_is_written_as_gnubg_reads_it() {
    let mut game = GameRecord::cubeless(Position::START);
    game.push_play(Side::First, "31".parse().unwrap(), "8/5 6/5").unwrap();
    game.resign(Side::Second, Outcome::Gammon).unwrap();
    game.tags = [("White", "Anna"), ("Seed", "7"), ("Level", "[2]")].into_iter().collect();
    let program = concat!("AP[sparring:", env!("CARGO_PKG_VERSION"), "]");
    assert_eq!(
        game.to_sgf(),
        format!(
            "(;FF[4]GM[6]CA[UTF-8]{program}MI[length:0][game:0][ws:0][bs:0]PW[Anna]\n\
             GC[Level: [2\\]\nSeed: 7]RU[NoCube]RE[W+2R]\n;W[31hefe])\n"
        )
    );
}

#[test]
fn faults_are_named_with_their_line() {
    for (text, line, part) in [
        ("", 1, "got the end of the file, expected (;"),
        ("hello", 1, "got 'hello', expected (;"),
        ("(\n", 2, "expected ;"),
        ("(;GM[6]\n;W[31hefe", 2, "expected ]"),
        ("(;GM[6]\n;W[31hefe]", 2, "expected ; or a property or )"),
        ("(;GM[6]\nPW PB[x])", 2, "expected ["),
        ("(;GM[1];B[ab])", 1, "got game '1'"),
        ("(;GM[6]\n\n;W[double])", 3, "got a double by White as the first turn of a game"),
        ("(;GM[6]RU[NoCube];W[31hefe]\n;B[double])", 2, "because this game has no cube"),
        ("(;GM[6]RU[Crawford:Nackgammon])", 1, "got the variation 'Nackgammon', expected Backgammon"),
        (
            "(;GM[6]\nRU[Crawford:Hypergammon3];W[31])",
            2,
            "got the variation 'Hypergammon3', expected Backgammon",
        ),
        (
            "(;GM[6];W[31hefe];B[double]\n;W[double])",
            2,
            "got a beaver by White, expected take or drop, because records hold no beavers; try",
        ),
        ("(;GM[6];W[31hefe]\n;B[take])", 2, "because nobody has doubled"),
        ("(;GM[6];W[31hefe];DI[21]\n;B[double])", 2, "after the throw"),
        ("(;GM[6]MI[length:x])", 1, "got 'x' as the length of the match"),
        ("(;GM[6]MI[length:5][ws:5])", 1, "expected scores below 5"),
        ("(;GM[6]MI[length:5][ws:3]RU[Crawford:CrawfordGame])", 1, "one side a point from winning"),
        ("(;GM[6]CV[3])", 1, "got the cube '3'"),
        ("(;GM[6]CP[x])", 1, "got 'x' as owner of the cube"),
        ("(;GM[6];W[31hefe];CV[2])", 1, "after the first turn"),
        ("(;GM[6]CV[4]RE[W+R])", 1, "expected W+ or B+ with points and R; try W+1R"),
        ("(;GM[6];W[31hefe]\n;W[21fe])", 2, "got a turn of White, expected one of Black"),
        ("(;GM[6];W[71hefe])", 1, "expected two dice"),
        ("(;GM[6];W[3])", 1, "got '3' for White, expected two dice"),
        ("(;GM[6];W[31hef])", 1, "got '31hef' for White"),
        ("(;GM[6];W[31heée])", 1, "got '31heée' for White"),
        ("(;GM[6];W[é])", 1, "expected two dice"),
        ("(;GM[6];W[31hehehehehe])", 1, "expected two dice and a pair"),
        ("(;GM[6];W[31]\n)", 1, "expected a legal play: got no play"),
        ("(;GM[6];W[31hexe])", 1, "expected a legal play"),
        ("(;GM[6]DI[7])", 1, "expected two dice"),
        ("(;GM[6]PL[x])", 1, "got the side 'x'"),
        ("(;GM[6]AE[a:z])", 1, "got the point 'z'"),
        ("(;GM[6]AE[a:y]AW[c]AB[c])", 1, "got checkers of both sides on c"),
        ("(;GM[6]AE[a:y])", 1, "expected one at least"),
        ("(;GM[6]AW[f])", 1, "expected at most 15"),
        ("(;GM[6];W[31hefe];AW[f])", 1, "after the first turn"),
        ("(;GM[6]RE[W+R])", 1, "got the result 'W+R'"),
        ("(;GM[6]AE[a:y]AW[a]AB[x]\n;W[21az]\n;B[21xz])", 3, "the game is over"),
    ] {
        let error = GameRecord::from_sgf(text).expect_err(text);
        assert_one_line(&error);
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn a_game_of_any_length_is_bounded() {
    // Both sides wait on the bar before a closed board.
    let setup =
        "(;GM[6]AE[a:y]AW[y][a][a][b][b][c][c][d][d][e][e][f][f]AB[y][s][s][t][t][u][u][v][v][w][w][x][x]";
    let turns = ";W[21];B[21]";
    let longest = GameRecord::from_sgf(&format!("{setup}{})", turns.repeat(MAX_TURNS / 2))).unwrap();
    assert_eq!(longest.turns().len(), MAX_TURNS);
    assert_eq!(GameRecord::from_sgf(&longest.to_sgf()), Ok(longest));
    let error = GameRecord::from_sgf(&format!("{setup}{})", turns.repeat(MAX_TURNS / 2 + 1))).unwrap_err();
    assert_eq!(error.fault, SgfFault::Record(RecordError::TooLong));
    assert!(GameRecord::from_sgf(&"(;".repeat(1 << 20)).is_err());
    let crowd = format!("(;GM[6]AE[a:y]AB[x]AW{})", "[a]".repeat(100_000));
    assert!(GameRecord::from_sgf(&crowd).unwrap_err().to_string().contains("expected at most 15"));
}
