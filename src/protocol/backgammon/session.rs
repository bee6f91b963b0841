//! A game of backgammon between a person and an opponent: what every command does, and the reply to
//! it.

use super::Opponent;
use super::command::{Command, HELP};
use crate::engine::Side;
use crate::games::backgammon::{
    Dice, GameState, MatchState, Position, Roll, Stage, draw, gnubg_id, name, xgid,
};
use crate::protocol::terminal::Conversation;

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
        match Command::read(line) {
            Command::Board => self.board(),
            Command::Flip => self.flip(),
            Command::Id => self.ids(),
            Command::Undo => self.undo(),
            Command::New => {
                self.game = self.start;
                self.turns.clear();
                self.begin()
            }
            Command::Move(text) => self.play(&text),
            Command::Roll(text) => self.roll(&text),
            Command::Hint => self.hint(),
            Command::Moves => self.moves(),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the first of the results.
    struct First;

    impl Opponent for First {
        fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
            (position.results(roll)[0], 0.25)
        }
    }

    fn at(text: &str, dice: &str) -> Session<First> {
        let game = GameState::at(text.parse().unwrap(), dice.parse().ok());
        Session::new(game, Side::First, Dice::new(1), First)
    }

    #[test]
    fn the_opening_is_thrown_and_the_engine_answers_every_play() {
        let mut session = Session::new(GameState::new(), Side::First, Dice::new(1), First);
        let begun = session.begin();
        assert!(begun.contains("White throws 2, Black 1: White begins\n"), "{begun}");
        assert!(begun.ends_with("White to play 2-1\n"), "{begun}");
        let said = session.reply("24/21");
        assert!(said.starts_with("you: 2-1, 24/22 22/21\nengine: 4-2, "), "{said}");
        assert!(said.contains(" (+0.250)\n") && said.contains("White to play"), "{said}");
        assert_eq!(session.game().actions(), 6);
    }

    #[test]
    fn a_play_that_is_not_legal_changes_nothing_and_has_a_reason() {
        let mut session = at("-b----E-C---eE---c-e----B-", "31");
        session.begin();
        let before = *session.game();
        assert_eq!(session.reply("9/6 6/5"), "not played: there is no checker of yours on 9\n");
        let unreadable = session.reply("hello");
        assert!(unreadable.starts_with("not played: got 'hello' at character 1"), "{unreadable}");
        assert!(session.reply("roll 71").starts_with("not thrown: got '71', expected two dice from 1 to 6"));
        assert_eq!(*session.game(), before);
    }

    #[test]
    fn what_is_taken_back_comes_again_with_the_same_dice() {
        let mut session = Session::new(GameState::new(), Side::Second, Dice::new(2), First);
        session.begin();
        assert_eq!(session.reply("undo"), "you have made no play to take back\n");
        let turn = *session.game();
        let Stage::ToMove(roll) = turn.stage() else { panic!("the person has to play") };
        let play = named(turn.position(), roll, &turn.position().results(roll)[3]);
        let said = session.reply(&play);
        assert!(session.reply("undo").starts_with("taken back\n"));
        assert_eq!(*session.game(), turn);
        assert_eq!(session.reply(&play), said);
    }

    #[test]
    fn other_dice_can_be_typed() {
        let mut session = at("-b----E-C---eE---c-e----B-", "31");
        session.begin();
        let [roll, moves] = ["roll 6-5", "moves"].map(|line| session.reply(line));
        assert!(roll.ends_with("White to play 6-5\n") && moves.starts_with("7 plays of 6-5\n  "));
        assert!(session.reply("24/13").starts_with("you: 6-5, 24/18 18/13\nengine: "));
        assert!(session.reply("undo").ends_with("White to play 6-5\n"));
    }

    #[test]
    fn a_roll_without_a_legal_play_is_passed_and_said_so() {
        // White on the bar against a closed board, which Black keeps for two rolls of these dice at
        // least.
        let mut session = at("-CCC---------------bbbbbbA", "66");
        let begun = session.begin();
        assert!(begun.contains("\nyou: 6-6, no legal play, passed\nengine: "), "{begun}");
    }

    #[test]
    fn the_end_is_announced_with_its_points_and_can_be_taken_back() {
        let mut session = at("-A--------eee-------------", "21");
        session.begin();
        let end = session.reply("1/off");
        assert_eq!(end, "you: 2-1, 1/off\ngame over: White wins a gammon, 2 points\n");
        assert_eq!(session.reply("1/off"), "the game is over; new, undo or quit\n");
        assert_eq!(session.reply("hint"), "the game is over; new, undo or quit\n");
        assert!(session.reply("undo").ends_with("White to play 2-1\n"));
        assert!(session.reply("hint").starts_with("hint: 1/off (+0.250)"));
        assert!(session.reply("new").ends_with("White to play 2-1\n"));
    }

    #[test]
    fn identifiers_and_boards_are_shown() {
        let mut session = at("-b----E-C---eE---c-e----B-", "31");
        session.begin();
        let ids = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n4HPwATDgc/ABMA:cIkFAAAAAAAE\n";
        assert_eq!(session.reply("id"), ids);
        let board = session.reply("board");
        assert_ne!(session.reply("flip"), board);
        assert_eq!(session.reply("flip"), board);
    }
}
