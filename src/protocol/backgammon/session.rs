//! A game of backgammon between a person and an opponent: what every command does, and the reply to
//! it.

use super::Opponent;
use crate::engine::Side;
use crate::games::backgammon::{
    Dice, GameState, MatchState, Position, Roll, Stage, draw, gnubg_id, name, xgid,
};
use crate::protocol::terminal::Conversation;

/// What the person may type.
const HELP: &str = "\
a play   8/5 6/5, bar/20*, 6/off, 13/7(2), 24/18/13; your points count from 24 down to 1
roll 31  play these dice instead of those thrown for you
undo     take back your last play and the answer to it
hint     what the engine would play
moves    list the legal plays
id       show the position as XGID and as gnubg's id
board    show the board
flip     turn the board round
new      begin again
quit     leave
";

/// A game between a person and an opponent. It is a function of its start, the seed of the dice and
/// the person's lines.
#[derive(Clone, Debug)]
pub struct Session<O> {
    opponent: O,
    start: GameState,
    game: GameState,
    dice: Dice,
    person: Side,
    view: Side,
    /// The game and the dice at every turn of the person, including the present one.
    turns: Vec<(GameState, Dice)>,
}

impl<O: Opponent> Conversation for Session<O> {
    const HELP: &'static str = HELP;

    fn begin(&mut self) -> String {
        let greeting = format!("you play {}; help lists the commands\n", name(self.person));
        greeting + &self.go_on()
    }

    fn reply(&mut self, line: &str) -> String {
        let words = line.to_lowercase();
        match *words.split_whitespace().collect::<Vec<_>>() {
            ["board"] => self.board(),
            ["flip"] => self.flip(),
            ["id"] => self.ids(),
            ["undo"] => self.undo(),
            ["new"] => {
                self.game = self.start;
                self.turns.clear();
                self.begin()
            }
            ["roll", ..] => self.roll(line.trim()["roll".len()..].trim()),
            ["hint"] => self.hint(),
            ["moves" | "plays"] => self.moves(),
            _ => self.play(line.trim()),
        }
    }
}

impl<O: Opponent> Session<O> {
    /// Goes on from `start`. The person plays `person`, `opponent` the other side; `dice` are
    /// thrown for both.
    pub fn new(start: GameState, person: Side, dice: Dice, opponent: O) -> Session<O> {
        Session { opponent, start, game: start, dice, person, view: person, turns: Vec::new() }
    }

    /// The game as it stands.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// The roll to be played, or the reply if the game is over.
    fn to_play(&self) -> Result<Roll, String> {
        match self.game.stage() {
            Stage::ToMove(roll) => Ok(roll),
            _ => Err("the game is over; new, undo or quit\n".to_owned()),
        }
    }

    fn flip(&mut self) -> String {
        self.view = self.view.other();
        self.board()
    }

    fn board(&self) -> String {
        let roll = self.to_play().ok();
        draw(self.game.position(), roll, self.view)
    }

    fn ids(&self) -> String {
        let (position, roll, state) = (self.game.position(), self.to_play().ok(), MatchState::MONEY);
        format!("{}\n{}\n", xgid(position, roll, &state), gnubg_id(position, roll, &state))
    }

    /// Throws dice and lets the engine play until the person has to play or the game is over.
    fn go_on(&mut self) -> String {
        let mut said = String::new();
        loop {
            let position = *self.game.position();
            let side = position.side();
            match self.game.stage() {
                Stage::Opening(..) => said += &self.open(),
                Stage::ToThrow => {
                    let roll = self.dice.roll();
                    self.game.throw(side, roll).expect("the side on turn throws when a throw is due");
                }
                Stage::ToMove(roll) if position.results(roll) == [position] => {
                    said += &format!("{}: {}, no legal play, passed\n", self.speaker(side), shown(roll));
                    self.made(&position);
                }
                Stage::ToMove(_) if side == self.person => {
                    self.turns.push((self.game, self.dice.clone()));
                    return said + &self.board();
                }
                Stage::ToMove(roll) => {
                    let (result, value) = self.opponent.choose(&position, roll);
                    let play = named(&position, roll, &result);
                    said += &format!("engine: {}, {play} ({value:+.3})\n", shown(roll));
                    self.made(&result);
                }
                Stage::Finished(outcome, winner) => {
                    let points = outcome.points();
                    let plural = if points == 1 { "" } else { "s" };
                    let end =
                        format!("game over: {} wins a {outcome}, {points} point{plural}\n", name(winner));
                    return said + &end;
                }
            }
        }
    }

    fn open(&mut self) -> String {
        let (white, black) = self.dice.opening();
        for (side, die) in [(Side::First, white), (Side::Second, black)] {
            self.game.opening_throw(side, die).expect("both throw once, and not the same");
        }
        let first = name(self.game.position().side());
        format!("White throws {white}, Black {black}: {first} begins\n")
    }

    fn made(&mut self, result: &Position) {
        let side = self.game.position().side();
        self.game.play_result(side, result).expect("a player chooses one of the results");
    }

    fn speaker(&self, side: Side) -> &'static str {
        if side == self.person { "you" } else { "engine" }
    }

    fn play(&mut self, text: &str) -> String {
        let roll = match self.to_play() {
            Ok(roll) => roll,
            Err(over) => return over,
        };
        let before = *self.game.position();
        match self.game.play(self.person, text) {
            Err(why) => format!("not played: {why}\n"),
            Ok(result) => {
                let said = format!("you: {}, {}\n", shown(roll), named(&before, roll, &result));
                said + &self.go_on()
            }
        }
    }

    /// Replaces the dice of the person's turn.
    fn roll(&mut self, text: &str) -> String {
        if let Err(over) = self.to_play() {
            return over;
        }
        match text.parse() {
            Err(why) => format!("not thrown: {why}\n"),
            Ok(roll) => {
                self.turns.pop();
                self.game = GameState::at(*self.game.position(), Some(roll));
                self.go_on()
            }
        }
    }

    fn moves(&self) -> String {
        let roll = match self.to_play() {
            Ok(roll) => roll,
            Err(over) => return over,
        };
        let position = self.game.position();
        let results = position.results(roll);
        let plays: String =
            results.iter().map(|result| format!("  {}\n", named(position, roll, result))).collect();
        format!("{} plays of {}\n{plays}", results.len(), shown(roll))
    }

    fn hint(&mut self) -> String {
        match self.to_play() {
            Err(over) => over,
            Ok(roll) => {
                let position = self.game.position();
                let (result, value) = self.opponent.choose(position, roll);
                format!("hint: {} ({value:+.3})\n", named(position, roll, &result))
            }
        }
    }

    /// Goes back to the person's last turn; the same dice come again.
    fn undo(&mut self) -> String {
        if self.to_play().is_ok() && self.turns.len() > 1 {
            self.turns.pop();
        } else if self.to_play().is_ok() || self.turns.is_empty() {
            return "you have made no play to take back\n".to_owned();
        }
        if let Some((game, dice)) = self.turns.last() {
            (self.game, self.dice) = (*game, dice.clone());
        }
        "taken back\n".to_owned() + &self.board()
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
