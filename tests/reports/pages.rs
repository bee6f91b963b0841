//! Claim: `--report` writes a well-formed page that refers to nothing outside itself, contains the
//! document that `--json` prints, and escapes names. A page that cannot be written does not lose
//! the result on standard output.

use std::fs;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::time::Duration;

use crate::support::binary::{assert_ledger, document, process, run};
use crate::support::full_disk::full_disk;
use crate::support::page::{self, assert_page, embedded, tags};
use crate::support::running::Running;
use serde_json::Value;

fn scratch(name: &str) -> PathBuf {
    page::scratch("report_pages", name)
}

/// Runs it with `--report`: its standard output and the page, which is checked.
fn page(args: &[&str], name: &str) -> (String, String) {
    let path = scratch(name);
    let output = run(&[args, &["--report", path.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(&path).unwrap();
    assert_page(&page);
    (String::from_utf8(output.stdout).unwrap(), page)
}

/// The number of stolen tasks among the spans of the timeline.
fn stolen_spans(page: &str) -> u64 {
    let timeline = embedded(page, "timeline-data");
    let workers = timeline["workers"].as_array().unwrap();
    let kinds = |worker: &Value| {
        let spans = worker["spans"].as_array().unwrap().clone();
        assert_eq!(spans.len() % 6, 0);
        spans.chunks(6).map(|span| span[3].as_u64().unwrap()).collect::<Vec<_>>()
    };
    workers.iter().flat_map(kinds).filter(|kind| (1..=4).contains(kind)).count() as u64
}

#[test]
fn pages_hold_the_document_of_every_search() {
    let runs: [(&str, &[&str]); 6] = [
        ("chess", &["chess", "bestmove", "--depth", "5", "--threads", "2"]),
        ("chess-one", &["chess", "bestmove", "--board", "stamma", "--strategy", "pvs", "--threads", "1"]),
        ("chess-compared", &["chess", "bestmove", "--depth", "5", "--threads", "8", "--compare", "--stats"]),
        ("chess-over", &["chess", "bestmove", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]),
        ("dots", &["dots", "bestmove", "--size", "2x3", "--threads", "2"]),
        ("backgammon", &["backgammon", "bestmove", "--roll", "31", "--threads", "3", "--keep", "4"]),
    ];
    for (name, args) in runs {
        let (out, page) = page(&[args, &["--json"]].concat(), &format!("{name}.html"));
        let document = document(&out);
        assert_ledger(&document);
        assert_eq!(embedded(&page, "run"), document, "{name}");
        assert_eq!(stolen_spans(&page), document["tasks"]["stolen"].as_u64().unwrap(), "{name}");
        for key in ["created", "inlined", "stolen", "run", "discarded", "aborted", "dud", "overflowed"] {
            let shown = format!("<data value=\"{}\" data-key=\"{key}\">", document["tasks"][key]);
            let total =
                page.split_once("<tr class=\"total\"><th scope=\"row\">total</th><td><div class=\"bar\"");
            assert!(page.contains(&shown) && total.is_some(), "{name}: {key}");
        }
        assert_eq!(page.contains("class=\"equation\""), !document["compare"].is_null());
    }
}

#[test]
fn the_text_form_is_the_same_with_a_page() {
    let (out, _) = page(&["dots", "bestmove", "--size", "1x3", "--threads", "1"], "text.html");
    assert!(out.contains("\nbest     h0,0\n") && out.contains("\nTASKS: "), "{out}");
}

#[test]
fn names_cannot_break_out_of_their_text() {
    let board = scratch("<img src=x onerror=alert(1)>&quot;'\".board");
    fs::write(&board, "1 1 2 3 4\n").unwrap();
    let (_, page) = page(
        &["dots", "bestmove", "--config", board.to_str().unwrap()],
        "<script>alert(1)<!-- ]]> '\" & {{data}}.html",
    );
    let named: Vec<_> = tags(&page).into_iter().filter(|tag| tag.attributes.contains("alert")).collect();
    assert!(named.is_empty());
    assert!(page.contains("&lt;script&gt;alert(1)&lt;!-- ]]&gt; "), "the command line is there");
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;&amp;quot;"), "and so is the board's name");
    let board = embedded(&page, "run")["board"].as_str().unwrap().to_owned();
    assert!(board.contains("<img src=x onerror=alert(1)>&quot;'\""), "{board}");
}

#[test]
fn experiments_have_pages_too() {
    let path = scratch("experiment.html");
    let args = ["reproduce", "B", "--threads", "2", "--json", "--report", path.to_str().unwrap()];
    // As early as there are rows to show, on any machine.
    let mut documents = (1..9).map(|doubled| interrupted(&args, Duration::from_secs(1 << doubled)));
    let has_rows = |document: &Value| document["rows"].as_array().unwrap().len() >= 2;
    let document = documents.find(has_rows).expect("four minutes of processor time are enough");
    let page = fs::read_to_string(&path).unwrap();
    assert_page(&page);
    assert_eq!(embedded(&page, "run"), document);
    let rows = document["rows"].as_array().unwrap().len();
    let times = page.split_once("<section id=\"times\"").unwrap().1.split_once("</table>").unwrap().0;
    assert_eq!(times.matches("<tr>").count(), 1 + rows, "a row for each row and one for the heading");
    assert_speedups(&page);
    let title = page.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
    assert!(title.starts_with("Experiment B: speed-up ") && title.contains(" on 2 workers"), "{title}");
    assert!(page.contains(&format!("<h1>{title}</h1>")), "{title}");
}

/// Asserts that the table of a page has the speed-up of every row of its document.
fn assert_speedups(page: &str) {
    let document = embedded(page, "run");
    let times = page.split_once("<section id=\"times\"").unwrap().1.split_once("</table>").unwrap().0;
    let head: Vec<&str> = times.split("<th scope=\"col\"").skip(1).collect();
    let column = head.iter().position(|name| name.contains(">speed-up<")).expect("a column of speed-ups");
    let rows = times.split_once("<tbody>").unwrap().1.split("<tr>").skip(1);
    let shown: Vec<&str> =
        rows.map(|row| row.split("<td>").nth(column).unwrap().split_once('<').unwrap().0).collect();
    let rows = document["rows"].as_array().unwrap();
    let expected: Vec<String> =
        rows.iter().map(|row| format!("{:.2}", row["speedup"].as_f64().unwrap())).collect();
    assert_eq!(shown, expected);
}

/// Presses Ctrl-C `after` some processor time, and returns the document that it prints then.
fn interrupted(args: &[&str], after: Duration) -> Value {
    let mut running = Running::start(&mut process(args));
    running.listens();
    running.works(after);
    running.interrupt();
    let output = running.end();
    assert_eq!(output.status.code(), Some(130));
    document(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn an_interrupted_search_leaves_a_whole_page() {
    let path = scratch("interrupted.html");
    let args = [
        "chess",
        "bestmove",
        "--depth",
        "60",
        "--threads",
        "2",
        "--json",
        "--report",
        path.to_str().unwrap(),
    ];
    let printed = interrupted(&args, Duration::from_millis(700));
    let page_of_it = fs::read_to_string(&path).unwrap();
    assert_page(&page_of_it);
    assert_eq!(embedded(&page_of_it, "run"), printed);
    let (out, limited) =
        page(&["chess", "bestmove", "--movetime", "300", "--threads", "2", "--json"], "limited.html");
    assert_eq!(embedded(&limited, "run"), document(&out));
}

#[test]
fn what_cannot_be_written_is_known_before_the_search() {
    let folder = scratch("");
    let nowhere = scratch("nowhere/page.html");
    for path in [folder.to_str().unwrap(), nowhere.to_str().unwrap()] {
        for command in [&["chess", "bestmove", "--depth", "60"][..], &["reproduce", "A"]] {
            // A search of 60 plies would not end.
            let output = run(&[command, &["--report", path]].concat());
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(
                said.starts_with("sparring: --report: got '")
                    && said.contains(", expected ")
                    && said.contains("; try ")
            );
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn a_full_disk_does_not_cost_the_result() {
    if full_disk("a_full_disk_does_not_cost_the_result").is_none() {
        return;
    }
    let output = run(&["dots", "bestmove", "--size", "2x2", "--json", "--report", "/dev/full"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("sparring: --report: got '") && said.lines().count() == 1, "{said}");
    assert!(document(&String::from_utf8(output.stdout).unwrap())["best"].is_string());
}

#[test]
fn a_result_that_nobody_can_read_does_not_cost_the_page() {
    let Some(full) = full_disk("a_result_that_nobody_can_read_does_not_cost_the_page") else { return };
    let path = scratch("unprinted.html");
    let _there_is_none = fs::remove_file(&path);
    let args = ["reproduce", "C", "--threads", "1", "--report", path.to_str().unwrap()];
    let output = process(&args).stdout(full).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("while writing results"), "{said}");
    let page = fs::read_to_string(&path).unwrap();
    assert_page(&page);
    assert_speedups(&page);
}

#[test]
fn a_page_replaces_a_longer_one() {
    let path = scratch("longer.html");
    fs::write(&path, "x".repeat(1 << 20)).unwrap();
    page(&["dots", "bestmove", "--size", "1x1"], "longer.html");
}

#[test]
fn lanes_are_drawn_in_letters_the_terminal_knows() {
    let lanes = |locale: &str| {
        let mut command = process(&["dots", "bestmove", "--threads", "2", "--stats"]);
        let output = command.env("LC_ALL", locale).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines()
            .filter(|line| line.ends_with(" %") && line.contains('|'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (letters, blocks) = (lanes("C"), lanes("en_US.UTF-8"));
    assert_eq!((letters.len(), blocks.len()), (2, 2), "{letters:?} {blocks:?}");
    assert!(letters.iter().all(|lane| lane.is_ascii() && lane.contains('#')), "{letters:?}");
    assert!(blocks.iter().all(|lane| lane.contains('█') && !lane.contains('#')), "{blocks:?}");
    let json = run(&["dots", "bestmove", "--size", "1x2", "--stats", "--json"]);
    assert!(!String::from_utf8(json.stdout).unwrap().contains("lanes"));
}

/// The numbers of a row of the terminal's table of durations: count, median, and so on.
fn durations(text: &str, name: &str) -> Vec<String> {
    let rows = text.split_once(" latency ").expect("a table of latencies").1;
    let row = rows.lines().find_map(|line| line.trim_start().strip_prefix(name));
    row.unwrap_or_else(|| panic!("no {name} in {rows}"))
        .split("  ")
        .map(|cell| cell.trim().to_owned())
        .filter(|cell| !cell.is_empty())
        .collect()
}

#[test]
fn the_terminal_the_page_and_the_document_tell_the_same_durations() {
    let args =
        ["chess", "bestmove", "--board", "ruy-lopez", "--strategy", "ybw", "--depth", "5", "--threads", "2"];
    let (text, page) = page(&[&args[..], &["--stats"]].concat(), "durations.html");
    let document = embedded(&page, "run");
    let stats = &document["stats"];
    let figures = page.split_once("<section id=\"latencies\"").unwrap().1.split_once("</section>").unwrap().0;
    let named = [
        ("steal", "Steal", &stats["latencies"]["steal"]),
        ("wake-up", "Wake-up", &stats["latencies"]["wake"]),
        ("cutoff", "Cutoff", &stats["latencies"]["cutoff"]),
        ("stay", "Stay", &stats["latencies"]["run"]),
        ("stolen task", "Stolen task", &stats["stolen_tasks"]),
    ];
    for (name, heading, line) in named {
        let row = durations(&text, name);
        assert_eq!(row[0], line["count"].to_string(), "{name}: {text}");
        if line["count"].as_u64() > Some(1) {
            let figure = figures.split_once(&format!("<h3>{heading}: median {}</h3>", row[1])).unwrap().1;
            let numbers = figure.split_once("class=\"numbers\">").unwrap().1.split_once("</p>").unwrap().0;
            let said = format!(
                "{} times, median {}, 90 % to {}, 99 % to {}, longest {}",
                row[0], row[1], row[2], row[3], row[4]
            );
            assert_eq!(numbers.replace(',', ""), said.replace(',', ""), "{name}");
        }
    }
    assert_eq!(stats["stolen_tasks"]["count"], document["tasks"]["stolen"]);
    let unrecorded = run(&[&args[..], &["--stats", "--json"]].concat());
    assert!(document_of(unrecorded)["stats"]["stolen_tasks"].is_null());
}

fn document_of(output: Output) -> Value {
    document(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn only_the_search_is_shared_out() {
    let args = ["dots", "solve", "--size", "2x2", "--threads", "1", "--stats"];
    let (out, page) = page(&args, "short.html");
    let lane = out.lines().find(|line| line.starts_with("     0 |")).unwrap();
    let share: u32 = lane.trim_end_matches(" %").rsplit(' ').next().unwrap().parse().unwrap();
    assert!(share >= 90, "one worker does nothing but search: {lane}");
    let timeline = embedded(&page, "timeline-data");
    let moments = |key: &str| [0, 1].map(|i| timeline[key][i].as_u64().unwrap());
    let ([from, to], shown) = (moments("searched"), moments("shown"));
    assert!(shown[0] <= from && to <= shown[1] && shown[1] - shown[0] <= (to - from) * 11 / 10);
    assert!(to <= timeline["end"].as_u64().unwrap(), "the recording also holds the shut-down");
}
