//! Claim: `--report FILE.svg` writes the timeline as one well-formed picture that refers to nothing
//! outside itself and shows every task of the ledger that changed hands.

use std::fs;
use std::path::PathBuf;

use crate::support::binary::{assert_ledger, count, document, stdout};
use crate::support::browser::Browser;
use crate::support::page::{self, Tag, elements};
use crate::support::skip::skip;
use serde_json::Value;

fn scratch(name: &str) -> PathBuf {
    page::scratch("pictures", name)
}

/// Runs it with a picture: the document and the picture, which is checked.
fn picture(args: &[&str], name: &str) -> (Value, String) {
    let path = scratch(name);
    let out = stdout(&[args, &["--json", "--report", path.to_str().unwrap()]].concat());
    let picture = fs::read_to_string(&path).unwrap();
    assert_picture(&picture);
    (document(&out), picture)
}

fn assert_picture(picture: &str) {
    let elements = elements(picture);
    assert_eq!(elements[0].name, "svg");
    for Tag { name, attributes } in &elements {
        assert!(!["script", "image", "use", "a", "foreignObject"].contains(name), "<{name}>");
        let mut names = attributes.split('"').step_by(2).map(str::trim_start);
        assert!(!names.any(|name| name.contains("href") || name.starts_with("on")), "{attributes}");
    }
    let elsewhere = picture.replacen("xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    assert!(!elsewhere.contains("://") && !elsewhere.contains("@import"));
    assert!(picture.trim_end().ends_with("</svg>") && picture.len() <= 100_000, "{}", picture.len());
}

/// The number of rectangles that are drawn of a kind of span.
fn drawn(picture: &str, kind: &str) -> u64 {
    let path = |tag: &Tag| tag.name == "path" && tag.attributes.starts_with(&format!("class=\"{kind}\""));
    let paths = elements(picture).into_iter().filter(path);
    paths.map(|path| path.attributes.matches('M').count() as u64).sum()
}

#[test]
fn every_stolen_task_is_in_the_picture() {
    let runs: [(&str, &[&str]); 4] = [
        ("chess", &["chess", "bestmove", "--depth", "4", "--threads", "2"]),
        ("dots", &["dots", "bestmove", "--size", "2x3", "--threads", "3"]),
        ("backgammon", &["backgammon", "bestmove", "--roll", "31", "--threads", "2"]),
        ("perft", &["chess", "perft", "--depth", "4", "--threads", "2"]),
    ];
    for (name, args) in runs {
        let (document, picture) = picture(args, &format!("{name}.svg"));
        assert_ledger(&document);
        assert!(!picture.contains("are left out"), "{name}: short enough to be drawn whole");
        let tasks = &document["tasks"];
        let stolen = drawn(&picture, "task") + drawn(&picture, "aborted");
        assert_eq!(stolen, count(tasks, "stolen"), "{name}");
        assert!(picture.contains(&format!("({stolen} converted, ")), "{name}");
        let promoted: u64 =
            document["workers"].as_array().unwrap().iter().map(|worker| count(worker, "promoted")).sum();
        assert_eq!(drawn(&picture, "shared"), promoted, "{name}");
    }
}

#[test]
fn the_picture_of_the_front_page_is_whole_and_small() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".github/timeline.svg");
    let picture = fs::read_to_string(path).unwrap();
    assert_picture(&picture);
    assert!(picture.len() <= 40_000, "{} bytes", picture.len());
    let stolen = drawn(&picture, "task") + drawn(&picture, "aborted");
    assert!(stolen > 100 && picture.contains(&format!("({stolen} converted, ")), "{stolen} stolen tasks");
}

/// The corners of a curve's first point, as distances from the first corner; none of a circle.
fn shape(curve: &str) -> Vec<f64> {
    let point = curve.split_once("class=\"point\" d=\"M").unwrap().1.split_once('"').unwrap().0;
    if point.contains('a') {
        return Vec::new();
    }
    let numbers = point.trim_end_matches('z').split(['L', ' ']);
    let numbers: Vec<f64> = numbers.map(|number| number.parse().unwrap()).collect();
    numbers.iter().enumerate().map(|(i, at)| at - numbers[i % 2]).collect()
}

/// Asserts that the title tells the lowest and the highest curve, and that the tables tell each.
fn assert_curves_are_told(picture: &str) {
    let tables = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/README.md");
    let tables = fs::read_to_string(tables).unwrap();
    // The published point on 1024 processors has no range over positions.
    let entries = picture.split("class=\"entry\"").skip(1);
    let entries = entries.filter_map(|entry| entry.split_once(" on 1024 ("));
    let curves = entries.map(|(entry, _)| entry.rsplit_once('>').unwrap().1.split_once(": ").unwrap());
    let mut speed_ups: Vec<&str> = Vec::new();
    for (name, speed_up) in curves {
        let (game, search) = name.split_once(' ').unwrap();
        let row = format!("| {game} `{search}`, ");
        let told = |line: &str| line.starts_with(&row) && line.contains(&format!(" | {speed_up} | "));
        assert!(tables.lines().any(told), "{name}: {speed_up}");
        speed_ups.push(speed_up);
    }
    assert_eq!(speed_ups.len(), 4);
    speed_ups.sort_by(|a, b| a.parse::<f64>().unwrap().total_cmp(&b.parse().unwrap()));
    let title = format!(">Speed-up {} to {} on 1024 simulated workers</text>", speed_ups[0], speed_ups[3]);
    assert!(picture.contains(&title), "{title}");
}

/// The front page shows the speed-ups too.
#[test]
fn the_curves_of_the_front_page_are_told_apart_and_fill_it() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".github/scaling.svg");
    let picture = fs::read_to_string(&path).unwrap();
    assert_picture(&picture);
    let (head, rest) = picture.split_once("<svg class=\"chart\"").expect("a chart");
    let (chart, _) = rest.split_once("</svg>").unwrap();
    let curves: Vec<&str> = chart.split("<g class=\"").skip(1).collect();
    let colours: Vec<&str> = curves.iter().map(|curve| curve.split_once('"').unwrap().0).collect();
    let shapes: Vec<Vec<f64>> = curves.iter().map(|curve| shape(curve)).collect();
    assert_eq!(curves.len(), 10);
    for i in 1..curves.len() {
        assert!(!colours[..i].contains(&colours[i]), "{colours:?}");
        let alike = |other: &Vec<f64>| {
            let apart = other.iter().zip(&shapes[i]).any(|(a, b)| (a - b).abs() > 0.3);
            other.len() == shapes[i].len() && !apart
        };
        assert_eq!(shapes[..i].iter().position(alike), None, "has the shape of {i}");
    }
    let number = |text: &str, name: &str| -> f64 {
        let value = text.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0;
        value.parse().unwrap()
    };
    let [whole, plot] = [head, chart].map(|text| number(text, "width") * number(text, "height"));
    assert!(plot > 0.6 * whole, "{plot} of {whole}");
    assert_curves_are_told(&picture);
    match Browser::start(&scratch("chromium-front-page")) {
        None => skip("the_curves_of_the_front_page_are_told_apart_and_fill_it", "chromium and chromedriver"),
        Some(browser) => browser.assert_fits(&path),
    }
}

#[test]
fn names_cannot_break_out_of_their_text() {
    let board = scratch("<b onclick=\"x\">&amp;'.board");
    fs::write(&board, "1 1 2 3 4\n").unwrap();
    let (_, picture) = picture(&["dots", "bestmove", "--config", board.to_str().unwrap()], "<i>.svg");
    // The line may be wrapped at the space.
    assert!(picture.contains("&lt;b") && picture.contains("onclick=&quot;x&quot;&gt;&amp;amp;"));
}

#[test]
fn a_browser_shows_all_of_it() {
    picture(&["chess", "bestmove", "--depth", "5", "--threads", "2"], "shown.svg");
    assert_fits("a_browser_shows_all_of_it", "shown.svg");
}

/// Asserts that a browser finds no fault in a picture and no text outside it.
fn assert_fits(test: &str, name: &str) {
    match Browser::start(&scratch(&format!("chromium-{test}"))) {
        None => skip(test, "chromium and chromedriver"),
        Some(browser) => browser.assert_fits(&scratch(name)),
    }
}
