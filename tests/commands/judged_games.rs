//! Claim: games judged by `chess analyse --pgn` have the same values as text, document and page,
//! on any number of workers; accuracy and loss follow from the values.

use std::fs;
use std::process::Output;

use super::annotate::{GAMES, POOR, annotate, read, sound};
use crate::support::binary::document;
use crate::support::folder::Folder;
use crate::support::pty::Terminal;
use crate::support::sparring::sparring;
use serde_json::Value;

#[test]
fn games_are_annotated_the_same_by_any_number_of_workers() {
    let (text, told, code) = annotate(POOR, &["--depth", "7"]);
    assert_eq!(code, 0, "{told}");
    for more in [&[][..], &["--jobs", "1"], &["--jobs", "2"], &["--jobs", "5"]] {
        let (again, _, _) = annotate(POOR, &[&["--depth", "7"], more].concat());
        assert_eq!(again, text, "{more:?}");
    }
}

#[test]
fn bad_moves_have_as_many_better_lines_as_are_asked_for() {
    let variations = |lines: &str| {
        let (text, told, code) = annotate(POOR, &["--strategy", "ybw", "--depth", "3", "--multipv", lines]);
        assert_eq!(code, 0, "{told}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let marked = words.iter().filter(|word| ["$2", "$4", "$6"].contains(word)).count();
        // Values in brackets have digits behind the point.
        let is_number = |word: &&&str| word.starts_with('(') && word.ends_with('.');
        (marked, words.iter().filter(is_number).count())
    };
    let (marked, one) = variations("1");
    assert!(marked >= 3 && one == marked, "{one} lines of {marked} moves");
    // A marked move may be among the three best, and is no variation of itself.
    let document = judged(POOR, &["--depth", "3", "--multipv", "3"]);
    let moves = document["games"][0]["moves"].as_array().unwrap().iter();
    let lines = moves.filter(|one| one["mark"].is_string()).map(|one| {
        let lines = one["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "{one}");
        lines.iter().filter(|line| line["move"] != one["move"]).count()
    });
    assert_eq!(variations("3"), (marked, lines.sum()));
}

/// Games, as text and as a file, and a document of them.
fn judged(text: &str, more: &[&str]) -> Value {
    let args = [&["chess", "analyse", "--pgn", "-", "--json", "--strategy", "ybw"], more].concat();
    let Output { stdout, .. } = sparring(&args).write_stdin(text).output();
    document(std::str::from_utf8(&stdout).unwrap())
}

/// The document has the values that the annotated games have, and its players the sums of them.
#[test]
fn the_document_has_the_values_of_the_annotated_games() {
    let text = sound();
    let document = judged(&text, &["--depth", "2", "--multipv", "2"]);
    let (annotated, _, _) = annotate(text.as_str(), &["--strategy", "ybw", "--depth", "2"]);
    let games = document["games"].as_array().unwrap();
    let records = read(&annotated);
    assert_eq!((games.len(), &document["depth"]), (records.len(), &2.into()));
    for (game, record) in games.iter().zip(&records) {
        let mut position = record.start.clone();
        let mut sums = [(0, 0.0), (0, 0.0)];
        for (judged, &m) in game["moves"].as_array().unwrap().iter().zip(&record.moves) {
            assert_eq!(
                (&judged["position"], &judged["san"]),
                (&position.to_string().into(), &position.san(m).into())
            );
            let values = ["best_value", "value"].map(|key| match judged[key]["mate"].as_i64() {
                Some(mate) => 1000.0 * mate.signum() as f64,
                None => judged[key]["score"].as_f64().unwrap().clamp(-1000.0, 1000.0),
            });
            let loss = values[0] - values[1];
            assert_eq!(judged["loss"], loss, "{judged}");
            // The formulas of lichess.org/page/accuracy, and one per cent more.
            let [before, after] =
                values.map(|value: f64| 50.0 + 50.0 * (2.0 / (1.0 + (-0.00368208 * value).exp()) - 1.0));
            let accuracy = 103.1668 * (-0.04354 * (before - after)).exp() - 3.1669 + 1.0;
            let told = judged["accuracy"].as_f64().unwrap();
            assert!((told - accuracy.clamp(0.0, 100.0)).abs() < 0.01, "{told} {accuracy}");
            let black = usize::from(judged["side"] == "Black");
            sums[black] = (sums[black].0 + 1, sums[black].1 + loss);
            position = position.play(m);
        }
        assert_eq!(game["end_position"], position.to_string());
        for (player, (moves, lost)) in game["players"].as_array().unwrap().iter().zip(sums) {
            assert_eq!(player["moves"], moves);
            let mean = (moves > 0).then(|| lost / f64::from(moves));
            assert!(
                player["mean_loss"].as_f64().zip(mean).is_none_or(|(told, mean)| (told - mean).abs() < 1e-9)
            );
            assert_eq!(player["accuracy"].is_null(), moves == 0);
        }
    }
    let numbers: Vec<&Value> = games.iter().map(|game| &game["number"]).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert!(games[0]["moves"][4]["lines"].as_array().unwrap().len() == 2);
    let broken = judged(GAMES, &["--depth", "1"]);
    assert_eq!((&broken["errors"][0]["line"], &broken["games"][1]["number"]), (&13.into(), &3.into()));
}

#[test]
fn progress_tells_how_many_positions_there_are_and_the_time_left() {
    let folder = Folder::new("judged-progress");
    fs::write(folder.path().join("poor.pgn"), [POOR, POOR].join("\n\n")).unwrap();
    let mut terminal =
        Terminal::raw(&["chess", "analyse", "--pgn", "poor.pgn", "--depth", "9"], &folder, &[]);
    // Each game has 32 moves, and so 33 positions.
    terminal.sees("/66 ");
    terminal.sees(" left");
}
