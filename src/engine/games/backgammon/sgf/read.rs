use super::nodes::{Nodes, Property};
use super::rules::Rules;
use super::setup::Setup;
use super::{PROPERTIES, SgfError, SgfFault};
use crate::game::Side;
use crate::games::Tags;
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::record::{GameRecord, MatchRecord, RecordError, Turn};
use crate::games::backgammon::roll::Roll;

pub(super) fn first(text: &str) -> Result<GameRecord, SgfError> {
    Ok(game(&mut Nodes::new(text)?)?.0)
}

pub(super) fn all(text: &str) -> Result<MatchRecord, SgfError> {
    let mut nodes = Nodes::new(text)?;
    let (first, has_crawford) = game(&mut nodes)?;
    let fault = |line, fault| SgfError { line, fault: SgfFault::Record(fault) };
    let mut games = MatchRecord::new(*first.start_state(), has_crawford).map_err(|why| fault(1, why))?;
    games.tags = first.tags.clone();
    games.push(first).map_err(|why| fault(1, why))?;
    while nodes.next_game()? {
        let line = nodes.line();
        let (next, _) = game(&mut nodes)?;
        games.push(next).map_err(|why| fault(line, why))?;
    }
    Ok(games)
}

/// Reads the next game; returns true if the Crawford rule holds.
fn game(nodes: &mut Nodes) -> Result<(GameRecord, bool), SgfError> {
    let mut last = nodes.line();
    let mut reader = Reader {
        tags: Tags::new(),
        rules: Rules::new(),
        setup: Setup::usual(),
        on_turn: Side::First,
        record: None,
        roll: None,
        result: None,
    };
    while let Some(property) = nodes.next()? {
        last = property.line;
        reader.property(&property).map_err(|fault| SgfError { line: property.line, fault })?;
    }
    reader.finish().map_err(|fault| SgfError { line: last, fault })
}

struct Reader {
    tags: Tags,
    rules: Rules,
    setup: Setup,
    /// The side that has the first turn.
    on_turn: Side,
    /// The game, from its first turn on.
    record: Option<GameRecord>,
    /// Dice thrown and not yet played.
    roll: Option<Roll>,
    /// The winner by resignation, the points and their text.
    result: Option<(Side, u32, String)>,
}

impl Reader {
    fn property(&mut self, property: &Property) -> Result<(), SgfFault> {
        let value = property.value();
        match property.name {
            "GM" if value.trim() != "6" => return Err(SgfFault::Game(value.to_owned())),
            "W" => self.turn(Side::First, value)?,
            "B" => self.turn(Side::Second, value)?,
            "PL" => self.on_turn(side(value)?)?,
            "DI" => {
                // gnubg writes 00 if nothing is thrown.
                let thrown = value.trim() != "00";
                self.roll = if thrown { Some(value.trim().parse().map_err(SgfFault::Dice)?) } else { None };
            }
            "AE" | "AW" | "AB" | "CV" | "CP" if self.record.is_some() => return Err(SgfFault::LateSetup),
            "AE" | "AW" | "AB" => self.setup.put(property)?,
            "CV" => self.rules.cube(value)?,
            "CP" => self.rules.owner(value)?,
            "MI" if self.record.is_none() => self.rules.match_info(&property.values)?,
            "RU" if self.record.is_none() => self.rules.rules(value),
            "RE" => self.result = resignation(value)?,
            "GC" => {
                for (name, value) in value.lines().filter_map(|line| line.split_once(": ")) {
                    self.tags.set(name, value);
                }
            }
            name => {
                if let Some((_, tag)) = PROPERTIES.iter().find(|(property, _)| *property == name) {
                    self.tags.set(tag, value);
                }
            }
        }
        Ok(())
    }

    /// Sets the side on turn; before the first turn it may be either.
    fn on_turn(&mut self, side: Side) -> Result<(), SgfFault> {
        match &self.record {
            Some(record) if record.to_decide().is_some_and(|other| other != side) => {
                return Err(SgfFault::Record(RecordError::NotOnTurn(side)));
            }
            Some(_) => {}
            None => self.on_turn = side,
        }
        Ok(())
    }

    /// Returns the game; the first turn creates it from the set-up.
    fn record(&mut self) -> Result<&mut GameRecord, SgfFault> {
        if self.record.is_none() {
            let start = self.setup.position(self.on_turn)?;
            self.record = Some(GameRecord::new(start, self.rules.state).map_err(SgfFault::Record)?);
        }
        Ok(self.record.as_mut().expect("it was just made"))
    }

    fn turn(&mut self, side: Side, value: &str) -> Result<(), SgfFault> {
        let value = value.trim();
        if self.record.is_none() {
            self.on_turn = side;
        }
        let roll = self.roll.take();
        let record = self.record()?;
        let refused = |why| match why {
            RecordError::Play(side, _, why) => SgfFault::Play(side, value.to_owned(), why),
            why => SgfFault::Record(why),
        };
        let mut push = |turn| {
            // Thrown dice forbid a double.
            roll.map_or(Ok(()), |roll| record.throw(side, roll)).and_then(|()| record.push(side, turn))
        };
        match value {
            "double" => return push(Turn::Double).map_err(refused),
            "take" => return push(Turn::Take).map_err(refused),
            "drop" => return push(Turn::Drop).map_err(refused),
            _ => {}
        }
        let unreadable = || SgfFault::Turn(side, value.to_owned());
        let (dice, moves) = value.split_at_checked(2).ok_or_else(unreadable)?;
        let roll: Roll = dice.parse().map_err(SgfFault::Dice)?;
        let text = play_text(side, moves).ok_or_else(unreadable)?;
        record.push_play(side, roll, &text).map_err(refused)
    }

    fn finish(mut self) -> Result<(GameRecord, bool), SgfFault> {
        self.record()?;
        let Reader { record, roll, result, tags, rules, .. } = self;
        let mut record = record.expect("there is one");
        record.tags = tags;
        if let (Some(roll), Some(side), None) = (roll, record.to_decide(), record.match_state().offer) {
            record.throw(side, roll).map_err(SgfFault::Record)?;
        }
        if let (Some((winner, points, text)), Some(_)) = (result, record.to_decide()) {
            resign(&mut record, winner, points, text)?;
        }
        Ok((record, rules.has_crawford))
    }
}

/// Reads a resignation. The record itself shows any other end of the game.
fn resignation(value: &str) -> Result<Option<(Side, u32, String)>, SgfFault> {
    let Some(won) = value.trim().strip_suffix(['R', 'r']) else { return Ok(None) };
    let refused = || SgfFault::Result(value.to_owned(), 1);
    let (winner, points) = won.split_once('+').ok_or_else(refused)?;
    let winner = side(winner).map_err(|_| refused())?;
    Ok(Some((winner, points.parse().map_err(|_| refused())?, value.to_owned())))
}

/// Ends the game by a resignation of this many points.
fn resign(record: &mut GameRecord, winner: Side, points: u32, text: String) -> Result<(), SgfFault> {
    let outcomes = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon];
    let cube = 1u32 << record.match_state().cube;
    let outcome = outcomes.into_iter().find(|outcome| outcome.points() as u32 * cube == points);
    let outcome = outcome.ok_or(SgfFault::Result(text, cube))?;
    record.resign(winner.other(), outcome).map_err(SgfFault::Record)
}

fn side(text: &str) -> Result<Side, SgfFault> {
    match text.trim() {
        "W" | "w" | "white" => Ok(Side::First),
        "B" | "b" | "black" => Ok(Side::Second),
        _ => Err(SgfFault::Side(text.to_owned())),
    }
}

/// Converts pairs of letters to the mover's notation: White's `hefe` is `8/5 6/5`.
fn play_text(side: Side, letters: &str) -> Option<String> {
    if !letters.len().is_multiple_of(2) || letters.len() > 8 {
        return None;
    }
    let named = |letter: u8| match letter {
        b'a'..=b'x' if side == Side::First => Some((letter - b'a' + 1).to_string()),
        b'a'..=b'x' => Some((24 - (letter - b'a')).to_string()),
        b'y' => Some("bar".to_owned()),
        b'z' => Some("off".to_owned()),
        _ => None,
    };
    let pairs = letters.as_bytes().as_chunks::<2>().0;
    let parts: Option<Vec<String>> =
        pairs.iter().map(|&[from, to]| Some(format!("{}/{}", named(from)?, named(to)?))).collect();
    parts.map(|parts| parts.join(" "))
}
