//! Claim: `--live` shows what the workers do while they do it, without a flicker, and leaves
//! nothing behind; where there is no terminal for it, it does nothing.

use std::fs;

use crate::support::binary::{json, run};
use crate::support::folder::Folder;
use crate::support::screen::Screen;

const SEARCH: [&str; 8] = ["chess", "bestmove", "--depth", "60", "--threads", "2", "--movetime", "2500"];
/// Locales, and what a lane is made of there.
const LOCALES: [(&str, &str); 2] = [("C.UTF-8", "▁▂▃▄▅▆▇█?"), ("C", ".:-=+*%#?")];

fn live(args: &[&str], terminal: &str, locale: &str) -> Screen {
    Screen::of(&[args, &["--live"]].concat(), terminal, locale)
}

/// How often a text was written.
fn times(screen: &Screen, text: &str) -> usize {
    String::from_utf8_lossy(&screen.written).matches(text).count()
}

/// Asserts that the rows are those of an ordinary output, and that nothing stands around it.
fn assert_ordinary(rows: &[String], first: &str) {
    assert!(rows[0].starts_with(first), "{rows:#?}");
    assert!(rows.iter().any(|row| row.starts_with("SPARKS: ")), "{rows:#?}");
    assert!(!rows.iter().any(|row| row.contains("tasks/s") || row.contains("  worker")), "{rows:#?}");
}

#[test]
fn lanes_and_counters_are_shown_and_go() {
    for (locale, bars) in LOCALES {
        let mut screen = live(&SEARCH, "xterm", locale);
        assert!(screen.shows("depth ") && screen.shows(" nodes/s"), "{:#?}", screen.rows());
        // From here on something of every line stands there, after each byte.
        let mut seen = Vec::new();
        let whole = |rows: &[String]| rows.len() == 6 && rows[5].contains("table");
        while times(&screen, "tasks/s") < 6 {
            assert!(screen.read(|screen| {
                let rows = screen.rows();
                assert!(rows.len() >= 6 && rows.iter().take(6).all(|row| !row.is_empty()), "{rows:#?}");
                if whole(&rows) {
                    seen = rows;
                }
            }));
        }
        assert!(seen[0].contains(" s  depth "), "{seen:#?}");
        for (worker, lane) in seen[2..4].iter().enumerate() {
            let words: Vec<&str> = lane.split_whitespace().collect();
            assert_eq!(words[0], worker.to_string(), "{seen:#?}");
            assert!(words[1].chars().all(|bar| bars.contains(bar)) && lane.contains('%'), "{seen:#?}");
            assert!(lane.contains("working") || lane.contains("searching") || lane.contains("asleep"));
        }
        assert!(seen[4].contains("created: ") && seen[4].contains("stolen, "), "{seen:#?}");
        assert_eq!(screen.end(), 0);
        let frames = times(&screen, "tasks/s");
        assert!((6..=13).contains(&frames), "{frames} in two and a half seconds");
        assert_ordinary(&screen.rows(), "best ");
    }
}

#[test]
fn every_search_solve_and_match_has_it_and_ends_at_ctrl_c() {
    for (args, first) in [
        (&["chess", "bestmove", "--depth", "60", "--threads", "30"][..], "best "),
        (&["chess", "bestmove", "--depth", "60", "--strategy", "pvs"], "best "),
        (&["chess", "perft", "--depth", "20"], "sparring: interrupted"),
        (&["dots", "bestmove", "--size", "5x5", "--depth", "60"], "board "),
        (&["dots", "solve", "--size", "5x5", "--rules", "alternate"], "board "),
        (&["backgammon", "bestmove", "--roll", "31", "--depth", "5"], "best "),
        (
            &["backgammon", "bestmove", "--roll", "31", "--depth", "3", "--length", "7"],
            "sparring: interrupted",
        ),
        (&["backgammon", "cube", "--depth", "3", "--beavers"], "sparring: interrupted"),
        (&["backgammon", "match", "pubeval:depth=1", "race", "--games", "100000"], "pubeval:"),
        (&["backgammon", "match", "--side", "white", "--depth", "5"], "sparring: interrupted"),
        (&["chess", "play", "--as", "none", "--depth", "30"], "sparring: interrupted"),
    ] {
        let mut screen = live(args, "xterm", "C.UTF-8");
        assert!(screen.shows(" nodes/s"), "{args:?}: {:#?}", screen.rows());
        let rows = screen.rows();
        assert!(rows.len() < 24 && rows[1].starts_with("  worker"), "{args:?}: {rows:#?}");
        if args.contains(&"match") && !args.contains(&"--side") {
            assert!(screen.shows(" of 50000  pairs"), "{args:?}: {:#?}", screen.rows());
        }
        screen.interrupt();
        assert_eq!(screen.end(), 130, "{args:?}");
        let rows = screen.rows();
        assert!(rows[0].starts_with(first), "{args:?}: {rows:#?}");
        assert!(!rows.iter().any(|row| row.contains(" nodes/s")), "{args:?}: {rows:#?}");
    }
}

#[test]
fn a_batch_has_it_too() {
    let folder = Folder::new("live-batch");
    let file = folder.path().join("in.epd");
    fs::write(&file, "8/8/8/8/8/4k3/4p3/4K3 w - -\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
        .unwrap();
    let mut screen = live(&["chess", "analyse", file.to_str().unwrap(), "--depth", "60"], "xterm", "C.UTF-8");
    assert!(screen.shows("1 of 2 lines"), "{:#?}", screen.rows());
    assert!(screen.shows(" nodes/s"), "{:#?}", screen.rows());
    screen.interrupt();
    assert_eq!(screen.end(), 130);
    let rows = screen.rows();
    assert!(
        rows[0].starts_with("{\"id\":1,") && !rows.iter().any(|row| row.contains(" nodes/s")),
        "{rows:#?}"
    );
}

#[test]
fn where_it_cannot_be_drawn_there_is_only_the_ordinary_output() {
    let quick = &["chess", "bestmove", "--depth", "60", "--threads", "2", "--movetime", "600"];
    let output = run(&[&quick[..], &["--live"]].concat());
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(output.stdout.starts_with(b"best ") && !output.stdout.contains(&b'\x1b'));
    assert!(json(&[&quick[..], &["--live"]].concat())["best"].is_string());
    let mut dumb = live(quick, "dumb", "C.UTF-8");
    assert_eq!(dumb.end(), 0);
    assert!(!dumb.written.contains(&b'\x1b'), "{}", String::from_utf8_lossy(&dumb.written));
    assert_ordinary(&dumb.rows(), "best ");
}
