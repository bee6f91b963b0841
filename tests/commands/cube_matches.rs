//! Claim: `sparring backgammon match` with the cube plays by its rules, and counts what it has
//! played: a recount of the files that it writes finds the same. The result is a function of
//! players and seed, whatever the threads; the matches of a pair have the same dice.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use crate::support::binary::{count, json, refusal, run, stdout};
use crate::support::folder::Folder;
use serde_json::{Value, json as value};
use sparring_engine::games::backgammon::{FibsBoard, Offer};

fn matches(args: &[&str]) -> Value {
    json(&[&["backgammon", "match"], args].concat())
}

/// All but the times and the threads.
fn result(mut document: Value) -> Value {
    for key in ["time_ns", "threads"] {
        document.as_object_mut().unwrap().remove(key);
    }
    document
}

/// A game of a file: the score before it, and what White and Black, 0 and 1, did in turn.
struct Game {
    score: [u32; 2],
    cells: Vec<(usize, Vec<String>)>,
}

/// What was counted in games, by side.
#[derive(Default)]
struct Counted {
    doubles: [u64; 2],
    takes: [u64; 2],
    passes: [u64; 2],
    winner: usize,
    points: u32,
    rolls: Vec<String>,
}

/// Reads a match by its columns: its length and its games.
fn read(text: &str) -> (u32, Vec<Game>) {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
    let length = lines.next().unwrap().split_whitespace().next().unwrap().parse().unwrap();
    let mut games: Vec<Game> = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with(" Game ") {
            let players = lines.next().unwrap();
            let number = |text: &str| text.split_whitespace().next().unwrap().parse().unwrap();
            let mut scores = players.split(" : ").skip(1).map(number);
            let score = [scores.next().unwrap(), scores.next().unwrap()];
            games.push(Game { score, cells: Vec::new() });
            continue;
        }
        // A cell begins with dice or a word; Black's stand in the second half of the line.
        let is_dice = |word: &str| word.len() == 3 && word.ends_with(':');
        let begins = |word: &str| is_dice(word) || ["Doubles", "Takes", "Drops", "Wins"].contains(&word);
        let body = line.split_once(") ").map_or(line, |(_, body)| body);
        let white = body.len() - body.trim_start().len() < 15;
        let mut side = if white { 0 } else { 1 };
        for word in body.split_whitespace() {
            let cells = &mut games.last_mut().unwrap().cells;
            if begins(word) {
                cells.push((side, vec![word.to_owned()]));
                side += 1;
            } else {
                cells.last_mut().unwrap().1.push(word.to_owned());
            }
        }
    }
    (length, games)
}

/// Plays the cube of a game again. Nobody doubles in the Crawford game, nor who cannot, nor who
/// needs no more than the cube is worth already.
fn recount(game: &Game, length: u32, crawford: bool) -> Counted {
    let mut counted = Counted::default();
    let (mut cube, mut owner, mut offer, mut dropped) = (1, None, None, false);
    for (side, words) in &game.cells {
        let (side, other) = (*side, 1 - side);
        match &*words[0] {
            "Doubles" => {
                assert!(!crawford && offer.is_none() && owner != Some(other), "{words:?}");
                assert!(!counted.rolls.is_empty(), "the opening is thrown by both");
                assert_eq!(words[1..], ["=>".to_owned(), (2 * cube).to_string()]);
                assert!(length == 0 || length - game.score[side] > cube, "{:?} at {cube}", game.score);
                offer = Some(side);
                counted.doubles[side] += 1;
            }
            "Takes" => {
                assert_eq!(offer.take(), Some(other));
                (cube, owner) = (2 * cube, Some(side));
                counted.takes[side] += 1;
            }
            "Drops" => {
                assert_eq!(offer.take(), Some(other));
                dropped = true;
                counted.passes[side] += 1;
            }
            "Wins" => {
                let points: u32 = words[1].parse().unwrap();
                assert!(points.is_multiple_of(cube) && points / cube <= if dropped { 1 } else { 3 });
                (counted.winner, counted.points) = (side, points);
            }
            dice => {
                assert!(offer.is_none() && !dropped, "{words:?}");
                counted.rolls.push(dice.to_owned());
            }
        }
    }
    assert!(counted.points > 0, "every game has an end");
    counted
}

/// Recounts a match: its games and who has won it.
fn recount_match(text: &str) -> (Vec<Counted>, usize) {
    let (length, games) = read(text);
    let (mut score, mut crawford_played) = ([0; 2], false);
    let mut counted = Vec::new();
    for game in &games {
        assert_eq!(game.score, score);
        assert!(length == 0 || score.iter().all(|&points| points < length), "the match was over");
        let crawford = length > 1 && !crawford_played && score.contains(&(length - 1));
        crawford_played |= crawford;
        counted.push(recount(game, length, crawford));
        let last = counted.last().unwrap();
        score[last.winner] += last.points;
    }
    assert!(length == 0 || score.iter().any(|&points| points >= length), "the match has an end");
    let winner = counted.last().unwrap().winner;
    (counted, winner)
}

/// Plays matches and compares the document with the recount of the files.
fn recounted(name: &str, args: &[&str]) -> (Value, Vec<Vec<Counted>>) {
    let folder = Folder::new(name);
    let record = ["--record", folder.path().to_str().unwrap()];
    let document = matches(&[args, &record].concat());
    let names = folder.names();
    assert_eq!(names.len() as u64, count(&document, "matches"));
    let (mut all, mut points, mut won, mut pairs) = (Vec::new(), 0, 0, [0u64; 3]);
    let (mut cube, mut squares) = ([[0; 3]; 2], 0);
    for pair in 0..names.len() / 2 {
        let (mut wins, mut sum) = (0, 0);
        for seat in 0..2 {
            let file = folder.path().join(format!("match-{pair}-{}.mat", seat + 1));
            let (games, winner) = recount_match(&fs::read_to_string(file).unwrap());
            wins += usize::from(winner == seat);
            for game in &games {
                sum += if game.winner == seat { i64::from(game.points) } else { -i64::from(game.points) };
                for (player, all) in cube.iter_mut().enumerate() {
                    let side = seat ^ player;
                    let counts = [game.doubles[side], game.takes[side], game.passes[side]];
                    all.iter_mut().zip(counts).for_each(|(all, one)| *all += one);
                }
            }
            all.push(games);
        }
        (won, points, squares) = (won + wins, points + sum, squares + sum * sum);
        pairs[wins] += 1;
    }
    let games: usize = all.iter().map(Vec::len).sum();
    assert_eq!((count(&document, "games"), &document["points"]), (games as u64, &value!(points)));
    assert_eq!(document["match_share"], value!(won as f64 / names.len() as f64));
    assert_eq!((&document["pairs"], &document["pair_squares"]), (&value!(pairs), &value!(squares)));
    for (player, [doubles, takes, passes]) in cube.into_iter().enumerate() {
        let expected = value!({"doubles": doubles, "takes": takes, "passes": passes});
        assert_eq!(document["cube"][player], expected);
    }
    let sum =
        |key: &str| document[key].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("won") + sum("lost"), games as u64);
    let passes = |key: &str| document[key]["by_pass"].as_u64().unwrap();
    assert_eq!(passes("won") + passes("lost"), cube[0][2] + cube[1][2]);
    (document, all)
}

#[test]
fn a_recount_of_the_files_finds_what_the_document_says() {
    let (long, _) =
        recounted("recount-7", &["net", "net:depth=0:filter=8,0.16", "--length", "7", "--games", "20"]);
    assert!(long["cube"][0]["doubles"].as_u64().unwrap() > 10, "{long}");
    recounted("recount-2", &["net", "balanced", "--length", "2", "--games", "40", "--seed", "3"]);
    let (point, _) = recounted("recount-1", &["net", "pubeval", "--length", "1", "--games", "20"]);
    assert_eq!(count(&point, "games"), 20);
    assert_eq!(point["cube"][0]["doubles"], 0, "a single point needs no cube");
    let (money, _) =
        recounted("recount-money", &["net", "net:depth=1:filter=2,0.1", "--cube", "--games", "30"]);
    assert_eq!((count(&money, "games"), count(&money, "length")), (30, 0));
    // As for a series without the cube: the error of points from the sums.
    let (squares, pairs) = (count(&money, "pair_squares") as f64, 15.0);
    let mean = money["points"].as_f64().unwrap() / pairs;
    let error = ((squares / pairs - mean * mean) / (pairs - 1.0)).sqrt() / 2.0;
    assert!((error - money["points_error"].as_f64().unwrap()).abs() < 1e-12, "{money}");
}

#[test]
fn the_matches_of_a_pair_have_the_same_dice() {
    let (_, all) = recounted("mirrored", &["net", "balanced", "--length", "5", "--games", "12"]);
    let mut compared = 0;
    for pair in all.chunks(2) {
        for (one, other) in pair[0].iter().zip(&pair[1]) {
            let common = one.rolls.len().min(other.rolls.len());
            assert_eq!(one.rolls[..common], other.rolls[..common]);
            compared += common;
        }
    }
    assert!(compared > 200, "{compared}");
    assert_ne!(all[0][0].rolls[..5], all[2][0].rolls[..5], "another pair has other dice");
    assert_ne!(all[0][0].rolls[..5], all[0][1].rolls[..5], "another game has other dice");
}

#[test]
fn a_player_against_itself_wins_half() {
    for stakes in [&["--length", "5"][..], &["--cube"], &["--cube", "--jacoby"]] {
        let document = matches(&[&["net", "net:depth=0", "--games", "40", "--seed", "6"], stakes].concat());
        assert_eq!((&document["match_share"], &document["standard_error"]), (&value!(0.5), &value!(0.0)));
        assert_eq!((&document["points"], &document["pairs"]), (&value!(0), &value!([0, 20, 0])));
        assert_eq!((&document["won"], &document["cube"][0]), (&document["lost"], &document["cube"][1]));
    }
}

/// Luck has mean 0, so that what is left without it is the same and spreads less; where both
/// players are the same nothing is left.
#[test]
fn luck_is_taken_off() {
    let number = |document: &Value, key: &str| document[key].as_f64().unwrap();
    for (stakes, mean, error) in [
        (&["--length", "3", "--games", "16"][..], "match_share", "standard_error"),
        (&["--cube", "--games", "40"], "points_per_game", "points_error"),
    ] {
        let alike = matches(&[&["net", "net:depth=0", "--luck"], stakes].concat());
        let rest = alike["without_luck"][mean].as_f64().unwrap() - number(&alike, mean);
        assert!(rest.abs() < 1e-12 && alike["without_luck"]["evaluator"] == "net", "{alike}");
        let plain = matches(&[&["net", "net:depth=0"], stakes].concat());
        assert_eq!(plain["without_luck"], Value::Null);
        let players = ["net", "net:depth=1:filter=2,0.1", "--seed", "2"];
        let played = |more: &[&str]| matches(&[&players[..], stakes, more].concat());
        let [one, three] = ["1", "3"].map(|threads| played(&["--luck", "--threads", threads]));
        assert_eq!(one["without_luck"], three["without_luck"]);
        let without = &one["without_luck"];
        let errors = [number(&one, error), number(without, "standard_error")];
        println!("{stakes:?}: {} +- {}, without luck {without}", one[mean], one[error]);
        assert!(errors[0] > 3.0 * errors[1], "{one}");
        let apart = (number(&one, mean) - number(without, mean)).abs();
        assert!(apart < 3.0 * errors[0].hypot(errors[1]), "{one}");
    }
    for (stakes, line) in
        [(&["--length", "2"][..], " % of the matches, judged by net"), (&["--cube"], " a game, judged")]
    {
        let text =
            stdout(&[&["backgammon", "match", "net", "net", "--games", "4", "--luck"], stakes].concat());
        assert!(text.contains("\nluck off ") && text.contains(line), "{text}");
    }
}

#[test]
fn the_result_is_that_of_the_seed_at_every_number_of_threads() {
    let played = |threads| {
        let players = ["net:depth=1:filter=4,0.1", "net", "--length", "3", "--games", "6"];
        result(matches(&[&players[..], &["--threads", threads, "--seed", "9"]].concat()))
    };
    let one = played("1");
    assert_eq!((&played("2"), &played("8")), (&one, &one));
}

/// Who plays with the databases makes no error where they are the judges, at the depth of the
/// player; who plays without them does.
#[test]
fn players_ask_the_databases() {
    let folder = Folder::new("cube-matches-bearoff");
    let lost = |more: &[&str]| {
        let path = folder.path().join(format!("{}", more.len()));
        let path = path.to_str().unwrap();
        let stakes =
            ["net", "net:depth=0", "--length", "1", "--games", "2", "--first-pair", "5", "--seed", "4"];
        let document = matches(&[&stakes[..], &["--record", path], more].concat());
        let files = ["match-5-1.mat", "match-5-2.mat"].map(|name| format!("{path}/{name}"));
        let judged = files.map(|file| {
            let args = ["backgammon", "analyse", "--match", &file, "--depth", "0", "--bearoff"];
            let judged = json(&args);
            assert_eq!(judged["bearoff"], true);
            let decisions = judged["decisions"].as_array().unwrap().clone();
            decisions.iter().map(|line| line["loss"].as_f64().unwrap()).sum::<f64>()
        });
        (document["players"].clone(), judged.iter().sum::<f64>())
    };
    let (names, with) = lost(&["--bearoff"]);
    assert_eq!(names, value!(["net:depth=0:bearoff", "net:depth=0:bearoff"]));
    let (names, without) = lost(&[]);
    assert_eq!(names, value!(["net:depth=0", "net:depth=0"]));
    println!("lost with the databases: {with}, without: {without}");
    assert!(with < 1e-9 && without > 0.01, "{with}, {without}");
}

#[test]
fn a_recorded_match_is_not_written_over() {
    let folder = Folder::new("cube-matches-twice");
    let old = folder.path().join("match-1-2.mat");
    fs::write(&old, "the old match").unwrap();
    let path = folder.path().to_str().unwrap();
    let args = ["backgammon", "match", "pubeval", "random", "--length", "1", "--record", path];
    let line = refusal(&[&args[..], &["--games", "4"]].concat());
    assert!(line.contains("match-1-2.mat', which exists") && line.contains("--first-pair 2"), "{line}");
    assert_eq!(folder.names(), ["match-1-2.mat"]);
    stdout(&[&args[..], &["--games", "2"]].concat());
    stdout(&[&args[..], &["--games", "2", "--first-pair", "2"]].concat());
    assert_eq!(fs::read_to_string(old).unwrap(), "the old match");
    assert_eq!(folder.names().len(), 5);
}

#[test]
fn a_series_can_be_played_in_parts() {
    let part = |first: &str, games: &str| {
        matches(&["net", "pubeval", "--length", "3", "--seed", "5", "--first-pair", first, "--games", games])
    };
    let (whole, parts) = (part("0", "20"), [part("0", "6"), part("3", "14")]);
    for key in ["matches", "games", "pair_squares", "decisions"] {
        assert_eq!(parts.iter().map(|part| count(part, key)).sum::<u64>(), count(&whole, key), "{key}");
    }
    for i in 0..3 {
        let pairs = |document: &Value| document["pairs"][i].as_u64().unwrap();
        assert_eq!(parts.iter().map(pairs).sum::<u64>(), pairs(&whole));
    }
}

#[test]
fn who_knows_no_gammons_never_doubles_and_it_is_said() {
    let output = run(&["backgammon", "match", "net", "random", "--length", "3", "--games", "4"]);
    let (text, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(said.contains("random knows no chances of gammons: it never doubles and takes"), "{said}");
    assert!(text.starts_with("net:depth=0 against random, matches to 3, seed 0\nwon      "), "{text}");
    assert!(
        text.contains("\n         random       0 doubles, ") && text.contains(" takes, 0 passes\n"),
        "{text}"
    );
    let money = stdout(&["backgammon", "match", "net", "net", "--cube", "--jacoby", "--games", "4"]);
    assert!(money.contains("games for money with the Jacoby rule") && money.contains(" +- "), "{money}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (args, words) in [
        (&["--length", "0"][..], "--length: got '0', expected a whole number from 1 to 64"),
        (&["--length", "65"], "expected a whole number from 1 to 64"),
        (&["--length", "5", "--cube"], "together, expected one of them"),
        (&["--length", "5", "--jacoby"], "--jacoby"),
        (&["--jacoby"], "got --jacoby for games without the cube"),
        (&["--record", "folder"], "got --record for games without the cube"),
        (&["--length", "5", "--met", "no-such-file.xml"], "--met: got 'no-such-file.xml'"),
        (&["--length", "5", "--record", "Cargo.toml"], "--record: got "),
    ] {
        let line = refusal(&[&["backgammon", "match", "net", "random"], args].concat());
        assert!(line.contains(words) && line.contains("; try "), "{args:?}: {line}");
    }
    let line = refusal(&["backgammon", "match", "race", "random", "--cube", "--bearoff"]);
    assert!(line.contains("--bearoff for race:depth=0 and random") && line.contains("; try "), "{line}");
    for (player, words) in [("net:depth=4", "a depth from 0 to 3"), ("net:keep=2", "expected no keep")] {
        let line = refusal(&["backgammon", "match", player, "random", "--cube"]);
        assert!(line.contains(words) && line.contains("; try "), "{line}");
    }
}

/// Doubles whenever it is asked, beavers every double and plays the first legal play.
fn doubles_always(listener: TcpListener) -> [u64; 2] {
    let mut stream = BufReader::new(listener.accept().unwrap().0);
    let (mut line, mut said) = (String::new(), [0; 2]);
    while stream.read_line(&mut line).unwrap() > 0 {
        let board: FibsBoard = line.trim().parse().unwrap();
        let answer = match (board.state.offer, board.roll) {
            (Some(Offer::Double), None) => {
                said[1] += 1;
                "beaver".to_owned()
            }
            (_, None) => {
                assert!(board.state.owner.is_none_or(|owner| Some(owner) == board.turn), "{line}");
                said[0] += 1;
                "double".to_owned()
            }
            (_, Some(roll)) => {
                let play = board.position.play_to(roll, &board.position.results(roll)[0]).unwrap();
                play.to_string().replace("bar", "25").replace("off", "0")
            }
        };
        stream.get_mut().write_all(format!("{answer}\n").as_bytes()).unwrap();
        line.clear();
    }
    said
}

#[test]
fn a_gnubg_that_listens_turns_the_cube_for_money() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let player = format!("gnubg:{}", listener.local_addr().unwrap().port());
    let refused = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = format!("gnubg:{}", refused.local_addr().unwrap().port());
    let server = std::thread::spawn(move || doubles_always(listener));
    let (document, _) = recounted("gnubg", &["net", &player, "--cube", "--games", "20"]);
    let [doubles, takes] = server.join().unwrap();
    let of = |key: &str| document["cube"][1][key].as_u64().unwrap();
    assert_eq!((of("doubles"), of("takes"), of("passes")), (doubles, takes, 0));
    assert!(doubles > 20 && document["points"].as_i64().unwrap() > 0, "{document}");
    let line = refusal(&["backgammon", "match", "net", &other, "--length", "5"]);
    assert!(line.contains("gnubg's socket cannot; try --cube, or sparring backgammon external"), "{line}");
}
