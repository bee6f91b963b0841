//! A disk that is always full.

use std::fs::{File, OpenOptions};

use super::skip::skip;

/// `/dev/full`, to which nothing can be written; where it is missing, `test` is reported as
/// skipped.
pub fn full_disk(test: &str) -> Option<File> {
    let file = OpenOptions::new().write(true).open("/dev/full").ok();
    if file.is_none() {
        skip(test, "/dev/full");
    }
    file
}
