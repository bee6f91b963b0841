//! What the tests of the bear-off databases share.
#![allow(dead_code, reason = "every test binary uses its own part of this")]

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs, process};

use sparring::game::Side;
use sparring::games::backgammon::Position;
use sparring::sched::{Pool, PoolBuilder};
use sparring::solve::bearoff::{Bearoff, Home};

/// A pool with small stacks.
pub fn pool(threads: usize) -> Pool {
    PoolBuilder::new().threads(threads).stack(1 << 20).build().unwrap()
}

/// Both databases, computed once.
pub fn bearoff() -> &'static Bearoff {
    static BEAROFF: OnceLock<Bearoff> = OnceLock::new();
    BEAROFF.get_or_init(|| {
        let pool = pool(2);
        Bearoff::generate(&pool, &pool.cancel_scope(), &mut |_| {}).unwrap()
    })
}

/// Both sides at home, White to roll.
pub fn position(own: Home, theirs: Home) -> Position {
    let mut points = [0; 26];
    for i in 0..6 {
        points[1 + i] = own.points()[i] as i8;
        points[24 - i] = -(theirs.points()[i] as i8);
    }
    Position::new(&points, Side::First).unwrap()
}

/// The homes of a range of numbers.
pub fn all_homes(range: std::ops::Range<usize>) -> impl Iterator<Item = Home> {
    range.map(Home::from_index)
}

/// A folder that goes away with this value.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one; `name` keeps those of one process apart.
    pub fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("sparring-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The names in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
