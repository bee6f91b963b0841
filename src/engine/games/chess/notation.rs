use super::coordinates::castle;
use super::moves::Move;
use super::position::Position;
use super::reading::readings;
use super::refusal::MoveError;

/// Reads a move in UCI's form, in SAN, or as people type it: `E4`, `nf3`, `Ng1-f3`, `e2-e4`,
/// `e8q`, `e7e8=Q`. Castling is written with the letter O in either case or the digit 0, as the
/// king's two steps, or as the king taking its own rook. Signs of capture, check and annotation
/// may be missing or wrong, and a pawn may have its letter: `Pe4`.
///
/// # Errors
/// If the move is illegal or ambiguous, such as `bc4` by a pawn or a bishop. Exact SAN or UCI of
/// one of them selects it: `bxc4` the pawn's, `Bxc4` the bishop's.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let body = text.trim_end_matches(['+', '#', '!', '?']);
    let body = body.strip_suffix("e.p.").unwrap_or(body).trim_end();
    let pawn = body.strip_prefix('P').filter(|rest| rest.starts_with(|c| matches!(c, 'a'..='h' | 'x')));
    let body = pawn.unwrap_or(body);
    if let Some(king_side) = castling_side(body) {
        return castle(position, king_side);
    }
    let (mut found, mut why) = (Vec::new(), None);
    for reading in readings(body) {
        match reading.moves(position) {
            Ok(moves) => found.extend(moves.into_iter().filter(|m| !found.contains(m)).collect::<Vec<_>>()),
            Err(reason) if why.as_ref().is_none_or(MoveError::is_remote) => why = Some(reason),
            Err(_) => {}
        }
    }
    match found.as_slice() {
        [] => Err(why.unwrap_or_else(|| MoveError::Unreadable(text.to_owned()))),
        [only] => Ok(*only),
        several => {
            let exact = |m: &&Move| position.san_body(**m) == body || position.uci(**m) == body;
            let exact = several.iter().find(exact).copied();
            exact.ok_or_else(|| MoveError::Ambiguous(several.iter().map(|&m| position.san(m)).collect()))
        }
    }
}

/// Reads `O-O` and `O-O-O` in any spelling; true is the king's side.
fn castling_side(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().replace('0', "o").as_str() {
        "o-o" | "oo" => Some(true),
        "o-o-o" | "ooo" => Some(false),
        _ => None,
    }
}
