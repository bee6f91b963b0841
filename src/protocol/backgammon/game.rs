//! Backgammon as a person plays it: its dice, its commands, its notation, its board.

use super::saved;
use crate::protocol::level::counted;
use crate::protocol::{BoardView, Depths, Effect, End, Forced, Loaded, Playable, Verb, verb};
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{
    Dice, GameRecord, GameState, MatchState, Picture, Position, Roll, Stage, gnubg_id, name, parse_play, xgid,
};
use sparring_engine::search::MAX_DEPTH;
use std::fmt;

/// The usual width of a board in columns.
const WIDTH: usize = 54;

/// A game of backgammon from its beginning on.
pub type Record = crate::protocol::Record<Turn, Step>;

/// The state of a game, and the dice that will be thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The game.
    pub game: GameState,
    /// The dice to come.
    pub dice: Dice,
}

/// What happens in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The opening throw: White's die and Black's.
    Opening(u8, u8),
    /// A throw.
    Throw(Roll),
    /// A play, by its result, seen by the mover.
    Play(Position),
}

/// What a play is worth to an evaluator, in its unit: points for `net`, a measure of its own for
/// any other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The value for the mover.
    pub value: f64,
    /// The evaluator.
    pub unit: &'static str,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:+.3}", self.unit, self.value)
    }
}

/// Backgammon at a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct BackgammonGame;

impl Playable for BackgammonGame {
    type State = Turn;
    type Step = Step;
    type Value = Worth;

    const FILE: [&'static str; 2] = ["backgammon", "sgf"];
    const MOVES: &'static str =
        "8/5 6/5, bar/20*, 6/off, 13/7(2), 24/18/13; your points count from 24 down to 1";
    const VERBS: &'static [Verb] = &[verb("roll", "31", "play these dice instead of those thrown for you")];
    const DEPTHS: Depths = Depths { least: 0, most: MAX_DEPTH, unit: ["ply", "plies"], example: 1 };

    fn name(side: Side) -> &'static str {
        name(side)
    }

    fn mover(&self, turn: &Turn) -> Side {
        turn.game.position().side()
    }

    fn is_choice(&self, turn: &Turn) -> bool {
        let position = turn.game.position();
        matches!(turn.game.stage(), Stage::ToMove(roll) if position.results(roll) != [*position])
    }

    fn forced(&self, turn: &Turn, person: Side) -> Option<Forced<Turn, Step>> {
        let mut dice = turn.dice.clone();
        match turn.game.stage() {
            Stage::Opening(..) => {
                let (white, black) = dice.opening();
                let step = Step::Opening(white, black);
                let game = stepped(turn.game, &step);
                let first = name(game.position().side());
                let said = format!("White throws {white}, Black {black}: {first} begins\n");
                Some(Forced { step, state: Turn { game, dice }, said })
            }
            Stage::ToThrow => {
                let step = Step::Throw(dice.roll());
                let state = Turn { game: stepped(turn.game, &step), dice };
                Some(Forced { step, state, said: String::new() })
            }
            Stage::ToMove(roll) if !self.is_choice(turn) => {
                let step = Step::Play(*turn.game.position());
                let who = if self.mover(turn) == person { "you" } else { "engine" };
                let said = format!("{who}: {}, no legal play, passed\n", shown(roll));
                Some(Forced { step, state: self.after(turn, &step), said })
            }
            Stage::ToMove(_) | Stage::Finished(..) => None,
        }
    }

    fn after(&self, turn: &Turn, step: &Step) -> Turn {
        Turn { game: stepped(turn.game, step), dice: turn.dice.clone() }
    }

    fn parse(&self, record: &Record, text: &str) -> Result<Vec<Step>, String> {
        let game = &record.state().game;
        let Stage::ToMove(roll) = game.stage() else { return Err("there is no roll to play".to_owned()) };
        let result = parse_play(game.position(), roll, text).map_err(|why| why.to_string())?;
        Ok(vec![Step::Play(result)])
    }

    fn ended(&self, record: &Record) -> Option<String> {
        let Stage::Finished(outcome, winner) = record.state().game.stage() else { return None };
        let points = counted(outcome.points() as u64, ["point", "points"]);
        Some(format!("{} wins a {outcome}, {points}", name(winner)))
    }

    fn board(&self, record: &Record, view: BoardView) -> String {
        let game = &record.state().game;
        let picture = Picture {
            position: *game.position(),
            roll: roll_of(game),
            view: view.side,
            // A person who turns the board still counts their own points.
            numbers: if view.turned { view.side.other() } else { view.side },
            last: landed(record, view.side),
            style: view.look.style(WIDTH),
        };
        view.look.show(&picture.drawing())
    }

    fn told(&self, record: &Record, since: usize, value: Option<Worth>) -> String {
        let turn = &record.states()[since];
        let roll = roll_of(&turn.game).map_or_else(String::new, shown);
        let play = record.steps()[since..].first().map(|step| self.step(turn, step)).unwrap_or_default();
        let worth = value.map(|value| format!(" ({})", self.worth(value, self.mover(turn))));
        format!("{roll}, {play}{}", worth.unwrap_or_default())
    }

    fn step(&self, turn: &Turn, step: &Step) -> String {
        match (step, roll_of(&turn.game)) {
            (Step::Opening(white, black), _) => format!("{white}-{black}"),
            (Step::Throw(roll), _) => shown(*roll),
            (Step::Play(result), Some(roll)) => named(turn.game.position(), roll, result),
            (Step::Play(result), None) => result.to_string(),
        }
    }

    fn worth(&self, worth: Worth, mover: Side) -> String {
        format!("{worth} for {}", name(mover))
    }

    fn legal(&self, turn: &Turn) -> Vec<String> {
        let Some(roll) = roll_of(&turn.game) else { return Vec::new() };
        let position = turn.game.position();
        position.results(roll).iter().map(|result| named(position, roll, result)).collect()
    }

    fn moves(&self, turn: &Turn) -> String {
        let plays = self.legal(turn);
        let lines: String = plays.iter().map(|play| format!("  {play}\n")).collect();
        let count = counted(plays.len() as u64, ["play", "plays"]);
        format!("{count} of {}\n{lines}", roll_of(&turn.game).map_or_else(String::new, shown))
    }

    fn id(&self, record: &Record) -> String {
        let game = &record.state().game;
        let (position, roll, state) = (game.position(), roll_of(game), MatchState::MONEY);
        format!("{}\n{}\n", xgid(position, roll, &state), gnubg_id(position, roll, &state))
    }

    fn saved(&self, record: &Record, ended: Option<&End>, tags: Tags) -> String {
        saved::write(record, ended, tags).to_sgf()
    }

    fn loaded(&self, text: &str) -> Result<Loaded<Self>, String> {
        saved::read(GameRecord::from_sgf(text).map_err(|why| why.to_string())?)
    }

    fn own_verb(&mut self, words: &[&str], record: &mut Record, is_over: bool) -> Option<Effect> {
        match words {
            ["roll", dice @ ..] if !is_over => Some(rolled(&dice.join(" "), record)),
            _ => None,
        }
    }
}

/// The game after a step that fits it.
fn stepped(mut game: GameState, step: &Step) -> GameState {
    let side = game.position().side();
    let done = match step {
        Step::Opening(white, black) => {
            game.opening_throw(Side::First, *white).and_then(|()| game.opening_throw(Side::Second, *black))
        }
        Step::Throw(roll) => game.throw(side, *roll),
        Step::Play(result) => game.play_result(side, result),
    };
    done.expect("a session takes only steps that fit the state of its game");
    game
}

/// The points on which the last play has put checkers, as `view` counts them: bit i for point i.
fn landed(record: &Record, view: Side) -> u32 {
    let steps = record.steps().iter().zip(record.states()).rev();
    let plays = steps.filter_map(|(step, turn)| match step {
        Step::Play(result) => Some((turn.game.position(), result)),
        _ => None,
    });
    let Some((before, after)) = plays.into_iter().next() else { return 0 };
    // Seen by the mover, who has more checkers there than before.
    let gained = (1..=24).filter(|&i| after.points()[i] > before.points()[i].max(0));
    gained.fold(0, |set, i| set | 1 << if after.side() == view { i } else { 25 - i })
}

/// Replaces the dice of the person's turn.
fn rolled(text: &str, record: &mut Record) -> Effect {
    match text.parse() {
        Err(why) => Effect::Say(format!("not thrown: {why}\n")),
        Ok(roll) => {
            let Turn { game, dice } = record.state().clone();
            record.replace(Turn { game: GameState::at(*game.position(), Some(roll)), dice });
            Effect::GoOn
        }
    }
}

/// The roll to be played, if there is one.
pub(super) fn roll_of(game: &GameState) -> Option<Roll> {
    match game.stage() {
        Stage::ToMove(roll) => Some(roll),
        _ => None,
    }
}

/// Dice as the person reads them.
fn shown(roll: Roll) -> String {
    format!("{}-{}", roll.high(), roll.low())
}

/// The play that leads to a result, in notation.
fn named(position: &Position, roll: Roll, result: &Position) -> String {
    position.play_to(roll, result).map_or_else(|| result.to_string(), |play| play.to_string())
}
