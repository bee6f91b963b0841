//! The document of `backgammon cube`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::diagram::{Diagram, Headline};
use crate::documents::document::{Accounts, Document, Extras, RunKeys, Summary};
use crate::documents::lines::Chances;
use crate::documents::plies::plies;
use crate::statistics::Ledger;
use crate::text::Width;

/// Advice on the cube: whether to double, and the answer.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CubeDocument {
    /// Always `backgammon`.
    pub game: &'static str,
    /// Position, seen by the side on roll.
    pub position: String,
    /// Side on roll.
    pub side: &'static str,
    #[serde(flatten)]
    pub stakes: StakesKeys,
    /// Depth in plies.
    pub depth: u32,
    /// True if the bear-off databases were used (`--bearoff`).
    pub bearoff: bool,
    #[serde(flatten)]
    pub run: RunKeys,
    /// Best action of both sides, in words.
    pub best: String,
    /// Unit of `value`: points, or the chance to win the match.
    pub unit: &'static str,
    /// Value of rolling without a double.
    pub no_double: CubeValue,
    /// Value of a double that is taken; null if not allowed.
    pub double_take: Option<CubeValue>,
    /// Value of a double that is passed; null if not allowed.
    pub double_pass: Option<CubeValue>,
    /// Value of a double that is beavered; null if not allowed.
    pub double_beaver: Option<CubeValue>,
    /// Chances of the side on roll at this depth, without a double and a drop.
    pub chances: Chances,
    /// Board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
    #[serde(flatten)]
    pub accounts: Accounts,
}

/// Score and cube.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StakesKeys {
    /// Points to win the match; 0 for money.
    pub length: u16,
    /// White's and Black's points.
    pub score: [u16; 2],
    /// True in the Crawford game.
    pub crawford: bool,
    /// True if gammons count only after a double.
    pub jacoby: bool,
    /// True if a double may be redoubled at once.
    pub beavers: bool,
    /// Value of the cube.
    pub cube: u32,
    /// Owner of the cube; null if it is in the middle.
    pub owner: Option<&'static str>,
    /// Score and cube in words.
    #[serde(skip)]
    pub words: String,
}

/// The value of an action to the side on roll.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct CubeValue {
    /// Equity in units of the cube: 1 is a single game won.
    pub equity: f64,
    /// Points, or the chance to win the match (see `unit`).
    pub value: f64,
}

impl CubeDocument {
    fn actions(&self) -> Vec<(&'static str, CubeValue)> {
        let doubles = [
            ("double, take", self.double_take),
            ("double, pass", self.double_pass),
            ("double, beaver", self.double_beaver),
        ];
        let given = doubles.into_iter().filter_map(|(name, value)| Some((name, value?)));
        [("no double", self.no_double)].into_iter().chain(given).collect()
    }

    fn worth(&self, value: CubeValue) -> String {
        match self.stakes.length {
            0 => format!("{:+.4}", value.equity),
            _ => format!("{:+.4}  {:.2} % of matches", value.equity, 100.0 * value.value),
        }
    }
}

impl Document for CubeDocument {
    fn text(&self, width: Width) -> String {
        let mut text = format!("position {} ({} on roll)\n", self.position, self.side);
        text += &format!("stakes   {}\n", self.stakes.words);
        text += &format!("chances  {}\n", self.chances);
        text += &self.run.line();
        text += &format!("\n{} (depth {})\n\n", self.best, plies(self.depth, self.bearoff));
        for (name, value) in self.actions() {
            text += &format!("  {name:14}  {}\n", self.worth(value));
        }
        text + "\n" + &self.accounts.lines(width)
    }

    fn summary(&self) -> Summary {
        let actions = self.actions().into_iter().map(|(name, value)| (self.worth(value), name.to_owned()));
        Summary {
            title: "backgammon cube".to_owned(),
            headline: Headline {
                answer: self.best.clone(),
                worth: self.worth(self.no_double),
                note: format!("for {}, before a double, in units of the cube", self.side),
            },
            diagram: self.diagram.clone(),
            facts: vec![
                ("Position", self.position.clone()),
                ("Stakes", self.stakes.words.clone()),
                ("Chances", self.chances.to_string()),
                ("Plies looked ahead", plies(self.depth, self.bearoff)),
                ("Workers", self.run.threads.to_string()),
            ],
            ranking: actions.collect(),
            ..Summary::default()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.accounts.ledger
    }

    fn extras(&self) -> &Extras {
        &self.accounts.extras
    }
}
