//! Position, score and cube. Player p0 is White, p1 Black.
//!
//! An XGID, or gnubg's position id with a match id, says all of them. A position id alone is that
//! of the player on roll at the score and cube that the commands of version 0.1 have set.

use super::refused::{Refused, bad_command, bad_state, bad_value, unsupported, wrong};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{MatchState, Position, Roll, parse_id};

#[derive(Clone, Debug)]
pub(super) struct Context {
    session: MatchState,
    has_crawford: bool,
    turn: Side,
    place: Option<Place>,
    pub dice: Option<Roll>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    position: Position,
    /// The score and cube of the identifier, if it has any.
    state: Option<MatchState>,
}

impl Context {
    pub fn new() -> Context {
        Context {
            session: MatchState::MONEY,
            has_crawford: false,
            turn: Side::First,
            place: None,
            dice: None,
        }
    }

    /// Forgets the position, dice and cube; the session and its score stay.
    pub fn new_game(&mut self) {
        (self.place, self.dice, self.turn) = (None, None, Side::First);
        (self.session.cube, self.session.owner) = (0, None);
    }

    /// Reads `type <money|match> [length N] [jacoby on|off] [crawford on|off]`.
    ///
    /// # Errors
    /// If the words are no such session; then nothing has changed.
    pub fn new_session(&mut self, words: &[&str]) -> Result<(), Refused> {
        let (mut length, mut jacoby, mut crawford, mut is_match) = (None, None, None, None);
        for pair in words.chunks(2) {
            match *pair {
                ["type", "money"] => is_match = Some(false),
                ["type", "match"] => is_match = Some(true),
                ["type", other] => return Err(wrong(other, "money or match", "newsession type money")),
                ["length", number] => length = Some(whole(number, 1, MatchState::MAX_POINTS)?),
                ["jacoby", word] => jacoby = Some(on_or_off(word)?),
                ["crawford", word] => crawford = Some(on_or_off(word)?),
                _ => return Err(no_session()),
            }
        }
        let length = match (is_match, length) {
            (Some(true), Some(length)) => length,
            (Some(false), None) => 0,
            (Some(true), None) => {
                return Err(bad_value(
                    "got a match without length, expected one; try newsession type match length 7",
                ));
            }
            (Some(false), Some(_)) => {
                return Err(bad_value("got a length for money, expected none; try newsession type money"));
            }
            (None, _) => return Err(no_session()),
        };
        let jacoby = jacoby.unwrap_or(false) && length == 0;
        *self = Context {
            session: MatchState { length, jacoby, ..MatchState::MONEY },
            has_crawford: crawford.unwrap_or(true) && length > 1,
            ..Context::new()
        };
        Ok(())
    }

    /// Sets the points of p0 and p1. With the Crawford rule, the first score at which a player
    /// needs one point is that of the Crawford game, which begins with the cube at 1.
    ///
    /// # Errors
    /// If the match is over at this score.
    pub fn set_score(&mut self, words: &[&str]) -> Result<(), Refused> {
        let [one, other] = words else {
            return Err(bad_command("expected the points of p0 and p1; try setscore 0 0"));
        };
        let state = self.state();
        let most = state.length.checked_sub(1).unwrap_or(MatchState::MAX_POINTS);
        let score = [whole(one, 0, most)?, whole(other, 0, most)?];
        if score != state.score {
            let length = state.length;
            // Where both need one point, the Crawford game was before.
            let has_crawford = self.has_crawford && score.iter().any(|&points| points + 1 != length);
            let next = state.next_game(score, has_crawford);
            let (cube, owner) = if next.crawford { (0, None) } else { (state.cube, state.owner) };
            self.set(MatchState { cube, owner, ..next });
        }
        Ok(())
    }

    /// Reads `value N owner <center|p0|p1>`.
    ///
    /// # Errors
    /// If there is no such cube in this game.
    pub fn set_cube(&mut self, words: &[&str]) -> Result<(), Refused> {
        let ["value", number, "owner", owner] = words else {
            return Err(bad_command(
                "expected value N owner center, p0 or p1; try setcube value 1 owner center",
            ));
        };
        let value = number.parse().ok().filter(|n: &u32| n.is_power_of_two() && *n <= 1 << 15);
        let cube = value.ok_or_else(|| wrong(number, "1, 2, 4 and so on to 32768", "2"))?.ilog2() as u8;
        let owner = match *owner {
            "center" | "centre" => None,
            player => Some(side(player, "center, p0 or p1")?),
        };
        if owner.is_some() && cube == 0 {
            return Err(bad_value(
                "got an owner of a cube at 1, expected center; try setcube value 1 owner center",
            ));
        }
        if self.state().crawford && cube > 0 {
            return Err(bad_value(
                "got a turned cube in the Crawford game, expected one at 1; try setcube value 1 owner center",
            ));
        }
        self.set(MatchState { cube, owner, offer: None, ..self.state() });
        Ok(())
    }

    /// Sets the player on roll.
    ///
    /// # Errors
    /// If it is neither p0 nor p1.
    pub fn set_turn(&mut self, words: &[&str]) -> Result<(), Refused> {
        let [player] = words else { return Err(bad_command("expected p0 or p1; try setturn p0")) };
        self.turn = side(player, "p0 or p1")?;
        if let Some(place) = &mut self.place {
            place.position = match place.state {
                Some(_) => place.position.seen_by(self.turn),
                None => of_side(&place.position, self.turn),
            };
        }
        Ok(())
    }

    /// Reads an identifier, with its dice if it has any.
    ///
    /// # Errors
    /// If the form is unknown or the identifier invalid.
    pub fn set_position(&mut self, form: &str, text: &str) -> Result<(), Refused> {
        if !["gnubgid", "xgid"].contains(&form) {
            let form = form.escape_debug();
            return Err(unsupported(format!("got position {form}, expected gnubgid or xgid; try gnubgid")));
        }
        let id = parse_id(text).map_err(|why| bad_value(why.to_string()))?;
        self.place = Some(match text.contains(':') {
            true => Place { position: id.position, state: Some(id.state) },
            false => Place { position: of_side(&id.position, self.turn), state: None },
        });
        self.dice = id.roll;
        Ok(())
    }

    /// The position and stakes of a game in progress.
    ///
    /// # Errors
    /// If there is none.
    pub fn place(&self) -> Result<(Position, MatchState), Refused> {
        let place = self.place.ok_or_else(|| {
            bad_state("missing position: expected one; try position gnubgid 4HPwATDgc/ABMA")
        })?;
        if place.position.is_over() {
            return Err(bad_state(
                "got a game that is over, expected one that goes on; try another position",
            ));
        }
        if place.position.is_deadlock() {
            return Err(bad_state(
                "got a position in which no roll moves a checker of either side, expected a game that can \
                 end; try another position",
            ));
        }
        let state = self.state();
        if state.offer.is_some() {
            return Err(bad_state(
                "got a double that is not answered, expected a player on roll; try setcube value 2 owner p0 \
                 after a take",
            ));
        }
        Ok((place.position, state))
    }

    fn state(&self) -> MatchState {
        self.place.and_then(|place| place.state).unwrap_or(self.session)
    }

    fn set(&mut self, state: MatchState) {
        self.session = state;
        if let Some(place) = &mut self.place {
            place.state = place.state.map(|_| state);
        }
    }
}

/// Names the side that sees a position, which keeps its checkers.
fn of_side(position: &Position, side: Side) -> Position {
    Position::new(position.points(), side).expect("it was a position with the other side on roll")
}

fn side(player: &str, expected: &str) -> Result<Side, Refused> {
    match player {
        "p0" => Ok(Side::First),
        "p1" => Ok(Side::Second),
        _ => Err(wrong(player, expected, "p0")),
    }
}

fn on_or_off(word: &str) -> Result<bool, Refused> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(wrong(word, "on or off", "on")),
    }
}

fn whole(text: &str, least: u16, most: u16) -> Result<u16, Refused> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| wrong(text, format!("{least} to {most}"), &least.to_string()))
}

fn no_session() -> Refused {
    bad_command(
        "expected type money or match, then length N, jacoby or crawford on or off; try newsession type match length 7",
    )
}
