//! gnubg's external player: gnubg connects to this program and asks for one side's decisions.
//!
//! After `set player 0 external localhost:PORT` gnubg connects once, for any number of matches. For
//! each decision it sends one FIBS board line, ended by a newline and a NUL, and waits for one
//! line: `roll` or `double` before the dice, `take` or `drop` for a double, else a play, empty if
//! none is legal. gnubg silently treats an unreadable or illegal answer as empty.
//!
//! "You" in the line is gnubg's player 1 (X), whichever player this program is; the turn tells
//! whose decision it is. Names and scores, however, are those of player 0 and then 1, unless a
//! double is unanswered. `tests/inside/gnubg_external.rs` checks this with version 1.07.001.
//!
//! Nothing marks the end of a game or match. When the connection ends, the match can be over if
//! this side bore off its last checker, gnubg may have borne off next, or a double was passed, and
//! the points decide it (for money: any game). Otherwise gnubg hung up in mid-game. It does not
//! report resignations: for this side it accepts resigned backgammons only.

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::Opponent;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{FibsBoard, IdError, MatchState, Outcome, Position, Roll, xgid};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    pub decisions: u64,
}

#[derive(Debug)]
pub enum ExternalError {
    /// The port cannot be opened.
    Port(u16, io::Error),
    /// No connection was accepted.
    Connection(io::Error),
    /// gnubg left in mid-game, after this many decisions.
    HungUp(u64, MatchState),
    /// A line was not a board.
    Line(IdError),
    /// A line was too long for a board.
    Endless,
    /// No line came in time, after this many decisions.
    Silent(u64),
    Log(io::Error),
}

impl fmt::Display for ExternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExternalError::Port(port, error) => {
                write!(f, "got '{error}' for port {port}, expected a free port to listen on")
            }
            ExternalError::Connection(error) => {
                write!(f, "got '{error}' for a connection, expected one from gnubg; try again")
            }
            ExternalError::HungUp(decisions, state) => write!(
                f,
                "got the end of the connection in mid-game, after {decisions} decisions ({state}), expected the game to be \
                 played to its end; try to start it again in gnubg"
            ),
            ExternalError::Line(error) => write!(f, "from gnubg: {error}"),
            ExternalError::Endless => write!(
                f,
                "got {LONGEST} bytes without a newline, expected FIBS board lines; try to connect from gnubg with set player 0 \
                 external"
            ),
            ExternalError::Silent(decisions) => write!(
                f,
                "got no line in time, after {decisions} decisions, expected a board from gnubg; try a longer --timeout"
            ),
            ExternalError::Log(error) => {
                write!(
                    f,
                    "got '{error}' while writing the game log, expected it to be written; try another file"
                )
            }
        }
    }
}

impl std::error::Error for ExternalError {}

/// Most bytes of a board line.
const LONGEST: u64 = 4096;

/// Listens on a port of this machine only; 0 takes any free one.
///
/// # Errors
/// [`ExternalError::Port`], bad usage: the port is taken or forbidden.
pub fn listen(port: u16) -> Result<TcpListener, ExternalError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| ExternalError::Port(port, error))
}

/// Runs [`serve`] for the next client. Each line must come within `limit`.
///
/// # Errors
/// The errors of [`serve`], [`ExternalError::Connection`] and [`ExternalError::Silent`].
pub fn host(
    listener: &TcpListener,
    player: &mut dyn Opponent,
    log: impl Write,
    limit: Option<Duration>,
) -> Result<Served, ExternalError> {
    let (stream, _) = listener.accept().map_err(ExternalError::Connection)?;
    let input = stream.try_clone().map_err(ExternalError::Connection)?;
    // Short answers can block only if the client never reads them.
    stream.set_write_timeout(limit).map_err(ExternalError::Connection)?;
    serve(BufReader::new(Waiting { stream: input, limit, since: None }), stream, player, log)
}

/// A client's input with a time limit per whole line: single bytes do not extend it.
struct Waiting {
    stream: TcpStream,
    limit: Option<Duration>,
    since: Option<Instant>,
}

impl Read for Waiting {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if let Some(limit) = self.limit {
            let waited = self.since.get_or_insert_with(Instant::now).elapsed();
            let left = limit.checked_sub(waited).filter(|left| !left.is_zero());
            self.stream.set_read_timeout(Some(left.ok_or(ErrorKind::TimedOut)?))?;
        }
        let read = self.stream.read(to)?;
        if to[..read].contains(&b'\n') {
            self.since = None;
        }
        Ok(read)
    }
}

struct Answer {
    state: MatchState,
    said: Reply,
}

/// The parts of an answer that can end a match.
#[derive(Clone, Copy)]
enum Reply {
    /// A play to this position.
    Play(Position),
    /// A double by this side, or a pass of its double.
    Double(Side),
    /// Anything else, or an unsent answer.
    Other,
}

/// Answers every line until the connection ends. `log` gets each answer with the XGID (X is gnubg's
/// player 1) before it is sent, so the log is complete.
///
/// # Errors
/// If the connection ends in mid-game, is not with gnubg or times out, or the log cannot be
/// written.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    player: &mut dyn Opponent,
    mut log: impl Write,
) -> Result<Served, ExternalError> {
    let mut served = Served::default();
    let mut last: Option<Answer> = None;
    loop {
        let line = match read_line(&mut input, served.decisions)? {
            Some(line) if line.is_empty() => continue,
            Some(line) => line,
            None => return over(last, served),
        };
        let board: FibsBoard = match line.parse() {
            Ok(board) => board,
            Err(error) => {
                // gnubg shows this to its user; nothing depends on it.
                let _ = writeln!(output, "Error: {error}");
                return Err(ExternalError::Line(error));
            }
        };
        let asked = GnubgQuestion::of(&board);
        let (text, said) = asked.answer(player);
        writeln!(log, "{} {text}", xgid(&asked.position, asked.roll, &asked.state))
            .and_then(|()| log.flush())
            .map_err(ExternalError::Log)?;
        served.decisions += 1;
        // One write: a line in two packets would wait for an acknowledgement between them.
        let sent = output.write_all(format!("{text}\n").as_bytes()).and_then(|()| output.flush());
        last = Some(Answer { state: asked.state, said });
        if sent.is_err() {
            return over(last.map(|answer| Answer { said: Reply::Other, ..answer }), served);
        }
    }
}

/// The next line, or `None` after any end of the connection.
fn read_line(input: &mut impl BufRead, decisions: u64) -> Result<Option<String>, ExternalError> {
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
    match read {
        Ok(_) if line.ends_with(b"\n") => {
            let text = String::from_utf8_lossy(&line);
            Ok(Some(text.trim_matches(|c: char| c == '\0' || c.is_whitespace()).to_owned()))
        }
        Ok(n) if n as u64 == LONGEST => Err(ExternalError::Endless),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Err(ExternalError::Silent(decisions))
        }
        _ => Ok(None),
    }
}

struct GnubgQuestion {
    /// Seen by the side on roll: by the opponent if a double is unanswered.
    position: Position,
    roll: Option<Roll>,
    state: MatchState,
}

impl GnubgQuestion {
    fn of(board: &FibsBoard) -> GnubgQuestion {
        let mut state = board.state;
        if state.offer.is_none() {
            state.score.reverse();
        }
        let side = board.turn.unwrap_or(Side::First);
        GnubgQuestion { position: board.position.seen_by(side), roll: board.roll, state }
    }

    fn may_double(&self) -> bool {
        let MatchState { crawford, owner, .. } = self.state;
        !crawford && owner.is_none_or(|owner| owner == self.position.side())
    }

    /// The answer, and its effect on the end of the match.
    fn answer(&self, player: &mut dyn Opponent) -> (String, Reply) {
        let (position, state) = (&self.position, &self.state);
        let doubled = Reply::Double(position.side());
        let roll = match (state.offer, self.roll) {
            (Some(_), _) if player.takes(position, state) => return ("take".to_owned(), Reply::Other),
            (Some(_), _) => return ("drop".to_owned(), doubled),
            (None, None) if self.may_double() && player.doubles(position, state) => {
                return ("double".to_owned(), doubled);
            }
            (None, None) => return ("roll".to_owned(), Reply::Other),
            (None, Some(roll)) => roll,
        };
        if position.results(roll) == [*position] {
            return (String::new(), Reply::Play(*position));
        }
        let result = player.choose_at(position, roll, state);
        let play = position.play_to(roll, &result).expect("a player chooses one of the results");
        (play.to_string(), Reply::Play(result))
    }
}

/// Fails if the match cannot be over.
fn over(last: Option<Answer>, served: Served) -> Result<Served, ExternalError> {
    match last {
        Some(answer) if !answer.may_be_the_last() => {
            Err(ExternalError::HungUp(served.decisions, answer.state))
        }
        _ => Ok(served),
    }
}

impl Answer {
    /// True if the match can have ended with this answer, or with gnubg's next play or resignation.
    /// gnubg resigns a certain backgammon without another question.
    fn may_be_the_last(&self) -> bool {
        let wins = |outcome: Outcome, side: Side| {
            let score = self.state.score[usize::from(side == Side::Second)];
            let points = u64::from(score) + ((outcome.points() as u64) << self.state.cube);
            points >= u64::from(self.state.length)
        };
        let result = match self.said {
            Reply::Play(result) => result,
            // A passed double wins the old value of the cube.
            Reply::Double(side) => return wins(Outcome::Single, side),
            Reply::Other => return false,
        };
        if let Some(outcome) = Outcome::of(&result) {
            return wins(outcome, result.side());
        }
        if may_be_backgammon(&result) && wins(Outcome::Backgammon, result.side()) {
            return true;
        }
        let theirs = result.handed_over();
        let ended = |end: &Position| Outcome::of(end).is_some_and(|outcome| wins(outcome, end.side()));
        Roll::ALL.iter().any(|&roll| theirs.results(roll).iter().any(ended))
    }
}

/// True if this play's side may be about to win a backgammon: few of its checkers are left, and the
/// opponent has borne off none and has one in that home or on the bar.
fn may_be_backgammon(result: &Position) -> bool {
    let is_behind = result.points()[..=6].iter().any(|&checkers| checkers < 0);
    is_behind && result.opponent_off() == 0 && 15 - result.off() <= FEW
}

/// Most checkers of that winner on the board.
const FEW: u8 = 6;
