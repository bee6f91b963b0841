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
        if games.games().last().is_some_and(|last| last.end().is_none()) {
            let number = games.games().len();
            games
                .assumed
                .push(format!("line {line}: got another game, assumed that nobody has won game {number}"));
        }
        games.push_at_its_score(next).map_err(|why| fault(line, why))?;
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
        is_placed: false,
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
    /// True if checkers were placed after these dice.
    is_placed: bool,
    result: Option<SgfResult>,
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
            "CV" | "CP" if self.record.is_some() => return Err(SgfFault::LateSetup),
            "AE" | "AW" | "AB" if self.record.is_some() => self.place(property)?,
            "AE" | "AW" | "AB" => self.setup.put(property)?,
            "CV" => self.rules.cube(value)?,
            "CP" => self.rules.owner(value)?,
            "MI" if self.record.is_none() => self.rules.match_info(&property.values)?,
            "RU" if self.record.is_none() => self.rules.rules(value)?,
            "RE" => self.result = result(value)?,
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
            // The first part of an illegal play may name the side after it.
            Some(_) if self.roll.is_some() => {}
            Some(record) if record.to_decide().is_some_and(|other| other != side) => {
                return Err(SgfFault::Record(RecordError::NotOnTurn(side)));
            }
            Some(_) => {}
            None => self.on_turn = side,
        }
        Ok(())
    }

    /// The game; the first turn creates it from the set-up.
    fn record(&mut self) -> Result<&mut GameRecord, SgfFault> {
        if self.record.is_none() {
            let start = self.setup.position(self.on_turn)?;
            self.record = Some(GameRecord::new(start, self.rules.state).map_err(SgfFault::Record)?);
        }
        Ok(self.record.as_mut().expect("it was just made"))
    }

    /// Puts checkers down after dice: an illegal play.
    fn place(&mut self, property: &Property) -> Result<(), SgfFault> {
        let Some(record) = self.record.as_ref().filter(|_| self.roll.is_some()) else {
            return Err(SgfFault::LateSetup);
        };
        if !self.is_placed {
            self.setup = Setup::of(&record.position());
            self.is_placed = true;
        }
        self.setup.put(property)
    }

    /// Adds the illegal play of the last dice, if there is one before a turn of `next`: checkers
    /// were placed, or nobody moved.
    fn illegal(&mut self, next: Option<Side>) -> Result<(), SgfFault> {
        let (Some(record), Some(roll)) = (&mut self.record, self.roll) else { return Ok(()) };
        let Some(side) = record.to_decide() else { return Ok(()) };
        let result = if self.is_placed {
            self.setup.position(side)?
        } else if next == Some(side.other()) {
            record.position()
        } else {
            return Ok(());
        };
        (self.roll, self.is_placed) = (None, false);
        record.push(side, Turn::Illegal { roll, result }).map_err(SgfFault::Record)
    }

    fn turn(&mut self, side: Side, value: &str) -> Result<(), SgfFault> {
        let value = value.trim();
        self.illegal(Some(side))?;
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
        self.illegal(None)?;
        let Reader { record, roll, result, tags, rules, .. } = self;
        let mut record = record.expect("there is one");
        record.tags = tags;
        if let (Some(roll), Some(side), None) = (roll, record.to_decide(), record.match_state().offer) {
            record.throw(side, roll).map_err(SgfFault::Record)?;
        }
        if let Some(result) = result {
            result.apply(&mut record)?;
        }
        Ok((record, rules.has_crawford))
    }
}

/// The result that a file gives.
struct SgfResult {
    winner: Side,
    points: u32,
    is_resigned: bool,
}

/// Reads `W+2` or, after a resignation, `W+2R`. Any other text without an R is ignored.
fn result(value: &str) -> Result<Option<SgfResult>, SgfFault> {
    let won = value.trim().strip_suffix(['R', 'r']);
    let found = won.unwrap_or(value.trim()).split_once('+').and_then(|(winner, points)| {
        let (winner, points) = (side(winner).ok()?, points.parse().ok()?);
        Some(SgfResult { winner, points, is_resigned: won.is_some() })
    });
    match found {
        None if won.is_some() => Err(SgfFault::Result(value.to_owned())),
        found => Ok(found),
    }
}

impl SgfResult {
    /// Ends an unfinished game by a resignation, and gives the winner the points.
    fn apply(self, record: &mut GameRecord) -> Result<(), SgfFault> {
        let SgfResult { winner, points, is_resigned } = self;
        if record.end().is_none() {
            if !is_resigned {
                return Ok(());
            }
            let cube = 1u32 << record.match_state().cube;
            let outcomes = [Outcome::Backgammon, Outcome::Gammon, Outcome::Single];
            let outcome = outcomes.into_iter().find(|outcome| outcome.points() as u32 * cube <= points);
            let outcome = outcome.unwrap_or(Outcome::Single);
            record.resign(winner.other(), outcome).map_err(SgfFault::Record)?;
        }
        let end = record.end().expect("it was resigned");
        if end.winner != winner || end.points == points {
            return Ok(());
        }
        record.award(points).map_err(SgfFault::Record)
    }
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
