//! Claim: the name of a solve in a forged checkpoint is neither read whole nor printed raw.

use std::fs;

use crate::support::binary::{refusal, stdout};
use crate::support::folder::Folder;

/// The length of a file's header, which ends with the number of bytes behind it and a checksum.
const HEADER: usize = 40;

#[test]
fn a_forged_name_is_cut_and_escaped() {
    let folder = Folder::new("forged");
    let file = folder.path().join("solve");
    let args = ["dots", "solve", "--size", "2x3", "--checkpoint", file.to_str().unwrap()];
    stdout(&args);
    let whole = fs::read(&file).unwrap();
    let name = b"\x1b[2J\x07\nred\xff".repeat(1 << 20);
    for (length, name) in [(name.len() as u64, &name[..]), (u64::MAX, &name[..9]), (1 << 62, b"")] {
        let cells = [&length.to_le_bytes()[..], &whole[HEADER + 8..HEADER + 24], name].concat();
        let mut bytes = [&whole[..HEADER], &cells].concat();
        bytes[HEADER - 12..HEADER - 4].copy_from_slice(&(cells.len() as u64).to_le_bytes());
        let sum = crc32fast::hash(&[&bytes[..HEADER - 4], &bytes[HEADER..]].concat());
        bytes[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());
        fs::write(&file, bytes).unwrap();
        let line = refusal(&args);
        assert!(line.contains("the solve of") && line.len() < 4_000, "{line}");
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
    }
}
