//! Reads plays such as `8/5 6/5`, `bar/20*`, `6/off`, `13/7(2)`, `24/18/13`, `24/13`, and gnubg's
//! plain `25/21 4/0`.
//!
//! Parts stand in any order, separated by blanks or commas. A star for a hit is optional. It
//! matters only where a checker could pass a point with or without hitting: `24/18*/13` hits on
//! 18, while `24/13` avoids a hit if possible. A play is legal if and only if its result is one of
//! [`Position::results`]; walking through the parts only finds the intended result or an error.

use super::position::Position;
use super::refusal::PlayError;
use super::roll::Roll;
use crate::games::quoted;

/// Reads a play of `roll` in `position` and returns its result, seen by the mover. If no play is
/// legal, the empty text gives the position itself.
///
/// # Errors
/// If the play is unreadable or not legal.
pub fn parse_play(position: &Position, roll: Roll, text: &str) -> Result<Position, PlayError> {
    let moves = Reader::new(text).moves()?;
    let results = position.results(roll);
    if moves.is_empty() {
        return if results == [*position] { Ok(*position) } else { Err(PlayError::Missing) };
    }
    let dice = [roll.high(), roll.low()].repeat(roll.dice() / 2);
    if moves.len() > dice.len() {
        return Err(PlayError::TooMany(moves.len(), dice.len()));
    }
    let start = Walk { points: *position.points(), moves, left: dice.clone(), passed: Vec::new() };
    let mut found = Ends::default();
    start.go(&mut found);
    let result = |end: &Walk| results.iter().find(|result| *result.points() == end.points);
    let mut legal: Vec<(&Walk, &Position)> =
        found.ends.iter().filter_map(|end| Some((end, result(end)?))).collect();
    // Prefers results without hits on the way; otherwise the result must be unambiguous.
    legal.sort_by_key(|(end, _)| end.passed.len());
    match (legal.as_slice(), found.ends.first()) {
        (&[(first, result), ref others @ ..], _) => {
            let same = |&(_, other): &(&Walk, &Position)| other == result;
            if first.passed.is_empty() || others.iter().all(same) {
                return Ok(*result);
            }
            let mut hits: Vec<u8> = legal.iter().flat_map(|(end, _)| end.passed.clone()).collect();
            hits.dedup();
            Err(PlayError::Ambiguous(hits))
        }
        ([], Some(end)) => Err(end.unfinished(position.points(), &dice, roll)),
        ([], None) => Err(found.fault.map_or(PlayError::Missing, |(_, fault)| fault)),
    }
}

type Points = [i8; 26];

fn step(points: &Points, from: u8, die: u8) -> Result<Points, PlayError> {
    let at = |point: u8| points[usize::from(point)];
    if from < 25 && at(25) > 0 {
        return Err(PlayError::EnterFirst);
    }
    if from == 0 || at(from) <= 0 {
        return Err(PlayError::NoChecker(from));
    }
    let mut after = *points;
    after[usize::from(from)] -= 1;
    if from > die {
        let to = usize::from(from - die);
        match points[to] {
            ..-1 => return Err(PlayError::Blocked(from - die)),
            -1 => (after[to], after[0]) = (1, after[0] - 1),
            _ => after[to] += 1,
        }
        return Ok(after);
    }
    match (1..=25).rev().find(|&point| at(point) > 0).unwrap_or(from) {
        outside @ 7.. => Err(PlayError::NotHome(outside)),
        higher if die > from && higher > from => Err(PlayError::NotHighest(higher)),
        _ => Ok(after),
    }
}

fn most_dice(points: &Points, left: &[u8]) -> usize {
    let mut most = 0;
    for (i, &die) in left.iter().enumerate().filter(|&(i, die)| !left[..i].contains(die)) {
        let rest = [&left[..i], &left[i + 1..]].concat();
        for after in (1..=25).filter_map(|from| step(points, from, die).ok()) {
            most = most.max(1 + most_dice(&after, &rest));
            if most == left.len() {
                return most;
            }
        }
    }
    most
}

/// True if some of the dice add up to a distance, or to more with `or_more`.
fn reaches(dice: &[u8], distance: u8, or_more: bool) -> bool {
    let sum = |set: u32| -> u8 {
        dice.iter().enumerate().filter(|&(i, _)| set >> i & 1 != 0).map(|(_, die)| die).sum()
    };
    (1..1 << dice.len()).map(sum).any(|sum| sum == distance || or_more && sum > distance)
}

struct Walk {
    points: Points,
    /// The remaining moves: from, to.
    moves: Vec<(u8, u8)>,
    left: Vec<u8>,
    /// Points of hits on the way that the text does not name.
    passed: Vec<u8>,
}

#[derive(Default)]
struct Ends {
    /// The walks with all moves made.
    ends: Vec<Walk>,
    /// The number of dice played before an obstacle, and the first obstacle after the most dice.
    fault: Option<(usize, PlayError)>,
}

impl Ends {
    fn meet(&mut self, played: usize, fault: PlayError) {
        if self.fault.as_ref().is_none_or(|(deepest, _)| played > *deepest) {
            self.fault = Some((played, fault));
        }
    }
}

impl Walk {
    /// Makes the remaining moves in every order, with the dice in every order.
    fn go(self, found: &mut Ends) {
        if self.moves.is_empty() {
            found.ends.push(self);
            return;
        }
        let played = 4 - self.left.len();
        for (i, &(from, to)) in self.moves.iter().enumerate() {
            if self.moves[..i].contains(&(from, to)) {
                continue;
            }
            if !reaches(&self.left, from - to, to == 0) {
                found.meet(played, PlayError::NoDie(from, to, self.left.clone()));
                continue;
            }
            for (d, &die) in self.left.iter().enumerate().filter(|&(d, die)| !self.left[..d].contains(die)) {
                let rest = [&self.left[..d], &self.left[d + 1..]].concat();
                let short = (from - to).saturating_sub(die);
                if to > 0 && die > from - to || short > 0 && !reaches(&rest, short, to == 0) {
                    continue;
                }
                match step(&self.points, from, die) {
                    Err(fault) => found.meet(played, fault),
                    Ok(after) => self.after(after, i, d).go(found),
                }
            }
        }
    }

    fn after(&self, points: Points, i: usize, d: usize) -> Walk {
        let (mut moves, mut left, mut passed) = (self.moves.clone(), self.left.clone(), self.passed.clone());
        let die = left.remove(d);
        let (from, to) = moves[i];
        let now = from.saturating_sub(die);
        if now == to {
            moves.remove(i);
        } else {
            moves[i].0 = now;
            if points[0] != self.points[0] {
                passed.push(now);
            }
        }
        Walk { points, moves, left, passed }
    }

    fn unfinished(&self, start: &Points, dice: &[u8], roll: Roll) -> PlayError {
        if dice.len() - self.left.len() == most_dice(start, dice) {
            return PlayError::LargerDie(roll.high());
        }
        let steps = (1..=25).rev().flat_map(|from| self.left.iter().map(move |&die| (from, die)));
        let next = steps.into_iter().find(|&(from, die)| step(&self.points, from, die).is_ok());
        PlayError::MoreDice(self.left.clone(), next.map(|(from, die)| (from, from.saturating_sub(die))))
    }
}

struct Reader<'t> {
    rest: &'t str,
    /// The place of the next character, from 1.
    at: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader { rest: text, at: 1 }
    }

    fn run(&mut self, kind: impl Fn(char) -> bool) -> &'t str {
        let (run, rest) = self.rest.split_at(self.rest.find(|c| !kind(c)).unwrap_or(self.rest.len()));
        self.at += run.chars().count();
        self.rest = rest;
        run
    }

    fn takes(&mut self, c: char) -> bool {
        let found = self.rest.strip_prefix(c);
        if let Some(rest) = found {
            (self.rest, self.at) = (rest, self.at + 1);
        }
        found.is_some()
    }

    fn unreadable<T>(&self, expected: &'static str) -> Result<T, PlayError> {
        let got = match self.rest.chars().next() {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end".to_owned(),
        };
        Err(PlayError::Unreadable { at: self.at, got, expected })
    }

    fn moves(mut self) -> Result<Vec<(u8, u8)>, PlayError> {
        let mut moves = Vec::new();
        loop {
            self.run(|c| c.is_whitespace() || c == ',');
            if self.rest.is_empty() {
                return Ok(moves);
            }
            let way = self.way()?;
            for _ in 0..self.times()? {
                moves.extend(&way);
            }
            if !self.rest.is_empty() && !self.rest.starts_with(|c: char| c.is_whitespace() || c == ',') {
                return self.unreadable("/, *, (2) or a blank");
            }
        }
    }

    /// Reads `24/18*/13` as two moves.
    fn way(&mut self) -> Result<Vec<(u8, u8)>, PlayError> {
        let mut from = self.point("a point from 1 to 24 or bar", 1..=25)?;
        let mut way = Vec::new();
        loop {
            self.takes('*');
            if !self.takes('/') {
                return if way.is_empty() { self.unreadable("/") } else { Ok(way) };
            }
            let to = self.point("a point from 1 to 24 or off", 0..=24)?;
            if from <= to {
                return Err(PlayError::Backwards(from, to));
            }
            way.push((from, to));
            from = to;
        }
    }

    fn point(
        &mut self,
        expected: &'static str,
        among: std::ops::RangeInclusive<u8>,
    ) -> Result<u8, PlayError> {
        let at = self.at;
        let word = match self.rest.chars().next() {
            Some(c) if c.is_ascii_digit() => self.run(|c| c.is_ascii_digit()),
            Some(c) if c.is_alphabetic() => self.run(char::is_alphabetic),
            _ => return self.unreadable(expected),
        };
        let point = match word.to_ascii_lowercase().as_str() {
            "bar" => Some(25),
            "off" => Some(0),
            digits => digits.parse().ok(),
        };
        match point.filter(|point| among.contains(point)) {
            Some(point) => Ok(point),
            None => Err(PlayError::Unreadable { at, got: quoted(word), expected }),
        }
    }

    /// Reads `(2)`; 1 if absent.
    fn times(&mut self) -> Result<u8, PlayError> {
        if !self.takes('(') {
            return Ok(1);
        }
        let Some(times) = ['2', '3', '4'].into_iter().find(|&digit| self.takes(digit)) else {
            return self.unreadable("2, 3 or 4");
        };
        if !self.takes(')') {
            return self.unreadable(")");
        }
        Ok(times as u8 - b'0')
    }
}
