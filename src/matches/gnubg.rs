//! GNU Backgammon as a player: it listens (`external localhost:PORT`), and we ask.
//!
//! A question is one FIBS board line with dice, the answer one line with a play. Version 1.07.001
//! answers at 0-ply within 0.1 ms. The position is always put as that of "you" on roll, whoever
//! plays: gnubg is told neither the score nor of a cube.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use parking_lot::Mutex;

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{MatchState, Position, Roll, fibs_board, parse_play};

/// A connection to a gnubg that listens on this machine.
pub(super) struct Gnubg {
    port: u16,
    stream: Mutex<BufReader<TcpStream>>,
    /// Why it does not play any more.
    lost: Mutex<Option<String>>,
}

/// How long it may think. At 2-ply a play takes a fifth of a second.
const PATIENCE: Duration = Duration::from_secs(60);

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
        let chosen = self.ask(position, roll);
        chosen.map_err(|why| *self.lost.lock() = Some(why.to_string())).ok()
    }

    fn ask(&self, position: &Position, roll: Roll) -> io::Result<Position> {
        // It answers with an empty line where nothing can be played, and then says nothing of use.
        let results = position.results(roll);
        if let [only] = results[..] {
            return Ok(only);
        }
        let you = Position::new(position.points(), Side::First).expect("a position has a board");
        let mut stream = self.stream.lock();
        let question = format!("{}\n", fibs_board(&you, Some(roll), &MatchState::default()));
        stream.get_mut().write_all(question.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_until(b'\n', &mut answer)?;
        let text = String::from_utf8_lossy(&answer);
        let text = text.trim_matches(|c: char| c == '\0' || c.is_whitespace());
        parse_play(position, roll, text).map_err(|why| {
            io::Error::other(format!("got '{}' for {position} {roll}, {why}", text.escape_debug()))
        })
    }
}
