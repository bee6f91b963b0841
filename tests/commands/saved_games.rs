//! Claim: a game that is saved can be loaded, in every game, and no file is overwritten by mistake.

use std::fs;

use crate::support::binary::json;
use crate::support::folder::Folder;
use crate::support::sparring::sparring;

/// A game, its moves, and the line that shows its position.
const GAMES: [(&[&str], &str, &str, &str); 3] = [
    (&["chess", "play", "--depth", "1"], "e4", "fen", "[White \"person\"]"),
    (&["dots", "play", "--size", "2x3", "--depth", "1"], "h0,1", "id", "dots-and-boxes 1\n"),
    (&["backgammon", "play", "--seed", "3", "--roll", "31", "--depth", "0"], "8/5 6/5", "id", "PW[person]"),
];

/// What is said in a folder to these lines.
fn said(folder: &Folder, args: &[&str], lines: &[&str]) -> String {
    let text = lines.join("\n") + "\n";
    let output = sparring(args).current_dir(folder.path()).write_stdin(text).output();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    for (args, first, id, expected) in GAMES {
        let folder = Folder::new("saved-games");
        let text = said(&folder, args, &[first, id, "save game"]);
        let place = text.lines().rev().find(|line| !line.starts_with("saved")).unwrap().to_owned();
        assert!(text.ends_with("saved as game\n"), "{text}");
        assert!(fs::read_to_string(folder.path().join("game")).unwrap().contains(expected));
        let text = said(&folder, args, &["load game", id, "undo", "redo", id]);
        let count = text.lines().filter(|line| *line == place).count();
        assert_eq!(count, 2, "{place} is not twice in {text}");
        assert_eq!(folder.names(), ["game"]);
    }
}

#[test]
fn a_resignation_is_saved_too() {
    for (args, first, ..) in GAMES {
        let folder = Folder::new("saved-resignations");
        said(&folder, args, &[first, "resign", "save game"]);
        let text = said(&folder, args, &["load game", "undo"]);
        assert!(text.contains(" resigns, ") && text.contains("the game goes on\n"), "{text}");
    }
}

/// The text in two columns is read by the converter too, and by `load`.
#[test]
fn a_game_is_written_in_the_format_of_its_name() {
    let folder = Folder::new("saved-formats");
    let play = ["backgammon", "play", "--length", "3", "--seed", "1", "--depth", "0"];
    let lines = ["resign gammon", "id", "save y.SGF", "save z.txt", "save x.mat", "save"];
    let text = said(&folder, &play, &lines);
    assert_eq!(text.matches("saved as ").count(), 4, "{text}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let mat = read("x.mat");
    assert!(mat.contains("\n 3 point match\n") && mat.contains("\n Game 2\n person : 0"), "{mat}");
    assert!(mat.contains("Wins 2 points"), "{mat}");
    assert!(read("y.SGF").starts_with("(;FF[4]GM[6]") && read("z.txt") == read("y.SGF"));
    let id = text.lines().find(|line| line.starts_with("XGID=")).unwrap();
    let again = said(&folder, &play, &["load x.mat", "id", "save"]);
    assert!(again.contains(id) && again.contains("saved as x.mat\n"), "{id} is not in {again}");
    let begun = ["backgammon", "play", "--board", "bear-off", "--roll", "31", "--depth", "0"];
    let refused = said(&folder, &begun, &["save no.mat"]);
    assert!(refused.contains("not saved: mat, game 1: got a game that begins in the middle"), "{refused}");
}

#[test]
fn a_name_of_another_games_format_is_refused() {
    let names = [["x.sgf", "x.mat"], ["x.pgn", "x.sgf"], ["x.pgn", "x.json"]];
    for ((args, ..), names) in GAMES.into_iter().zip(names) {
        let folder = Folder::new("saved-other-formats");
        for name in names {
            let text = said(&folder, args, &[&format!("save {name}")]);
            let refused = format!("not saved: got '{name}', expected a name for .");
            assert_eq!(text.contains(&refused), !(args[0] == "backgammon" && name == "x.sgf"), "{text}");
        }
    }
}

#[test]
fn only_the_file_of_this_game_is_overwritten() {
    for (args, first, ..) in GAMES {
        let folder = Folder::new("saved-once");
        fs::write(folder.path().join("notes"), "mine").unwrap();
        let text = said(&folder, args, &["save", "save notes", "save game", first, "save game", "save"]);
        assert!(text.contains("got no file, expected its name; try save "), "{text}");
        assert!(text.contains("not saved: got 'notes', which exists, expected a new file"), "{text}");
        assert_eq!(text.matches("saved as game\n").count(), 3, "{text}");
        assert_eq!(fs::read_to_string(folder.path().join("notes")).unwrap(), "mine");
        let text = said(&folder, args, &["load game", "save", "new", "save"]);
        assert_eq!(text.matches("saved as game\n").count(), 1, "{text}");
        assert_eq!(text.matches("got no file").count(), 1, "a new game has no file yet: {text}");
        let text = said(&folder, args, &["save no/such/folder"]);
        assert!(text.contains("not saved: got 'No such file"), "{text}");
    }
}

/// The names are in Latin-1, and White has won on time.
#[test]
fn what_a_file_has_beside_the_game_is_not_lost() {
    let folder = Folder::new("saved-foreign");
    let path = folder.path().join("two.pgn");
    let game = b"[White \"J\xfcrgen\"]\n[Black \"Ben\"]\n\n1. e4 {the best} 1-0\n";
    fs::write(&path, [&game[..], &game[..]].concat()).unwrap();
    let chess = ["chess", "play", "--depth", "1"];
    let text = said(&folder, &chess, &["load two.pgn", "save", "undo"]);
    assert!(text.contains("got no file, expected its name; try save chess.pgn"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), [&game[..], &game[..]].concat());
    // Black, the engine, is to move.
    assert!(text.contains("the game goes on\n") && text.contains("engine: "), "{text}");
}

/// By hand: the players are those of the file until the engine or the person goes on, and nothing
/// says that anybody resigned.
#[test]
fn a_loaded_game_stays_that_of_its_players() {
    let folder = Folder::new("saved-players");
    let tags = "[Event \"X\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
                [Result \"1-0\"]\n[WhiteElo \"2000\"]\n";
    let moves = "1. e4 {c} e5 (1... c5) 2. Nf3 1-0\n\n[Event \"Y\"]\n\n1. d4 *\n";
    fs::write(folder.path().join("two.pgn"), format!("{tags}\n{moves}")).unwrap();
    let chess = ["chess", "play", "--depth", "1"];
    let text = said(&folder, &chess, &["load two.pgn", "save out.pgn", "undo", "save on.pgn"]);
    assert!(text.contains("game over: White wins\n") && !text.contains("resigns"), "{text}");
    assert!(text.contains("PGN: got 2 games, expected one; the first is read\n"), "{text}");
    assert!(text.contains("PGN: left out 1 comment, 1 variation\n"), "{text}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("out.pgn"), format!("{tags}\n1. e4 e5 2. Nf3 1-0\n"));
    let on = read("on.pgn");
    assert!(on.contains("[White \"person\"]\n[Black \"sparring\"]\n") && !on.contains("Elo"), "{on}");

    let own = read("out.pgn").replace("\"B\"", "\"sparring 1\"").replace("1-0", "*");
    fs::write(folder.path().join("own.pgn"), own).unwrap();
    said(&folder, &chess, &["load own.pgn", "d4", "save own2.pgn"]);
    let own = read("own2.pgn");
    assert!(own.contains("[White \"A\"]\n[Black \"sparring 1\"]\n") && own.contains("2000"), "{own}");
}

#[test]
fn what_is_no_saved_game_is_refused_and_changes_nothing() {
    for (args, first, id, _) in GAMES {
        let folder = Folder::new("saved-nonsense");
        fs::write(folder.path().join("notes"), "no game\n").unwrap();
        fs::write(folder.path().join("bytes"), b"\xff\xfe").unwrap();
        fs::write(folder.path().join("long"), vec![b' '; 1 << 21]).unwrap();
        let lines = [first, id, "load", "load notes", "load bytes", "load long", "load .", "load none", id];
        let text = said(&folder, args, &lines);
        assert_eq!(text.matches("not loaded: ").count(), 5, "{text}");
        assert_eq!(text.matches("expected its name; try load ").count(), 1, "{text}");
        let place = text.lines().last().unwrap();
        assert_eq!(text.lines().filter(|line| *line == place).count(), 2, "{text}");
    }
}

/// The throws of a game of backgammon go on after loading as they would have without, also from an
/// earlier turn, also where the person has put dice of their own; and the seed is the one given.
#[test]
fn a_saved_game_keeps_its_dice() {
    let folder = Folder::new("saved-dice");
    let play =
        |seed, lines: &[&str]| said(&folder, &["backgammon", "play", "--seed", seed, "--depth", "0"], lines);
    let begin = ["roll 61", "swap", "swap", "save game"];
    for more in [&["swap", "swap", "swap"][..], &["undo", "swap", "swap"], &["swap", "new", "swap"]] {
        let whole = play("5", &[&begin[..], more].concat());
        let tail = |text: &str| text.lines().rev().take(30).map(str::to_owned).collect::<Vec<_>>();
        let again = play("6", &[&["load game"], more].concat());
        assert_eq!(tail(&again), tail(&whole));
        fs::remove_file(folder.path().join("game")).unwrap();
    }
    play("5", &begin);
    let text = fs::read_to_string(folder.path().join("game")).unwrap();
    assert!(text.contains("Drawn: 2\nSeed: 5]"), "{text}");
    fs::write(folder.path().join("endless"), text.replace("Drawn: 2", "Drawn: 99999999999999")).unwrap();
    let refused = "not loaded: got Drawn: 99999999999999, expected at most 40000000; try to leave it out";
    assert!(play("5", &["load endless"]).contains(refused));
}

#[test]
fn games_over_a_pipe_are_kept_nowhere() {
    let folder = Folder::new("pipe-keeps-nothing");
    let mut command = sparring(&["chess", "play", "--depth", "1"]);
    command.env("XDG_STATE_HOME", folder.path()).write_stdin("e4\n");
    assert!(command.output().status.success());
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    let mut command = sparring(&["chess", "play", "--resume"]);
    let output = command.env("XDG_STATE_HOME", folder.path()).output();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("--resume: got ") && said.contains("expected a game played at a terminal"),
        "{said}"
    );
}

/// The last game of a match in which both bear off: what the engine says of it is what `bestmove`
/// finds at that score, with the databases and without.
#[test]
fn a_match_that_is_loaded_goes_on_with_the_databases() {
    let folder = Folder::new("saved-bearoff");
    let white = "[a]".repeat(6) + "[b][b][c][c]";
    let game = format!("(;GM[6]MI[length:1];PL[W]AE[a:y]AW{white}AB[t][t][t][u][u][u][v];PL[W]DI[21])");
    fs::write(folder.path().join("race"), game).unwrap();
    let found = |more: &[&str]| {
        let args = ["backgammon", "play", "--length", "1", "--depth", "0", "--seed", "1"];
        let text = said(&folder, &[&args[..], more].concat(), &["load race", "hint"]);
        let hint = text.lines().find(|line| line.starts_with("hint: ")).expect(&text).to_owned();
        let place = ["--position", "-FBB----------------cca---", "--roll", "21", "--length", "1"];
        let best = json(&[&["backgammon", "bestmove", "--depth", "0"], &place[..], more].concat());
        let (play, value) = (best["best"].as_str().unwrap(), best["score"].as_f64().unwrap());
        assert_eq!(hint, format!("hint: {play} (equity {value:+.3} for White)"), "{text}");
        hint
    };
    assert_ne!(found(&["--bearoff"]), found(&[]));
}

/// Assumptions of the reader are told, and scores are not counted anew in silence.
#[test]
fn a_match_is_loaded_as_it_is_analysed() {
    let folder = Folder::new("saved-matches");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let game = "\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5       42: 8/4 6/4\n";
    write(
        "jumps",
        &format!("5 point match\n{game}   Wins 1 point\n Game 2\n A : 3   B : 0\n 1) 31: 8/5 6/5\n"),
    );
    write("money", &format!("Unlimited match\n{game}"));
    write("more", &format!("7 point match\n{game}   Wins 5 points\n"));
    let play = ["backgammon", "play", "--depth", "0", "--seed", "1"];
    let text = said(&folder, &play, &["load jumps", "load money", "load more"]);
    let refused = "not loaded: got the score 3-0 before game 2, expected 1-0, which the games before it give";
    assert!(text.contains(refused), "{text}");
    assert_eq!(text.matches("not loaded").count(), 1, "{text}");
    assert!(text.contains("got a win of 5 points, which is worth 3, assumed 5"), "{text}");
}

#[test]
fn what_a_file_contradicts_is_told() {
    let folder = Folder::new("saved-contradictions");
    let chess = ["chess", "play", "--depth", "1"];
    fs::write(folder.path().join("mated"), "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n").unwrap();
    fs::write(folder.path().join("null"), "1. e4 -- *\n").unwrap();
    let text = said(&folder, &chess, &["load mated", "load null"]);
    assert!(
        text.contains("PGN, line 1: got the result 1-0 of a game that ends on the board, expected 0-1"),
        "{text}"
    );
    assert!(text.contains("got a null move as move 2, expected a legal one"), "{text}");
}
