//! Claim: nothing that is sent to `sparring uci` ends it or makes it fall silent: very long lines,
//! bytes that are no text, a hundred thousand lines of nonsense.

use crate::support::hash::hash;
use crate::support::sparring::sparring;
use crate::support::uci::Uci;

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 += 1;
        (hash(self.0) % n as u64) as usize
    }
}

#[test]
fn a_line_of_a_megabyte_is_refused_and_the_next_is_read() {
    let mut uci = Uci::start();
    for filler in ["x", " ", "moves e2e4 ", "\0", "go depth 1 "] {
        let line = format!("position startpos {}", filler.repeat((1 << 20) / filler.len()));
        let said = uci.ask(&line);
        assert_eq!(said.len(), 1, "{filler}");
        assert!(said[0].contains("bytes"), "{said:?}");
    }
    // The moves of a game longer than any that was ever played are no such line.
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(4000);
    assert_eq!(uci.ask(&format!("position startpos moves {moves}")), [""; 0]);
    uci.go("go depth 2");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut uci = Uci::start();
    let mut random = Random(1);
    for _ in 0..1000 {
        let length = random.below(40);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).filter(|b| *b != b'\n').collect();
        uci.send_bytes(&[&bytes[..], b"\n"].concat());
    }
    assert!(uci.ask("").iter().all(|line| line.starts_with("info string got")));
    assert_eq!(uci.end(), [""; 0]);
}

/// Windows programs begin their output with one.
#[test]
fn a_byte_order_mark_before_a_command_is_passed_over() {
    let mut uci = Uci::start();
    uci.send("\u{feff}uci");
    uci.until("uciok");
    assert_eq!(uci.ask("\u{feff}position startpos"), [""; 0]);
    assert_eq!(uci.end(), [""; 0]);
    let output = sparring(&[]).write_stdin("\u{feff}uci\nquit\n").output();
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("uciok\n"));
}

/// What the lines of nonsense are made of. `quit` is not among it, nor a table or a number of
/// threads that would take long to make.
const WORDS: &str = "\
    uci isready position go stop ponderhit setoption debug register d eval startpos fen moves \
    name value Hash Clear Threads Ponder MultiPV Move Overhead UCI_Chess960 true false on off \
    searchmoves ponder infinite wtime btime winc binc movestogo depth nodes movetime mate perft \
    0 1 2 3 5 -1 20 e2e4 e7e5 g1f3 e1g1 a7a8q 0000 w b KQkq - \
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 8/8/8/8/8/8/8/K1k5 \u{2654} later";

/// Whole commands, so that nonsense meets searches.
const LINES: [&str; 11] = [
    "ucinewgame",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go depth 3",
    "go nodes 500",
    "go movetime 1",
    "go perft 2",
    "stop",
    "position startpos moves e2e4",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
    "setoption name MultiPV value 4",
];

/// Makes a table that is quickly cleared.
const SMALL: &str = "setoption name Threads value 1\nsetoption name Hash value 1";

/// The commands, the first of which in a line is obeyed.
const COMMANDS: [&str; 13] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "quit",
];

fn line(random: &mut Random) -> String {
    if random.below(8) == 0 {
        return LINES[random.below(LINES.len())].to_owned();
    }
    let known: Vec<&str> = WORDS.split(' ').chain([""]).collect();
    let words = (0..random.below(9)).map(|_| known[random.below(known.len())]);
    let mut line = words.collect::<Vec<_>>().join(" ");
    if random.below(10) == 0 && !line.is_empty() {
        line = line.chars().map(|c| if random.below(20) == 0 { '?' } else { c }).collect();
    }
    line
}

fn command(line: &str) -> Option<&str> {
    line.split_whitespace().find(|word| COMMANDS.contains(word))
}

#[test]
fn a_hundred_thousand_lines_of_nonsense_are_answered() {
    let mut random = Random(1 << 32);
    let (mut ready, mut searches) = (0, 0);
    let mut uci = Uci::start();
    let mut said = uci.ask(SMALL);
    ready += 1;
    said.push("readyok".to_owned());
    for _ in 0..100 {
        let lines: Vec<String> = (0..1000).map(|_| line(&mut random)).collect();
        let asked = |name| lines.iter().filter(|line| command(line) == Some(name)).count();
        ready += asked("isready");
        searches += asked("go");
        // A search that would wait for another one without end is ended.
        uci.send(&(lines.join("\n") + "\nstop\nuci"));
        said.extend(uci.until("uciok"));
        ready += 1;
        said.extend(uci.ask(SMALL));
        said.push("readyok".to_owned());
    }
    said.extend(uci.end());
    let count = |begin: &str| said.iter().filter(|line| line.starts_with(begin)).count();
    assert_eq!(count("readyok"), ready);
    let counts = count("Nodes searched: ") + count("info string got stop before the count");
    assert_eq!(count("bestmove ") + counts, searches);
    assert!(searches > 5_000, "only {searches} searches");
}
