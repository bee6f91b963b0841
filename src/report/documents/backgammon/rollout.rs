use comfy_table::CellAlignment;
use schemars::JsonSchema;
use serde::Serialize;

use super::cube::{CubeValue, StakesKeys};
use crate::documents::diagram::{Diagram, Headline};
use crate::documents::document::{Accounts, Document, Extras, RunKeys, Summary};
use crate::documents::lines::Chances;
use crate::documents::plies::EXACT_BEAROFFS;
use crate::statistics::Ledger;
use crate::text::{Width, fitted, grouped, table};

/// Values of a position or its plays, found by playing them out.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RolloutDocument {
    /// Always `backgammon`.
    pub game: &'static str,
    /// Position, seen by the side on roll.
    pub position: String,
    /// Dice whose plays are rolled out; null before a roll.
    pub roll: Option<String>,
    /// Seed of the dice.
    pub seed: u64,
    /// Trials of each play that were asked for.
    pub trials_wanted: u64,
    /// Trials of each play in the result; fewer after an error or an interruption.
    pub trials: u64,
    /// Depth of the search that chose plays.
    pub depth: u32,
    /// Turns after which the network's value ended a trial; null if played out.
    pub truncated: Option<u32>,
    /// True if trials ended with exact values from the bear-off database.
    pub bearoff: bool,
    #[serde(flatten)]
    pub run: RunKeys,
    /// Best play; null without a roll or a trial.
    pub best: Option<String>,
    /// Plays, the best first, or the cube actions, no double first.
    pub lines: Vec<RolloutLine>,
    /// Score and cube; null for points without a cube.
    pub cube: Option<RolledCube>,
    /// Part of `trials` that an earlier run played.
    pub earlier_trials: u64,
    /// Board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
    /// Tasks, one for each trial of each play, workers and additional keys.
    #[serde(flatten)]
    pub accounts: Accounts,
}

/// Score, cube and best action.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RolledCube {
    #[serde(flatten)]
    pub stakes: StakesKeys,
    /// Unit of `value`: points, or the chance to win the match.
    pub unit: &'static str,
    /// Best action of both sides before the roll; null if not rolled out.
    pub action: Option<String>,
    /// Value of that action; null if not rolled out.
    pub worth: Option<CubeValue>,
    /// Value of a double that is passed; null if not rolled out.
    pub double_pass: Option<CubeValue>,
}

/// The value of a play, a cube action or the position.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RolloutLine {
    /// Rank, from 1.
    pub rank: usize,
    /// Play, empty if none is legal; before a roll `no double`, `double, take` or `double, beaver`,
    /// null if there is no choice.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Position after the play, seen by the mover; the position itself without a roll.
    pub result: String,
    /// Equity for the side on roll: in points, or with the cube in units of the cube before the
    /// action.
    pub equity: f64,
    /// Standard error of `equity`; null with less than two trials.
    pub standard_error: Option<f64>,
    /// Points, or the chance to win the match (see `cube.unit`); null without the cube.
    pub value: Option<f64>,
    /// Equity lost against the best play, or against the best cube action with the best answer.
    pub loss: f64,
    /// Standard error of `loss`, small because both had the same dice; null with less than two
    /// trials.
    pub loss_error: Option<f64>,
    /// Chances of the side on roll; a pass counts as a single game.
    pub chances: Chances,
    /// Value by the network alone, with the cube by the model of a live cube.
    pub network: f64,
}

impl RolloutDocument {
    fn settings(&self) -> String {
        let roll = self.roll.as_ref().map_or(String::new(), |roll| format!(" {roll}"));
        let end = self.truncated.map_or(String::new(), |turns| format!(", ended after {turns} turns"));
        let bearoff = if self.bearoff { EXACT_BEAROFFS } else { "" };
        let plays = format!("plays at depth {}{end}{bearoff}", self.depth);
        format!("{}{roll}, seed {}, {plays}", self.position, self.seed)
    }

    fn count(&self) -> String {
        let of = match self.trials == self.trials_wanted {
            true => String::new(),
            false => format!(" of {}", grouped(self.trials_wanted)),
        };
        let earlier = match self.earlier_trials {
            0 => String::new(),
            n => format!(", {} of an earlier run", grouped(n)),
        };
        format!("{}{of}{earlier}", grouped(self.trials))
    }

    fn stakes(&self) -> String {
        let Some(cube) = &self.cube else { return String::new() };
        let action = cube.action.as_ref().map_or(String::new(), |action| format!("action   {action}\n"));
        format!("stakes   {}\n{action}", cube.stakes.words)
    }

    fn passed(&self) -> String {
        let pass = self.cube.as_ref().and_then(|cube| cube.double_pass);
        pass.map_or(String::new(), |pass| format!("double, pass {:+.4}\n", pass.equity))
    }

    fn unit(&self) -> &'static str {
        match self.cube {
            None => "points of a game without the cube, for the side on roll",
            Some(_) => "in units of the cube, for the side on roll",
        }
    }

    fn table(&self, width: Width) -> String {
        let mut rows =
            table(&["", "play", "equity", "+-", "loss", "+-", "win %", "g", "bg", "lose g", "bg", "network"]);
        if let Some(column) = rows.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Left);
        }
        let error = |error: Option<f64>| error.map_or(String::new(), |error| format!("{error:.4}"));
        // Adding 0 turns -0 into 0.
        let percent = |chance: f64| format!("{:.1}", 100.0 * chance + 0.0);
        for line in &self.lines {
            let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = line.chances;
            let best = line.loss == 0.0;
            let [loss, loss_error] = match best {
                true => [const { String::new() }; 2],
                false => [format!("{:.4}", line.loss), error(line.loss_error)],
            };
            let head = [line.rank.to_string(), line.shown(), format!("{:+.4}", line.equity)];
            let tail = [error(line.standard_error), loss, loss_error];
            let chances = [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon].map(percent);
            rows.add_row(
                head.into_iter().chain(tail).chain(chances).chain([format!("{:+.4}", line.network)]),
            );
        }
        format!("{}\n", fitted(&rows, 2, width))
    }
}

impl RolloutLine {
    fn shown(&self) -> String {
        match self.name.as_deref() {
            None => "before a roll".to_owned(),
            Some("") => "no play".to_owned(),
            Some(name) => name.to_owned(),
        }
    }

    fn worth(&self) -> String {
        let error = self.standard_error.map_or(String::new(), |error| format!(" +- {error:.4}"));
        format!("{:+.4}{error}", self.equity)
    }
}

impl Document for RolloutDocument {
    fn text(&self, width: Width) -> String {
        format!("rollout  {}\n", self.settings())
            + &self.stakes()
            + &format!("trials   {}\n", self.count())
            + &self.run.line()
            + &format!("\n{}{}", self.table(width), self.passed())
            + &self.accounts.lines(width)
    }

    fn summary(&self) -> Summary {
        let best = self.lines.first().filter(|_| self.trials > 0);
        let headline = best.map_or(Headline::plain("no trial finished"), |line| Headline {
            answer: self.cube.as_ref().and_then(|cube| cube.action.clone()).unwrap_or_else(|| line.shown()),
            worth: self
                .cube
                .as_ref()
                .and_then(|cube| cube.worth)
                .map_or_else(|| line.worth(), |worth| format!("{:+.4}", worth.equity)),
            note: self.unit().to_owned(),
        });
        let mut facts = vec![("Position", self.position.clone()), ("Rollout", self.settings())];
        if let Some(cube) = &self.cube {
            facts.push(("Stakes", cube.stakes.words.clone()));
            facts.extend(cube.action.clone().map(|action| ("Cube action", action)));
        }
        facts.extend([
            ("Trials of each play", self.count()),
            ("Evaluations", grouped(self.run.nodes)),
            ("Workers", self.run.threads.to_string()),
        ]);
        let ranked = self.lines.iter().filter(|_| self.lines.len() > 1);
        Summary {
            title: "backgammon rollout".to_owned(),
            headline,
            diagram: self.diagram.clone(),
            facts,
            ranking: ranked.map(|line| (line.worth(), line.shown())).collect(),
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
