//! Claim: at a terminal every game understands the same words, Ctrl-C makes the engine move now,
//! nothing is lost, and the board is as good as the terminal.

use std::fs;

use crate::support::folder::Folder;
use crate::support::pty::Terminal;

/// A game as a person plays it who tries every word.
struct Script {
    args: &'static [&'static str],
    /// A first move, and another way to write it.
    moves: [&'static str; 2],
    /// What is shown when it is the person's turn.
    turn: &'static str,
    /// The level at which the engine thinks for ever.
    deep: &'static str,
    /// The words of this game alone, and what they lead to.
    own: &'static [(&'static str, &'static str)],
    /// The names of the person's side and of the other.
    sides: [&'static str; 2],
    /// What the board shows when it is turned round.
    flipped: &'static str,
    /// How the list of legal moves begins.
    listed: &'static str,
    /// The name of the file in which the game is kept, before and behind the point.
    file: [&'static str; 2],
}

const CHESS: Script = Script {
    args: &["chess", "play", "--depth", "1", "--threads", "1"],
    moves: ["e4", "e2e4"],
    turn: "White to move",
    deep: "level 64",
    own: &[("fen", "KQkq"), ("draw", "no draw to claim"), ("id", "KQkq")],
    sides: ["White", "Black"],
    flipped: "h  g  f  e  d  c  b  a",
    listed: " moves: ",
    file: ["chess", "pgn"],
};

const DOTS: Script = Script {
    args: &["dots", "play", "--size", "5x5", "--depth", "1", "--threads", "1"],
    moves: ["h0,0", "0"],
    turn: "A to move",
    deep: "level 60",
    own: &[
        ("chains", "long chains: none"),
        ("numbers", " 59"),
        ("numbers", "60 edges left"),
        ("position", "0"),
        ("id", "0"),
    ],
    sides: ["A", "B"],
    flipped: "5   4   3   2   1   0",
    listed: " moves: ",
    file: ["dots", "txt"],
};

const BACKGAMMON: Script = Script {
    args: &["backgammon", "play", "--roll", "31", "--seed", "1", "--depth", "0", "--threads", "1"],
    moves: ["8/5 6/5", "6/5 8/5"],
    turn: "White to play",
    deep: "level 5",
    own: &[("roll 42", "White to play 4-2"), ("roll 31", "White to play 3-1"), ("id", "XGID=")],
    sides: ["White", "Black"],
    flipped: "┌12─11─10──9",
    listed: " plays of ",
    file: ["backgammon", "sgf"],
};

/// Says every word once, in a game against a shallow engine.
fn every_word(script: &Script, name: &str) {
    let state = Folder::new(name);
    let mut terminal = Terminal::start(script.args, &state);
    let ([you, engine], turn) = (script.sides, script.turn);
    terminal.sees(&format!("you play {you}; help lists the commands"));
    terminal.says("help", &["a move", "undo", "hint [N]", "level [L]", "save FILE", "side that it names."]);
    terminal.says("help swap", &["swap        change sides"]);
    terminal.says("undo", &["you have made no move to take back"]);
    terminal.says("redo", &["there is no move to play again"]);
    script.own.iter().for_each(|(word, reply)| terminal.says(word, &[reply]));
    let [first, again] = script.moves;
    terminal.says(first, &["you: ", "engine: ", &format!("for {engine}"), turn]);
    terminal.says("undo", &["taken back", turn]);
    terminal.says("redo", &["played again", turn]);
    terminal.says("undo", &["taken back", turn]);
    terminal.says(&format!("move {again}"), &["you: ", "engine: ", turn]);
    terminal.says("hint", &[&format!("for {you}")]);
    terminal.says("hint 3", &["  1. ", "  2. ", "  3. "]);
    terminal.says("score", &["score: ", &format!("for {you}"), &format!("{you} is to move, best is ")]);
    terminal.says("level", &["the engine looks "]);
    terminal.says("level 30ms", &["in 30 ms"]);
    terminal.says("level 1", &["looks 1 "]);
    terminal.says("flip", &[script.flipped, turn]);
    terminal.says("flip", &[turn]);
    terminal.says("board", &[turn]);
    terminal.says("moves", &[script.listed]);
    terminal.says("save one.game", &["saved as one.game"]);
    terminal.says("swap", &[&format!("you play {engine} now"), "engine: "]);
    terminal.says("resign", &[&format!("game over: {engine} resigns, {you} wins")]);
    terminal.says("score", &["the game is over"]);
    terminal.says("load one.game", &[&format!("you play {you}"), turn]);
    terminal.says("new", &[&format!("you play {you}"), turn]);
    terminal.types("quit");
    terminal.ends();
}

/// The position, and in backgammon the dice, as the game writes them.
fn position(terminal: &mut Terminal) -> String {
    terminal.says("id", &["\n"]);
    terminal.sees("\n")
}

/// Stops a search that would go on for ever, leaves, and comes back.
fn interrupted(script: &Script, name: &str) {
    let state = Folder::new(name);
    let mut terminal = Terminal::start(script.args, &state);
    let ([you, _], turn) = (script.sides, script.turn);
    terminal.says(script.deep, &["the engine looks "]);
    terminal.says(script.moves[0], &["you: "]);
    terminal.presses('c');
    terminal.sees("engine: ");
    terminal.sees(turn);
    let left = position(&mut terminal);
    terminal.sees("> ");
    terminal.presses('c');
    terminal.sees("quit? The game is kept");
    terminal.sends("n\n");
    terminal.sees("> ");
    terminal.presses('d');
    let shown = terminal.ends();
    assert!(shown.ends_with('\n'), "{shown:?}");

    let mut terminal = Terminal::start(&[&script.args[..2], &["--resume"]].concat(), &state);
    terminal.sees(&format!("you play {you}"));
    assert_eq!(position(&mut terminal), left, "the position and its dice");
    terminal.says("undo", &["taken back", turn]);
    terminal.says(script.deep, &["the engine looks "]);
    terminal.says(script.moves[1], &["you: "]);
    terminal.presses('c');
    terminal.sees("engine: ");
    terminal.sees("> ");
    terminal.presses('c');
    terminal.sees("quit? The game is kept");
    terminal.sends("y\n");
    terminal.ends();

    // Another game puts the kept one aside.
    let [kind, extension] = script.file;
    let kept = |name: &str| fs::read_to_string(state.path().join("sparring").join(name)).unwrap();
    let left = kept(&format!("{kind}.{extension}"));
    let mut terminal = Terminal::start(script.args, &state);
    terminal.sees("the game you left is kept; play --resume goes on with it");
    terminal.says(script.moves[0], &["engine: ", turn]);
    terminal.says("resign", &["game over: "]);
    terminal.types("quit");
    terminal.ends();
    assert_eq!(kept(&format!("{kind}.previous.{extension}")), left);
    assert_ne!(kept(&format!("{kind}.{extension}")), left);
}

#[test]
fn every_word_of_chess_is_understood() {
    every_word(&CHESS, "words-chess");
}

#[test]
fn every_word_of_dots_is_understood() {
    every_word(&DOTS, "words-dots");
}

#[test]
fn every_word_of_backgammon_is_understood() {
    every_word(&BACKGAMMON, "words-backgammon");
}

#[test]
fn ctrl_c_makes_the_engine_move_and_no_game_of_chess_is_lost() {
    interrupted(&CHESS, "ctrl-c-chess");
}

#[test]
fn ctrl_c_makes_the_engine_move_and_no_game_of_dots_is_lost() {
    interrupted(&DOTS, "ctrl-c-dots");
}

#[test]
fn ctrl_c_makes_the_engine_move_and_no_game_of_backgammon_is_lost() {
    interrupted(&BACKGAMMON, "ctrl-c-backgammon");
}

#[test]
fn the_engine_shows_how_far_it_is_while_it_thinks() {
    let state = Folder::new("spinner");
    let mut terminal = Terminal::start(CHESS.args, &state);
    terminal.says(CHESS.deep, &["looks 64 plies ahead"]);
    terminal.says("e4", &["you: e4", "depth "]);
    terminal.presses('c');
    terminal.sees("engine: ");
    terminal.types("quit");
    terminal.ends();
}

#[test]
fn words_and_moves_are_completed_and_remembered() {
    let state = Folder::new("completion");
    let mut terminal = Terminal::start(CHESS.args, &state);
    terminal.sees("> ");
    terminal.sends("lev\t\n");
    terminal.sees("the engine looks 1 ply ahead");
    terminal.sees("> ");
    terminal.sends("Nf\t\n");
    terminal.sees("you: Nf3");
    terminal.types("quit");
    terminal.ends();
    let mut terminal = Terminal::start(CHESS.args, &state);
    terminal.sees("> ");
    // Two lines back: quit, Nf3.
    terminal.sends("\x1b[A\x1b[A\n");
    terminal.sees("you: Nf3");
    terminal.types("quit");
    terminal.ends();
}

/// What is shown on a terminal with these variables before the first prompt, and after a move.
fn shown(set: &[(&str, &str)], name: &str) -> String {
    let state = Folder::new(name);
    let mut terminal = Terminal::raw(CHESS.args, &state, set);
    let begun = terminal.sees("> ");
    terminal.sends("e4\n");
    terminal.sees("engine: ");
    let answered = terminal.sees("White to move");
    terminal.types("quit");
    terminal.ends();
    begun + &answered
}

/// The sequence that chooses one of 256 colours.
const COLOUR: &str = "\x1b[38;5;";

#[test]
fn boards_are_as_good_as_the_terminal() {
    let best = shown(&[], "best");
    assert!(best.contains(COLOUR) && best.contains('♜'), "{best}");
    let letters = shown(&[("LANG", "C")], "letters");
    assert!(letters.contains(COLOUR) && letters.is_ascii(), "{letters}");
    // Without colours the last move stands between brackets.
    let plain = shown(&[("NO_COLOR", "1")], "no-colour");
    assert!(!plain.contains(COLOUR) && plain.contains("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"), "{plain}");
    assert!(plain.contains("[.]"), "{plain}");
    let dumb = shown(&[("TERM", "dumb")], "dumb");
    assert!(dumb.is_ascii() && !dumb.contains('\x1b') && dumb.contains("8 r n b q k b n r"), "{dumb:?}");
}

#[test]
fn a_resignation_is_kept_even_as_the_first_act() {
    let state = Folder::new("first-resignation");
    let mut terminal = Terminal::start(&["backgammon", "play", "--length", "3", "--seed", "4"], &state);
    terminal.says("resign single", &["3 points match, White 0, Black 1"]);
    terminal.types("quit");
    terminal.ends();
    let mut terminal = Terminal::start(&["backgammon", "play", "--resume"], &state);
    terminal.sees("3 points match, White 0, Black 1");
    terminal.types("quit");
    terminal.ends();
}

#[test]
fn without_a_folder_it_is_said_that_the_game_is_not_kept() {
    for script in [CHESS, DOTS, BACKGAMMON] {
        let state = Folder::new(&format!("no-folder-{}", script.file[0]));
        let set = [("HOME", "relative"), ("XDG_STATE_HOME", "")];
        let mut terminal = Terminal::raw(script.args, &state, &set);
        terminal.sees(
            "the game is not kept: got neither HOME nor XDG_STATE_HOME as an absolute path; try to set HOME",
        );
        terminal.types("quit");
        terminal.ends();
    }
}
