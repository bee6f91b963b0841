//! Claim: `sparring backgammon match` mirrors the dice, its results are a function of players and
//! seed, and its standard errors are those computed by hand.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use crate::support::binary::{assert_ledger, count, json, run, stdout};
use serde_json::{Value, json as value};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::FibsBoard;

fn games(args: &[&str]) -> Value {
    json(&[&["backgammon", "match"], args].concat())
}

/// All but the times and the threads.
fn result(mut document: Value) -> Value {
    let keys = document.as_object_mut().unwrap();
    for key in ["time_ns", "threads", "tasks", "workers", "course"] {
        keys.remove(key);
    }
    document
}

fn points(document: &Value) -> f64 {
    document["points_per_game"].as_f64().unwrap()
}

#[test]
fn a_player_against_itself_scores_nothing() {
    for (first, second) in [
        ("pubeval", "pubeval:keep=7"),
        ("race", "race:depth=0"),
        ("blots:depth=1:keep=3:strategy=star1", "blots:depth=1:keep=3:strategy=par-expectimax"),
    ] {
        let document = games(&[first, second, "--games", "60", "--seed", "3"]);
        assert_eq!((points(&document), &document["standard_error"]), (0.0, &value!(0.0)), "{first}");
        assert_eq!(document["won"], document["lost"], "what one seat wins the other loses");
        assert_eq!(document["win_share"], 0.5);
        assert_eq!(count(&document, "games"), 60);
    }
}

#[test]
fn exchanged_players_exchange_the_result() {
    let [one, other] = [["race", "blots"], ["blots", "race"]]
        .map(|[first, second]| games(&[first, second, "--games", "100", "--seed", "8"]));
    assert_eq!(points(&one), -points(&other));
    assert_ne!(points(&one), 0.0);
    assert_eq!((&one["won"], &one["lost"]), (&other["lost"], &other["won"]));
    assert_eq!(one["standard_error"], other["standard_error"]);
}

#[test]
fn a_seed_makes_the_games_and_threads_do_not() {
    let played = |seed, threads| {
        let players = ["blots:depth=1:keep=4", "random"];
        result(games(&[&players[..], &["--games", "20", "--seed", seed, "--threads", threads]].concat()))
    };
    let first = played("7", "1");
    for threads in ["1", "2", "3"] {
        assert_eq!(played("7", threads), first, "{threads} threads");
    }
    let other = played("8", "1");
    assert_ne!((&other["won"], &other["decisions"]), (&first["won"], &first["decisions"]));
}

#[test]
fn the_error_is_that_of_two_pairs_by_hand() {
    for seed in ["1", "2", "3", "4", "5"] {
        let played = |n| games(&["pubeval", "race", "--seed", seed, "--games", n]);
        let (two, four) = (played("2"), played("4"));
        assert_eq!(two["standard_error"], Value::Null, "one pair has no spread");
        // Points per game of the first pair and, as the remainder, of the second. The standard
        // error of their mean is half their difference.
        let (first, second) = (points(&two), 2.0 * points(&four) - points(&two));
        let error = four["standard_error"].as_f64().unwrap();
        assert!((error - (first - second).abs() / 2.0).abs() < 1e-12, "{error}, {first}, {second}");
    }
}

#[test]
fn counts_add_up() {
    let document = games(&["random", "race", "--games", "40"]);
    let sum = |key: &str| document[key].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).sum::<i64>();
    let worth = |key: &str| {
        let columns = document[key].as_array().unwrap().iter().zip(1..);
        columns.map(|(n, points)| n.as_i64().unwrap() * points).sum::<i64>()
    };
    assert_eq!(sum("won") + sum("lost"), 40);
    assert_eq!(points(&document), (worth("won") - worth("lost")) as f64 / 40.0);
    assert_eq!(document["win_share"], sum("won") as f64 / 40.0);
    assert_eq!(document["players"], value!(["random", "race:depth=0"]));
}

#[test]
fn pubeval_beats_random_plays() {
    let document = games(&["pubeval", "random", "--games", "200"]);
    assert!(points(&document) > 1.5 && document["win_share"].as_f64().unwrap() > 0.97, "{document}");
    let text = stdout(&["backgammon", "match", "pubeval", "random", "--games", "200"]);
    assert!(text.starts_with("pubeval:depth=0 against random, seed 0\npoints   +"), "{text}");
    assert!(text.contains(" +- ") && text.contains("% of 200 games: "), "{text}");
}

#[test]
fn one_game_in_the_form_of_the_ancestor() {
    let args = ["--side", "black", "--eval", "race", "--depth", "1", "--keep", "2", "--seed", "4"];
    let first = games(&args);
    assert_ledger(&first);
    assert_eq!((&first["side"], &first["player"]), (&value!("Black"), &value!("race:depth=1:keep=2")));
    assert_eq!((count(&first, "seed"), &first["winner"]), (4, &value!("Black")));
    // Two opening throws at least, a move of the beginner's, then throw and move by turns.
    assert!(count(&first, "actions") >= 2 * (count(&first, "decisions") - 1));
    for threads in ["1", "3"] {
        assert_eq!(result(games(&[&args[..], &["--threads", threads]].concat())), result(first.clone()));
    }
    let text = stdout(&[&["backgammon", "match"], &args[..]].concat());
    assert!(text.starts_with("Black race:depth=1:keep=2 (par-star2) against random, seed 4\n"), "{text}");
    assert!(text.contains("SPARKS: "), "{text}");
}

#[test]
fn a_series_can_be_played_in_parts() {
    let players = ["pubeval", "random"];
    let part = |first: &str, count: &str| {
        games(&[&players[..], &["--seed", "5", "--first-pair", first, "--games", count]].concat())
    };
    let (whole, parts) = (part("0", "100"), [part("0", "30"), part("15", "50"), part("40", "20")]);
    for key in ["games", "decisions", "pair_squares"] {
        assert_eq!(parts.iter().map(|part| count(part, key)).sum::<u64>(), count(&whole, key), "{key}");
    }
    for (key, i) in [("won", 0), ("won", 1), ("won", 2), ("lost", 0), ("lost", 1), ("lost", 2)] {
        let of = |document: &Value| document[key][i].as_u64().unwrap();
        assert_eq!(parts.iter().map(of).sum::<u64>(), of(&whole), "{key} {i}");
    }
    // The standard error from the sums, as for parts of a series.
    let (squares, pairs) = (count(&whole, "pair_squares") as f64, 50.0);
    let mean = 2.0 * points(&whole);
    let error = ((squares / pairs - mean * mean) / (pairs - 1.0)).sqrt() / 2.0;
    assert!((error - whole["standard_error"].as_f64().unwrap()).abs() < 1e-12);
}

/// Without luck the games of a pair are worth as much as with it where the players are the same:
/// what the dice give to one seat they give to both.
#[test]
fn luck_is_taken_off() {
    let adjusted = |document: &Value| document["without_luck"]["points_per_game"].as_f64().unwrap();
    let alike = games(&["net", "net:depth=0", "--games", "20", "--luck"]);
    assert!(adjusted(&alike).abs() < 1e-12 && alike["without_luck"]["evaluator"] == "net", "{alike}");
    let args = ["net", "pubeval", "--games", "40", "--luck", "--threads"];
    let [one, three] = ["1", "3"].map(|threads| games(&[&args[..], &[threads]].concat()));
    assert_eq!(one["without_luck"], three["without_luck"]);
    let error = |error: &Value| error.as_f64().unwrap();
    assert!(error(&one["without_luck"]["standard_error"]) < error(&one["standard_error"]), "{one}");
    assert_eq!(games(&["net", "random", "--games", "2"])["without_luck"], Value::Null);
    let text = stdout(&["backgammon", "match", "net", "random", "--games", "4", "--luck"]);
    assert!(text.contains("\nluck off +") && text.contains(" per game, judged by net\n"), "{text}");
}

/// Answers boards with the first legal play as gnubg does, `lines` times, and then leaves.
fn plays_the_first(listener: TcpListener, lines: usize) {
    let mut stream = BufReader::new(listener.accept().unwrap().0);
    for _ in 0..lines {
        let mut line = String::new();
        if stream.read_line(&mut line).unwrap() == 0 {
            return;
        }
        let board: FibsBoard = line.trim().parse().unwrap();
        assert_eq!(board.turn, Some(Side::First));
        let roll = board.roll.unwrap();
        let play = board.position.play_to(roll, &board.position.results(roll)[0]).unwrap();
        // Plain, with blanks and a NUL: what version 1.07.001 sends.
        let plain = play.to_string().replace("bar", "25").replace("off", "0");
        stream.get_mut().write_all(format!("{plain} \n\0").as_bytes()).unwrap();
    }
}

#[test]
fn a_gnubg_that_listens_is_a_player() {
    let match_of = |lines: usize| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let player = format!("gnubg:{}", listener.local_addr().unwrap().port());
        let server = std::thread::spawn(move || plays_the_first(listener, lines));
        let output = run(&["backgammon", "match", "net", &player, "--games", "20", "--json"]);
        server.join().unwrap();
        output
    };
    let whole = match_of(usize::MAX);
    let played: Value = serde_json::from_slice(&whole.stdout).unwrap();
    assert_eq!((whole.status.code(), count(&played, "games")), (Some(0), 20));
    assert!(points(&played) > 0.5, "the first play is seldom a good one: {played}");
    // It leaves after some games: those are counted.
    let cut = match_of(200);
    let played: Value = serde_json::from_slice(&cut.stdout).unwrap();
    assert_eq!(cut.status.code(), Some(1));
    assert!((2..20).contains(&count(&played, "games")), "{played}");
    let said = String::from_utf8(cut.stderr).unwrap();
    assert!(said.starts_with("sparring: from gnubg: ") && said.lines().count() == 1, "{said}");
    // At once: there is nothing to show.
    let none = match_of(0);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(1), 0));
}
