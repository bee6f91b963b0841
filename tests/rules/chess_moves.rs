//! Claim: illegal moves are refused with the reason, and moves are written the way players and GUIs
//! expect.

use sparring_engine::games::chess::{Position, parse_move};

fn refused(fen: &str, text: &str) -> String {
    let position: Position = fen.parse().unwrap();
    match parse_move(&position, text) {
        Ok(m) => panic!("{fen}: {text} was read as {m:?}"),
        Err(e) => e.to_string(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn refusals_name_the_reason() {
    for (fen, text, says) in [
        (START, "", "\"\" is no move"),
        (START, "zz9", "\"zz9\" is no move"),
        (START, "e3e4", "no piece on e3"),
        (START, "e7e5", "the pawn on e7 is the opponent's piece"),
        (START, "g1g3", "a knight does not move so: g1 to g3"),
        (START, "e2e5", "a pawn does not move so: e2 to e5"),
        (START, "d1d2", "your own pawn stands on d2"),
        (START, "d1d3", "the path is blocked at d2"),
        (START, "f1c4", "the path is blocked at e2"),
        (START, "Bc4", "the path is blocked at e2"),
        (START, "Nd4", "no knight of yours reaches d4"),
        (START, "exd3", "there is nothing to take on d3"),
        (START, "e2d3", "there is nothing to take on d3"),
        (START, "e2e4q", "this move promotes nothing; leave the promotion piece out"),
        (START, "e4=Q", "this move promotes nothing"),
        (START, "O-O", "castling: the path is blocked at f1"),
        (START, "e1g1", "castling: the path is blocked at f1"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - -", "Nc3", "this leaves the king in check from the rook on e8"),
        ("4r1k1/8/8/8/8/8/8/N3K3 w - -", "Nb3", "you are in check from the rook on e8"),
        ("4k3/8/8/8/8/8/r7/4K3 w - -", "Ke2", "e2 is attacked by the rook on a2"),
        ("4r1k1/8/8/8/8/8/8/R3K2R w KQ -", "O-O", "castling: not out of check; the rook on e8 gives it"),
        (
            "5rk1/8/8/8/8/8/8/R3K2R w KQ -",
            "O-O",
            "castling: not through or into check; f1 is attacked by the rook on f8",
        ),
        (
            "1k4r1/8/8/8/8/8/8/R3K2R w KQ -",
            "e1g1",
            "castling: not through or into check; g1 is attacked by the rook on g8",
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kq -", "O-O-O", "castling: the right is lost"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kq -", "e1g1", "castling: the right is lost"),
        ("7k/4P3/8/8/8/8/8/K7 w - -", "e7e8", "the pawn promotes on e8; say to what"),
        ("7k/4P3/8/8/8/8/8/K7 w - -", "e8", "the pawn promotes on e8; say to what"),
        ("7k/8/8/8/8/8/8/KN3N2 w - -", "Nd2", "several moves fit: Nbd2, Nfd2"),
        ("7k/8/8/8/8/8/8/K7 w - -", "Qd4", "you have no such queen"),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", "exd6", "this leaves the king in check from the rook on h5"),
    ] {
        let reason = refused(fen, text);
        assert!(reason.starts_with(says), "{fen} {text}: {reason}");
        assert_eq!(reason.lines().count(), 1);
    }
}

#[test]
fn castling_is_read_in_every_spelling() {
    let position: Position = CASTLES.parse().unwrap();
    for text in ["e1g1", "e1h1", "O-O", "0-0", "O-O+", "0-0!"] {
        assert_eq!(position.uci(parse_move(&position, text).unwrap()), "e1g1");
    }
    for text in ["e1c1", "e1a1", "O-O-O", "0-0-0"] {
        assert_eq!(position.san(parse_move(&position, text).unwrap()), "O-O-O");
    }
    let chess960: Position = "1rk5/8/8/8/8/8/6P1/1RK3R1 w GBb - 0 1".parse().unwrap();
    for (text, uci) in [("c1g1", "c1g1"), ("O-O", "c1g1"), ("c1b1", "c1b1"), ("O-O-O", "c1b1")] {
        assert_eq!(chess960.uci(parse_move(&chess960, text).unwrap()), uci);
    }
    let step = parse_move(&chess960, "c1d1").unwrap();
    assert_eq!(chess960.san(step), "Kd1");
}

#[test]
fn san_is_written_as_players_write_it() {
    for (fen, uci, san) in [
        (START, "g1f3", "Nf3"),
        (START, "e2e4", "e4"),
        ("7k/8/8/8/8/8/8/KN3N2 w - -", "b1d2", "Nbd2"),
        ("7k/8/8/R7/8/8/8/R3K3 w - -", "a1a3", "R1a3"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1"),
        ("7k/4P3/8/8/8/8/8/K7 w - -", "e7e8q", "e8=Q+"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - -", "e7d8n", "exd8=N"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "a1a8", "Ra8#"),
        ("7k/8/8/2PpP3/8/8/8/K7 w - d6", "e5d6", "exd6"),
        // The other knight is pinned and no rival.
        ("4r2k/8/8/8/8/4N3/8/4K1N1 w - -", "g1e2", "Ne2"),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.san(parse_move(&position, uci).unwrap()), san, "{fen}");
        assert_eq!(position.uci(parse_move(&position, san).unwrap()), uci, "{fen}");
    }
}

#[test]
fn long_and_sloppy_forms_are_read() {
    let position: Position = "7k/P7/8/2PpP3/8/8/8/KN3N2 w - d6 0 1".parse().unwrap();
    for (text, uci) in [
        ("Nb1-d2", "b1d2"),
        ("Nb1d2", "b1d2"),
        ("e5xd6 e.p.", "e5d6"),
        ("exd6e.p.", "e5d6"),
        ("a8Q", "a7a8q"),
        ("a7a8Q", "a7a8q"),
        ("a8=N#", "a7a8n"),
        (" Nfd2?! ", "f1d2"),
    ] {
        assert_eq!(position.uci(parse_move(&position, text).unwrap()), uci, "{text}");
    }
}
