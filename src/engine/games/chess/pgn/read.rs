//! Games read from PGN.

use super::signs::{is_annotation, is_remark, is_sign, plain, result, tag_result, without_signs};
use super::tokens::{Token, Tokens};
use super::{GameRecord, GameResult, MAX_PLIES, PgnError, PgnFault, PgnNotes};
use crate::game::Side;
use crate::games::chess::boards::NamedBoard;
use crate::games::chess::fen::Variant;
use crate::games::chess::moves::Move;
use crate::games::chess::notation::parse_move;
use crate::games::chess::outcome::Outcome;
use crate::games::chess::position::{Castling, Position};
use crate::games::chess::refusal::MoveError;
use crate::games::{Tags, quoted};

/// The games of a PGN text. An error is the last item.
///
/// ```
/// use sparring_engine::games::chess::PgnGames;
///
/// let text = "[White \"Anna\"]\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Ben\"]\n1. e4 *\n";
/// let games = PgnGames::new(text).collect::<Result<Vec<_>, _>>().unwrap();
/// assert_eq!(games[0].moves.len(), 4);
/// assert_eq!(games[1].tags.get("White"), Some("Ben"));
/// ```
#[derive(Clone, Debug)]
pub struct PgnGames<'t> {
    tokens: Tokens<'t>,
    /// A token of the next game.
    next: Option<(usize, Token<'t>)>,
    failed: bool,
}

impl<'t> PgnGames<'t> {
    /// Creates the reader.
    pub fn new(text: &'t str) -> PgnGames<'t> {
        PgnGames { tokens: Tokens::new(text), next: None, failed: false }
    }

    fn token(&mut self) -> Result<Option<(usize, Token<'t>)>, PgnError> {
        match self.next.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }

    /// Like [`Iterator::next`], with the notes about the moves.
    pub fn next_with_notes(&mut self) -> Option<Result<(GameRecord, PgnNotes), PgnError>> {
        if self.failed {
            return None;
        }
        let game = self.game().transpose();
        self.failed = !matches!(game, Some(Ok(_)));
        game
    }

    fn game(&mut self) -> Result<Option<(GameRecord, PgnNotes)>, PgnError> {
        let (mut header, mut notes) = (Header::default(), PgnNotes::default());
        // The names of its tags, and what came behind them: a comment, and an empty line.
        let (mut names, mut is_told, mut apart) = (Vec::new(), false, false);
        loop {
            let token = self.token()?;
            apart |= is_told && self.tokens.apart();
            if let (0, Some((line, _))) = (notes.line, &token) {
                notes.line = *line;
            }
            match token {
                Some((_, Token::Tag(name, _))) if is_told && (apart || names.contains(&name)) => {
                    self.next = token;
                    break;
                }
                Some((line, Token::Tag(name, value))) => {
                    names.push(name);
                    header.tag(line, name, &value)?;
                }
                Some((_, Token::Comment(text))) => {
                    is_told |= header.any;
                    notes.comment(0, text);
                }
                Some((_, Token::Glyph)) => notes.glyphs += 1,
                None if !header.any => return Ok(None),
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        let mut moves = Moves::from(header.start(&mut notes)?);
        let end = self.moves(&header, &mut moves, &mut notes)?;
        if end.is_some() {
            self.ending(moves.played.len(), &mut notes);
        }
        let result = header.result(end, &moves.position, &mut notes);
        let record = GameRecord { start: moves.start, moves: moves.played, result, tags: header.tags };
        Ok(Some((record, notes)))
    }

    /// Reads moves up to a result, which it returns, the next game's tags, or the end.
    fn moves(
        &mut self,
        header: &Header,
        moves: &mut Moves,
        notes: &mut PgnNotes,
    ) -> Result<Option<GameResult>, PgnError> {
        // The number of open variations, and the line where the outermost begins.
        let (mut open, mut outermost) = (0usize, 0);
        while let Some((line, token)) = self.token()? {
            match token {
                Token::Open => {
                    if open == 0 {
                        outermost = line;
                        notes.variations += 1;
                    }
                    open += 1;
                }
                Token::Close if open == 0 => {
                    return Err(PgnError { line, fault: PgnFault::Stray(')') });
                }
                Token::Close => open -= 1,
                Token::Word(_) | Token::Comment(_) | Token::Glyph if open > 0 => {}
                Token::Comment(text) => notes.comment(moves.played.len(), text),
                Token::Glyph => notes.glyphs += 1,
                Token::Word(word) => {
                    // Only results have blanks in them, and castlings that look like one.
                    let word = plain(word).replace([' ', '\t'], "");
                    if let Some(result) = self.result(&word, header, &moves.position) {
                        return Ok(Some(result));
                    }
                    let text = header.any || !moves.played.is_empty();
                    if text && is_remark(&word) && !is_sign(&word) {
                        notes.comment(moves.played.len(), &word);
                    } else {
                        moves.play(&word, notes).map_err(|fault| PgnError { line, fault })?;
                    }
                }
                Token::Tag(..) if open == 0 => {
                    self.next = Some((line, token));
                    return Ok(None);
                }
                Token::Tag(..) => break,
            }
        }
        if open == 0 {
            return Ok(None);
        }
        Err(PgnError { line: outermost, fault: PgnFault::Unclosed("variation", ')') })
    }

    /// Reads a result behind the moves. `0-0` is castling where that is possible, unless the tag
    /// says that both lose and no move follows.
    fn result(&self, word: &str, header: &Header, position: &Position) -> Option<GameResult> {
        let result = result(word)?;
        if word != "0-0" {
            return Some(result);
        }
        let both_lose =
            header.result.as_ref().is_some_and(|(.., result)| *result == Some(GameResult::BothLost));
        let castles = !both_lose && parse_move(position, word).is_ok();
        (!castles && self.is_last()).then_some(result)
    }

    /// True if no move follows in this game. Another `0-0` may be one.
    fn is_last(&self) -> bool {
        let mut tokens = self.tokens.clone();
        loop {
            match tokens.next() {
                Ok(Some((_, Token::Comment(_) | Token::Glyph))) => {}
                Ok(Some((_, Token::Word(word)))) => {
                    let word = plain(word).replace([' ', '\t'], "");
                    return word != "0-0" && result(&word).is_some();
                }
                other => return matches!(other, Ok(None | Some((_, Token::Tag(..))))),
            }
        }
    }

    /// Reads what belongs to a game behind its result: results again, and comments. Comments
    /// behind an empty line belong to the next game if that has no tags.
    fn ending(&mut self, played: usize, notes: &mut PgnNotes) {
        let (mut comments, mut next_game) = (Vec::new(), None);
        loop {
            let before = self.tokens.clone();
            let token = self.tokens.next();
            let apart = next_game.is_some() || self.tokens.apart();
            match token {
                Ok(Some((_, Token::Comment(text)))) if !apart => notes.comment(played, text),
                Ok(Some((_, Token::Glyph))) if !apart => notes.glyphs += 1,
                Ok(Some((_, Token::Word(word)))) if !apart && result(&plain(word)).is_some() => {}
                Ok(Some((_, Token::Comment(text)))) => {
                    next_game.get_or_insert(before);
                    comments.push(text);
                }
                Ok(None | Some((_, Token::Tag(..)))) => {
                    comments.into_iter().for_each(|text| notes.comment(played, text));
                    self.tokens = before;
                    return;
                }
                _ => {
                    self.tokens = next_game.unwrap_or(before);
                    return;
                }
            }
        }
    }
}

impl Iterator for PgnGames<'_> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_with_notes()?.map(|(record, _)| record))
    }
}

#[derive(Default)]
struct Header {
    tags: Tags,
    /// The first position and its line.
    fen: Option<(usize, String)>,
    variant: Variant,
    /// The tag `Result`: its line, its text and what that means.
    result: Option<(usize, String, Option<GameResult>)>,
    /// True behind the first tag.
    any: bool,
}

impl Header {
    fn tag(&mut self, line: usize, name: &str, value: &str) -> Result<(), PgnError> {
        self.any = true;
        match name {
            "FEN" => self.fen = Some((line, value.to_owned())),
            "Result" => self.result = Some((line, value.to_owned(), tag_result(value))),
            "SetUp" => {}
            "Variant" => {
                let refused = || PgnError { line, fault: PgnFault::Variant(value.to_owned()) };
                self.variant = Variant::named(value).ok_or_else(refused)?;
            }
            "Date" if value == "????.??.??" => {}
            _ => self.tags.set(name, value),
        }
        Ok(())
    }

    /// The first position. Chess960 stays so even if king and rooks stand as usual.
    fn start(&self, notes: &mut PgnNotes) -> Result<Position, PgnError> {
        let (line, fen) = match &self.fen {
            Some((line, fen)) => (*line, fen.as_str()),
            None => (1, NamedBoard::Start.fen()),
        };
        let (start, remark) = Position::read_fen(fen, self.variant)
            .map_err(|why| PgnError { line, fault: PgnFault::Fen(why) })?;
        if !remark.is_empty() {
            notes.remarks.push((line, remark.clone()));
            notes.start = Some((line, remark));
        }
        let usual = start.castling() == Castling::Standard;
        Ok(if usual && self.variant == Variant::Chess960 { start.written(Castling::XFen) } else { start })
    }

    /// The tag's result, or the one behind the moves if the tag has none. Remarks on what
    /// contradicts it.
    fn result(&self, end: Option<GameResult>, last: &Position, notes: &mut PgnNotes) -> GameResult {
        let end = end.unwrap_or_default();
        let Some((line, text, tag)) = &self.result else { return end };
        let result = tag.filter(|&tag| tag != GameResult::Unfinished).unwrap_or(end);
        let expected = match last.outcome() {
            Some(Outcome::Checkmate) => GameResult::Won(last.side_to_move().other()),
            Some(Outcome::Stalemate) => GameResult::Drawn,
            _ => result,
        };
        let known = tag.is_some() || ["", "?"].contains(&text.trim());
        let remark = if !known {
            format!("got the result {}, expected 1-0, 0-1, 1/2-1/2 or *; read as {result}", quoted(text))
        } else if ![GameResult::Unfinished, result].contains(&end) {
            format!(
                "got the result {result} in the tag and {end} behind the moves, expected one; read as {result}"
            )
        } else if ![GameResult::Unfinished, expected].contains(&result) {
            format!("got the result {result} of a game that ends on the board, expected {expected}")
        } else {
            return result;
        };
        notes.remarks.push((*line, remark));
        result
    }
}

struct Moves {
    start: Position,
    position: Position,
    played: Vec<Move>,
}

impl Moves {
    fn from(start: Position) -> Moves {
        Moves { position: start.clone(), start, played: Vec::new() }
    }

    /// Plays a word, perhaps with its number and signs. A number alone is ignored, signs are
    /// counted.
    fn play(&mut self, word: &str, notes: &mut PgnNotes) -> Result<(), PgnFault> {
        let marks = ['!', '?'];
        let null = |text: &str| ["--", "Z0", "0000", "@@@@"].contains(&text.trim_end_matches(marks));
        let text = if null(word) { word } else { without_number(word) };
        if !null(text) && is_sign(text) {
            notes.glyphs += usize::from(is_annotation(text));
            return Ok(());
        }
        if self.played.len() == MAX_PLIES {
            return Err(PgnFault::TooLong);
        }
        let refused = |why| PgnFault::Move { number: number(&self.position), got: text.to_owned(), why };
        let (m, behind) = if null(text) {
            (self.null_move().map_err(refused)?, text.trim_start_matches(|c| !marks.contains(&c)))
        } else {
            let bare = without_signs(text);
            match parse_move(&self.position, text) {
                Ok(m) => (m, text.trim_start_matches(|c| !marks.contains(&c))),
                Err(_) => (parse_move(&self.position, bare).map_err(refused)?, &text[bare.len()..]),
            }
        };
        notes.glyphs += usize::from(is_annotation(behind));
        self.position = self.position.play_or_pass(m);
        self.played.push(m);
        Ok(())
    }

    fn null_move(&self) -> Result<Move, MoveError> {
        match self.position.checkers().into_iter().next() {
            None => Ok(Move::NULL),
            Some(checker) => {
                let (_, piece) = self.position.piece_at(checker).expect("a checker is a piece");
                Err(MoveError::InCheck(piece, checker))
            }
        }
    }
}

/// Strips the number of `12.e4`, `12...e5` or `12`. Castling may begin with a digit.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

pub(super) fn number(position: &Position) -> String {
    let dots = if position.side_to_move() == Side::First { "." } else { "..." };
    format!("{}{dots}", position.fullmove_number())
}
