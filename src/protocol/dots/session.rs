//! One person at one board: what every command does and what is said to it. No I/O.

use super::command::{Command, HELP};
use super::record::Record;
use super::thinker::PERFECT_LEVEL;
use crate::engine::{Game, MAX_PLY, Score, Side};
use crate::games::dots::{Chain, Dots, Edge, Labels, Position, Rules, chains, draw, edges_of, letter};

/// An edge and what it is worth: boxes still to gain, less the other's, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The edge.
    pub edge: Edge,
    /// Its value.
    pub score: Score,
    /// Whether that is proved, and no estimate.
    pub exact: bool,
}

/// Who plays the other side.
pub trait Opponent {
    /// The edge it would draw here; `None` only if the game is over.
    fn choose(&mut self, game: &Dots, position: &Position) -> Option<Valued>;
    /// The value of every edge.
    fn values(&mut self, game: &Dots, position: &Position) -> Vec<Valued>;
    /// How many edges it looks ahead.
    fn level(&self) -> u32;
    /// Changes that.
    fn set_level(&mut self, edges: u32);
}

/// What is said to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Lines of text.
    pub text: String,
    /// Whether the conversation is over.
    pub quit: bool,
}

/// A game between a person and an opponent.
#[derive(Clone, Debug)]
pub struct Session {
    game: Dots,
    record: Record,
    person: Side,
    /// Whether edges are drawn with their numbers.
    numbers: bool,
}

impl Session {
    /// A game that has got to where `record` has; `person` is the person's side.
    pub fn new(game: Dots, record: Record, person: Side, numbers: bool) -> Session {
        Session { game, record, person, numbers }
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome(self.position()).is_some()
    }

    /// Opens the conversation: the rules, the board, and the opponent's turn if it is on.
    pub fn begin(&mut self, opponent: &mut dyn Opponent) -> String {
        let rules = match self.game.rules() {
            Rules::Standard => "who closes a box moves again",
            Rules::Alternate => "the players alternate whatever is closed",
        };
        let you = letter(self.person);
        format!("{}; {rules}\nyou play {you}; help lists the commands\n", self.game.board())
            + &self.board()
            + &self.let_play(opponent)
    }

    /// Does what a person says.
    pub fn obey(&mut self, command: Command, opponent: &mut dyn Opponent) -> Reply {
        let text = match command {
            Command::Quit => return Reply { text: String::new(), quit: true },
            Command::Empty => String::new(),
            Command::Help => HELP.to_owned(),
            Command::Board => self.board(),
            Command::Numbers => {
                self.numbers = !self.numbers;
                self.board()
            }
            Command::Position => format!("{:x}\n", self.position().drawn()),
            Command::Chains => self.chains(),
            Command::Level(level) => self.level(level.as_deref(), opponent),
            Command::New => {
                self.record = Record::new(*self.record.start());
                self.begin(opponent)
            }
            Command::Undo => self.undo(),
            _ if self.is_over() => format!("the game is over: {}; new, undo or quit\n", self.result()),
            Command::Edges(text) => self.play(&text, opponent),
            Command::Hint => self.hint(opponent),
            Command::Swap => self.swap(opponent),
        };
        Reply { text, quit: false }
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
    fn play(&mut self, text: &str, opponent: &mut dyn Opponent) -> String {
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
        said + &self.let_play(opponent)
    }

    /// What was drawn since a number of plies, and what it won.
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

    /// The opponent's turn, if it is on: all of its edges.
    fn let_play(&mut self, opponent: &mut dyn Opponent) -> String {
        let before = self.record.plies();
        let mut worth = None;
        while !self.is_over() && self.position().side_to_move() != self.person {
            let Some(chosen) = opponent.choose(&self.game, self.position()) else { break };
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
    fn hint(&self, opponent: &mut dyn Opponent) -> String {
        let values = opponent.values(&self.game, self.position());
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
            format!("values with ? are estimates, {} edges ahead", opponent.level())
        };
        self.drawing(&Labels::Words(words)) + &format!("best: {} ({best:+}); {kind}\n", self.names(&good))
    }

    fn swap(&mut self, opponent: &mut dyn Opponent) -> String {
        self.person = self.person.other();
        format!("you play {} now\n", letter(self.person)) + &self.let_play(opponent)
    }

    fn undo(&mut self) -> String {
        if self.record.take_back_turn(self.person) {
            "taken back\n".to_owned() + &self.board()
        } else {
            "you have drawn no edge to take back\n".to_owned()
        }
    }

    fn level(&self, level: Option<&str>, opponent: &mut dyn Opponent) -> String {
        if let Some(text) = level {
            match text.parse().ok().filter(|n| (1..=MAX_PLY).contains(n)) {
                Some(level) => opponent.set_level(level),
                None => {
                    return format!(
                        "got '{}', expected a level from 1 to {MAX_PLY}; try level 9\n",
                        text.escape_debug()
                    );
                }
            }
        }
        let ends = if opponent.level() < PERFECT_LEVEL { "" } else { " and plays the end perfectly" };
        format!("the engine looks {} edges ahead{ends}\n", opponent.level())
    }

    /// The long chains, what there is to take, and who has to open a chain.
    fn chains(&self) -> String {
        let (board, position) = (self.game.board(), self.position());
        let found = chains(board, position.drawn());
        let sizes = |wanted: fn(&Chain) -> bool| {
            let sizes: Vec<String> =
                found.iter().filter(|chain| wanted(chain)).map(|chain| chain.boxes.to_string()).collect();
            if sizes.is_empty() {
                "none".to_owned()
            } else {
                format!("{} ({})", sizes.len(), sizes.join(", "))
            }
        };
        let mut said = format!("long chains: {}\n", sizes(|chain| chain.is_long() && !chain.is_loop));
        said += &format!("loops: {}\n", sizes(|chain| chain.is_loop));
        said += &format!("short chains: {}\n", sizes(|chain| !chain.is_long()));
        let promise = |edge| self.game.promise(position, edge);
        let edges: Vec<i32> = edges_of(self.game.undrawn(position)).map(promise).collect();
        let closing = edges.iter().filter(|&&promise| promise > 0).count();
        let safe = edges.iter().filter(|&&promise| promise == 0).count();
        said += &format!("edges that close a box: {closing}; that give none away: {safe}\n");
        said + &self.control(closing, safe)
    }

    /// Who is in control, as far as that can be seen; under the alternate rule there is no such thing.
    fn control(&self, closing: usize, safe: usize) -> String {
        let mover = self.position().side_to_move();
        if self.game.rules() == Rules::Alternate || self.is_over() {
            String::new()
        } else if closing > 0 {
            format!("{} can take boxes, or leave the last two of a chain to keep control\n", letter(mover))
        } else if safe > 0 {
            "control is not decided: who draws the last edge that gives none away has it\n".to_owned()
                + &self.parity()
        } else {
            let other = letter(mover.other());
            format!("{} has to give boxes away: {other} is in control\n", letter(mover))
        }
    }

    /// Which number of long chains gives control to whom (Berlekamp's rule).
    ///
    /// A turn ends with an edge that closes nothing. There are as many of these as edges, less one for each box, plus one for each edge that
    /// closes two: with long chains there is one of them in every chain but the last, or an even number. Who has the last turn
    /// was in control.
    fn parity(&self) -> String {
        let (board, position) = (self.game.board(), self.position());
        let edges = self.game.undrawn(position).count_ones() as usize;
        let boxes = board.cells().iter().filter(|cell| !cell.is_closed(position.drawn())).count();
        let mover = position.side_to_move();
        let even = if (edges - boxes) % 2 == 1 { mover } else { mover.other() };
        let (even, odd) = (letter(even), letter(even.other()));
        format!("{even} will have it if the long chains are even in number, {odd} if they are odd\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::Board;

    /// Draws what it was told to, then the lowest edge.
    struct Puppet(Vec<&'static str>, u32);

    impl Opponent for Puppet {
        fn choose(&mut self, game: &Dots, position: &Position) -> Option<Valued> {
            let told = (!self.0.is_empty()).then(|| self.0.remove(0));
            let told = told.map(|name| game.board().parse_edge(name, position.drawn()).unwrap());
            let edge = told.or(game.legal_moves(position).first().copied())?;
            Some(Valued { edge, score: 0, exact: false })
        }

        /// The highest edge is not known for certain.
        fn values(&mut self, game: &Dots, position: &Position) -> Vec<Valued> {
            let valued =
                |&edge: &Edge| Valued { edge, score: edge.index() as Score, exact: edge.index() < 3 };
            game.legal_moves(position).iter().map(valued).collect()
        }

        fn level(&self) -> u32 {
            self.1
        }

        fn set_level(&mut self, edges: u32) {
            self.1 = edges;
        }
    }

    fn start(size: &str, person: Side) -> Session {
        let game = Dots::new(Board::grid(size.parse().unwrap()), Rules::Standard);
        Session::new(game, Record::new(Position::new(0)), person, false)
    }

    fn say(session: &mut Session, puppet: &mut Puppet, line: &str) -> String {
        session.obey(Command::read(line), puppet).text
    }

    #[test]
    fn a_turn_of_several_edges_is_one_turn() {
        let (mut game, mut puppet) =
            (start("1x2", Side::First), Puppet(vec!["h1,0", "v0,1", "h0,1", "h1,1"], 1));
        say(&mut game, &mut puppet, "h0,0");
        let text = say(&mut game, &mut puppet, "v0,0");
        assert!(text.contains("engine: v0,1 h0,1 (wins 1, expects +0)\n"), "{text}");
        assert!(text.contains("A 0, B 1; 2 edges left, A to move"), "{text}");
        let text = say(&mut game, &mut puppet, "undo");
        assert!(text.contains("5 edges left, A to move"), "{text}");
    }

    #[test]
    fn the_closer_moves_again_and_may_say_so_at_once() {
        let (mut game, mut puppet) = (start("1x2", Side::First), Puppet(vec!["h1,0"], 1));
        say(&mut game, &mut puppet, "h0,0");
        game.record = Record::of(&[Position::new(0b101_0111)]);
        let refused = say(&mut game, &mut puppet, "h1,1 v0,1");
        assert!(refused.contains("not played: got 'v0,1' after the end of your turn"), "{refused}");
        let text = say(&mut game, &mut puppet, "v0,1 h1,1");
        assert!(text.starts_with("you: v0,1 h1,1 (wins 2)\n"), "{text}");
        assert!(text.contains("game over: A wins 2 to 0"), "{text}");
        assert!(say(&mut game, &mut puppet, "h0,0").contains("the game is over"));
    }

    #[test]
    fn hints_are_on_the_board() {
        let (mut game, mut puppet) = (start("1x1", Side::First), Puppet(vec![], 1));
        let said = say(&mut game, &mut puppet, "hint");
        let best = "best: v0,1 (+3); values with ? are estimates, 1 edges ahead\n";
        assert_eq!(said, format!("+   +0  +\n+2      +3?\n+   +1  +\n{best}"));
        say(&mut game, &mut puppet, "v0,1");
        let said = say(&mut game, &mut puppet, "hint");
        assert!(said.ends_with("best: v0,0 (+2); all values are exact\n"), "{said}");
    }

    #[test]
    fn a_swap_makes_the_engine_move_and_levels_are_kept() {
        let (mut game, mut puppet) = (start("2x2", Side::First), Puppet(vec![], 4));
        assert!(say(&mut game, &mut puppet, "swap").contains("you play B now\nengine: h0,0"));
        assert_eq!(say(&mut game, &mut puppet, "level 7"), "the engine looks 7 edges ahead\n");
        assert!(say(&mut game, &mut puppet, "level 0").contains("expected a level from 1 to"));
        assert_eq!(puppet.1, 7);
    }

    #[test]
    fn who_has_only_chains_left_has_lost_control() {
        let (mut game, mut puppet) = (start("1x3", Side::First), Puppet(vec![], 1));
        // The upper and lower border.
        game.record = Record::of(&[Position::new(0b11_1111)]);
        let text = say(&mut game, &mut puppet, "chains");
        assert!(!text.contains("even in number"), "{text}");
        assert!(text.contains("long chains: 1 (3)\nloops: none\nshort chains: none\n"), "{text}");
        assert!(text.contains("A has to give boxes away: B is in control"), "{text}");
    }

    #[test]
    fn the_first_player_wants_dots_and_long_chains_to_be_even_together() {
        for (size, dots) in [("2x2", 9), ("3x3", 16), ("3x4", 20), ("2x4", 15)] {
            let (mut game, mut puppet) = (start(size, Side::First), Puppet(vec![], 1));
            let said = |game: &mut Session, puppet: &mut Puppet| say(game, puppet, "chains");
            let (even, odd) = if dots % 2 == 0 { ('A', 'B') } else { ('B', 'A') };
            let rule =
                format!("{even} will have it if the long chains are even in number, {odd} if they are odd\n");
            assert!(said(&mut game, &mut puppet).contains(&rule), "{size}");
            // Safe edges change nothing about it.
            say(&mut game, &mut puppet, "h0,0");
            assert!(said(&mut game, &mut puppet).contains(&rule), "{size}");
        }
    }
}
