//! Claim: `analyse --resume` takes an earlier answer only for the position that it is to.

use std::fs;

use crate::support::folder::Folder;
use crate::support::sparring::sparring;
use serde_json::Value;

const CORNER: &str = "k7/8/8/8/8/8/8/K1R5 w - - 0 1";
const STALEMATE: &str = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";

/// The exit code, what was said, and the ids and positions in the file after a run.
struct Run {
    code: Option<i32>,
    said: String,
    answers: Vec<(Value, Value)>,
}

fn resumed(folder: &Folder, game: &str, input: &str) -> Run {
    let file = folder.path().join("answers.jsonl");
    let args = [game, "analyse", "--depth", "1", "--resume", file.to_str().unwrap()];
    let output = sparring(&args).write_stdin(input).output();
    let text = fs::read_to_string(&file).unwrap();
    let answers = text.lines().map(|line| serde_json::from_str(line).unwrap());
    Run {
        code: output.status.code(),
        said: String::from_utf8(output.stderr).unwrap(),
        answers: answers.map(|answer: Value| (answer["id"].clone(), answer["position"].clone())).collect(),
    }
}

#[test]
fn an_answer_to_another_position_is_none() {
    for (game, before, after) in [
        ("chess", CORNER.to_owned(), format!("{STALEMATE}\n{CORNER}\n")),
        ("chess", format!("{{\"id\":\"a\",\"fen\":\"{CORNER}\"}}"), format!("{STALEMATE} id \"a\";")),
        ("chess", CORNER.to_owned(), format!("{CORNER} moves c1c2")),
        ("dots", "1f".to_owned(), "3".to_owned()),
        (
            "backgammon",
            "{\"position\":\"-b----E-C---eE---c-e----B-\",\"roll\":\"31\"}".to_owned(),
            "{\"position\":\"-b----E-C---eE---c-e----B-\",\"roll\":\"42\"}".to_owned(),
        ),
    ] {
        let folder = Folder::new("analyse-other-input");
        let first = resumed(&folder, game, &before);
        assert_eq!((first.code, first.answers.len()), (Some(0), 1), "{before}: {}", first.said);
        let other = resumed(&folder, game, &after);
        assert_eq!((other.code, &other.answers), (Some(2), &first.answers), "{after}: {}", other.said);
        assert!(other.said.contains("to another position than the line's"), "{}", other.said);
        let same = resumed(&folder, game, &before);
        assert_eq!((same.code, same.answers), (Some(0), first.answers), "{before}: {}", same.said);
    }
}

#[test]
fn a_line_that_has_been_mended_is_answered() {
    let folder = Folder::new("analyse-mended");
    let faulty = format!("{CORNER}\nfaulty\n");
    assert_eq!(resumed(&folder, "chess", &faulty).answers[1], (2.into(), Value::Null));
    let again = resumed(&folder, "chess", &faulty);
    assert_eq!((again.code, again.answers.len()), (Some(0), 2), "{}", again.said);
    for _ in 0..2 {
        let mended = resumed(&folder, "chess", &format!("{CORNER}\n{STALEMATE}\n"));
        assert_eq!((mended.code, mended.answers.len()), (Some(0), 3), "{}", mended.said);
        assert_eq!(mended.answers[2], (2.into(), STALEMATE.into()));
    }
}
