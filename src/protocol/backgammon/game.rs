//! Backgammon at a terminal: dice, commands, notation and board.

use super::cube::Won;
use super::play_state::{PlayState, Record, Step};
use super::{resignation, saved, talk};
use crate::protocol::level::counted;
use crate::protocol::{BoardView, Depths, Effect, End, ForcedStep, LoadedGame, Playable, Verb, verb};
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{
    Finish, GameState, MatchRecord, MatchState, Outcome, Picture, Position, Probabilities, Roll, Stage,
    gnubg_id, name, parse_play, xgid,
};
use sparring_engine::search::MAX_DEPTH;
use sparring_report::{Action, Diagram};
use sparring_run::backgammon_diagram;
use std::fmt;

const WIDTH: usize = 54;

/// A play's value: points for `net`, an own unit for other evaluators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    pub value: f64,
    pub unit: &'static str,
    /// The mover's chances, where they are known.
    pub chances: Option<Probabilities>,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:+.3}", self.unit, self.value)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct BackgammonGame;

impl Playable for BackgammonGame {
    type State = PlayState;
    type Step = Step;
    type Value = Worth;

    const FILE: [&'static str; 2] = ["backgammon", "sgf"];
    const OTHER_FORMATS: &'static [&'static str] = &["mat"];
    const MOVES: &'static str =
        "8/5 6/5, bar/20*, 6/off, 13/7(2), 24/18/13; your points count from 24 down to 1";
    const VERBS: &'static [Verb] = &[
        verb("roll", "31", "play these dice instead of those thrown for you"),
        verb("double", "", "with the cube, before your throw: offer it at twice its value; roll throws"),
        verb("take", "", "take a double; drop gives the game up instead"),
        verb(
            "resign",
            "[X]",
            "give up this game: X is single, gammon or backgammon, else what is likely; a match goes on",
        ),
        verb("new", "[match]", "begin this game again, or the whole match"),
    ];
    const DEPTHS: Depths = Depths { least: 0, most: MAX_DEPTH, unit: ["ply", "plies"], example: 1 };

    fn name(side: Side) -> &'static str {
        name(side)
    }

    fn mover(&self, turn: &PlayState) -> Side {
        turn.mover()
    }

    fn is_choice(&self, turn: &PlayState) -> bool {
        let position = turn.game.position();
        let is_open = |roll| position.results(roll) != [*position];
        turn.is_offered() || turn.may_double() || turn.roll().is_some_and(is_open)
    }

    fn forced(&self, turn: &PlayState, person: Side) -> Option<ForcedStep<PlayState, Step>> {
        let forced = |step, said| Some(ForcedStep { step, state: turn.after(&step), said });
        if let Some(won) = turn.won() {
            turn.next_game()?;
            return forced(Step::Next, talk::next_game(turn, won));
        }
        let mut dice = turn.dice.clone();
        match turn.game.stage() {
            Stage::Opening(..) => {
                let (white, black) = dice.opening();
                let first = name(if white > black { Side::First } else { Side::Second });
                let said = format!("White throws {white}, Black {black}: {first} begins\n");
                forced(Step::Opening(white, black), said)
            }
            Stage::ToThrow if !self.is_choice(turn) => forced(Step::Throw(dice.roll()), String::new()),
            Stage::ToMove(roll) if !self.is_choice(turn) => {
                let who = if self.mover(turn) == person { "you" } else { "engine" };
                let said = format!("{who}: {}, no legal play, passed\n", shown(roll));
                forced(Step::Play(*turn.game.position()), said)
            }
            Stage::ToThrow | Stage::ToMove(_) | Stage::Finished(..) => None,
        }
    }

    fn after(&self, turn: &PlayState, step: &Step) -> PlayState {
        turn.after(step)
    }

    fn parse(&self, record: &Record, text: &str) -> Result<Vec<Step>, String> {
        let turn = record.state();
        if let Some(step) = talk::cube_step(turn, text)? {
            return Ok(vec![step]);
        }
        let Some(roll) = turn.roll() else { return Err("there is no roll to play".to_owned()) };
        // `8-3` is how many write what the notation has as 8/3.
        let text = &text.replace('-', "/");
        let result = parse_play(turn.game.position(), roll, text).map_err(|why| why.to_string())?;
        Ok(vec![Step::Play(result)])
    }

    fn ended(&self, record: &Record) -> Option<String> {
        let turn = record.state();
        if let Some(won) = turn.won() {
            return turn.next_game().is_none().then(|| talk::ended(turn, won));
        }
        let Stage::Finished(outcome, winner) = record.state().game.stage() else { return None };
        let points = counted(outcome.points() as u64, ["point", "points"]);
        Some(format!("{} wins a {outcome}, {points}", name(winner)))
    }

    fn resigned(&self, record: &Record, side: Side, times: u8) -> String {
        let turn = record.state();
        let outcome = Outcome::of_points(times);
        let (winner, state) = (side.other(), turn.cube.map_or(MatchState::MONEY, |cube| cube.state));
        if turn.cube.is_none() && outcome == Outcome::Single {
            return format!("{} resigns, {} wins", name(side), name(winner));
        }
        let points = state.points(outcome);
        talk::ended(turn, Won { winner, finish: Finish::Resigned(outcome), points })
    }

    fn begins_game(step: &Step) -> bool {
        *step == Step::Next
    }

    fn winner(&self, record: &Record) -> Option<Side> {
        match (record.state().won(), record.state().game.stage()) {
            (Some(won), _) => Some(won.winner),
            (None, Stage::Finished(_, winner)) => Some(winner),
            _ => None,
        }
    }

    fn position(&self, turn: &PlayState) -> String {
        turn.game.position().to_string()
    }

    fn diagram(&self, record: &Record) -> Diagram {
        backgammon_diagram(record.state().game.position(), None, None)
    }

    fn board(&self, record: &Record, view: BoardView) -> String {
        let turn = record.state();
        let picture = Picture {
            position: *turn.game.position(),
            roll: turn.roll(),
            view: view.side,
            // Even on a turned board people count their own points.
            numbers: if view.turned { view.side.other() } else { view.side },
            last: landed(record, view.side),
            style: view.caps.style(WIDTH),
        };
        view.caps.show(&picture.drawing()) + &talk::stakes(turn)
    }

    fn notes(&self, record: &Record, person: Side) -> String {
        talk::question(record.state(), person)
    }

    fn told(&self, record: &Record, since: usize, value: Option<Worth>) -> String {
        let turn = &record.states()[since];
        let first = record.steps()[since..].first();
        if first == Some(&Step::Roll) {
            // The throw that follows says enough.
            return String::new();
        }
        let roll = turn.roll().map_or_else(String::new, |roll| shown(roll) + ", ");
        let step = first.map(|step| self.step(turn, step)).unwrap_or_default();
        let worth = value.map(|value| format!(" ({})", self.worth(value, self.mover(turn))));
        format!("{roll}{step}{}", worth.unwrap_or_default())
    }

    fn step(&self, turn: &PlayState, step: &Step) -> String {
        match (step, turn.roll()) {
            (Step::Opening(white, black), _) => format!("{white}-{black}"),
            (Step::Throw(roll), _) => shown(*roll),
            (Step::Play(result), Some(roll)) => named(turn.game.position(), roll, result),
            (Step::Play(result), None) => result.to_string(),
            _ => talk::named(step).to_owned(),
        }
    }

    fn actions(&self, turn: &PlayState, step: &Step) -> Vec<Action> {
        let side = name(self.mover(turn));
        match step {
            Step::Opening(white, black) => {
                let dice = [(Side::First, white), (Side::Second, black)];
                dice.map(|(side, die)| Action::throw(name(side), die.to_string())).to_vec()
            }
            Step::Throw(roll) => vec![Action::throw(side, roll.to_string())],
            _ => vec![Action::play(side, self.step(turn, step))],
        }
    }

    fn worth(&self, worth: Worth, mover: Side) -> String {
        format!("{worth} for {}", name(mover))
    }

    fn outlook(&self, worth: Worth) -> String {
        worth.chances.map_or_else(String::new, talk::chances)
    }

    fn legal(&self, turn: &PlayState) -> Vec<String> {
        let Some(roll) = turn.roll() else { return talk::cube_words(turn) };
        let position = turn.game.position();
        position.results(roll).iter().map(|result| named(position, roll, result)).collect()
    }

    fn moves(&self, turn: &PlayState) -> String {
        let plays = self.legal(turn);
        let lines: String = plays.iter().map(|play| format!("  {play}\n")).collect();
        let Some(roll) = turn.roll() else { return lines };
        let count = counted(plays.len() as u64, ["play", "plays"]);
        format!("{count} of {}\n{lines}", shown(roll))
    }

    fn id(&self, record: &Record) -> String {
        let turn = record.state();
        let state = turn.cube.map_or(MatchState::MONEY, |cube| cube.state);
        let (position, roll) = (turn.game.position(), turn.roll());
        format!("{}\n{}\n", xgid(position, roll, &state), gnubg_id(position, roll, &state))
    }

    fn saved(&self, record: &Record, ended: Option<&End>, tags: Tags) -> String {
        saved::write(record, ended, tags).to_sgf()
    }

    fn exported(
        &self,
        record: &Record,
        ended: Option<&End>,
        tags: Tags,
        format: &str,
    ) -> Result<String, String> {
        debug_assert!(Self::OTHER_FORMATS.contains(&format));
        saved::write(record, ended, tags).to_mat().map_err(|why| why.to_string())
    }

    fn loaded(&self, text: &str) -> Result<LoadedGame<Self>, String> {
        saved::read(&MatchRecord::from_file(text.as_bytes()).map_err(|why| why.to_string())?)
    }

    fn remarks(&self, text: &str) -> Vec<String> {
        MatchRecord::from_file(text.as_bytes()).map_or_else(|_| Vec::new(), |record| record.assumed)
    }

    fn own_verb(&mut self, words: &[&str], record: &mut Record, is_over: bool) -> Option<Effect> {
        match words {
            ["resign", words @ ..] if !is_over => Some(resignation::resign(words, record)),
            ["roll"] if record.state().may_double() => None,
            ["roll", dice @ ..] if !is_over => Some(rolled(&dice.join(" "), record)),
            _ => None,
        }
    }
}

/// The points that gained checkers in the last play, as bits.
fn landed(record: &Record, view: Side) -> u32 {
    let steps = record.steps().iter().zip(record.states()).rev();
    let plays = steps.filter_map(|(step, turn)| match step {
        Step::Play(result) => Some((turn.game.position(), result)),
        _ => None,
    });
    let Some((before, after)) = plays.into_iter().next() else { return 0 };
    // Seen by the mover.
    let gained = (1..=24).filter(|&i| after.points()[i] > before.points()[i].max(0));
    gained.fold(0, |set, i| set | 1 << if after.side() == view { i } else { 25 - i })
}

fn rolled(text: &str, record: &mut Record) -> Effect {
    if record.state().is_offered() {
        return Effect::Say("not thrown: a double stands to be answered; try take or drop\n".to_owned());
    }
    if let (Some(roll), true) = (record.state().roll(), text.is_empty()) {
        return Effect::Say(format!(
            "not thrown: the dice lie there already, {roll}; play a move, or try roll 31\n"
        ));
    }
    match text.parse() {
        Err(why) => Effect::Say(format!("not thrown: {why}\n")),
        Ok(roll) => {
            let mut turn = record.state().clone();
            if turn.roll().is_none() {
                // The dice replace a throw, but the stream advances all the same.
                turn.dice.roll();
            }
            turn.game = GameState::at(*turn.game.position(), Some(roll));
            record.replace(turn);
            Effect::GoOn
        }
    }
}

fn shown(roll: Roll) -> String {
    format!("{}-{}", roll.high(), roll.low())
}

fn named(position: &Position, roll: Roll, result: &Position) -> String {
    position.play_to(roll, result).map_or_else(|| result.to_string(), |play| play.to_string())
}
