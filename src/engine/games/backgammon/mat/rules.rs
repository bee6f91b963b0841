use super::MatFault;

/// The rules at the top of a file.
pub(super) struct Rules {
    /// The points to win; 0 for money.
    pub(super) length: u16,
    pub(super) crawford: Option<bool>,
    /// True if the Crawford game was before the file's first game.
    pub(super) is_after_crawford: bool,
    pub(super) jacoby: Option<bool>,
    /// The base-2 logarithm of the largest cube.
    pub(super) max_cube: u8,
}

/// Comments that are rules.
pub(super) const NAMES: [&str; 5] = ["Crawford", "Jacoby", "CubeLimit", "Variation", "Beaver"];

impl Rules {
    pub(super) fn new() -> Rules {
        Rules { length: 0, crawford: None, is_after_crawford: false, jacoby: None, max_cube: 10 }
    }

    /// Reads a comment; returns true if it is a rule.
    pub(super) fn comment(&mut self, name: &str, value: &str) -> Result<bool, MatFault> {
        let is_on = !value.trim().eq_ignore_ascii_case("off");
        match name {
            "Crawford" => {
                self.crawford = Some(is_on);
                self.is_after_crawford = value.trim().eq_ignore_ascii_case("done");
            }
            "Jacoby" => self.jacoby = Some(is_on),
            "CubeLimit" => {
                let limit = (0..16).find(|n| (1u32 << n).to_string() == value.trim());
                self.max_cube = limit.ok_or_else(|| MatFault::CubeLimit(value.to_owned()))?;
            }
            "Variation" if !value.trim().eq_ignore_ascii_case("backgammon") => {
                return Err(MatFault::Variation(value.to_owned()));
            }
            name => return Ok(NAMES.contains(&name)),
        }
        Ok(true)
    }
}
