//! Claim: `sparring reproduce scaling` shows the same simulated speed-ups on any number of
//! threads, and its rows are what they say.

use std::time::Duration;

use serde_json::Value;

use crate::support::binary::{count, document, json, process};
use crate::support::folder::Folder;
use crate::support::running::Running;

const SMALL: [&str; 6] = ["reproduce", "scaling", "--nodes", "300", "--workers", "1,4"];

fn scaling(more: &[&str]) -> Value {
    json(&[&SMALL, more].concat())
}

/// The rows with this clock.
fn rows<'d>(document: &'d Value, clock: &str) -> Vec<&'d Value> {
    document["rows"].as_array().unwrap().iter().filter(|row| row["clock"] == clock).collect()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

#[test]
fn simulated_rows_are_the_same_on_one_thread_and_two() {
    let [one, two] = ["1", "2"].map(|threads| scaling(&["--threads", threads]));
    let simulated = rows(&one, "virtual");
    assert_eq!(simulated, rows(&two, "virtual"));
    assert_eq!(one["games"], two["games"]);
    assert_eq!((rows(&one, "real").len(), rows(&two, "real").len()), (4, 8));
    let named =
        |row: &&Value| format!("{} {} {}", row["name"], row["strategy"], row["workers"]).replace('"', "");
    let expected = ["chess ybw", "dots ybw", "dots solve", "backgammon par-star2"]
        .map(|game| [format!("{game} 1"), format!("{game} 4")]);
    assert_eq!(simulated.iter().map(named).collect::<Vec<_>>(), expected.as_flattened());
}

#[test]
fn rows_add_up() {
    let document = scaling(&["--threads", "1"]);
    for row in rows(&document, "virtual") {
        let (workers, parts) = (number(row, "workers"), &row["parts"]);
        let product = workers * number(parts, "busy") * number(parts, "rate")
            / (1.0 + number(parts, "search_overhead"));
        assert!((number(row, "speedup") / product - 1.0).abs() < 1e-6, "{row}");
        let [least, most] = [0, 1].map(|end| row["speedup_range"][end].as_f64().unwrap());
        assert!(least <= number(row, "speedup") && number(row, "speedup") <= most, "{row}");
        if workers == 1.0 {
            assert!((0.95..1.0001).contains(&number(row, "speedup")), "one worker is no faster: {row}");
        }
        let wasted: f64 =
            parts["wasted"].as_object().unwrap().values().map(|part| part.as_f64().unwrap()).sum();
        let idle: f64 = parts["idle"].as_object().unwrap().values().map(|part| part.as_f64().unwrap()).sum();
        assert!(wasted >= 0.0 && (0.0..1.0).contains(&idle), "{row}");
    }
    let published = rows(&document, "published");
    let last = |name: &str| published.iter().rfind(|row| row["name"] == name).unwrap();
    assert_eq!((count(last("Cray Blitz"), "workers"), number(last("Cray Blitz"), "speedup")), (16, 11.1));
    assert_eq!((count(last("ZUGZWANG"), "workers"), number(last("ZUGZWANG"), "speedup")), (1024, 344.0));
    for game in document["games"].as_array().unwrap() {
        let nodes: Vec<u64> =
            game["nodes"].as_array().unwrap().iter().map(|nodes| nodes.as_u64().unwrap()).collect();
        assert!(nodes[0] > 0 && nodes.is_sorted(), "{game}");
    }
}

#[test]
fn ctrl_c_ends_it_soon_with_what_was_finished() {
    let mut command = process(&["reproduce", "scaling", "--threads", "2", "--json"]);
    let mut running = Running::start(&mut command);
    running.listens();
    running.works(Duration::from_millis(500));
    running.interrupt();
    let (output, time) = running.end_timed();
    assert!(time < Duration::from_secs(5), "went on for {time:?} of processor time");
    assert_eq!(output.status.code(), Some(130));
    let found = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(rows(&found, "published").len(), 8);
    let (said, parts) = (String::from_utf8(output.stderr).unwrap(), found["games"].as_array().unwrap().len());
    assert!(said.contains(&format!("interrupted after {parts} of 4 parts")), "{said}");
}

#[test]
fn a_page_and_a_picture_show_the_curves() {
    let folder = Folder::new("scaling");
    for name in ["scaling.html", "scaling.svg"] {
        let file = folder.path().join(name);
        let document = scaling(&["--threads", "1", "--report", file.to_str().unwrap()]);
        let text = std::fs::read_to_string(&file).unwrap();
        let chart = text.split_once("<svg class=\"chart\"").unwrap().1.split_once("</svg>").unwrap().0;
        assert_eq!(chart.matches("class=\"curve\"").count(), 4 + 4 + 2, "{name}");
        assert!(text.contains("chess ybw, simulated") && text.contains("ZUGZWANG ybw, published"), "{name}");
        assert_eq!(document["games"].as_array().unwrap().len(), 4);
        let most = rows(&document, "virtual").into_iter().filter(|row| count(row, "workers") == 4);
        let mut speedups: Vec<f64> = most.map(|row| number(row, "speedup")).collect();
        speedups.sort_by(f64::total_cmp);
        let title = format!("Speed-up {:.2} to {:.2} on 4 simulated workers", speedups[0], speedups[3]);
        assert!(text.contains(&format!(">{title}</")), "{name}: {title}");
    }
}
