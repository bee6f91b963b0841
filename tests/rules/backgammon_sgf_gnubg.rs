//! Claim: gnubg reads saved games as what they are, and what it saves in turn is the same game.

use std::fs;
use std::io::Write;
use std::path::Path;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{GameRecord, position_id};

use super::backgammon_sgf::game;
use crate::support::gnubg::{self, gnubg};

/// What gnubg says to these commands.
fn said(gnubg: &Path, commands: &str) -> String {
    let mut child = gnubg::start(gnubg);
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned()
}

#[test]
fn gnubg_reads_saved_games() {
    let Some(gnubg) = gnubg("gnubg_reads_saved_games") else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved-games");
    fs::create_dir_all(&folder).unwrap();
    let mut runner = TestRunner::deterministic();
    let games: Vec<GameRecord> = (0..60).map(|_| game().new_tree(&mut runner).unwrap().current()).collect();
    let mut commands = String::from("set automatic roll off\nset confirm new off\nset confirm save off\n");
    for (i, game) in games.iter().enumerate() {
        let (ours, theirs) = (folder.join(format!("{i}.sgf")), folder.join(format!("{i}-gnubg.sgf")));
        fs::write(&ours, game.to_sgf()).unwrap();
        let _nothing_there = fs::remove_file(&theirs);
        commands += &format!("load match \"{}\"\nsave match \"{}\"\n", ours.display(), theirs.display());
    }
    let said = said(&gnubg, &(commands + "quit\ny\n"));
    for (i, game) in games.iter().enumerate() {
        let bytes = fs::read(folder.join(format!("{i}-gnubg.sgf")))
            .unwrap_or_else(|_| panic!("gnubg has not saved\n{}\n{said}", game.to_sgf()));
        // It cuts long names of players in the middle of a character.
        let text = String::from_utf8_lossy(&bytes);
        let read = GameRecord::from_sgf(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let plain = |game: &GameRecord| {
            let mut game = game.clone();
            game.tags = Tags::new();
            game
        };
        assert_eq!(plain(&read), plain(game), "{}\n{text}", game.to_sgf());
        let unfinished = game.to_decide().is_some();
        assert!(!unfinished || said.contains(&position_id(&game.position())), "{}", game.to_sgf());
    }
    fs::remove_dir_all(&folder).unwrap();
}
