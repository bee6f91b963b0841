//! Claim: `sparring reproduce` shows every number that the ancestors' authors published, as the
//! data files have it, and no other; and the files agree with themselves as far as the papers do.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::support::binary::{document, process};
use crate::support::running::Running;
use serde_json::Value;

const TABLES: &str = include_str!("../../src/lab/ancestors/published/tables.csv");
const STATED: &str = include_str!("../../src/lab/ancestors/published/stated.csv");

/// The published numbers of all four papers.
const TABULATED: usize = 600;
const IN_SENTENCES: usize = 32;

/// A line of a data file, by the names of its columns.
type Line = BTreeMap<String, String>;

/// Reads a file by another method than the program: character by character.
fn lines(file: &str) -> Vec<Line> {
    let cells = |line: &str| {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                c => cells.last_mut().unwrap().push(c),
            }
        }
        cells
    };
    let mut all = file.lines().map(cells);
    let head = all.next().unwrap();
    all.map(|cells| {
        assert_eq!(cells.len(), head.len(), "{cells:?}");
        head.iter().cloned().zip(cells).collect()
    })
    .collect()
}

/// The columns of figures, and the keys of documents that show them.
const FIGURES: [(&str, &str); 10] = [
    ("seconds", "/seconds"),
    ("percent", "/percent"),
    ("total", "/counts/total"),
    ("converted", "/counts/converted"),
    ("overflowed", "/counts/overflowed"),
    ("dud", "/counts/dud"),
    ("collected", "/counts/collected"),
    ("fizzled", "/counts/fizzled"),
    ("conversion", "/conversion"),
    ("memory_mib", "/memory_mib"),
];

fn figure(line: &Line, column: &str) -> Option<f64> {
    (!line[column].is_empty()).then(|| line[column].parse().unwrap())
}

fn of<'l>(lines: &'l [Line], experiment: &'l str) -> impl Iterator<Item = &'l Line> {
    lines.iter().filter(move |line| line["experiment"] == experiment)
}

/// The document of an experiment that was interrupted at once: what was published is there all the
/// same.
fn interrupted(experiment: &str) -> Value {
    let mut command = process(&["reproduce", experiment, "--threads", "1", "--json"]);
    let mut running = Running::start(&mut command);
    running.listens();
    running.works(Duration::from_millis(300));
    running.interrupt();
    document(&String::from_utf8(running.end().stdout).unwrap())
}

#[test]
fn what_is_shown_as_published_is_the_data_file() {
    let (tables, stated) = (lines(TABLES), lines(STATED));
    for experiment in ["A", "B", "C", "D"] {
        let shown = interrupted(experiment);
        let rows = shown["published"].as_array().unwrap();
        assert_eq!(rows.len(), of(&tables, experiment).count(), "{experiment}");
        for (row, line) in rows.iter().zip(of(&tables, experiment)) {
            for key in ["source", "program", "setting"] {
                assert_eq!(row[key], line[key].as_str(), "{line:?}");
            }
            assert_eq!(row["cores"].to_string(), line["cores"], "{line:?}");
            for (column, key) in FIGURES {
                assert_eq!(row.pointer(key).unwrap().as_f64(), figure(line, column), "{column} {line:?}");
            }
        }
        for row in shown["rows"].as_array().unwrap().iter().filter(|row| !row["published"].is_null()) {
            let beside = &row["published"];
            assert_eq!(beside["cores"], row["threads"], "{row}");
            let mut known = rows.iter().map(|row| {
                let mut row = row.clone();
                for ours in ["row", "strategy"] {
                    row.as_object_mut().unwrap().remove(ours);
                }
                row
            });
            assert!(known.any(|row| row == *beside), "{beside}");
        }
        let said = shown["stated"].as_array().unwrap();
        assert_eq!(said.len(), of(&stated, experiment).count(), "{experiment}");
        for (number, line) in said.iter().zip(of(&stated, experiment)) {
            for key in ["source", "quantity", "unit"] {
                assert_eq!(number[key], line[key].as_str());
            }
            assert_eq!(number["value"].as_f64(), figure(line, "value"));
        }
    }
}

#[test]
fn all_published_numbers_are_counted() {
    let tables = lines(TABLES);
    let tabulated =
        tables.iter().map(|line| FIGURES.iter().filter(|(column, _)| figure(line, column).is_some()).count());
    assert_eq!((tabulated.sum::<usize>(), lines(STATED).len()), (TABULATED, IN_SENTENCES));
    let rows = ["A", "B", "C", "D"].map(|experiment| of(&tables, experiment).count());
    assert_eq!(rows, [35, 10, 38, 29]);
}

/// Sparks add up to their total; averages of ten runs to within the rounding of each.
#[test]
fn sparks_add_up() {
    for line in lines(TABLES) {
        let kinds = ["converted", "overflowed", "dud", "collected", "fizzled"];
        let known: Vec<f64> = kinds.iter().filter_map(|kind| figure(&line, kind)).collect();
        if let (Some(total), false) = (figure(&line, "total"), known.is_empty()) {
            assert!((known.iter().sum::<f64>() - total).abs() < 0.25, "{line:?}");
        }
    }
}

/// C has the same sparks for two numbers of cores, once.
#[test]
fn one_line_of_sparks_stands_twice() {
    let tables = lines(TABLES);
    let known: Vec<&Line> = of(&tables, "C").filter(|line| line["setting"] == "parallel depth 5").collect();
    let twice = |pair: &&[&Line]| {
        ["total", "converted", "collected", "fizzled"].iter().all(|&key| pair[0][key] == pair[1][key])
    };
    let pairs: Vec<_> =
        known.windows(2).filter(twice).map(|pair| [&pair[0]["cores"], &pair[1]["cores"]]).collect();
    assert_eq!(pairs, [["6", "7"]]);
}

/// The conversion of C is converted sparks over all, rounded to three places, at every row.
#[test]
fn conversion_is_a_ratio_of_sparks() {
    for line in lines(TABLES) {
        let [share, converted, total] =
            ["conversion", "converted", "total"].map(|column| figure(&line, column));
        if let Some(share) = share {
            let ratio = converted.unwrap() / total.unwrap().max(1.0);
            assert!((share - ratio).abs() <= 0.000_501, "{line:?}: {ratio}");
        }
    }
}

/// The averages of D are those of its times, to its three digits; the speed-ups that C states are
/// ratios of its times. One statement of C is not so: it says 5 % or less of both its best runs,
/// while its table has 43.8 % for the second.
#[test]
fn averages_and_speed_ups_are_those_of_the_times() {
    let tables = lines(TABLES);
    let time = |program: &str, setting: &str, cores: &str| {
        let line = tables.iter().find(|line| {
            [&line["program"], &line["setting"], &line["cores"]].map(String::as_str)
                == [program, setting, cores]
        });
        figure(line.unwrap(), "seconds").unwrap()
    };
    for line in of(&tables, "D").filter(|line| line["setting"] == "all boards") {
        let share = |board| time(&line["program"], board, &line["cores"]) / time("Seq,4", board, "1");
        let shares = ["start", "sicilian", "stamma", "ruy-lopez"].map(share);
        let mean = 100.0 * shares.iter().sum::<f64>() / 4.0;
        assert!((mean - figure(line, "percent").unwrap()).abs() < 0.051, "{line:?}: {mean}");
    }
    let one = time("algo-seq", "depth 9", "1");
    assert!((one / time("algo-par", "parallel depth 4", "8") - 4.5).abs() < 0.01);
    assert!((one / 8.0 - 4.25).abs() < 0.01);
    let second = tables.iter().find(|line| line["setting"] == "parallel depth 2" && line["cores"] == "8");
    assert_eq!(figure(second.unwrap(), "conversion"), Some(0.438), "the paper says at most 5 %");
}
