//! A game of dots and boxes between a person and an opponent: what every command does, and the
//! reply to it.

use super::chains;
use super::opponent::{Opponent, PERFECT_LEVEL, Valued};
use super::record::Record;
use crate::engine::{Game, MAX_PLY, Side};
use crate::games::dots::{Dots, Edge, Labels, Position, Rules, draw, letter};
use crate::protocol::terminal::Conversation;

/// What the person may type.
const HELP: &str = "\
edges    h0,1 above the second box of the first row, v0,1 to its left, or their numbers; several if you close boxes
undo     take back your last turn and the answer to it
hint     the value of every edge: boxes still to gain, less the opponent's; ? where it is an estimate
swap     change sides with the engine
level N  let the engine look N edges ahead; from 9 on it also plays the end of the game perfectly
chains   chains and loops, who is in control, and how many long chains each side wants
numbers  show or hide the numbers of edges
board    show the board
position show the edges drawn as a hexadecimal number
new      begin again
quit     leave
";

/// A game between a person and an opponent.
#[derive(Clone, Debug)]
pub struct Session<O> {
    opponent: O,
    game: Dots,
    record: Record,
    person: Side,
    /// Whether edges are drawn with their numbers.
    numbers: bool,
}

impl<O: Opponent> Conversation for Session<O> {
    const HELP: &'static str = HELP;

    fn begin(&mut self) -> String {
        let rules = match self.game.rules() {
            Rules::Standard => "who closes a box moves again",
            Rules::Alternate => "the players alternate whatever is closed",
        };
        let you = letter(self.person);
        format!("{}; {rules}\nyou play {you}; help lists the commands\n", self.game.board())
            + &self.board()
            + &self.let_play()
    }

    fn reply(&mut self, line: &str) -> String {
        let words = line.to_lowercase();
        match *words.split_whitespace().collect::<Vec<_>>() {
            ["board"] => self.board(),
            ["numbers"] => {
                self.numbers = !self.numbers;
                self.board()
            }
            ["position"] => format!("{:x}\n", self.position().drawn()),
            ["chains"] => chains::describe(&self.game, self.position()),
            ["level"] => self.level(None),
            ["level", edges] => self.level(Some(edges)),
            ["new"] => {
                self.record = Record::new(*self.record.start());
                self.begin()
            }
            ["undo"] => self.undo(),
            _ if self.is_over() => format!("the game is over: {}; new, undo or quit\n", self.result()),
            ["hint"] => self.hint(),
            ["swap"] | ["swap", "sides"] => self.swap(),
            _ => self.play(&words),
        }
    }
}

impl<O: Opponent> Session<O> {
    /// Goes on from the end of `record`. The person plays `person`, `opponent` the other side;
    /// `numbers`: whether edges are drawn with their numbers.
    pub fn new(game: Dots, record: Record, person: Side, numbers: bool, opponent: O) -> Session<O> {
        Session { opponent, game, record, person, numbers }
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome(self.position()).is_some()
    }

    fn position(&self) -> &Position {
        self.record.position()
    }

    fn names(&self, edges: &[Edge]) -> String {
        edges.iter().map(|&edge| self.game.board().name(edge)).collect::<Vec<_>>().join(" ")
    }

    fn drawing(&self, labels: &Labels) -> String {
        let board = self.game.board();
        draw(board, self.position().drawn(), &self.record.owners(board), labels)
    }

    fn board(&self) -> String {
        let labels = if self.numbers { Labels::Numbers } else { Labels::None };
        self.drawing(&labels) + &self.standing()
    }

    /// The score, and who moves or how it ended.
    fn standing(&self) -> String {
        if self.is_over() {
            return format!("game over: {}\n", self.result());
        }
        let (a, b) = self.record.won(self.game.board(), Side::First);
        let mover = letter(self.position().side_to_move());
        let left = self.game.undrawn(self.position()).count_ones();
        format!("A {a}, B {b}; {left} edges left, {mover} to move\n")
    }

    fn result(&self) -> String {
        let (a, b) = self.record.won(self.game.board(), Side::First);
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => format!("A wins {a} to {b}"),
            std::cmp::Ordering::Less => format!("B wins {b} to {a}"),
            std::cmp::Ordering::Equal => format!("a draw, {a} to {b}"),
        }
    }

    /// Draws the edges of a person's turn: all of them, or none if one cannot be drawn.
    fn play(&mut self, text: &str) -> String {
        let before = self.record.plies();
        let mut record = self.record.clone();
        for word in text.split_whitespace() {
            let position = *record.position();
            let edge = match self.game.board().parse_edge(word, position.drawn()) {
                Err(why) => return format!("not played: {why}\n"),
                Ok(_) if position.side_to_move() != self.person => {
                    return format!(
                        "not played: got '{word}' after the end of your turn; try one edge less\n"
                    );
                }
                Ok(edge) => edge,
            };
            record.push(self.game.play(&position, edge));
        }
        self.record = record;
        let said = self.turn("you", before, None);
        if !self.is_over() && self.position().side_to_move() == self.person {
            return said + &self.board();
        }
        said + &self.let_play()
    }

    /// The edges drawn since ply `before`, and what they won.
    fn turn(&self, who: &str, before: usize, worth: Option<Valued>) -> String {
        let edges = self.record.edges_since(before);
        let board = self.game.board();
        let drawn = edges.iter().fold(0, |set, edge| set | edge.bit());
        let gain = board.closed(self.position().drawn()) - board.closed(self.position().drawn() & !drawn);
        let mut notes = Vec::new();
        if gain > 0 {
            notes.push(format!("wins {gain}"));
        }
        if let Some(worth) = worth {
            notes.push(format!("{} {:+}", if worth.exact { "is sure of" } else { "expects" }, worth.score));
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        format!("{who}: {}{notes}\n", self.names(&edges))
    }

    /// All edges of the opponent's turn, if it is its turn.
    fn let_play(&mut self) -> String {
        let before = self.record.plies();
        let mut worth = None;
        while !self.is_over() && self.position().side_to_move() != self.person {
            let Some(chosen) = self.opponent.choose(&self.game, self.record.position()) else { break };
            worth = worth.or(Some(chosen));
            let next = self.game.play(self.position(), chosen.edge);
            self.record.push(next);
        }
        match worth {
            Some(_) => self.turn("engine", before, worth) + &self.board(),
            None if self.is_over() => self.board(),
            None => String::new(),
        }
    }

    /// The value of every edge, on the board.
    fn hint(&mut self) -> String {
        let values = self.opponent.values(&self.game, self.record.position());
        let mut words = vec![String::new(); self.game.board().edges()];
        for Valued { edge, score, exact } in &values {
            words[edge.index()] = format!("{score:+}{}", if *exact { "" } else { "?" });
        }
        let best = values.iter().map(|valued| valued.score).max().unwrap_or_default();
        let good: Vec<Edge> =
            values.iter().filter(|valued| valued.score == best).map(|valued| valued.edge).collect();
        let kind = if values.iter().all(|valued| valued.exact) {
            "all values are exact".to_owned()
        } else {
            format!("values with ? are estimates, {} edges ahead", self.opponent.level())
        };
        self.drawing(&Labels::Words(words)) + &format!("best: {} ({best:+}); {kind}\n", self.names(&good))
    }

    fn swap(&mut self) -> String {
        self.person = self.person.other();
        format!("you play {} now\n", letter(self.person)) + &self.let_play()
    }

    fn undo(&mut self) -> String {
        if self.record.take_back_turn(self.person) {
            "taken back\n".to_owned() + &self.board()
        } else {
            "you have drawn no edge to take back\n".to_owned()
        }
    }

    fn level(&mut self, level: Option<&str>) -> String {
        if let Some(text) = level {
            match text.parse().ok().filter(|n| (1..=MAX_PLY).contains(n)) {
                Some(level) => self.opponent.set_level(level),
                None => {
                    return format!(
                        "got '{}', expected a level from 1 to {MAX_PLY}; try level 9\n",
                        text.escape_debug()
                    );
                }
            }
        }
        let ends = if self.opponent.level() < PERFECT_LEVEL { "" } else { " and plays the end perfectly" };
        format!("the engine looks {} edges ahead{ends}\n", self.opponent.level())
    }
}
