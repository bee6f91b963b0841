//! The document of `backgammon rollout`.

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

/// What positions or plays are worth by playing them out.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RolloutDocument {
    /// The game: `backgammon`.
    pub game: &'static str,
    /// The position, seen by the side on roll.
    pub position: String,
    /// The dice whose plays are rolled out; null if the position before a roll is.
    pub roll: Option<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// Trials of each play that were asked for.
    pub trials_wanted: u64,
    /// Trials of each play that are in the result; fewer if an error was met or it was
    /// interrupted.
    pub trials: u64,
    /// The depth of the search that chose plays in the trials.
    pub depth: u32,
    /// Turns after which a trial ended with the network's value; null if it was played out.
    pub truncated: Option<u32>,
    /// Whether trials ended with the exact value where the bear-off database has it.
    pub bearoff: bool,
    /// What it took.
    #[serde(flatten)]
    pub run: RunKeys,
    /// The best play, in the notation of the game; null without a roll or without a trial.
    pub best: Option<String>,
    /// What was rolled out: plays, the best first; cube actions, no double first.
    pub lines: Vec<RolloutLine>,
    /// The score and the cube; null of points without a cube.
    pub cube: Option<RolledCube>,
    /// Trials that an earlier run had played, of `trials`.
    pub earlier_trials: u64,
    /// The board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
    /// Tasks and workers, a task for each trial of each play; and what was asked for besides.
    #[serde(flatten)]
    pub accounts: Accounts,
}

/// The score and the cube of a rollout.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RolledCube {
    /// The stakes.
    #[serde(flatten)]
    pub stakes: StakesKeys,
    /// What counts as `value`: points, or the chance to win the match.
    pub unit: &'static str,
    /// The best action of both sides before the roll, in words; null if it was not rolled out.
    pub action: Option<String>,
    /// What that is worth; null likewise.
    pub worth: Option<CubeValue>,
    /// What a double that is passed is worth; null likewise.
    pub double_pass: Option<CubeValue>,
}

/// What one play, or the position, is worth.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RolloutLine {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its name, empty if nothing can be played. Before a roll a cube action: `no double`,
    /// `double, take` or `double, beaver`; null if there is no choice.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// The position after the play, seen by the mover; the position itself without a roll.
    pub result: String,
    /// Points of a game without the cube, for the side on roll; with the cube in units of the cube
    /// before the action: 1 is a single game won at its value.
    pub equity: f64,
    /// Its standard error; null of less than two trials.
    pub standard_error: Option<f64>,
    /// With the cube: points, or the chance to win the match (see `cube.unit`); null without.
    pub value: Option<f64>,
    /// What the best play has more; the best cube action, doubles answered best.
    pub loss: f64,
    /// The standard error of that difference, smaller than those of the two because both had the
    /// same dice; null of less than two trials.
    pub loss_error: Option<f64>,
    /// How games end for the side on roll; with the cube a pass is a single game.
    pub chances: Chances,
    /// What the network says by itself, with the cube by the model of a live cube.
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

    /// The score and the cube, and what to do with it.
    fn stakes(&self) -> String {
        let Some(cube) = &self.cube else { return String::new() };
        let action = cube.action.as_ref().map_or(String::new(), |action| format!("action   {action}\n"));
        format!("stakes   {}\n{action}", cube.stakes.words)
    }

    /// What the other side's pass is worth.
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

    /// A row for each line.
    fn table(&self, width: Width) -> String {
        let mut rows =
            table(&["", "play", "equity", "+-", "loss", "+-", "win %", "g", "bg", "lose g", "bg", "network"]);
        if let Some(column) = rows.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Left);
        }
        let error = |error: Option<f64>| error.map_or(String::new(), |error| format!("{error:.4}"));
        // Adding 0 leaves no -0.
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
