//! A game of chess between a person and an opponent: what every command does, and the reply to it.

use super::record::Record;
use crate::engine::{Score, Side, forced_end};
use crate::games::chess::{Glyphs, Move, Outcome, Position, draw, parse_move};
use crate::protocol::terminal::Conversation;

/// What the person may type.
const HELP: &str = "\
a move   e2e4, e7e8q, Nf3, exd5, O-O
undo     take back your last move and the answer to it
hint     what the engine would play
swap     change sides with the engine
draw     claim a draw by repetition or by the fifty-move rule
resign   give up
flip     turn the board round
board    show the board
moves    list the legal moves
fen      show the position as FEN
new      begin again
quit     leave
";

/// Plays the other side.
pub trait Opponent {
    /// The move it chooses and its value for the mover; `None` only if the game is over.
    fn choose(&mut self, record: &Record) -> Option<(Move, Score)>;
}

/// A game between a person and an opponent.
#[derive(Clone, Debug)]
pub struct Session<O> {
    opponent: O,
    record: Record,
    person: Side,
    view: Side,
    glyphs: Glyphs,
    /// How the game is over, if it is.
    over: Option<String>,
}

fn name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

impl<O: Opponent> Conversation for Session<O> {
    const HELP: &'static str = HELP;

    fn begin(&mut self) -> String {
        let greeting = format!("you play {}; help lists the commands\n", name(self.person));
        self.over = None;
        greeting + &self.board() + &self.announce() + &self.let_play()
    }

    fn reply(&mut self, line: &str) -> String {
        let words = line.to_lowercase();
        match *words.split_whitespace().collect::<Vec<_>>() {
            ["board"] => self.board(),
            ["flip"] => self.flip(),
            ["fen"] => format!("{}\n", self.record.position()),
            ["moves"] => self.moves(),
            ["new"] => {
                self.record = Record::new(self.record.start().clone());
                self.begin()
            }
            ["undo"] => self.undo(),
            _ if self.is_over() => {
                format!("{}; new, undo or quit\n", self.over.as_deref().unwrap_or_default())
            }
            ["hint"] => self.hint(),
            ["swap"] | ["swap", "sides"] => self.swap(),
            ["draw" | "claim"] => self.claim(),
            ["resign"] => {
                self.end(format!("{} resigns: {} wins", name(self.person), name(self.person.other())))
            }
            _ => self.play(line.trim()),
        }
    }
}

impl<O: Opponent> Session<O> {
    /// Goes on from the end of `record`. The person plays `person`, `opponent` the other side.
    pub fn new(record: Record, person: Side, glyphs: Glyphs, opponent: O) -> Session<O> {
        Session { opponent, record, person, view: person, glyphs, over: None }
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    fn position(&self) -> &Position {
        self.record.position()
    }

    fn flip(&mut self) -> String {
        self.view = self.view.other();
        self.board()
    }

    fn board(&self) -> String {
        let number = self.position().fullmove_number();
        let side = name(self.position().side_to_move());
        format!("{}move {number}, {side} to move\n", draw(self.position(), self.view, self.glyphs))
    }

    fn moves(&self) -> String {
        let moves = self.position().legal_moves();
        let texts: Vec<String> = moves.iter().map(|&m| self.position().san(m)).collect();
        format!("{} moves: {}\n", texts.len(), texts.join(" "))
    }

    fn play(&mut self, text: &str) -> String {
        match parse_move(self.position(), text) {
            Err(why) => format!("not played: {why}\n"),
            Ok(m) => {
                let said = format!("you: {}\n", self.position().san(m));
                self.record.play(m);
                said + &self.announce() + &self.let_play()
            }
        }
    }

    /// The opponent's move, if it is its turn.
    fn let_play(&mut self) -> String {
        if self.is_over() || self.position().side_to_move() == self.person {
            return String::new();
        }
        let Some((m, score)) = self.opponent.choose(&self.record) else { return String::new() };
        let said = format!("engine: {} ({})\n", self.position().san(m), worth(score));
        self.record.play(m);
        said + &self.board() + &self.announce()
    }

    fn hint(&mut self) -> String {
        self.opponent.choose(&self.record).map_or(String::new(), |(m, score)| {
            format!("hint: {} ({})\n", self.position().san(m), worth(score))
        })
    }

    fn swap(&mut self) -> String {
        self.person = self.person.other();
        self.view = self.person;
        format!("you play {} now\n", name(self.person)) + &self.let_play()
    }

    /// Back to the person's last turn: one move if it ended the game or was not answered, else two.
    fn undo(&mut self) -> String {
        let answered = self.position().side_to_move() == self.person;
        let resigned = self.is_over() && self.record.outcome().is_none();
        if resigned {
            self.over = None;
            return "the game goes on\n".to_owned() + &self.board();
        }
        let plies = if answered { 2 } else { 1 };
        if self.record.plies() < plies {
            return "you have made no move to take back\n".to_owned();
        }
        self.record.take_back(plies);
        self.over = None;
        format!("{plies} taken back\n") + &self.board() + &self.announce()
    }

    fn claim(&mut self) -> String {
        match self.record.claim() {
            Some(outcome) => self.end(format!("{outcome}, claimed")),
            None => format!(
                "no draw to claim: the position has stood here {} of 3 times, and {} of 100 plies went without a capture or \
                 pawn move\n",
                self.record.occurrences(),
                self.position().halfmove_clock()
            ),
        }
    }

    fn end(&mut self, how: String) -> String {
        let said = format!("game over: {how}\n");
        self.over = Some(format!("the game is over: {how}"));
        said
    }

    /// Announces the end of the game, a check, or a draw that may be claimed.
    fn announce(&mut self) -> String {
        let mover = self.position().side_to_move();
        match self.record.outcome() {
            Some(Outcome::Checkmate) => {
                return self.end(format!("checkmate, {} wins", name(mover.other())));
            }
            Some(outcome) => {
                let drawn = if outcome == Outcome::Stalemate { ", a draw" } else { "" };
                return self.end(format!("{outcome}{drawn}"));
            }
            None => {}
        }
        let mut said = String::new();
        if self.position().checkers().any() {
            said += &format!("{} is in check\n", name(mover));
        }
        if let Some(outcome) = self.record.claim().filter(|_| mover == self.person) {
            said += &format!("{outcome} may be claimed: draw\n");
        }
        said
    }
}

/// A score for a person, from the mover's view.
fn worth(score: Score) -> String {
    match forced_end(score) {
        Some(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
        Some(plies) => format!("mated in {}", (1 - plies) / 2),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
