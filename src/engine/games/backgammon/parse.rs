use super::fibs::FibsBoard;
use super::gnubg_id;
use super::id::{Form, Id, IdError, MatchState};
use super::xgid;
use crate::games::quoted;

/// Reads an identifier of any form: 26 characters (White on roll), an XGID, gnubg's position id
/// with or without match id (without: White on roll), or a FIBS board.
///
/// # Errors
/// If the text is invalid; the error names the place.
pub fn parse_id(text: &str) -> Result<Id, IdError> {
    let text = text.trim();
    let length = text.chars().count();
    if xgid::named(text).is_some() {
        return xgid::parse(text);
    }
    if text.starts_with("board:") {
        return text.parse::<FibsBoard>()?.id();
    }
    if let Some((position, rest)) = text.split_once(':') {
        return if position.chars().count() == 26 {
            xgid::parse(text)
        } else {
            gnubg_id::parse(position, Some(rest))
        };
    }
    if length == 26 || text.contains('-') {
        let position = text.parse().map_err(|e| IdError::Position(Form::Text, e))?;
        return Ok(Id { position, roll: None, state: MatchState::MONEY });
    }
    match length {
        12 => Err(IdError::NoPosition(quoted(text))),
        13..=15 => gnubg_id::parse(text, None),
        _ => Err(IdError::Unrecognised(quoted(text))),
    }
}
