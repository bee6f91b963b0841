//! Reads and writes the properties for length, score, rules and cube.

use super::SgfFault;
use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::record::GameRecord;

pub(super) struct Rules {
    pub(super) state: MatchState,
    pub(super) has_crawford: bool,
}

impl Rules {
    pub(super) fn new() -> Rules {
        Rules { state: MatchState::MONEY, has_crawford: false }
    }

    /// Reads `[length:7][game:0][ws:0][bs:0]` without the game's number.
    pub(super) fn match_info(&mut self, values: &[String]) -> Result<(), SgfFault> {
        for (name, value) in values.iter().filter_map(|value| value.split_once(':')) {
            match name.trim() {
                "length" => self.state.length = number("the length of the match", value)?,
                "ws" => self.state.score[Side::First as usize] = number("White's score", value)?,
                "bs" => self.state.score[Side::Second as usize] = number("Black's score", value)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads rules such as `Crawford:CrawfordGame`.
    pub(super) fn rules(&mut self, value: &str) -> Result<(), SgfFault> {
        for rule in value.split(':') {
            match rule.trim() {
                "Crawford" => self.has_crawford = true,
                "CrawfordGame" => self.state.crawford = true,
                "Jacoby" => self.state.jacoby = true,
                "NoCube" => self.state.max_cube = 0,
                name if is_variation(name) => return Err(SgfFault::Variation(name.to_owned())),
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn cube(&mut self, value: &str) -> Result<(), SgfFault> {
        let logarithm = (0..16).find(|n| (1u32 << n).to_string() == value.trim());
        self.state.cube = logarithm.ok_or_else(|| SgfFault::Cube(value.to_owned()))?;
        Ok(())
    }

    pub(super) fn owner(&mut self, value: &str) -> Result<(), SgfFault> {
        self.state.owner = match value.trim() {
            "c" | "C" => None,
            "w" | "W" => Some(Side::First),
            "b" | "B" => Some(Side::Second),
            _ => return Err(SgfFault::Owner(value.to_owned())),
        };
        Ok(())
    }
}

fn is_variation(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["nackgammon", "hypergammon"].iter().any(|variation| name.starts_with(variation))
}

fn number(what: &'static str, text: &str) -> Result<u16, SgfFault> {
    let refused = || SgfFault::Number(what, text.to_owned());
    let number = text.trim().parse().map_err(|_| refused())?;
    if number > MatchState::MAX_POINTS { Err(refused()) } else { Ok(number) }
}

/// Writes the properties MI and RU of a game, whose number counts from 0.
pub(super) fn written(game: &GameRecord, has_crawford: bool, number: usize) -> (String, String) {
    let MatchState { length, score: [white, black], crawford, jacoby, max_cube, .. } = *game.start_state();
    let info = format!("MI[length:{length}][game:{number}][ws:{white}][bs:{black}]");
    let rules = [
        (max_cube == 0, "NoCube"),
        (has_crawford, "Crawford"),
        (crawford, "CrawfordGame"),
        (jacoby, "Jacoby"),
    ];
    let rules: Vec<&str> = rules.into_iter().filter_map(|(holds, rule)| holds.then_some(rule)).collect();
    let rules = if rules.is_empty() { String::new() } else { format!("RU[{}]", rules.join(":")) };
    (info, rules)
}

/// Writes the properties CV and CP, unless the cube is centred at 1.
pub(super) fn cube(game: &GameRecord) -> String {
    let MatchState { cube, owner, .. } = *game.start_state();
    let value = if cube > 0 { format!("CV[{}]", 1u32 << cube) } else { String::new() };
    let owner = match owner {
        Some(Side::First) => "CP[w]",
        Some(Side::Second) => "CP[b]",
        None if cube > 0 => "CP[c]",
        None => "",
    };
    value + owner
}
