//! Dots and boxes at a terminal: commands, notation and board.

use std::cmp::Ordering;

use super::chains;
use super::record::Record;
use crate::protocol::level::counted;
use crate::protocol::{BoardView, Choice, Depths, Effect, End, Level, LoadedGame, Playable, Verb, verb};
use sparring_engine::game::{Game, MAX_PLY, Score, Side};
use sparring_engine::games::Tags;
use sparring_engine::games::dots::{
    Dots, Edge, GameRecord, Labels, Picture, Position, Rules, Shape, edge_words, letter, paint,
};
use sparring_report::Diagram;
use sparring_run::dots_diagram;

/// From this depth on the endgame is played perfectly.
pub const PERFECT_LEVEL: u32 = 9;

/// Boxes still to gain less the opponent's, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    pub score: Score,
    /// False for an estimate.
    pub exact: bool,
}

#[derive(Clone, Debug)]
pub struct DotsGame {
    pub game: Dots,
    /// True if edges show their numbers.
    pub numbers: bool,
}

impl Playable for DotsGame {
    type State = Position;
    type Step = Edge;
    type Value = Worth;

    const FILE: [&'static str; 2] = ["dots", "txt"];
    const MOVES: &'static str = "h0,1 from dot 0,1 to the right, v0,1 from there down, or the edge's number; several if you close boxes";
    const VERBS: &'static [Verb] = &[
        verb("chains", "", "chains and loops, who is in control, and how many long chains each side wants"),
        verb("numbers", "", "show or hide the numbers of edges"),
        verb("position", "", "show the edges drawn as a hexadecimal number"),
    ];
    const DEPTHS: Depths = Depths { least: 1, most: MAX_PLY, unit: ["edge", "edges"], example: 9 };
    const SHOWS_END: bool = true;
    const HINTS: usize = usize::MAX;

    fn name(side: Side) -> &'static str {
        match side {
            Side::First => "A",
            Side::Second => "B",
        }
    }

    fn greeting(&self) -> String {
        let rules = match self.game.rules() {
            Rules::Standard => "who closes a box moves again",
            Rules::Alternate => "the players alternate whatever is closed",
        };
        format!("{}; {rules}\n", self.game.board())
    }

    fn mover(&self, position: &Position) -> Side {
        position.side_to_move()
    }

    fn after(&self, position: &Position, &edge: &Edge) -> Position {
        self.game.play(position, edge)
    }

    fn parse(&self, record: &Record, text: &str) -> Result<Vec<Edge>, String> {
        let (mut position, mut edges) = (*record.position(), Vec::new());
        for word in edge_words(text) {
            let edge = self.game.board().parse_edge(word, position.drawn()).map_err(|why| why.to_string())?;
            if position.side_to_move() != record.position().side_to_move() {
                return Err(format!("got '{word}' after the end of your turn; try one edge less"));
            }
            position = self.game.play(&position, edge);
            edges.push(edge);
        }
        Ok(edges)
    }

    fn ended(&self, record: &Record) -> Option<String> {
        self.game.outcome(record.position())?;
        let (a, b) = record.won(self.game.board(), Side::First);
        Some(match a.cmp(&b) {
            Ordering::Greater => format!("A wins {a} to {b}"),
            Ordering::Less => format!("B wins {b} to {a}"),
            Ordering::Equal => format!("a draw, {a} to {b}"),
        })
    }

    fn winner(&self, record: &Record) -> Option<Side> {
        let (a, b) = record.won(self.game.board(), Side::First);
        let leader = match a.cmp(&b) {
            Ordering::Greater => Side::First,
            Ordering::Less => Side::Second,
            Ordering::Equal => return None,
        };
        self.game.outcome(record.position()).map(|_| leader)
    }

    fn position(&self, position: &Position) -> String {
        format!("{:x}", position.drawn())
    }

    fn diagram(&self, record: &Record) -> Diagram {
        dots_diagram(&self.game, record.position(), 0, &record.owners(self.game.board()))
    }

    fn board(&self, record: &Record, view: BoardView) -> String {
        let labels = if self.numbers { Labels::Numbers } else { Labels::None };
        let drawing = self.drawing(record, view, &labels);
        let position = record.position();
        if self.game.outcome(position).is_some() {
            return drawing;
        }
        let (a, b) = record.won(self.game.board(), Side::First);
        let left = counted(self.game.undrawn(position).count_ones(), ["edge", "edges"]);
        format!("{drawing}A {a}, B {b}; {left} left, {} to move\n", letter(position.side_to_move()))
    }

    fn told(&self, record: &Record, since: usize, worth: Option<Worth>) -> String {
        let board = self.game.board();
        let (before, now) = (&record.states()[since], record.position());
        let gain = board.closed(now.drawn()) - board.closed(before.drawn());
        let mut notes = Vec::new();
        if gain > 0 {
            notes.push(format!("wins {gain}"));
        }
        if let Some(worth) = worth {
            let how = if worth.exact { "is sure of" } else { "expects" };
            notes.push(format!("{how} {:+} for {}", worth.score, letter(before.side_to_move())));
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        self.names(&record.steps()[since..]) + &notes
    }

    fn step(&self, _position: &Position, &edge: &Edge) -> String {
        self.game.board().name(edge)
    }

    fn worth(&self, worth: Worth, mover: Side) -> String {
        let estimate = if worth.exact { "" } else { ", an estimate" };
        format!("{:+} for {}{estimate}", worth.score, letter(mover))
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        self.game.legal_moves(position).iter().map(|&edge| self.game.board().name(edge)).collect()
    }

    fn id(&self, record: &Record) -> String {
        format!("{:x}\n", record.position().drawn())
    }

    /// Shows the value of every edge on the board.
    fn hint(
        &self,
        record: &Record,
        view: BoardView,
        choices: &[Choice<Self>],
        ahead: &str,
    ) -> Option<String> {
        let mut words = vec![String::new(); self.game.board().edges()];
        for Choice { step, value, .. } in choices {
            words[step.index()] = format!("{:+}{}", value.score, if value.exact { "" } else { "?" });
        }
        let best = choices.iter().map(|choice| choice.value.score).max().unwrap_or_default();
        let good = choices.iter().filter(|choice| choice.value.score == best).map(|choice| choice.step);
        let mut good: Vec<Edge> = good.collect();
        good.sort_unstable();
        let kind = if choices.iter().all(|choice| choice.value.exact) {
            "all values are exact".to_owned()
        } else {
            format!("values with ? are estimates: the engine {ahead}")
        };
        let mover = letter(record.position().side_to_move());
        let drawing = self.drawing(record, view, &Labels::Words(words));
        Some(format!("{drawing}best: {} ({best:+} for {mover}); {kind}\n", self.names(&good)))
    }

    fn saved(&self, record: &Record, ended: Option<&End>, tags: Tags) -> String {
        let resigned = match ended {
            Some(End::Resigned(side, _)) => Some(*side),
            _ => None,
        };
        let (board, rules) = (self.game.board().clone(), self.game.rules());
        let (drawn, moves) = (record.start().drawn(), record.steps().to_vec());
        GameRecord { board, rules, drawn, moves, resigned, tags }.to_text()
    }

    fn loaded(&self, text: &str) -> Result<LoadedGame<Self>, String> {
        let saved = GameRecord::from_text(text).map_err(|why| why.to_string())?;
        let record = Record::of(&saved.positions());
        let game = DotsGame { game: saved.game(), numbers: self.numbers };
        let ended = saved.resigned.map(|side| End::Resigned(side, 1));
        let start = *record.start();
        Ok(LoadedGame { game, record, start, ended, tags: saved.tags })
    }

    fn level(level: Level) -> String {
        let ends = if level.depth < PERFECT_LEVEL { "" } else { " and plays the end perfectly" };
        level.words(Self::DEPTHS) + ends
    }

    fn own_verb(&mut self, words: &[&str], record: &mut Record, _is_over: bool) -> Option<Effect> {
        Some(match words {
            ["numbers"] => {
                self.numbers = !self.numbers;
                Effect::Show
            }
            ["position"] => Effect::Say(self.id(record)),
            ["chains"] => Effect::Say(chains::describe(&self.game, record.position())),
            _ => return None,
        })
    }
}

impl DotsGame {
    fn names(&self, edges: &[Edge]) -> String {
        edges.iter().map(|&edge| self.game.board().name(edge)).collect::<Vec<_>>().join(" ")
    }

    fn drawing(&self, record: &Record, view: BoardView, labels: &Labels) -> String {
        let board = self.game.board();
        // A column of a grid is four characters wide, after the row numbers.
        let width = match board.shape() {
            Shape::Grid(size) => 4 * size.columns() + 4,
            Shape::Numbered(_) => 0,
        };
        let picture = Picture {
            board,
            drawn: record.position().drawn(),
            last: last_turn(record),
            owners: &record.owners(board),
            labels,
            turned: view.turned,
            style: view.caps.style(width),
        };
        view.caps.show(&paint(&picture))
    }
}

fn last_turn(record: &Record) -> u64 {
    let mut turns = record.steps().iter().zip(record.states()).rev();
    let Some((last, before)) = turns.next() else { return 0 };
    let same = turns.take_while(|(_, position)| position.side_to_move() == before.side_to_move());
    same.fold(last.bit(), |set, (edge, _)| set | edge.bit())
}
