//! Claim: `sparring backgammon convert` turns matches of gnubg into the other format and back,
//! and says in one line what is wrong with a file. What `play` cannot go on with, it does not
//! load.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::support::binary::{refusal, stdout};
use crate::support::folder::Folder;
use crate::support::running::Running;
use crate::support::sparring::sparring;

/// A file that gnubg has written.
fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name).display().to_string()
}

#[test]
fn matches_come_back_from_both_formats() {
    let folder = Folder::new("convert");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let told = [
        "4 games, 126 turns, 3 points match, White 3, Black 2",
        "3 games, 112 turns, money, White 6, Black 1",
    ];
    for (name, told) in ["gnubg-match", "gnubg-session"].into_iter().zip(told) {
        for from in ["sgf", "mat"] {
            let [first, second, third] = ["one.mat", "two.sgf", "three.mat"].map(path);
            let said = stdout(&["backgammon", "convert", &data(&format!("{name}.{from}")), &first]);
            assert_eq!(said, format!("{first}: {told}\n"));
            stdout(&["backgammon", "convert", &first, &second]);
            stdout(&["backgammon", "convert", &second, &third]);
            let [first, third] = [first, third].map(|path| fs::read_to_string(path).unwrap());
            assert_eq!(first, third);
        }
    }
}

#[test]
fn the_standard_input_is_read() {
    let folder = Folder::new("convert-input");
    let out = folder.path().join("game.SGF").display().to_string();
    let mut command = sparring(&["backgammon", "convert", "-", &out]);
    let output = command.write_stdin("0 point match\nGame 1\nA : 0  B : 0\n1) 31: 8/5 6/5\n").output();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read_to_string(out).unwrap().contains("PW[A]PB[B]\n;W[31hefe])"));
}

#[test]
fn what_cannot_be_converted_is_refused_and_nothing_is_written() {
    let folder = Folder::new("convert-refusals");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("bad.sgf"), "(;GM[6]\n;W[31hehe])").unwrap();
    fs::write(path("bad.mat"), "7 point match\nGame 1\n A : 0  B : 0\n 1) 31: 8/5 6/4\n").unwrap();
    fs::write(path("middle.sgf"), "(;GM[6]CV[2])").unwrap();
    for (input, output, words) in [
        ("bad.sgf", "out.mat", "SGF, line 2: got '31hehe' for White, expected a legal play"),
        ("bad.mat", "out.sgf", "mat, line 4: got '31: 8/5 6/4' for White, expected a legal play"),
        ("middle.sgf", "out.mat", "OUT: mat, game 1: got a game that begins in the middle"),
        ("none", "out.mat", "IN: got "),
        ("middle.sgf", "out.txt", "expected a name that ends with .sgf or .mat; try game.sgf"),
    ] {
        let line = refusal(&["backgammon", "convert", &path(input), &path(output)]);
        assert!(line.contains(words), "{line}");
    }
    assert_eq!(folder.names(), ["bad.mat", "bad.sgf", "middle.sgf"]);
}

/// gnubg's match ends 3 to 2: `play` counts its games as gnubg did.
#[test]
fn play_loads_a_match_with_the_cube_but_no_session() {
    let loaded = |name: &str| {
        let mut command = sparring(&["backgammon", "play", "--depth", "0"]);
        let output = command.write_stdin(format!("load {}\n", data(name))).output();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = loaded("gnubg-match.sgf");
    assert!(text.contains("; White wins the match, White 3, Black 2\n"), "{text}");
    let text = loaded("gnubg-session.sgf");
    assert!(text.contains("not loaded: got several games for money or without a cube"), "{text}");
}

/// A limit of one block stands for the full disk. It ends the process unless its signal is
/// ignored.
#[test]
fn a_full_disk_or_a_kill_leaves_the_old_file() {
    let folder = Folder::new("convert-full-disk");
    let kept = folder.path().join("kept.mat");
    fs::write(&kept, "the old match").unwrap();
    for (ignored, code) in [("trap '' XFSZ;", Some(1)), ("", None)] {
        let script = format!("{ignored} ulimit -f 1; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_sparring"), "backgammon", "convert"]);
        let output = Running::start(command.arg(data("gnubg-match.sgf")).arg(&kept)).end();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), code, "{said}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "the old match", "{said}");
        if code.is_some() {
            assert!(said.contains("while writing ") && said.contains("; try another disk"), "{said}");
            assert_eq!(folder.names(), ["kept.mat"]);
        }
    }
}

#[test]
fn a_link_and_the_permissions_of_a_replaced_file_stay() {
    let folder = Folder::new("convert-link");
    let [file, link] = ["file.mat", "link.mat"].map(|name| folder.path().join(name));
    fs::write(&file, "the old match").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file.mat", &link).unwrap();
    stdout(&["backgammon", "convert", &data("gnubg-match.sgf"), link.to_str().unwrap()]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().contains("3 point match"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(folder.names(), ["file.mat", "link.mat"]);
}
