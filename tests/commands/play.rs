//! Claim: `sparring chess play` follows the conversation documented for it. The terminal is a pair
//! of pipes.

use crate::support::conversation::conversation;

/// What is said in a game against a shallow engine.
fn said(args: &[&str], lines: &[&str]) -> String {
    conversation(&[&["chess", "play", "--depth", "2", "--threads", "2"], args].concat(), lines)
}

#[test]
fn the_engine_answers_moves_in_either_notation() {
    let text = said(&[], &["e2e4", "Nf3", "quit"]);
    assert!(text.contains("you: e4\n") && text.contains("you: Nf3\n"), "{text}");
    assert_eq!(text.matches("engine: ").count(), 2, "{text}");
    assert!(text.contains("8 r n b q k b n r"), "{text}");
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    let text = said(&[], &["e2e5", "Ra3", "hello", "e7e5", "moves"]);
    for reason in
        ["a pawn does not move so", "the path is blocked at a2", "is no move", "the opponent's piece"]
    {
        assert!(text.contains(reason), "{reason} is not in {text}");
    }
    assert!(text.contains("20 moves: "), "{text}");
}

#[test]
fn fools_mate_ends_the_game() {
    let text =
        said(&["--fen", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -"], &["Qh4", "e4", "fen"]);
    assert!(text.contains("you: Qh4#\ngame over: checkmate, Black wins\nthe game is over"), "{text}");
    let text = said(&["--moves", "f3 e5"], &["g4"]);
    assert!(text.contains("engine: Qh4# (Black mates in 1)"), "{text}");
    assert!(text.contains("game over: checkmate, Black wins"), "{text}");
}

#[test]
fn stalemate_and_dead_positions_are_announced() {
    let text = said(&["--fen", "7k/8/4Q1K1/8/8/8/8/8 w - -"], &["Qf7"]);
    assert!(text.contains("game over: stalemate, a draw"), "{text}");
    let text = said(&["--fen", "7k/8/8/8/8/8/1p6/K7 w - -"], &["Kxb2"]);
    assert!(text.contains("game over: draw by insufficient material"), "{text}");
}

#[test]
fn moves_are_taken_back() {
    let text = said(&[], &["undo", "e4", "undo", "fen"]);
    assert!(text.contains("you have made no move to take back"), "{text}");
    assert!(text.ends_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
}

#[test]
fn hints_swaps_flips_and_new_games() {
    let text = said(&[], &["hint", "swap", "flip", "new", "fen"]);
    assert!(text.contains("hint: "), "{text}");
    assert!(text.contains("you play Black now\nengine: "), "{text}");
    assert!(text.contains("  h g f e d c b a\n") && text.contains("  a b c d e f g h\n"), "{text}");
    let text = said(&["--as", "black"], &["help"]);
    assert!(text.starts_with("you play Black") && text.contains("engine: "), "{text}");
    assert!(text.contains("resign      give up"), "{text}");
}

#[test]
fn resigning_and_claiming_draws() {
    let text = said(&[], &["resign", "e4"]);
    assert!(text.contains("game over: White resigns, Black wins\nthe game is over"), "{text}");
    let text = said(&[], &["draw", "resign", "draw", "undo", "fen"]);
    assert!(text.contains("no draw to claim"), "{text}");
    assert_eq!(text.matches("the game is over: White resigns, Black wins; new, undo").count(), 1, "{text}");
    assert!(text.contains("the game goes on\n"), "{text}");
    let text = said(&["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 100 90"], &["draw"]);
    assert!(text.contains("draw by the fifty-move rule may be claimed"), "{text}");
    assert!(text.contains("game over: draw by the fifty-move rule, claimed"), "{text}");
    let text = said(&["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 150 100"], &["fen"]);
    assert!(text.contains("game over: draw by the seventy-five-move rule"), "{text}");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let text = said(&["--moves", shuffle], &["draw"]);
    assert!(text.contains("game over: draw by repetition, claimed"), "{text}");
}

#[test]
fn the_end_of_input_and_its_errors_end_quietly() {
    assert!(said(&[], &[]).contains("move 1, White to move"));
    let text = said(&["--movetime", "20"], &["e4", "\u{0}\u{fffd}", ""]);
    assert!(text.contains("engine: "), "{text}");
}

#[test]
fn commands_of_other_programs_name_ours() {
    let text = said(&[], &["clear", "Takeback", "boord", "quit"]);
    for line in ["got 'clear', expected a move or a command; try new", "try undo", "try board"] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
}
