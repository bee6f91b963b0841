#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// In lower case.
    pub name: &'static str,
    pub args: &'static str,
    pub what: &'static str,
}

pub const fn verb(name: &'static str, args: &'static str, what: &'static str) -> Verb {
    Verb { name, args, what }
}

pub const COMMON: [Verb; 18] = [
    verb("move", "M", "play M; a move may also be typed by itself"),
    verb("undo", "", "take back your last move and the answer to it"),
    verb("redo", "", "play again what was taken back"),
    verb("hint", "[N]", "the best move, or the N best, and what they are worth to the side to move"),
    verb("score", "", "what the position is worth to the side to move"),
    verb("swap", "", "change sides with the engine"),
    verb(
        "level",
        "[L]",
        "show or set how far the engine looks ahead (level 5) or how long it thinks (level 500ms)",
    ),
    verb("resign", "", "give up"),
    verb("flip", "", "turn the board round"),
    verb("board", "", "show the board"),
    verb("moves", "", "list the legal moves"),
    verb("id", "", "show the position in the notations that other programs read"),
    verb("save", "FILE", "write the game to a file"),
    verb("load", "FILE", "go on with a game from a file"),
    verb("new", "", "begin again"),
    verb("quit", "", "leave"),
    verb("help", "[VERB]", "show this list, or one line of it"),
    verb("exit", "", "leave"),
];

/// Words of other programs, and the command that does the same here.
const OTHER_NAMES: [(&str, &str); 18] = [
    ("clear", "new"),
    ("restart", "new"),
    ("reset", "new"),
    ("start", "new"),
    ("go", "swap"),
    ("back", "undo"),
    ("takeback", "undo"),
    ("forward", "redo"),
    ("bye", "quit"),
    ("q", "quit"),
    ("show", "board"),
    ("display", "board"),
    ("eval", "score"),
    ("analyse", "hint"),
    ("analyze", "hint"),
    ("best", "hint"),
    ("depth", "level"),
    ("concede", "resign"),
];

/// The command that another program calls `word`.
pub fn other_name(word: &str) -> Option<&'static str> {
    OTHER_NAMES.iter().find(|(other, _)| word.eq_ignore_ascii_case(other)).map(|&(_, ours)| ours)
}

/// True if a line is a command and more words than it takes.
pub fn takes_no_more(verb: &str, line: &str, own: &[Verb]) -> bool {
    let more = line.split_whitespace().count() > 1;
    more && own.iter().chain(&COMMON).any(|known| known.name == verb && known.args.is_empty())
}

/// The commands that the list of [`help`] leaves out: other names of one that it has.
const ALIASES: [&str; 1] = ["exit"];

fn line(verb: &Verb) -> String {
    format!("{:<12}{}\n", format!("{} {}", verb.name, verb.args).trim_end(), verb.what)
}

/// The list of commands with a game's `own`.
pub fn help(moves: &str, own: &[Verb]) -> String {
    let mut text = format!("{:<12}{moves}\n", "a move");
    let (play, rest) = COMMON.split_at(8);
    let common = |verb: &&Verb| !own.iter().any(|own| own.name == verb.name);
    for verb in play.iter().filter(common).chain(own).chain(rest.iter().filter(common)) {
        if !ALIASES.contains(&verb.name) {
            text += &line(verb);
        }
    }
    text + "A score is for the side that it names.\n"
}

pub fn help_on(name: &str, moves: &str, own: &[Verb]) -> String {
    let name = name.to_lowercase();
    if name == "move" {
        return format!("{}{:<12}{moves}\n", line(&COMMON[0]), "");
    }
    let known = own.iter().chain(&COMMON).find(|verb| verb.name == name);
    known.map_or_else(
        || {
            let got: String = name.chars().take(24).flat_map(char::escape_debug).collect();
            format!("got '{got}', expected a command; try help\n")
        },
        line,
    )
}
