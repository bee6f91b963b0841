//! Claim: the evaluation is the Simplified Evaluation, in centipawns, from the mover's view. The
//! values are computed by hand.

use sparring_engine::game::{Evaluator, WIN};
use sparring_engine::games::chess::{Chess, NamedBoard, Outcome, Position, Simplified};

fn value(fen: &str) -> i32 {
    Simplified.evaluate(&Chess, &fen.parse().unwrap())
}

#[test]
fn positions_have_their_hand_computed_values() {
    // Both sides have the same pieces on mirrored squares.
    assert_eq!(value(NamedBoard::Start.fen()), 0);
    // e2-e4: -20 to +20; c7-c5: +10 to 0.
    assert_eq!(value(NamedBoard::Sicilian.fen()), 50);
    // White: e4 +40, Nf3 +50, Bb5 +15. Black: e5 +40, Nc6 +50. Black to move.
    assert_eq!(value(NamedBoard::RuyLopez.fen()), -15);
    // A pawn on e2 is 100 - 20; on the seventh rank 150.
    assert_eq!(value("4k3/8/8/8/8/8/4P3/4K3 w - -"), 80);
    assert_eq!(value("4k3/8/8/8/8/8/4P3/4K3 b - -"), -80);
    assert_eq!(value("8/4P3/8/8/8/8/8/k3K3 w - -"), 150 + 30);
    // The queen's table is not symmetric: a4 is 0, h4 is -5; for Black a5 and h5.
    assert_eq!(value("4k3/8/8/8/Q7/8/8/4K3 b - -"), -900);
    assert_eq!(value("4k3/8/8/8/7Q/8/8/4K3 b - -"), -895);
    assert_eq!(value("4k3/8/8/7q/8/8/8/4K3 b - -"), 895);
    // Nd5 320, Bg2 305, Rd1 505; king g1 30 against e8 0.
    assert_eq!(value("4k3/8/8/3N4/8/8/6B1/3R2K1 w - -"), 320 + 305 + 505 + 30);
}

#[test]
fn outcomes_have_their_values() {
    let position = Position::start();
    let worth = |outcome, ply| Simplified.outcome_value(&Chess, &position, outcome, ply);
    assert_eq!(worth(Outcome::Checkmate, 3), -(WIN - 3));
    for draw in [Outcome::Stalemate, Outcome::DeadPosition, Outcome::FiftyMoves, Outcome::Repetition] {
        assert_eq!(worth(draw, 5), 0);
    }
    assert_eq!(Evaluator::<Chess>::unit(&Simplified), "centipawn");
    assert_eq!(Evaluator::<Chess>::bounds(&Simplified), (-WIN, WIN));
}
