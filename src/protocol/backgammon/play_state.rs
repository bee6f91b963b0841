//! The state of a game at the terminal, and its steps.

use super::cube::{Cube, Won};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, GameState, MatchState, Outcome, Position, Roll, Stage};

/// A game of backgammon, or all games of a match.
pub type Record = crate::protocol::Record<PlayState, Step>;

/// The state of a game, and the dice to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayState {
    pub game: GameState,
    pub dice: Dice,
    /// `None` without a cube.
    pub cube: Option<Cube>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Opening(u8, u8),
    Roll,
    Double,
    Take,
    Drop,
    /// This side gives the game up.
    Resign(Side, Outcome),
    Throw(Roll),
    /// A play, as its result seen by the mover.
    Play(Position),
    Next,
}

impl PlayState {
    pub fn new(game: GameState, dice: Dice) -> PlayState {
        PlayState { game, dice, cube: None }
    }

    pub fn at_stakes(stakes: MatchState, dice: Dice) -> PlayState {
        let cube = Cube::new(stakes, stakes.length > 1);
        PlayState { game: GameState::new(), dice, cube: Some(cube) }
    }

    /// The side that decides: the one on roll, or the doubled one.
    pub(super) fn mover(&self) -> Side {
        let on_roll = self.game.position().side();
        if self.is_offered() { on_roll.other() } else { on_roll }
    }

    pub(super) fn is_offered(&self) -> bool {
        self.cube.is_some_and(|cube| cube.is_offered())
    }

    /// True if the side on roll may double before its throw.
    pub(super) fn may_double(&self) -> bool {
        let side = self.game.position().side();
        self.game.stage() == Stage::ToThrow && self.cube.is_some_and(|cube| cube.may_be_turned(side))
    }

    pub(super) fn won(&self) -> Option<Won> {
        self.cube?.won(&self.game)
    }

    pub(super) fn next_game(&self) -> Option<PlayState> {
        let cube = self.cube?.next(self.won()?)?;
        Some(PlayState { game: GameState::new(), dice: self.dice.clone(), cube: Some(cube) })
    }

    pub(super) fn roll(&self) -> Option<Roll> {
        match self.game.stage() {
            Stage::ToMove(roll) => Some(roll),
            _ => None,
        }
    }

    /// The state after a step. Every throw draws from the dice.
    ///
    /// # Panics
    /// If the step does not fit the state.
    pub fn after(&self, step: &Step) -> PlayState {
        let mut turn = self.clone();
        let side = turn.game.position().side();
        let cube = |after: fn(Cube) -> Cube| self.cube.map(after);
        let done = match step {
            Step::Opening(white, black) => {
                turn.dice.opening();
                let game = &mut turn.game;
                game.opening_throw(Side::First, *white)
                    .and_then(|()| game.opening_throw(Side::Second, *black))
            }
            Step::Throw(roll) => {
                turn.dice.roll();
                turn.game.throw(side, *roll)
            }
            Step::Play(result) => {
                turn.cube = cube(Cube::played);
                turn.game.play_result(side, result)
            }
            _ => Ok(()),
        };
        done.expect("a session takes only steps that fit the state of its game");
        match step {
            Step::Roll => turn.cube = cube(Cube::rolled),
            Step::Double => turn.cube = cube(Cube::doubled),
            Step::Take => turn.cube = self.cube.map(|cube| cube.taken(side.other())),
            Step::Drop => turn.cube = cube(Cube::dropped),
            Step::Resign(side, outcome) => {
                turn.cube = self.cube.map(|cube| cube.resigned(*side, *outcome));
            }
            Step::Next => turn = self.next_game().expect("the match goes on"),
            Step::Opening(..) | Step::Throw(_) | Step::Play(_) => {}
        }
        turn
    }
}
