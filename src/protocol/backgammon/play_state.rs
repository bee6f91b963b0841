//! The state of a game at the terminal, and the steps that lead from one to the next.

use super::cube::{Cube, Won};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, GameState, MatchState, Position, Roll, Stage};

/// A game of backgammon from its beginning on, or all games of a match.
pub type Record = crate::protocol::Record<PlayState, Step>;

/// The state of a game, and the dice that will be thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayState {
    /// The game.
    pub game: GameState,
    /// The dice to come.
    pub dice: Dice,
    /// Score and cube; `None` in a single game without a cube.
    pub cube: Option<Cube>,
}

/// What happens in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The opening throw: White's die and Black's.
    Opening(u8, u8),
    /// The side on roll does not double.
    Roll,
    /// The side on roll doubles.
    Double,
    /// The other side takes the double.
    Take,
    /// The other side drops it.
    Drop,
    /// A throw.
    Throw(Roll),
    /// A play, by its result, seen by the mover.
    Play(Position),
    /// The next game of a match begins.
    Next,
}

impl PlayState {
    /// A game without a cube.
    pub fn new(game: GameState, dice: Dice) -> PlayState {
        PlayState { game, dice, cube: None }
    }

    /// A new game with the cube, the first of a match or one for money.
    pub fn at_stakes(stakes: MatchState, dice: Dice) -> PlayState {
        let cube = Cube::new(stakes, stakes.length > 1);
        PlayState { game: GameState::new(), dice, cube: Some(cube) }
    }

    /// Who has to decide: the side on roll, or the other one if it was doubled.
    pub(super) fn mover(&self) -> Side {
        let on_roll = self.game.position().side();
        if self.is_offered() { on_roll.other() } else { on_roll }
    }

    /// Whether a double stands to be answered.
    pub(super) fn is_offered(&self) -> bool {
        self.cube.is_some_and(|cube| cube.is_offered())
    }

    /// Whether the side on roll may double before its throw.
    pub(super) fn may_double(&self) -> bool {
        let side = self.game.position().side();
        self.game.stage() == Stage::ToThrow && self.cube.is_some_and(|cube| cube.may_be_turned(side))
    }

    /// How the game was won with the cube, if it was.
    pub(super) fn won(&self) -> Option<Won> {
        self.cube?.won(&self.game)
    }

    /// The first state of the next game of the match, if this one is over and the match is not.
    pub(super) fn next_game(&self) -> Option<PlayState> {
        let cube = self.cube?.next(self.won()?)?;
        Some(PlayState { game: GameState::new(), dice: self.dice.clone(), cube: Some(cube) })
    }

    /// The roll to be played, if there is one.
    pub(super) fn roll(&self) -> Option<Roll> {
        match self.game.stage() {
            Stage::ToMove(roll) => Some(roll),
            _ => None,
        }
    }

    /// The state after a step that fits it. Each throw draws one from the dice, whatever it shows.
    ///
    /// # Panics
    /// If the step does not fit.
    pub(super) fn after(&self, step: &Step) -> PlayState {
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
            Step::Next => turn = self.next_game().expect("the match goes on"),
            Step::Opening(..) | Step::Throw(_) | Step::Play(_) => {}
        }
        turn
    }
}
