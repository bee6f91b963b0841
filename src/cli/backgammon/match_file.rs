//! Files of matches.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::cli::failure::Failure;
use sparring_engine::games::backgammon::{MAX_MATCH_BYTES, MatchRecord};

/// The match of a file, which the command line calls `what`; - is the standard input. Games in
/// SGF begin with a parenthesis, those of .mat never do.
pub(super) fn read_match(what: &str, path: &Path) -> Result<MatchRecord, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_MATCH_BYTES as u64 + 1;
    let read = match path.to_str() {
        Some("-") => io::stdin().take(limit).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    let name = path.display();
    read.map_err(|error| {
        Failure::Usage(format!(
            "{what}: got '{name}' ({error}), expected a match in SGF or .mat; try another file"
        ))
    })?;
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let record = if text.trim_ascii_start().starts_with(b"(") {
        MatchRecord::from_sgf(&bytes).map_err(|why| why.to_string())
    } else {
        MatchRecord::from_mat(&bytes).map_err(|why| why.to_string())
    };
    let hint = |why: &str| if why.contains("; try ") { "" } else { "; try to correct the file" };
    record.map_err(|why| Failure::Usage(format!("{what}: {name}: {why}{}", hint(&why))))
}
