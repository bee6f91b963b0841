//! Splits a file into its comments, match length, and each game's head and cells.

use super::rules::Rules;
use super::words::{Cell, cells};
use super::{MatError, MatFault};
use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::record::{MAX_GAMES, MAX_MATCH_TURNS, RecordError};
use crate::games::{Tags, quoted};

pub(super) struct File {
    pub(super) rules: Rules,
    pub(super) tags: Tags,
    /// Never empty.
    pub(super) games: Vec<Game>,
}

pub(super) struct Game {
    /// The line of the players.
    pub(super) line: usize,
    pub(super) score: [u16; 2],
    pub(super) events: Vec<Event>,
    /// The column where Black's cells begin at the latest.
    black: usize,
}

/// A cell and its place.
pub(super) struct Event {
    pub(super) line: usize,
    column: usize,
    /// The side, if its line has two columns.
    pub(super) side: Option<Side>,
    pub(super) cell: Cell,
}

/// The column of White's cells, in every program's files.
const WHITE: usize = 5;
/// The column of Black's cells, at most, if no line of the game has two.
const BLACK: usize = 34;

impl Event {
    pub(super) fn ends(&self) -> bool {
        matches!(self.cell, Cell::Ends { .. })
    }
}

impl Game {
    pub(super) fn side(&self, event: &Event) -> Side {
        let is_white = event.column < (WHITE + self.black) / 2;
        event.side.unwrap_or(if is_white { Side::First } else { Side::Second })
    }
}

pub(super) fn games(text: &str) -> Result<File, MatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let mut lines = text
        .split(end)
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().is_empty());
    let mut file = File { rules: Rules::new(), tags: Tags::new(), games: Vec::new() };
    let mut last = 1;
    let at = |line| move |fault| MatError { line, fault };
    let length = loop {
        let (line, text) = lines.next().unwrap_or((last, ""));
        last = line;
        match text.trim().strip_prefix(';') {
            Some(comment) => comment_of(&mut file, comment).map_err(at(line))?,
            None => break length(text).map_err(at(line))?,
        }
    };
    file.rules.length = length;
    let mut cells = 0;
    for (line, text) in lines.by_ref() {
        last = line;
        // A begun game's line of players may say anything.
        let waits = file.games.last().is_some_and(|game| game.line == 0);
        if waits {
            players(&mut file, line, text).map_err(at(line))?;
        } else if is_game(text) {
            begin(&mut file).map_err(at(line))?;
        } else if !text.trim().starts_with(';') {
            let game = file.games.last_mut().ok_or_else(|| at(line)(MatFault::Game(text.to_owned())))?;
            cells += events(game, line, text).map_err(at(line))?;
            if cells > 2 * MAX_MATCH_TURNS {
                return Err(at(line)(MatFault::Record(RecordError::MatchTooLong)));
            }
        }
    }
    match file.games.last() {
        None => Err(at(last)(MatFault::Game(String::new()))),
        Some(game) if game.line == 0 => Err(at(last)(MatFault::Players(String::new()))),
        Some(_) => Ok(file),
    }
}

fn begin(file: &mut File) -> Result<(), MatFault> {
    if file.games.len() >= MAX_GAMES {
        return Err(MatFault::Record(RecordError::TooManyGames));
    }
    file.games.push(Game { line: 0, score: [0, 0], events: Vec::new(), black: BLACK });
    Ok(())
}

/// Reads `[EventDate "2026.11.25"]`: a rule or a tag. Other comments are ignored.
fn comment_of(file: &mut File, comment: &str) -> Result<(), MatFault> {
    let Some((name, value)) = comment.trim().strip_prefix('[').and_then(|text| text.split_once('"')) else {
        return Ok(());
    };
    let value = value.rsplit_once('"').map_or(value, |(value, _)| value);
    let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    if file.rules.comment(&name, value)? {
        return Ok(());
    }
    match name.as_str() {
        "EventDate" => file.tags.set("Date", &redated(value, '.', "-")),
        // The heads of the games have these names.
        "Player1" | "Player2" => {}
        name => file.tags.set(name, value),
    }
    Ok(())
}

/// Rewrites a date with another separator; returns any other text unchanged.
pub(super) fn redated(date: &str, from: char, to: &str) -> String {
    let parts: Vec<&str> = date.split(from).collect();
    let is_date = parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if is_date { parts.join(to) } else { date.to_owned() }
}

/// Reads `7 point match`; 0 for money.
fn length(line: &str) -> Result<u16, MatFault> {
    let lower = line.trim().to_ascii_lowercase();
    if ["unlimited", "money"].iter().any(|word| lower.starts_with(word)) {
        return Ok(0);
    }
    let digits = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
    let (number, rest) = lower.split_at(digits);
    if digits == 0 || !rest.trim_start_matches([' ', '-', '\t']).starts_with("point") {
        return Err(MatFault::Length(line.to_owned()));
    }
    points(number)
}

fn points(digits: &str) -> Result<u16, MatFault> {
    let number = digits.parse().ok().filter(|&n| n <= MatchState::MAX_POINTS);
    number.ok_or_else(|| MatFault::Number(digits.to_owned()))
}

/// True for `Game 3`.
fn is_game(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_word = words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"));
    is_word && words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads `Anna : 0 Ben : 0`.
fn players(file: &mut File, line: usize, text: &str) -> Result<(), MatFault> {
    let refused = || MatFault::Players(text.to_owned());
    let (rest, black) = text.trim_end().rsplit_once(':').ok_or_else(refused)?;
    let (name, white, second) = rest
        .match_indices(':')
        .find_map(|(at, _)| {
            let after = rest[at + 1..].trim_start();
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let (score, second) = after.split_at(digits);
            let fits = digits > 0 && second.starts_with(char::is_whitespace);
            fits.then_some((&rest[..at], score, second))
        })
        .ok_or_else(refused)?;
    let black = black.trim();
    if black.is_empty() || !black.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refused());
    }
    let column = rest[..rest.len() - second.trim_start().len()].chars().count();
    let game = file.games.last_mut().expect("its players come after it");
    game.black = column.clamp(20, BLACK);
    (game.line, game.score) = (line, [points(white)?, points(black)?]);
    if file.games.len() == 1 {
        for ((tag, elo), text) in
            [("White", "Player1Elo"), ("Black", "Player2Elo")].into_iter().zip([name, second])
        {
            let (name, rating) = unrated(text.trim());
            file.tags.set(tag, name);
            if let Some(rating) = rating {
                file.tags.set(elo, rating);
            }
        }
    }
    Ok(())
}

/// Splits the rating from a player's name in files of GamesGrid: `Anna,1700`.
pub(super) fn unrated(text: &str) -> (&str, Option<&str>) {
    let is_rating = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.bytes().all(|c| c.is_ascii_digit() || c == b'.')
    };
    match text.rsplit_once(',') {
        Some((name, rating)) if !name.is_empty() && is_rating(rating.trim()) => {
            (name.trim_end(), Some(rating.trim()))
        }
        _ => (text, None),
    }
}

/// The width of the shortest cell, `Drops`, at most.
const SHORTEST: usize = 5;
/// The longest line of a game, in bytes; two plays have some seventy.
const LONGEST: usize = 4_000;

/// Adds the cells of a line and returns their number.
fn events(game: &mut Game, line: usize, text: &str) -> Result<usize, MatFault> {
    if text.len() > LONGEST {
        return Err(MatFault::LongLine(text.len()));
    }
    let before = game.events.len();
    cells(text, |column, cell| {
        game.events.push(Event { line, column, side: None, cell });
        if game.events.len() - before > 8 {
            return Err(MatFault::Word(quoted(text)));
        }
        Ok(())
    })?;
    let new = &mut game.events[before..];
    if let [first, second, ..] = new
        && second.column > first.column + SHORTEST
    {
        game.black = second.column.min(game.black);
        if !first.ends() && !second.ends() && new.len() == 2 {
            (new[0].side, new[1].side) = (Some(Side::First), Some(Side::Second));
        }
    }
    Ok(new.len())
}
