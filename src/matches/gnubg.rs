//! GNU Backgammon as a player. It listens (`external localhost:PORT`), and this side asks.
//!
//! A question is one FIBS board line, the answer one line. A board with dice asks for a play, one
//! without dice for `double` or `roll`, one with a double for `take`, `beaver` or `drop`. The board
//! always shows "you" on roll. In money games gnubg follows its own `set jacoby`.
//!
//! It is not asked in matches: version 1.07.001 takes every one-away score for the Crawford game.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use parking_lot::Mutex;

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{MatchState, Offer, Position, Roll, fibs_board, parse_play};

pub(super) struct Gnubg {
    port: u16,
    stream: Mutex<BufReader<TcpStream>>,
    lost: Mutex<Option<String>>,
}

const PATIENCE: Duration = Duration::from_secs(60);

const LONGEST: u64 = 4096;

impl fmt::Debug for Gnubg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gnubg").field("port", &self.port).finish_non_exhaustive()
    }
}

impl Gnubg {
    pub fn connect(port: u16) -> io::Result<Gnubg> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Gnubg { port, stream: Mutex::new(BufReader::new(stream)), lost: Mutex::default() })
    }

    /// Returns why gnubg no longer plays.
    pub fn lost(&self) -> Option<String> {
        self.lost.lock().clone()
    }

    /// The result of gnubg's play; `None` once it is lost.
    pub fn choose(&self, position: &Position, roll: Roll) -> Option<Position> {
        self.choose_at(position, roll, &MatchState::MONEY)
    }

    pub fn choose_at(&self, position: &Position, roll: Roll, state: &MatchState) -> Option<Position> {
        self.or_lost(self.ask_play(position, roll, state))
    }

    pub fn doubles(&self, position: &Position, state: &MatchState) -> Option<bool> {
        self.or_lost(self.ask_cube(position, state, [("double", true), ("roll", false)]))
    }

    /// True if gnubg takes a double. A beaver is a take.
    pub fn takes(&self, position: &Position, state: &MatchState) -> Option<bool> {
        let doubled = MatchState { offer: Some(Offer::Double), ..*state };
        self.or_lost(self.ask_cube(position, &doubled, [("take", true), ("beaver", true), ("drop", false)]))
    }

    fn or_lost<T>(&self, asked: io::Result<T>) -> Option<T> {
        asked.map_err(|why| *self.lost.lock() = Some(why.to_string())).ok()
    }

    fn ask_cube<const N: usize>(
        &self,
        position: &Position,
        state: &MatchState,
        answers: [(&str, bool); N],
    ) -> io::Result<bool> {
        let text = self.ask(position, None, state)?;
        answers.iter().find(|(answer, _)| *answer == text).map(|(_, meaning)| *meaning).ok_or_else(|| {
            let expected = answers.map(|(answer, _)| answer).join(" or ");
            io::Error::other(format!("got '{}' for {position}, expected {expected}", text.escape_debug()))
        })
    }

    fn ask_play(&self, position: &Position, roll: Roll, state: &MatchState) -> io::Result<Position> {
        // Forced results are not asked for: without legal plays gnubg sends an empty line.
        let results = position.results(roll);
        if let [only] = results[..] {
            return Ok(only);
        }
        let text = self.ask(position, Some(roll), state)?;
        parse_play(position, roll, &text).map_err(|why| {
            io::Error::other(format!("got '{}' for {position} {roll}, {why}", text.escape_debug()))
        })
    }

    fn ask(&self, position: &Position, roll: Option<Roll>, state: &MatchState) -> io::Result<String> {
        let you = Position::new(position.points(), Side::First).expect("a position has a board");
        let own = |owner| if owner == position.side() { Side::First } else { Side::Second };
        let state = MatchState { owner: state.owner.map(own), ..*state };
        let mut stream = self.stream.lock();
        let question = format!("{}\n", fibs_board(&you, roll, &state));
        stream.get_mut().write_all(question.as_bytes())?;
        let mut answer = Vec::new();
        stream.by_ref().take(LONGEST).read_until(b'\n', &mut answer)?;
        let text = String::from_utf8_lossy(&answer);
        Ok(text.trim_matches(|c: char| c == '\0' || c.is_whitespace()).to_owned())
    }
}
