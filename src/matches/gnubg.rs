//! GNU Backgammon as a player: it listens (`external localhost:PORT`), and we ask.
//!
//! A question is one FIBS board line with dice, the answer one line with a play. Version 1.07.001
//! answers at 0-ply within 0.1 ms. The position is always put as that of "you" on roll, whoever
//! plays.
//!
//! A board without dice asks for `double` or `roll`, one with a double on it for `take`, `beaver`
//! or `drop`. So gnubg can play for money with the cube, and follows its own `set jacoby` then.
//! It is not asked in matches: that version, where a side needs one point, always answers as in
//! the Crawford game, and where nobody has doubled it takes one score for the other.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use parking_lot::Mutex;

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{MatchState, Offer, Position, Roll, fibs_board, parse_play};

/// A connection to a gnubg that listens on this machine.
pub(super) struct Gnubg {
    port: u16,
    stream: Mutex<BufReader<TcpStream>>,
    /// Why it does not play any more.
    lost: Mutex<Option<String>>,
}

/// How long it may think. At 2-ply a play takes a fifth of a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most bytes of an answer that are read.
const LONGEST: u64 = 4096;

impl fmt::Debug for Gnubg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gnubg").field("port", &self.port).finish_non_exhaustive()
    }
}

impl Gnubg {
    /// Connects to a port of this machine.
    ///
    /// # Errors
    /// If nobody listens there.
    pub fn connect(port: u16) -> io::Result<Gnubg> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Gnubg { port, stream: Mutex::new(BufReader::new(stream)), lost: Mutex::default() })
    }

    /// Why it does not play any more: it has gone, is silent, or said what is no legal play.
    pub fn lost(&self) -> Option<String> {
        self.lost.lock().clone()
    }

    /// The result of the play it chooses; `None` if it does not play any more.
    pub fn choose(&self, position: &Position, roll: Roll) -> Option<Position> {
        self.choose_at(position, roll, &MatchState::MONEY)
    }

    /// The same with a cube.
    pub fn choose_at(&self, position: &Position, roll: Roll, state: &MatchState) -> Option<Position> {
        self.or_lost(self.ask_play(position, roll, state))
    }

    /// Whether it doubles before the roll of the side that sees the position.
    pub fn doubles(&self, position: &Position, state: &MatchState) -> Option<bool> {
        self.or_lost(self.ask_cube(position, state, [("double", true), ("roll", false)]))
    }

    /// Whether it takes a double of the side that sees the position. A beaver is a take.
    pub fn takes(&self, position: &Position, state: &MatchState) -> Option<bool> {
        let doubled = MatchState { offer: Some(Offer::Double), ..*state };
        self.or_lost(self.ask_cube(position, &doubled, [("take", true), ("beaver", true), ("drop", false)]))
    }

    fn or_lost<T>(&self, asked: io::Result<T>) -> Option<T> {
        asked.map_err(|why| *self.lost.lock() = Some(why.to_string())).ok()
    }

    /// One of these answers to a question about the cube.
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
        // It answers with an empty line where nothing can be played, and then says nothing of use.
        let results = position.results(roll);
        if let [only] = results[..] {
            return Ok(only);
        }
        let text = self.ask(position, Some(roll), state)?;
        parse_play(position, roll, &text).map_err(|why| {
            io::Error::other(format!("got '{}' for {position} {roll}, {why}", text.escape_debug()))
        })
    }

    /// Its answer to a board that the side on roll sees as its own.
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
