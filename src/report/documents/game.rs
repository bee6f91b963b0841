use comfy_table::CellAlignment;
use schemars::JsonSchema;
use serde::Serialize;

use super::diagram::{Diagram, Headline};
use super::document::{Accounts, Document, Extras, Summary};
use crate::recording::Mark;
use crate::statistics::{Ledger, Tasks};
use crate::text::{NumberedMove, Numbering, Width, counted, fitted, grouped, ns_per, span, table};

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    /// A throw of dice: one in the opening of backgammon, two later.
    Throw,
    /// A move, a play, or an edge.
    Move,
}

/// An action of a game.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Action {
    /// Side that acted.
    pub side: &'static str,
    /// A throw or a move.
    pub kind: ActionKind,
    /// Dice, or the move; empty if no play was legal.
    pub name: String,
    /// Search that chose the move; null for throws and for forced or random moves.
    pub search: Option<Decision>,
}

impl Action {
    pub fn throw(side: &'static str, dice: String) -> Action {
        Action { side, kind: ActionKind::Throw, name: dice, search: None }
    }

    /// A move without a search.
    pub fn play(side: &'static str, name: String) -> Action {
        Action { side, kind: ActionKind::Move, name, search: None }
    }
}

/// The search behind a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Decision {
    /// Nanoseconds from the game's beginning to the search's.
    pub at_ns: u64,
    /// Nanoseconds of the search.
    pub time_ns: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Tasks, which add up to the game's over all decisions.
    pub tasks: Tasks,
}

/// The course of a game.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Course {
    /// Throws and moves: the length of `course`.
    pub actions: u32,
    /// Moves decided by a search.
    pub decisions: u64,
    /// Nanoseconds of these searches.
    pub time_ns: u64,
    /// Final position; in backgammon, seen by the winner.
    pub end_position: String,
    /// Every action, in order.
    pub course: Vec<Action>,
    /// Final board, for the text form.
    #[serde(skip)]
    pub drawing: String,
    /// Final board, for the page.
    #[serde(skip)]
    pub diagram: Option<Diagram>,
    /// Numbering of the moves, for people.
    #[serde(skip)]
    pub numbering: Numbering,
}

impl Course {
    pub fn new(
        course: Vec<Action>,
        numbering: Numbering,
        end_position: String,
        drawing: String,
        diagram: Diagram,
    ) -> Course {
        let decisions = || course.iter().filter_map(|action| action.search);
        Course {
            actions: course.len() as u32,
            decisions: decisions().count() as u64,
            time_ns: decisions().map(|search| search.time_ns).sum(),
            end_position,
            course,
            drawing,
            diagram: Some(diagram),
            numbering,
        }
    }

    fn moves(&self) -> Vec<PlayedMove<'_>> {
        let (mut moves, mut dice) = (Vec::new(), String::new());
        for action in &self.course {
            match action.kind {
                ActionKind::Throw => dice += &action.name,
                ActionKind::Move => {
                    let number = self.numbering.number(moves.len());
                    moves.push(PlayedMove { number, dice: std::mem::take(&mut dice), action });
                }
            }
        }
        moves
    }

    fn listed(&self) -> Vec<NumberedMove> {
        let names: Vec<String> = self.moves().iter().map(PlayedMove::with_dice).collect();
        self.numbering.line(&names)
    }

    /// A mark at the beginning of each search.
    pub fn marks(&self) -> Vec<Mark> {
        let mut until_then = 0;
        let mark = |played: PlayedMove<'_>| {
            let Decision { at_ns, nodes, .. } = played.action.search?;
            let before = until_then;
            until_then += nodes;
            let name = format!("{} {}", played.number, played.with_dice());
            let details = format!("{}  {} nodes", played.action.side, grouped(nodes));
            Some(Mark { at_ns, name, details, nodes: before, table_permille: None })
        };
        self.moves().into_iter().filter_map(mark).collect()
    }

    fn time_line(&self, threads: usize) -> String {
        let each = span(ns_per(self.time_ns as f64, self.decisions) as u64);
        let (all, workers) = (span(self.time_ns), counted(threads, "thread"));
        format!("time     {all} for {} decisions, {each} each, on {workers}\n", self.decisions)
    }

    /// The moves with their searches' costs, and the final board.
    fn text(&self, width: Width) -> String {
        let mut rows = table(&["", "side", "move", "time", "nodes", "tasks", "stolen"]);
        for column in rows.column_iter_mut().skip(1).take(2) {
            column.set_cell_alignment(CellAlignment::Left);
        }
        for played in self.moves() {
            let taken = played.action.search.map_or([const { String::new() }; 4], |search| {
                let counts = [search.nodes, search.tasks.created, search.tasks.stolen].map(grouped);
                let [nodes, created, stolen] = counts;
                [span(search.time_ns), nodes, created, stolen]
            });
            let words = [played.number.clone(), played.action.side.to_owned(), played.with_dice()];
            rows.add_row(words.into_iter().chain(taken));
        }
        format!("\n{}\n{}\n", fitted(&rows, 1, width), self.drawing)
    }

    /// The head of the page; `facts` come first.
    fn summary(&self, game: &str, verb: &str, outcome: &str, facts: Vec<(&'static str, String)>) -> Summary {
        let nodes = self.course.iter().filter_map(|action| action.search).map(|search| search.nodes);
        let taken = [
            ("Actions", self.actions.to_string()),
            ("Decisions", self.decisions.to_string()),
            ("Time for decisions", span(self.time_ns)),
            ("Nodes", grouped(nodes.sum())),
            ("Position at the end", self.end_position.clone()),
        ];
        Summary {
            title: format!("{game} {verb}"),
            headline: Headline::plain(&capitalised(outcome)),
            diagram: self.diagram.clone(),
            facts: facts.into_iter().chain(taken).collect(),
            moves: self.listed(),
            ..Summary::default()
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

struct PlayedMove<'c> {
    number: String,
    /// For example `31`; empty without dice.
    dice: String,
    action: &'c Action,
}

impl PlayedMove<'_> {
    fn with_dice(&self) -> String {
        let name = if self.action.name.is_empty() { "no play" } else { &self.action.name };
        if self.dice.is_empty() { name.to_owned() } else { format!("{}: {name}", self.dice) }
    }
}

/// A game against random plays, in the form of the 2020 ancestor.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GameDocument {
    /// Game.
    pub game: &'static str,
    /// Side that searches.
    pub side: &'static str,
    /// Name of its player.
    pub player: String,
    /// Its strategy.
    pub strategy: &'static str,
    /// Seed of the dice and the random plays.
    pub seed: u64,
    /// Workers.
    pub threads: usize,
    /// Winner.
    pub winner: &'static str,
    /// `single game`, `gammon` or `backgammon`.
    pub outcome: String,
    #[serde(flatten)]
    pub course: Course,
    #[serde(flatten)]
    pub accounts: Accounts,
}

impl GameDocument {
    fn result(&self) -> String {
        format!("{} wins a {}", self.winner, self.outcome)
    }
}

impl Document for GameDocument {
    fn text(&self, width: Width) -> String {
        let actions = self.course.actions;
        format!("{} {} ({}) against random, seed {}\n", self.side, self.player, self.strategy, self.seed)
            + &format!("result   {} after {actions} actions\n", self.result())
            + &self.course.time_line(self.threads)
            + &self.course.text(width)
            + &self.accounts.lines(width)
    }

    fn summary(&self) -> Summary {
        let facts = vec![
            ("Side that searched", self.side.to_owned()),
            ("Player", format!("{} ({})", self.player, self.strategy)),
            ("Against", "random plays".to_owned()),
            ("Seed", self.seed.to_string()),
            ("Workers", self.threads.to_string()),
        ];
        self.course.summary(self.game, "match", &self.result(), facts)
    }

    fn ledger(&self) -> &Ledger {
        &self.accounts.ledger
    }

    fn extras(&self) -> &Extras {
        &self.accounts.extras
    }
}

/// A game of the engine against itself.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SelfPlayDocument {
    /// Game: `chess`, `backgammon` or `dots`.
    pub game: &'static str,
    /// First position.
    pub position: String,
    /// Strategy of both sides.
    pub strategy: &'static str,
    /// Depth or limit of both sides, in words.
    pub level: String,
    /// Seed of the dice; null in games without.
    pub seed: Option<u64>,
    /// Workers.
    pub threads: usize,
    /// Winner; null if there is none.
    pub winner: Option<&'static str>,
    /// End of the game, in words.
    pub outcome: String,
    #[serde(flatten)]
    pub course: Course,
    #[serde(flatten)]
    pub accounts: Accounts,
}

impl Document for SelfPlayDocument {
    fn text(&self, width: Width) -> String {
        let actions = self.course.actions;
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        format!("{} against itself: {}{seed}\n", self.strategy, self.level)
            + &format!("result   {} after {actions} actions\n", self.outcome)
            + &self.course.time_line(self.threads)
            + &self.course.text(width)
            + &self.accounts.lines(width)
    }

    fn summary(&self) -> Summary {
        let both = format!("{}: {}", self.strategy, self.level);
        let mut facts = vec![("Both sides", both), ("Workers", self.threads.to_string())];
        facts.extend(self.seed.map(|seed| ("Seed of the dice", seed.to_string())));
        facts.push(("Position at the beginning", self.position.clone()));
        self.course.summary(self.game, "play", &self.outcome, facts)
    }

    fn ledger(&self) -> &Ledger {
        &self.accounts.ledger
    }

    fn extras(&self) -> &Extras {
        &self.accounts.extras
    }
}
