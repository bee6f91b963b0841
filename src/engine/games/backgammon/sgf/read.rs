use super::nodes::{Nodes, Property};
use super::rules::Rules;
use super::setup::Setup;
use super::{PROPERTIES, SgfError, SgfFault};
use crate::game::Side;
use crate::games::Tags;
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::position::name;
use crate::games::backgammon::record::{GameRecord, MatchRecord, RecordError, Turn};
use crate::games::backgammon::roll::Roll;

pub(super) fn first(text: &str) -> Result<GameRecord, SgfError> {
    Ok(game(&mut Nodes::new(text)?)?.record)
}

pub(super) fn all(text: &str) -> Result<MatchRecord, SgfError> {
    let mut nodes = Nodes::new(text)?;
    let first = game(&mut nodes)?;
    let fault = |line, fault| SgfError { line, fault: SgfFault::Record(fault) };
    let start = *first.record.start_state();
    let mut games = MatchRecord::new(start, first.has_crawford).map_err(|why| fault(1, why))?;
    games.tags = first.record.tags.clone();
    games.assumed = first.assumed;
    games.push(first.record).map_err(|why| fault(1, why))?;
    while nodes.next_game()? {
        let line = nodes.line();
        if games.winner().is_some() {
            games
                .assumed
                .push(format!("line {line}: got another game, assumed none, because the match is over"));
            break;
        }
        let next = game(&mut nodes)?;
        if games.games().last().is_some_and(|last| last.end().is_none()) {
            let number = games.games().len();
            let assumed = format!("line {line}: got another game, assumed that nobody has won game {number}");
            games.assumed.push(assumed);
        }
        let expected = games.next_state().map_err(|why| fault(line, why))?;
        let ([a, b], [c, d]) = (next.record.start_state().score, expected.score);
        if [a, b] != [c, d] {
            games.assumed.push(format!("line {line}: got the score {a}-{b} after {c}-{d}, assumed {a}-{b}"));
        }
        games.assumed.extend(next.assumed);
        games.push_at_its_score(next.record).map_err(|why| fault(line, why))?;
    }
    Ok(games)
}

/// A game as it was read.
struct Read {
    record: GameRecord,
    has_crawford: bool,
    /// Assumptions where the file breaks the rules.
    assumed: Vec<String>,
}

/// Reads the next game.
fn game(nodes: &mut Nodes) -> Result<Read, SgfError> {
    let mut last = nodes.line();
    let mut reader = Reader {
        tags: Tags::new(),
        rules: Rules::new(),
        setup: Setup::usual(),
        on_turn: Side::First,
        record: None,
        thrown: None,
        result: None,
        assumed: Vec::new(),
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
    thrown: Option<Thrown>,
    result: Option<SgfResult>,
    assumed: Vec<String>,
}

/// Dice thrown and not yet played.
struct Thrown {
    roll: Roll,
    line: usize,
    node: usize,
    /// The checkers, if some were placed in a later node.
    placed: Option<Setup>,
    /// A later node that names a side on turn.
    named: Option<(usize, Side)>,
}

impl Reader {
    fn property(&mut self, property: &Property) -> Result<(), SgfFault> {
        let value = property.value();
        match property.name {
            "GM" if value.trim() != "6" => return Err(SgfFault::Game(value.to_owned())),
            "W" => self.turn(Side::First, value)?,
            "B" => self.turn(Side::Second, value)?,
            "PL" => self.on_turn(side(value)?, property.node)?,
            "DI" => self.throw(property)?,
            "CV" | "CP" if self.record.is_some() => return Err(SgfFault::LateSetup),
            "AE" | "AW" | "AB" => self.place(property)?,
            "CV" => self.rules.cube(value)?,
            "CP" => self.rules.owner(value)?,
            "MI" if self.record.is_none() => self.rules.match_info(&property.values)?,
            "RU" if self.record.is_none() => self.rules.rules(value)?,
            "RE" => {
                self.result = result(value)?.map(|(winner, points, is_resigned)| SgfResult {
                    line: property.line,
                    winner,
                    points,
                    is_resigned,
                });
            }
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
    fn on_turn(&mut self, side: Side, node: usize) -> Result<(), SgfFault> {
        match (&mut self.thrown, &self.record) {
            // The parts of an illegal play may name either side.
            (Some(thrown), _) if node > thrown.node => thrown.named = Some((node, side)),
            (_, Some(record)) if record.to_decide().is_some_and(|other| other != side) => {
                return Err(SgfFault::Record(RecordError::NotOnTurn(side)));
            }
            (_, Some(_)) => {}
            (_, None) => self.on_turn = side,
        }
        Ok(())
    }

    fn throw(&mut self, property: &Property) -> Result<(), SgfFault> {
        let named = self.thrown.as_ref().and_then(|thrown| thrown.named);
        let next = named.filter(|(node, _)| *node == property.node).map(|(_, side)| side);
        self.illegal(next)?;
        if let Some(side) = next {
            self.thrown = None;
            self.on_turn(side, property.node)?;
        }
        let Property { line, node, .. } = *property;
        // gnubg writes 00 if nothing is thrown.
        self.thrown = match property.value().trim() {
            "00" => None,
            dice => {
                let roll = dice.parse().map_err(SgfFault::Dice)?;
                Some(Thrown { roll, line, node, placed: None, named: None })
            }
        };
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

    /// Puts checkers down: before the first turn, or after dice as an illegal play.
    fn place(&mut self, property: &Property) -> Result<(), SgfFault> {
        match (&mut self.thrown, &self.record) {
            (Some(thrown), record) if property.node > thrown.node => {
                let now = record.as_ref().map_or(self.setup, |record| Setup::of(&record.position()));
                thrown.placed.get_or_insert(now).put(property)
            }
            (_, Some(_)) => Err(SgfFault::LateSetup),
            (_, None) => self.setup.put(property),
        }
    }

    /// Adds the illegal play of the last dice, if there is one before a turn of `next`: checkers
    /// were placed, or nobody moved.
    fn illegal(&mut self, next: Option<Side>) -> Result<(), SgfFault> {
        let Some(thrown) = &mut self.thrown else { return Ok(()) };
        let side = match &self.record {
            Some(record) => record.to_decide(),
            None => Some(self.on_turn),
        };
        let Some(side) = side else { return Ok(()) };
        let Thrown { roll, line, .. } = *thrown;
        let result = match (thrown.placed.take(), &self.record) {
            (Some(placed), None) if next == Some(side) => {
                self.setup = placed;
                return Ok(());
            }
            (Some(placed), _) => placed.position(side)?,
            (None, Some(record)) if next == Some(side.other()) => record.position(),
            _ => return Ok(()),
        };
        self.thrown = None;
        let record = self.record()?;
        let unmoved = result == record.position();
        record.push(side, Turn::Illegal { roll, result }).map_err(SgfFault::Record)?;
        self.assumed.push(match unmoved {
            true => format!("line {line}: got no play of {roll}, assumed that no checker moved"),
            false => format!("line {line}: got an illegal play, assumed the position that it leads to"),
        });
        Ok(())
    }

    fn turn(&mut self, side: Side, value: &str) -> Result<(), SgfFault> {
        let value = value.trim();
        self.illegal(Some(side))?;
        if self.record.is_none() {
            self.on_turn = side;
        }
        let roll = self.thrown.take().map(|thrown| thrown.roll);
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

    fn finish(mut self) -> Result<Read, SgfFault> {
        self.illegal(None)?;
        self.record()?;
        let Reader { record, thrown, result, tags, rules, mut assumed, .. } = self;
        let mut record = record.expect("there is one");
        record.tags = tags;
        if let (Some(Thrown { roll, .. }), Some(side), None) =
            (thrown, record.to_decide(), record.match_state().offer)
        {
            record.throw(side, roll).map_err(SgfFault::Record)?;
        }
        if let Some(result) = result {
            assumed.extend(result.apply(&mut record)?);
        }
        Ok(Read { record, has_crawford: rules.has_crawford, assumed })
    }
}

/// The result that a file gives.
struct SgfResult {
    line: usize,
    winner: Side,
    points: u32,
    is_resigned: bool,
}

/// Reads winner and points of `W+2`, or `W+2R` after a resignation. Any other text without an R is
/// ignored.
fn result(value: &str) -> Result<Option<(Side, u32, bool)>, SgfFault> {
    let won = value.trim().strip_suffix(['R', 'r']);
    let found = won
        .unwrap_or(value.trim())
        .split_once('+')
        .and_then(|(winner, points)| Some((side(winner).ok()?, points.parse().ok()?, won.is_some())));
    match found {
        None if won.is_some() => Err(SgfFault::Result(value.to_owned())),
        found => Ok(found),
    }
}

impl SgfResult {
    /// Ends an unfinished game by a resignation, and gives the winner the points. Returns an
    /// assumption if they are not those of board and cube.
    fn apply(self, record: &mut GameRecord) -> Result<Option<String>, SgfFault> {
        let SgfResult { line, winner, points, is_resigned } = self;
        if record.end().is_none() {
            if !is_resigned {
                return Ok(None);
            }
            let cube = 1u32 << record.match_state().cube;
            let outcomes = [Outcome::Backgammon, Outcome::Gammon, Outcome::Single];
            let outcome = outcomes.into_iter().find(|outcome| outcome.points() as u32 * cube <= points);
            let outcome = outcome.unwrap_or(Outcome::Single);
            record.resign(winner.other(), outcome).map_err(SgfFault::Record)?;
        }
        let end = record.end().expect("it was resigned");
        if end.winner != winner {
            let [said, won] = [winner, end.winner].map(name);
            return Ok(Some(format!("line {line}: got a win of {said}, assumed that of {won}, who has won")));
        }
        if end.points == points {
            return Ok(None);
        }
        record.award(points).map_err(SgfFault::Record)?;
        let worth = end.points;
        Ok(Some(format!(
            "line {line}: got a win of {points} points, which is worth {worth}, assumed {points}"
        )))
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
