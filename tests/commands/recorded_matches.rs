//! Claim: `sparring backgammon match --record` writes over no file.

use std::fs;

use crate::support::binary::{refusal, stdout};
use crate::support::folder::Folder;

#[test]
fn a_recorded_match_is_not_written_over() {
    let folder = Folder::new("cube-matches-twice");
    let old = folder.path().join("match-1-2.mat");
    fs::write(&old, "the old match").unwrap();
    let path = folder.path().to_str().unwrap();
    let args = ["backgammon", "match", "pubeval", "random", "--length", "1", "--record", path];
    let line = refusal(&[&args[..], &["--games", "4"]].concat());
    assert!(line.contains("match-1-2.mat', which exists") && line.contains("--first-pair 2"), "{line}");
    assert_eq!(folder.names(), ["match-1-2.mat"]);
    stdout(&[&args[..], &["--games", "2"]].concat());
    stdout(&[&args[..], &["--games", "2", "--first-pair", "2"]].concat());
    assert_eq!(fs::read_to_string(old).unwrap(), "the old match");
    assert_eq!(folder.names().len(), 5);
}
