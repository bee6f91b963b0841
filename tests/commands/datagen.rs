//! Claim: `chess datagen` makes the same file on any number of workers and in any number of runs,
//! and its games are games of chess.

use std::fs;
use std::path::Path;

use crate::support::binary::{assert_ledger, json, refusal, stdout};
use crate::support::folder::Folder;
use sparring_engine::games::chess::training::{Games, GamesHeader};

/// Plays until the file holds `games`, with short searches.
fn arguments<'a>(file: &'a str, games: &'a str, threads: &'a str) -> [&'a str; 11] {
    ["chess", "datagen", file, "--games", games, "--nodes", "60", "--seed", "7", "--threads", threads]
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_file_is_the_same_on_any_number_of_workers_and_after_any_interruption() {
    let folder = Folder::new("datagen");
    let [one, two, torn] = ["one", "two", "torn"].map(|name| folder.path().join(name));
    let document = json(&arguments(text(&one), "12", "1"));
    assert_ledger(&document);
    assert_eq!((&document["games"], &document["earlier"]), (&12.into(), &0.into()));
    stdout(&arguments(text(&two), "12", "3"));
    let whole = fs::read(&one).unwrap();
    assert_eq!(fs::read(&two).unwrap(), whole);
    for length in [0, 32, 33, whole.len() / 3, whole.len() - 1, whole.len()] {
        fs::write(&torn, &whole[..length]).unwrap();
        stdout(&arguments(text(&torn), "12", "2"));
        assert!(fs::read(&torn).unwrap() == whole, "cut at byte {length} of {}", whole.len());
    }
}

#[test]
fn games_begin_at_random_and_end_with_a_result() {
    let folder = Folder::new("datagen_games");
    let path = folder.path().join("games");
    let document = json(&arguments(text(&path), "10", "2"));
    let bytes = fs::read(&path).unwrap();
    let (header, games) = Games::of(&bytes).unwrap();
    assert_eq!(header, GamesHeader { seed: 7, nodes: 60, random: 8 });
    let games: Vec<_> = games.map(Result::unwrap).collect();
    let mut results = [0; 3];
    for game in &games {
        let mut searched = 0;
        assert!(game.each_sample(|_| searched += 1), "all moves are legal");
        assert!((8..=9).contains(&(game.plies.len() - searched)), "random moves");
        results[2 - usize::from(game.half_points)] += 1;
    }
    assert_eq!(document["results"], serde_json::json!(results));
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(document["plies"], plies);
    games.iter().zip(&games[1..]).for_each(|(one, next)| assert_ne!(one, next));
}

/// The games behind a damaged one are whole.
#[test]
fn a_damaged_game_is_refused_and_the_others_are_left_alone() {
    let folder = Folder::new("datagen_damaged");
    let path = folder.path().join("games");
    // More than the longest game: a length that is wrong does not reach beyond the end.
    stdout(&arguments(text(&path), "12", "1"));
    let whole = fs::read(&path).unwrap();
    // The length of the first game, its result, and the score of its first move.
    for at in [32, 33, 34, 38] {
        for bit in [1, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= bit;
            fs::write(&path, &bytes).unwrap();
            let line = refusal(&arguments(text(&path), "13", "1"));
            assert!(line.contains("the game at byte 32 is damaged"), "byte {at}, {bit:#x}: {line}");
            assert!(fs::read(&path).unwrap() == bytes, "byte {at}, {bit:#x}");
        }
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let folder = Folder::new("datagen_refused");
    let path = folder.path().join("games");
    fs::write(&path, "[Event \"?\"]\n").unwrap();
    let line = refusal(&arguments(text(&path), "2", "1"));
    assert!(line.contains("not a file of training games"), "{line}");
    assert_eq!(fs::read(&path).unwrap(), b"[Event \"?\"]\n");
    fs::write(&path, GamesHeader { seed: 8, nodes: 60, random: 8 }.bytes()).unwrap();
    let line = refusal(&arguments(text(&path), "2", "1"));
    assert!(line.contains("games of --seed 8") && line.contains("expected"), "{line}");
    let line = refusal(&["chess", "datagen", text(folder.path())]);
    assert!(line.contains("irectory"), "{line}");
    let line = refusal(&arguments("/dev/null", "2", "1"));
    assert!(line.contains("no regular file"), "{line}");
}
