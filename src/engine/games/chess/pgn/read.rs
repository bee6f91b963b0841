//! Games read from PGN.

use super::tokens::{Token, Tokens};
use super::{GameRecord, GameResult, MAX_PLIES, PgnError, PgnFault, PgnNotes};
use crate::game::Side;
use crate::games::Tags;
use crate::games::chess::boards::NamedBoard;
use crate::games::chess::fen::Variant;
use crate::games::chess::notation::parse_move;
use crate::games::chess::position::{Castling, Position};

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
        let mut has_tags = false;
        loop {
            match self.token()? {
                Some((line, Token::Tag(name, value))) => {
                    header.tag(line, name, &value)?;
                    has_tags = true;
                }
                Some((_, Token::Comment(text))) => notes.comment(0, text),
                Some((_, Token::Glyph)) => notes.glyphs += 1,
                None if !has_tags => return Ok(None),
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        let mut moves = Moves::from(header.start()?);
        let result = self.moves(&mut moves, &mut notes)?.or(header.result).unwrap_or_default();
        let record = GameRecord { start: moves.start, moves: moves.played, result, tags: header.tags };
        Ok(Some((record, notes)))
    }

    /// Reads moves up to a result, which it returns, the next game's tags, or the end.
    fn moves(&mut self, moves: &mut Moves, notes: &mut PgnNotes) -> Result<Option<GameResult>, PgnError> {
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
                Token::Word(word) => match result(word) {
                    Some(result) => return Ok(Some(result)),
                    None => {
                        notes.glyphs += usize::from(word.ends_with(['!', '?']));
                        moves.play(word).map_err(|fault| PgnError { line, fault })?;
                    }
                },
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
}

impl Iterator for PgnGames<'_> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_with_notes()?.map(|(record, _)| record))
    }
}

fn result(word: &str) -> Option<GameResult> {
    match word {
        "1/2" | "½-½" => Some(GameResult::Drawn),
        _ => GameResult::parse(word),
    }
}

#[derive(Default)]
struct Header {
    tags: Tags,
    /// The first position and its line.
    fen: Option<(usize, String)>,
    is_chess960: bool,
    result: Option<GameResult>,
}

impl Header {
    fn tag(&mut self, line: usize, name: &str, value: &str) -> Result<(), PgnError> {
        match name {
            "FEN" => self.fen = Some((line, value.to_owned())),
            "Result" => self.result = result(value),
            "SetUp" => {}
            "Variant" => {
                let name = value.to_lowercase().replace([' ', '-'], "");
                let known = ["", "?", "standard", "chess", "normal", "fromposition"];
                self.is_chess960 = name == "chess960" || name.starts_with("fischer");
                if !known.contains(&name.as_str()) && !self.is_chess960 {
                    return Err(PgnError { line, fault: PgnFault::Variant(value.to_owned()) });
                }
            }
            "Date" if value == "????.??.??" => {}
            _ => self.tags.set(name, value),
        }
        Ok(())
    }

    /// Returns the first position. Chess960 stays so even if king and rooks stand as usual.
    fn start(&self) -> Result<Position, PgnError> {
        let (line, fen) = match &self.fen {
            Some((line, fen)) => (*line, fen.as_str()),
            None => (1, NamedBoard::Start.fen()),
        };
        let variant = if self.is_chess960 { Variant::Chess960 } else { Variant::Standard };
        let (start, _dropped) =
            Position::read_fen(fen, variant).map_err(|why| PgnError { line, fault: PgnFault::Fen(why) })?;
        let usual = start.castling() == Castling::Standard;
        Ok(if usual && self.is_chess960 { start.written(Castling::XFen) } else { start })
    }
}

struct Moves {
    start: Position,
    position: Position,
    played: Vec<super::Move>,
}

impl Moves {
    fn from(start: Position) -> Moves {
        Moves { position: start.clone(), start, played: Vec::new() }
    }

    /// Plays a word, perhaps with its number. Ignores a number or a mark alone, and `e.p.`.
    fn play(&mut self, word: &str) -> Result<(), PgnFault> {
        let text = without_number(word);
        if text.chars().all(|c| "!?".contains(c)) || text == "e.p." {
            return Ok(());
        }
        if self.played.len() == MAX_PLIES {
            return Err(PgnFault::TooLong);
        }
        let refused = |why| PgnFault::Move { number: number(&self.position), got: text.to_owned(), why };
        let m = parse_move(&self.position, text).map_err(refused)?;
        self.position = self.position.play(m);
        self.played.push(m);
        Ok(())
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
