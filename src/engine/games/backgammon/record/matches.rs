//! A series of games: a match to some points, or a money session.

use super::error::{MatchFileError, RecordError};
use super::limits::{MAX_GAMES, MAX_MATCH_TURNS};
use super::{End, GameRecord};
use crate::game::Side;
use crate::games::Tags;
use crate::games::backgammon::id::MatchState;

/// A match or a session: games whose scores add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    first: MatchState,
    has_crawford: bool,
    games: Vec<GameRecord>,
    turns: usize,
    /// The players `White` and `Black` and the date. The games have no tags of their own.
    pub tags: Tags,
    /// Assumptions of the reader where a file breaks the rules, one line each.
    pub assumed: Vec<String>,
}

impl MatchRecord {
    /// Creates a match whose first game begins in this state, at any score. Only the cube's
    /// largest value is used.
    ///
    /// # Errors
    /// Those of [`GameRecord::new`].
    pub fn new(first: MatchState, has_crawford: bool) -> Result<MatchRecord, RecordError> {
        super::moment::check(&first)?;
        let (jacoby, has_crawford) = (first.jacoby && first.length == 0, has_crawford && first.length > 1);
        let first = MatchState { jacoby, beavers: false, cube: 0, owner: None, ..first };
        Ok(MatchRecord {
            first,
            has_crawford,
            games: Vec::new(),
            turns: 0,
            tags: Tags::new(),
            assumed: Vec::new(),
        })
    }

    /// Reads a file: SGF if it begins with a parenthesis, else .mat.
    ///
    /// # Errors
    /// The same as for [`MatchRecord::from_sgf`] and [`MatchRecord::from_mat`].
    pub fn from_file(bytes: &[u8]) -> Result<MatchRecord, MatchFileError> {
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        if text.trim_ascii_start().starts_with(b"(") {
            Ok(MatchRecord::from_sgf(bytes)?)
        } else {
            Ok(MatchRecord::from_mat(bytes)?)
        }
    }

    /// Converts a single game with its tags to a match.
    pub fn of(game: GameRecord) -> MatchRecord {
        let first = *game.start_state();
        let has_crawford = first.length > 1;
        let mut record = MatchRecord {
            first: MatchState { cube: 0, owner: None, ..first },
            has_crawford,
            games: Vec::new(),
            turns: game.turns().len(),
            tags: game.tags.clone(),
            assumed: Vec::new(),
        };
        record.games.push(GameRecord { tags: Tags::new(), ..game });
        record
    }

    /// The points to win; 0 for money.
    pub fn length(&self) -> u16 {
        self.first.length
    }

    /// True if the Crawford rule holds.
    pub fn has_crawford(&self) -> bool {
        self.has_crawford
    }

    /// The state at the first game's beginning, with a centred cube.
    pub fn start_state(&self) -> &MatchState {
        &self.first
    }

    /// The games. Nobody has won an unfinished one, whatever follows it.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Returns White's and Black's points after the last game, perhaps more than needed.
    pub fn score(&self) -> [u32; 2] {
        self.games.last().map_or(self.first.score.map(u32::from), after)
    }

    /// The winner of the match.
    pub fn winner(&self) -> Option<Side> {
        let needed = u32::from(self.length());
        let won = |&side: &Side| needed > 0 && self.score()[side as usize] >= needed;
        [Side::First, Side::Second].into_iter().find(won)
    }

    /// The state at the next game's beginning. After an unfinished game it is the same again.
    ///
    /// # Errors
    /// If the match is over, or the score is too large.
    pub fn next_state(&self) -> Result<MatchState, RecordError> {
        let points = |n: u32| u16::try_from(n).ok().filter(|&n| n <= MatchState::MAX_POINTS);
        let [white, black] = self.score().map(points);
        let (Some(white), Some(black)) = (white, black) else { return Err(RecordError::TooManyPoints) };
        let score = [white, black];
        if self.winner().is_some() {
            return Err(RecordError::MatchWon(self.length(), score));
        }
        Ok(self.state_at(score))
    }

    /// The state of a next game that begins at this score.
    pub fn state_at(&self, score: [u16; 2]) -> MatchState {
        let Some(last) = self.games.last() else { return MatchState { score, ..self.first } };
        let next = last.start_state().next_game(score, self.has_crawford);
        let is_again = last.end().is_none() && score == last.start_state().score;
        MatchState { crawford: if is_again { last.start_state().crawford } else { next.crawford }, ..next }
    }

    /// Adds a game whose score need not continue the games before it, and drops its tags.
    ///
    /// # Errors
    /// If the match is over, if the rules differ, or if there are too many games; then the record
    /// is unchanged.
    pub fn push_at_its_score(&mut self, game: GameRecord) -> Result<(), RecordError> {
        self.next_state()?;
        let expected = self.state_at(game.start_state().score);
        self.push_after(game, expected)
    }

    /// Adds a game and drops its tags.
    ///
    /// # Errors
    /// If it does not begin with the previous game's final score, or there are too many games;
    /// then the record is unchanged.
    pub fn push(&mut self, game: GameRecord) -> Result<(), RecordError> {
        let expected = self.next_state()?;
        self.push_after(game, expected)
    }

    fn push_after(&mut self, game: GameRecord, expected: MatchState) -> Result<(), RecordError> {
        if self.games.len() >= MAX_GAMES {
            return Err(RecordError::TooManyGames);
        }
        if self.turns + game.turns().len() > MAX_MATCH_TURNS {
            return Err(RecordError::MatchTooLong);
        }
        let got = *game.start_state();
        if got != (MatchState { cube: got.cube, owner: got.owner, ..expected }) {
            let shown = |state: MatchState| MatchState { cube: 0, owner: None, ..state }.to_string();
            let rules = |state: MatchState| (state.jacoby, state.max_cube);
            let (mut got, mut expected, rules) = (shown(got), shown(expected), (rules(got), rules(expected)));
            if got == expected {
                got += &format!(" (Jacoby {}, largest cube 2^{})", rules.0.0, rules.0.1);
                expected += &format!(" (Jacoby {}, largest cube 2^{})", rules.1.0, rules.1.1);
            }
            return Err(RecordError::NextGame { got, expected });
        }
        self.turns += game.turns().len();
        self.games.push(GameRecord { tags: Tags::new(), ..game });
        Ok(())
    }
}

fn after(game: &GameRecord) -> [u32; 2] {
    let mut score = game.start_state().score.map(u32::from);
    if let Some(End { winner, points, .. }) = game.end() {
        score[winner as usize] += points;
    }
    score
}
