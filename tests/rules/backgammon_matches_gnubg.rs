//! Claim: matches and sessions that gnubg plays are read from both its formats, board by board as
//! counting says; and what is written of them gnubg reads as the same matches.
//!
//! `tools/match-files` runs this on more matches: SPARRING_MATCHES is their number.

use std::fs;
use std::io::Write;
use std::path::Path;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{Finish, MatchRecord, Outcome, Turn};

use crate::support::backgammon_matches::{Start, matches};
use crate::support::gnubg::{self, gnubg};
use crate::support::gnubg_count::{assert_counted, assert_same};

/// What gnubg says to these commands.
fn said(gnubg: &Path, commands: &str) -> String {
    let mut child = gnubg::start(gnubg);
    let mut input = child.stdin.take().unwrap();
    let commands = format!("set confirm new off\nset confirm save off\n{commands}quit\ny\n");
    let writer = std::thread::spawn(move || input.write_all(commands.as_bytes()).unwrap());
    let said = String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned();
    writer.join().unwrap();
    said
}

/// Lets gnubg play: every fourth a session of four games, the others matches.
fn play(gnubg: &Path, folder: &Path, count: usize) {
    let mut commands = String::from("set seed 20261125\nset display off\n");
    for player in 0..2 {
        commands += &format!("set player {player} gnubg\n");
        for part in ["chequer", "cube"] {
            commands += &format!("set player {player} {part} evaluation plies 0\n");
        }
    }
    for i in 0..count {
        commands += &match i % 4 {
            // With automatic games a session would never end.
            3 => {
                format!("set automatic game off\nset jacoby {}\nnew session\n", ["on", "off"][i / 4 % 2])
                    + &"new game\n".repeat(3)
            }
            n => format!("set automatic game on\nnew match {}\n", [3, 5, 7][n]),
        };
        let path = |ending: &str| folder.join(format!("{i}.{ending}")).display().to_string();
        commands += &format!("save match \"{}\"\nexport match mat \"{}\"\n", path("sgf"), path("mat"));
    }
    said(gnubg, &commands);
}

#[test]
fn gnubg_and_counting_agree_on_matches() {
    let Some(gnubg) = gnubg("gnubg_and_counting_agree_on_matches") else { return };
    let count = std::env::var("SPARRING_MATCHES").map_or(4, |n| n.parse().unwrap());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnubg-matches");
    fs::create_dir_all(&folder).unwrap();
    play(&gnubg, &folder, count);
    let path = |i: usize, ending: &str| folder.join(format!("{i}{ending}"));
    let (mut records, mut boards, mut commands) = (Vec::new(), 0, String::new());
    for i in 0..count {
        let (sgf, mat) = (fs::read(path(i, ".sgf")).unwrap(), fs::read(path(i, ".mat")).unwrap());
        let record = MatchRecord::from_sgf(&sgf).unwrap_or_else(|why| panic!("{i}: {why}"));
        boards += assert_counted(&record, &String::from_utf8_lossy(&sgf));
        let from_mat = MatchRecord::from_mat(&mat).unwrap_or_else(|why| panic!("{i}: {why}"));
        assert_same(&from_mat, &record);
        fs::write(path(i, "-ours.sgf"), record.to_sgf()).unwrap();
        fs::write(path(i, "-ours.mat"), from_mat.to_mat().unwrap()).unwrap();
        for (command, ending) in [("load match", "sgf"), ("import mat", "mat")] {
            let of = |name: String| path(i, &name).display().to_string();
            let [ours, mat, sgf] =
                ["-ours.", "-mat-of.", "-sgf-of."].map(|name| of(format!("{name}{ending}")));
            [&mat, &sgf].iter().for_each(|path| drop(fs::remove_file(path)));
            commands += &format!("{command} \"{ours}\"\n");
            commands += &format!("export match mat \"{mat}\"\nsave match \"{sgf}\"\n");
        }
        records.push(record);
    }
    let said = said(&gnubg, &commands);
    for complaint in ["WARNING", "nvalid", "llegal", "rror", "nrecogni"] {
        assert!(!said.contains(complaint), "{said}");
    }
    for (i, record) in records.iter().enumerate() {
        for ending in ["sgf", "mat"] {
            let sgf = fs::read(path(i, &format!("-sgf-of.{ending}"))).unwrap();
            boards += assert_counted(record, &String::from_utf8_lossy(&sgf));
            let mat = fs::read(path(i, &format!("-mat-of.{ending}"))).unwrap();
            assert_same(&MatchRecord::from_mat(&mat).unwrap(), record);
        }
    }
    tell(&records, boards);
    fs::remove_dir_all(&folder).unwrap();
}

/// Prints what was in the matches.
fn tell(records: &[MatchRecord], boards: usize) {
    let games: Vec<_> = records.iter().flat_map(MatchRecord::games).collect();
    let ends = |wanted: fn(Finish) -> bool| {
        games.iter().filter(|game| game.end().is_some_and(|end| wanted(end.finish))).count()
    };
    let turns = |wanted| games.iter().flat_map(|game| game.turns()).filter(|turn| **turn == wanted).count();
    println!(
        "{} matches, {} games, {boards} boards: {} doubles, {} takes, {} drops, {} Crawford games, {} \
         resigned, {} gammons, {} backgammons",
        records.len(),
        games.len(),
        turns(Turn::Double),
        turns(Turn::Take),
        turns(Turn::Drop),
        games.iter().filter(|game| game.start_state().crawford).count(),
        ends(|finish| matches!(finish, Finish::Resigned(_))),
        ends(|finish| matches!(
            finish,
            Finish::Resigned(Outcome::Gammon) | Finish::BorneOff(Outcome::Gammon)
        )),
        ends(|finish| {
            matches!(finish, Finish::Resigned(Outcome::Backgammon) | Finish::BorneOff(Outcome::Backgammon))
        }),
    );
}

/// Games that begin and end anywhere, with the cube anywhere.
#[test]
fn gnubg_reads_matches_of_any_kind() {
    let Some(gnubg) = gnubg("gnubg_reads_matches_of_any_kind") else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-matches");
    fs::create_dir_all(&folder).unwrap();
    let mut runner = TestRunner::deterministic();
    let plain = |mut record: MatchRecord| {
        record.tags = Tags::new();
        record
    };
    // gnubg loses whose turn it was where a game is over before it begins.
    let begins = |record: &MatchRecord| record.games().iter().all(|game| !game.start().is_over());
    let strategy = matches(Start::Anywhere).prop_map(plain).prop_filter("over at the start", begins);
    let records: Vec<MatchRecord> =
        (0..60).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect();
    let mut commands = String::from("set automatic roll off\n");
    for (i, record) in records.iter().enumerate() {
        let (ours, theirs) = (folder.join(format!("{i}.sgf")), folder.join(format!("{i}-gnubg.sgf")));
        fs::write(&ours, record.to_sgf()).unwrap();
        commands += &format!("load match \"{}\"\nsave match \"{}\"\n", ours.display(), theirs.display());
    }
    let said = said(&gnubg, &commands);
    for (i, record) in records.iter().enumerate() {
        let bytes = fs::read(folder.join(format!("{i}-gnubg.sgf")))
            .unwrap_or_else(|_| panic!("gnubg has not saved\n{}\n{said}", record.to_sgf()));
        let read = MatchRecord::from_sgf(&bytes).map(plain);
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(read.as_ref(), Ok(record), "{}\n{text}", record.to_sgf());
    }
    fs::remove_dir_all(&folder).unwrap();
}
