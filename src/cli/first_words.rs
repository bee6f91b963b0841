//! Words that people type without the flag that they belong to.
//!
//! `backgammon bestmove 42` means `--roll 42`, and `chess analyse my.pgn` means `--pgn my.pgn`.
//! [`spelt_out`] puts in the flags before clap reads the arguments; [`instead_of`] names the flag
//! or the verb that another program calls differently.

use std::ffi::OsString;

use clap::Command;

/// Names of flags elsewhere, and ours.
const OTHER_NAMES: [(&str, &str); 27] = [
    ("--match", "--length"),
    ("--points", "--length"),
    ("--level", "--depth"),
    ("--ply", "--depth"),
    ("--plies", "--depth"),
    ("--time", "--movetime"),
    ("--dice", "--roll"),
    ("--xgid", "--position"),
    ("--id", "--position"),
    ("--pos", "--fen"),
    ("--cores", "--threads"),
    ("--jobs", "--threads"),
    ("--workers", "--threads"),
    ("--color", "--as"),
    ("--colour", "--as"),
    ("--side", "--as"),
    ("--lines", "--multipv"),
    ("--elo", "--depth"),
    ("--skill", "--depth"),
    ("--strength", "--depth"),
    ("-d", "--depth"),
    ("-j", "--threads"),
    ("-N", "--threads"),
    ("-t", "--threads"),
    ("--cores", "--workers"),
    ("--threads", "--workers"),
    ("--rounds", "--games"),
];

/// Names of verbs elsewhere, and ours, with what else they need.
const OTHER_VERBS: [(&str, &str, &str); 8] = [
    ("chess", "annotate", "analyse --pgn"),
    ("chess", "eval", "bestmove"),
    ("chess", "mate", "bestmove"),
    ("backgammon", "annotate", "analyse --match"),
    ("backgammon", "double", "cube"),
    ("backgammon", "eval", "cube"),
    ("backgammon", "take", "cube"),
    ("dots", "eval", "solve"),
];

/// The arguments, the first of which is the program's name, with the flags that they leave out.
pub(super) fn spelt_out(args: Vec<OsString>, program: &Command) -> Vec<OsString> {
    // An argument that is not UTF-8 is refused later, or is a file.
    let Some(words) = args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    else {
        return args;
    };
    if words.len() == 2 && ["version", "-v"].contains(&words[1].as_str()) {
        return vec![args[0].clone(), "--version".into()];
    }
    let words = verb_first(words, program);
    let Some((game, verb)) = command(&words, program) else { return args };
    let (game, name) = (game.get_name(), verb.get_name());
    let (head, mut rest) = (words[..3].to_vec(), words[3..].iter().cloned().peekable());
    let mut spelt = head;
    while let Some(word) = rest.next() {
        if word == "--" {
            let (files, others): (Vec<String>, Vec<String>) =
                rest.partition(|word| file_flag(game, name, word).is_some());
            spelt.extend(
                files.iter().filter_map(|file| Some(format!("{}={file}", file_flag(game, name, file)?))),
            );
            spelt.extend((!others.is_empty()).then_some(word));
            spelt.extend(others);
            break;
        }
        let is_value = takes_value(verb, spelt.last().map_or("", String::as_str));
        let is_fen = |spelt: &[String]| spelt.last().is_some_and(|flag| flag == "--fen");
        if is_fen(&spelt) && word == "startpos" {
            spelt.pop();
        } else if is_fen(&spelt) && is_placement(&word) {
            spelt.push(with_fields(word, &mut rest));
        } else if let Some(flag) = flag_of(game, name, &word).filter(|flag| !is_value && knows(verb, flag)) {
            spelt.push(flag.to_owned());
            spelt.push(if flag == "--fen" { with_fields(word, &mut rest) } else { word });
        } else {
            spelt.push(word);
        }
    }
    spelt.into_iter().map(OsString::from).collect()
}

/// The flag or the verb of this command that others call `word`.
pub(super) fn instead_of(word: &str, args: &[OsString], program: &Command) -> Option<&'static str> {
    let words: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let Some((_, verb)) = command(&words, program) else {
        let game = words.get(1)?;
        let other = OTHER_VERBS.iter().find(|(of, other, _)| of == game && *other == word);
        return other.map(|&(_, _, ours)| ours);
    };
    OTHER_NAMES.iter().find(|(other, ours)| *other == word && knows(verb, ours)).map(|&(_, ours)| ours)
}

fn command<'c>(words: &[String], program: &'c Command) -> Option<(&'c Command, &'c Command)> {
    let game = program.find_subcommand(words.get(1)?)?;
    Some((game, game.find_subcommand(words.get(2)?)?))
}

/// Puts a verb that stands behind its flags before them: `chess --depth 9 bestmove`.
fn verb_first(mut words: Vec<String>, program: &Command) -> Vec<String> {
    let game = words.get(1).and_then(|word| program.find_subcommand(word));
    let is_flag = |word: &String| word.starts_with('-') && !["-h", "--help"].contains(&word.as_str());
    let (Some(game), true) = (game, words.get(2).is_some_and(is_flag)) else { return words };
    let is_verb = |at: &usize| game.find_subcommand(&words[*at]).is_some();
    // `--strategy play bestmove`: a verb behind a flag may be its value.
    let free = |at: &usize| !is_flag(&words[at - 1]);
    let mut places = (3..words.len()).filter(is_verb);
    if let Some(at) = places.clone().find(free).or_else(|| places.next()) {
        let verb = words.remove(at);
        words.insert(2, verb);
    }
    words
}

fn knows(verb: &Command, flag: &str) -> bool {
    verb.get_arguments().any(|arg| arg.get_long() == flag.strip_prefix("--"))
}

/// True if the word behind `flag` is its value.
fn takes_value(verb: &Command, flag: &str) -> bool {
    let name = flag.strip_prefix("--");
    let known = verb.get_arguments().find(|arg| {
        name.is_some_and(|name| {
            arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
        })
    });
    known.is_some_and(|arg| arg.get_action().takes_values())
}

/// The flag that a word belongs to, by what it looks like.
fn flag_of(game: &str, verb: &str, word: &str) -> Option<&'static str> {
    if word.starts_with('-') {
        return None;
    }
    let is_roll = word.len() == 2 && word.bytes().all(|byte| (b'1'..=b'6').contains(&byte));
    let is_size = word.split_once('x').is_some_and(|(rows, columns)| {
        [rows, columns].iter().all(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
    });
    match (game, verb) {
        (_, "analyse") if file_flag(game, verb, word).is_some() => file_flag(game, verb, word),
        ("chess", _) if is_placement(word) => Some("--fen"),
        (_, "perft") if word.bytes().all(|byte| byte.is_ascii_digit()) => Some("--depth"),
        ("backgammon", _) if is_roll => Some("--roll"),
        ("backgammon", _) if word.starts_with("XGID=") || is_gnubg_id(word) => Some("--position"),
        ("dots", _) if is_size => Some("--size"),
        _ => None,
    }
}

/// The flag of a file with this name.
fn file_flag(game: &str, verb: &str, name: &str) -> Option<&'static str> {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.to_lowercase().ends_with(end));
    match (game, verb) {
        ("chess", "analyse") => ends(&[".pgn"]).then_some("--pgn"),
        ("backgammon", "analyse") => ends(&[".mat", ".sgf"]).then_some("--match"),
        _ => None,
    }
}

/// True if a word looks like gnubg's id of a position, 14 characters of base 64, or like its two
/// ids, `position:match`.
fn is_gnubg_id(word: &str) -> bool {
    let base64 = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte));
    let (position, of_match) = word.split_once(':').unwrap_or((word, "AAAAAAAAAAAA"));
    position.len() == 14 && of_match.len() == 12 && base64(position) && base64(of_match)
}

/// True if a word, or a quoted FEN, begins with the eight rows of a chess board.
fn is_placement(word: &str) -> bool {
    word.split(' ').next().is_some_and(|rows| rows.matches('/').count() == 7)
}

/// A FEN without quotes: its rows, and the words behind them that look like its other fields.
fn with_fields(rows: String, rest: &mut std::iter::Peekable<impl Iterator<Item = String>>) -> String {
    let is_field = |at: usize, word: &str| match at {
        0 => ["w", "b"].contains(&word),
        1 => word == "-" || word.bytes().all(|byte| b"KQkqABCDEFGHabcdefgh".contains(&byte)),
        2 => word == "-" || word.len() == 2,
        _ => word.bytes().all(|byte| byte.is_ascii_digit()),
    };
    let mut fen = rows;
    let fields = if fen.contains(' ') { 0 } else { 5 };
    for at in 0..fields {
        let Some(word) = rest.next_if(|word| is_field(at, word)) else { break };
        fen += " ";
        fen += &word;
    }
    fen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    fn spelt(line: &str) -> String {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let words = spelt_out(args, &Cli::command());
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_get_the_flag_they_belong_to() {
        for (typed, meant) in [
            ("chess perft 5", "chess perft --depth 5"),
            ("chess perft --depth 5", "chess perft --depth 5"),
            ("backgammon bestmove 42", "backgammon bestmove --roll 42"),
            ("backgammon rollout --trials 36 42", "backgammon rollout --trials 36 --roll 42"),
            ("backgammon cube 4HPwATDgc/ABMA", "backgammon cube --position 4HPwATDgc/ABMA"),
            (
                "backgammon bestmove 4HPwATDgc/ABMA:cAkAAAAAAAAA 31",
                "backgammon bestmove --position 4HPwATDgc/ABMA:cAkAAAAAAAAA --roll 31",
            ),
            ("dots solve 3x3", "dots solve --size 3x3"),
            ("dots play --size 3x3", "dots play --size 3x3"),
            ("chess analyse my.pgn --depth 3", "chess analyse --pgn my.pgn --depth 3"),
            ("chess analyse my.epd", "chess analyse my.epd"),
            ("backgammon analyse a.mat", "backgammon analyse --match a.mat"),
            ("backgammon analyse -- a.mat -b.sgf", "backgammon analyse --match=a.mat --match=-b.sgf"),
            ("chess analyse -- my.epd", "chess analyse -- my.epd"),
            ("dots solve -- 3x3", "dots solve -- 3x3"),
            ("chess bestmove --fen startpos --depth 3", "chess bestmove --depth 3"),
            ("chess --depth 9 bestmove", "chess bestmove --depth 9"),
            ("chess --strategy play bestmove", "chess bestmove --strategy play"),
            ("chess --json play", "chess play --json"),
            ("version", "--version"),
            ("-v", "--version"),
            ("chess --help", "chess --help"),
        ] {
            assert_eq!(spelt(&format!("sparring {typed}")), format!("sparring {meant}"));
        }
    }

    #[test]
    fn a_fen_needs_neither_flag_nor_quotes() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for line in
            [&format!("sparring chess bestmove {fen}"), &format!("sparring chess bestmove --fen {fen}")]
        {
            let args: Vec<OsString> = format!("{line} --depth 3").split(' ').map(OsString::from).collect();
            let meant = ["sparring", "chess", "bestmove", "--fen", fen, "--depth", "3"];
            assert_eq!(spelt_out(args, &Cli::command()), meant.map(OsString::from));
        }
    }

    #[test]
    fn flags_and_verbs_of_other_programs_name_ours() {
        for (line, flag, ours) in [
            ("sparring backgammon play --match 3", "--match", Some("--length")),
            ("sparring chess play --level 2", "--level", Some("--depth")),
            ("sparring chess perft --points 2", "--points", None),
            ("sparring chess play --elo 1500", "--elo", Some("--depth")),
            ("sparring simulate chess --threads 64", "--threads", Some("--workers")),
            ("sparring chess annotate my.pgn", "annotate", Some("analyse --pgn")),
            ("sparring backgammon double", "double", Some("cube")),
            ("sparring chess double", "double", None),
        ] {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(instead_of(flag, &args, &Cli::command()), ours, "{line}");
        }
    }
}
