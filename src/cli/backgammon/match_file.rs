//! Match files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::cli::output::say;
use sparring_engine::games::backgammon::{MAX_MATCH_BYTES, MatchRecord};

/// Reads a match, SGF if it begins with a parenthesis, else .mat; - is standard input.
///
/// # Errors
/// One line with the reason.
pub(super) fn read_match(path: &Path) -> Result<MatchRecord, String> {
    let mut bytes = Vec::new();
    let limit = MAX_MATCH_BYTES as u64 + 1;
    let read = match path.to_str() {
        Some("-") => io::stdin().take(limit).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    let name = path.display();
    read.map_err(|error| {
        format!("got '{name}' ({error}), expected a match in SGF or .mat; try another file")
    })?;
    let hint = |why: &str| if why.contains("; try ") { "" } else { "; try to correct the file" };
    MatchRecord::from_file(&bytes).map_err(|why| {
        let why = why.to_string();
        format!("{name}: {why}{}", hint(&why))
    })
}

/// The most assumptions of a file that are printed.
const TOLD: usize = 5;

/// Prints what was assumed where a file breaks the rules.
pub(super) fn say_assumed(name: &str, assumed: &[String]) {
    assumed.iter().take(TOLD).for_each(|what| say(&format!("{name}: {what}")));
    if assumed.len() > TOLD {
        say(&format!("{name}: and {} more", assumed.len() - TOLD));
    }
}
