//! Claim: `sparring uci` speaks the Universal Chess Interface: every `go` has one legal
//! `bestmove`, every option does what it says, what cannot be obeyed changes nothing.

use std::time::Duration;

use sparring_engine::games::chess::{Move, Position, parse_move, perft};

use crate::support::binary::stdout;
use crate::support::sparring::sparring;
use crate::support::uci::Uci;

/// The words of a line behind `key`.
fn after<'l>(line: &'l str, key: &str) -> Vec<&'l str> {
    line.split_whitespace().skip_while(|word| *word != key).skip(1).collect()
}

/// The number behind `key`.
fn number(line: &str, key: &str) -> i64 {
    after(line, key).first().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {key}: {line}"))
}

/// Plays moves in coordinates, each of which must be legal and spelt as this crate spells it.
fn played(mut position: Position, moves: &[&str]) -> Position {
    for text in moves {
        let m: Move = parse_move(&position, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(position.uci(m), *text);
        position = position.play(m);
    }
    position
}

/// The best move and the one to ponder on, which must be legal, and so must every line.
fn checked(position: &Position, said: &[String]) -> (String, Option<String>) {
    let (best, infos) = said.split_last().unwrap();
    for line in infos.iter().filter(|line| line.contains(" pv ")) {
        played(position.clone(), &after(line, "pv"));
    }
    let words: Vec<&str> = best.split_whitespace().collect();
    match words[..] {
        ["bestmove", best] => {
            played(position.clone(), &[best]);
            (best.to_owned(), None)
        }
        ["bestmove", best, "ponder", reply] => {
            played(position.clone(), &[best, reply]);
            (best.to_owned(), Some(reply.to_owned()))
        }
        _ => panic!("{best}"),
    }
}

/// The line `Fen:` of `d`.
fn fen(uci: &mut Uci) -> String {
    let said = uci.ask("d");
    said.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap().to_owned()
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn it_introduces_itself_with_its_version_and_options() {
    let mut uci = Uci::start();
    uci.send("uci");
    let said = uci.until("uciok");
    assert_eq!(said[0], format!("id name sparring {}", env!("CARGO_PKG_VERSION")));
    assert!(said[1].starts_with("id author "));
    let options: Vec<&String> = said.iter().filter(|line| line.starts_with("option name ")).collect();
    assert_eq!(options.len() + 3, said.len(), "{said:?}");
    for option in [
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Strategy type combo default play var play var lazy var ybw",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_Chess960 type check default false",
    ] {
        assert!(options.iter().any(|line| *line == option), "{option}");
    }
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn every_kind_of_go_has_a_legal_best_move() {
    let mut uci = Uci::start();
    let start = Position::start();
    let kiwipete: Position = KIWIPETE.parse().unwrap();
    uci.ask("ucinewgame");
    for go in [
        "go depth 4",
        "go nodes 20000",
        "go movetime 30",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 100 btime 5 movestogo 1",
        "go wtime -50 btime -50",
        "go btime 60000",
        "go mate 1",
        "go depth 2 wtime 100000 btime 100000",
    ] {
        for (place, position) in [("startpos", &start), (&*format!("fen {KIWIPETE}"), &kiwipete)] {
            let said = uci.go(&format!("position {place}\n{go}"));
            checked(position, &said);
            let info = said.iter().find(|line| line.starts_with("info depth ")).unwrap();
            for key in ["depth", "seldepth", "multipv", "cp", "nodes", "nps", "hashfull", "tbhits", "time"] {
                number(info, key);
            }
        }
    }
    let said = uci.go("position startpos\ngo depth 3 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&checked(&start, &said).0.as_str()), "{said:?}");
    let said = uci.go("setoption name Strategy value ybw\nposition startpos\ngo depth 3");
    assert!(said.iter().any(|line| line.starts_with("info depth 3 ")), "{said:?}");
    checked(&start, &said);
    let said = uci.go("position startpos moves e2e4 e7e5 g1f3\ngo depth 3");
    checked(&played(start, &["e2e4", "e7e5", "g1f3"]), &said);
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn mates_are_counted_in_moves_and_finished_games_have_no_move() {
    let mut uci = Uci::start();
    let said = uci.go("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo depth 3");
    assert_eq!(number(&said[said.len() - 2], "mate"), 1, "{said:?}");
    let said = uci.go("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3");
    assert_eq!(said, ["info depth 0 score mate 0", "bestmove (none)"]);
    let said = uci.go("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 10");
    assert_eq!(said, ["info depth 0 score cp 0", "bestmove (none)"]);
    // Nobody can win, but the interface asks.
    let bare: Position = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    checked(&bare, &uci.go(&format!("position fen {bare}\ngo depth 3")));
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let mut uci = Uci::start();
    // Win at Chess 27, a mate in two, 50, in three, and a position without a mate.
    for (fen, most) in [
        ("7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - - 0 1", 2),
        ("k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - - 0 1", 3),
    ] {
        let said = uci.go(&format!("ucinewgame\nposition fen {fen}\ngo mate {most}"));
        let found = said.iter().rev().find(|line| line.contains(" score ")).unwrap();
        assert_eq!(number(found, "mate"), most, "{said:?}");
        assert!(said.iter().filter(|line| line.contains(" score mate ")).count() <= 2, "{said:?}");
    }
    // Another limit is the only one then.
    let said = uci.go("ucinewgame\nposition startpos\ngo mate 1 nodes 50000");
    assert!(number(&said[said.len() - 2], "nodes") >= 50_000, "{said:?}");
    let said = uci.go("position startpos\ngo mate 1");
    assert!(said.iter().all(|line| !line.contains(" mate ")), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn scores_are_told_with_the_chances_of_win_draw_and_loss() {
    let mut uci = Uci::start();
    let said = uci.go("setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 5");
    for line in said.iter().filter(|line| line.contains(" score ")) {
        let chances: Vec<u32> = after(line, "wdl")[..3].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(chances.iter().sum::<u32>(), 1000, "{line}");
        assert_eq!(number(line, "cp") >= 0, chances[0] >= chances[2], "{line}");
    }
    let said = uci.go("setoption name UCI_ShowWDL value false\ngo depth 5");
    assert!(said.iter().all(|line| !line.contains("wdl")), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn infinite_searches_wait_for_stop_and_isready_waits_for_nothing() {
    let mut uci = Uci::start();
    for place in ["startpos", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        for (go, end) in
            [("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit"), ("go", "stop")]
        {
            let finished = place.starts_with("fen");
            if go == "go" && finished {
                continue;
            }
            uci.send(&format!("position {place}\n{go}"));
            if finished {
                uci.until("info depth");
            }
            for _ in 0..3 {
                let said = uci.ask("");
                assert!(said.iter().all(|line| line.starts_with("info ")), "{said:?}");
            }
            assert!(!finished || uci.is_silent(Duration::from_millis(50)));
            uci.send(end);
            uci.until("bestmove");
        }
    }
    assert_eq!(uci.ask("stop\nponderhit\nstop"), [""; 0]);
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn another_go_waits_for_its_turn_or_ends_a_search_without_limit() {
    let mut uci = Uci::start();
    uci.send("go depth 4\nposition startpos moves e2e4\ngo depth 1\ngo infinite\ngo nodes 100\nisready");
    let start = Position::start();
    let first = uci.until("bestmove");
    assert!(first.iter().any(|line| line.starts_with("info depth 4 ")), "{first:?}");
    let best: Vec<Vec<String>> = (0..3).map(|_| uci.until("bestmove")).collect();
    for said in &best {
        let said: Vec<String> = said.iter().filter(|line| *line != "readyok").cloned().collect();
        checked(&played(start.clone(), &["e2e4"]), &said);
    }
    assert_eq!(uci.end(), [""; 0]);
    let help = stdout(&["uci", "--help"]);
    assert!(help.contains("waits for its turn") && help.contains("ends when another go comes"));
}

#[test]
fn several_lines_are_ranked_from_the_best() {
    let mut uci = Uci::start();
    let said = uci.go("setoption name MultiPV value 3\nposition startpos\ngo depth 3");
    let last: Vec<&String> = said.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    assert_eq!(last.iter().map(|line| number(line, "multipv")).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last.is_sorted_by(|a, b| number(a, "cp") >= number(b, "cp")), "{last:?}");
    let (best, _) = checked(&Position::start(), &said);
    assert_eq!(after(last[0], "pv")[0], best);
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn castling_is_written_as_the_game_and_the_option_say() {
    let castles = |uci: &mut Uci, place: &str| {
        uci.send(&format!("position {place}\ngo perft 1"));
        let said = uci.until("Nodes searched");
        let mut moves: Vec<&str> = said.iter().filter_map(|line| line.strip_suffix(": 1")).collect();
        moves.retain(|text| text.starts_with("e1") || text.starts_with("b1"));
        moves.sort_unstable();
        moves.join(" ")
    };
    let mut uci = Uci::start();
    let both = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(castles(&mut uci, both), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    // A position that only Chess960 has.
    assert_eq!(castles(&mut uci, "fen 1k6/8/8/8/8/8/PPPP4/1K5R w H - 0 1"), "b1a1 b1c1 b1h1");
    uci.send("setoption name UCI_Chess960 value true");
    assert_eq!(castles(&mut uci, both), "e1a1 e1d1 e1d2 e1e2 e1f1 e1f2 e1h1");
    assert_eq!(castles(&mut uci, &format!("{both} moves e1h1 e8e7")), "");
    assert_eq!(fen(&mut uci), "8/4k3/8/8/8/8/8/R4RK1 w - - 2 2");
    uci.send("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1");
    assert_eq!(fen(&mut uci), "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn what_cannot_be_obeyed_changes_nothing_and_says_why() {
    let mut uci = Uci::start();
    let place = "position startpos moves d2d4 d7d5";
    uci.send(place);
    let before = fen(&mut uci);
    for line in [
        "position fen rnbqkbnr/8/8 w KQkq - 0 1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen",
        "position",
        "position somewhere",
        "position startpos moves e2e4 e7e5 e4e5",
        "position startpos moves e2e4 0000",
        "position startpos moves Nf3",
        "position startpos moves e2e4\u{1b}[2J",
        "setoption",
        "setoption name",
        "setoption name Contempt value 3",
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value 257",
        "setoption name MultiPV value",
        "setoption name UCI_Chess960 value maybe",
        "setoption name Strategy value minimax",
        "rubbish",
        "go deep\nstop",
        "go depth\nstop",
        "go depth 1 searchmoves e2e5\nstop",
    ] {
        let said: Vec<String> = uci.ask(line).into_iter().filter(|line| line.contains("string")).collect();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("info string ") && !said[0].contains('\u{1b}'), "{said:?}");
        assert!(said[0].len() < 250, "{said:?}");
    }
    assert_eq!(fen(&mut uci), before);
    let said = uci.end();
    assert!(said.iter().all(|line| line.starts_with("info ") || line.starts_with("bestmove ")), "{said:?}");
}

#[test]
fn unknown_words_before_a_command_are_passed_over() {
    let mut uci = Uci::start();
    uci.send("joho debug on\n  \t \nPlease isready now\r");
    assert_eq!(uci.until("readyok"), ["readyok"]);
    assert!(uci.ask("\0isready")[0].starts_with("info string got"));
    let said = uci.go("go depth 2");
    assert!(said.iter().any(|line| line.starts_with("info string TASKS: ")), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn counts_are_those_of_perft() {
    let mut uci = Uci::start();
    for depth in 0..=4 {
        uci.send(&format!("position fen {KIWIPETE}\ngo perft {depth}"));
        let said = uci.until("Nodes searched: ");
        let total: u64 = said[said.len() - 1]["Nodes searched: ".len()..].parse().unwrap();
        let position: Position = KIWIPETE.parse().unwrap();
        let expected = if depth == 0 { 1 } else { perft(&position, depth, false) };
        assert_eq!(total, expected);
        assert_eq!(said.iter().filter(|line| line.contains(": ")).count(), 1 + 48 * usize::from(depth > 0));
        uci.ask("");
    }
    uci.send("position startpos\ngo perft 12\nisready");
    uci.until("readyok");
    uci.send("stop");
    uci.until("info string got stop before");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn threads_and_hash_can_change_between_searches() {
    let mut uci = Uci::start();
    for (threads, hash) in [(2, 1), (3, 8), (1, 16)] {
        let options =
            format!("setoption name threads value {threads}\nsetoption name HASH value {hash}\ndebug on");
        assert_eq!(uci.ask(&options), [""; 0]);
        checked(&Position::start(), &uci.go("go movetime 50"));
        assert_eq!(uci.ask("setoption name Clear Hash"), [""; 0]);
    }
    // More memory than there is.
    let said = uci.ask("setoption name Hash value 65536\nsetoption name Threads value 2");
    assert!(said.len() <= 1, "{said:?}");
    checked(&Position::start(), &uci.go("go depth 2"));
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn the_benchmark_of_a_session_is_that_of_the_command_line() {
    let nodes = |line: &str| line.split_once(" nodes ").unwrap().0.to_owned();
    let mut uci = Uci::start();
    let said = uci.go("setoption name Threads value 2\nbench 5\nbench none\nbench 0\ngo depth 1");
    let bench: Vec<&String> = said.iter().filter(|line| line.ends_with(" nps")).collect();
    assert_eq!(bench.len(), 1, "{said:?}");
    assert_eq!(nodes(bench[0]), nodes(stdout(&["bench", "5"]).trim_end()));
    assert_eq!(said.iter().filter(|line| line.starts_with("info string got bench '")).count(), 2, "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn the_benchmark_of_a_session_can_be_ended() {
    const ENDED: &str = "info string got stop before the benchmark was complete";
    let mut uci = Uci::start();
    assert_eq!(uci.go("bench 100\nstop\ngo depth 1")[0], ENDED);
    assert_eq!(uci.end(), [""; 0]);
}

/// 197,281 is the published perft of the first position.
#[test]
fn counts_are_completed_before_the_session_ends() {
    for end in ["", "quit\n"] {
        let input = format!("position startpos\ngo perft 4\nposition startpos moves e2e4\ngo perft 2\n{end}");
        let output = sparring(&["uci"]).write_stdin(input).output();
        let said = String::from_utf8(output.stdout).unwrap();
        let counts: Vec<&str> =
            said.lines().filter_map(|line| line.strip_prefix("Nodes searched: ")).collect();
        assert_eq!((output.status.code(), &counts[..]), (Some(0), &["197281", "600"][..]), "{said}");
        let bench = sparring(&["uci"]).write_stdin(format!("bench 3\n{end}")).output();
        assert!(String::from_utf8_lossy(&bench.stdout).ends_with(" nps\n"), "{bench:?}");
    }
}

#[test]
fn a_program_started_without_a_command_speaks_uci_if_it_is_spoken_to() {
    let said = |input: &str| {
        let output = sparring(&[]).write_stdin(input).output();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = said("uci\ngo depth 1\n");
    assert_eq!(code, Some(0));
    assert!(text.contains("\nuciok\n") && text.contains("\nbestmove "), "{text}");
    assert_eq!(said(""), (Some(2), String::new()));
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_with_its_best_move() {
    for end in ["", "quit"] {
        let mut uci = Uci::start();
        uci.ask("setoption name Threads value 2");
        uci.send(&format!("go infinite\n{end}"));
        let said = uci.end();
        checked(&Position::start(), &said);
    }
    let help = stdout(&["uci", "--help"]);
    assert!(help.contains("UCI_Chess960"));
}
