//! gnubg's external player: gnubg connects to us and asks for every decision of one side.
//!
//! It is told `set player 0 external localhost:PORT`, connects at once, and keeps the connection
//! for as many matches as it plays, until it quits or is given another player. For each decision it
//! sends one FIBS board line, ended by a newline and a NUL, and waits for one line: `roll` or
//! `double` before the dice, `take` or `drop` for a double, else a play. If no play is legal, the
//! answer is an empty line.
//! gnubg silently treats an answer that it cannot read, or that is not legal, as an empty line.
//!
//! "You" of the line is gnubg's player 1 (X on its board), whichever player we are: the turn tells
//! whose decision it is. But the two names and scores are those of player 0 and then player 1,
//! except when a double is to be answered. All this is so in version 1.07.001, found by playing
//! against it; `tests/inside/gnubg_external.rs` does so again.
//!
//! Nothing marks the end of a game or match. So when the connection ends, the last answer tells
//! whether the match can be over: our play bore off the last checker, or gnubg may have borne off
//! its own with its next roll, or a double of either side was passed, and the points won decide
//! the match (for money: any game). Anything else is a hang-up in mid-game. gnubg does not report
//! resignations either: on our behalf it accepts those that give up a backgammon and declines all
//! others.

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::Opponent;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{FibsBoard, IdError, MatchState, Outcome, Position, Roll, xgid};

/// What was done in a conversation that ended when the match can have been over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// Lines answered.
    pub decisions: u64,
}

/// Why a conversation did not begin or end as it should.
#[derive(Debug)]
pub enum ExternalError {
    /// The port cannot be listened to.
    Port(u16, io::Error),
    /// Nobody could be let in.
    Connection(io::Error),
    /// gnubg left in mid-game. First how many decisions it had asked for.
    HungUp(u64, MatchState),
    /// What came was no board.
    Line(IdError),
    /// A line far too long for a board.
    Endless,
    /// No line came in time. First how many decisions had been asked for.
    Silent(u64),
    /// The log could not be written.
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

/// The most bytes a board line can have, names included.
const LONGEST: u64 = 4096;

/// Listens on a port of this machine alone; 0 takes any that is free.
///
/// # Errors
/// [`ExternalError::Port`], bad usage: the port is in use or not allowed.
pub fn listen(port: u16) -> Result<TcpListener, ExternalError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| ExternalError::Port(port, error))
}

/// Waits for gnubg and serves it, as [`serve`] does, until it leaves, or is silent for longer than
/// `limit` when it is its turn to say something.
///
/// # Errors
/// Those of [`serve`], [`ExternalError::Connection`] and [`ExternalError::Silent`].
pub fn host(
    listener: &TcpListener,
    player: &mut dyn Opponent,
    log: impl Write,
    limit: Option<Duration>,
) -> Result<Served, ExternalError> {
    let (stream, _) = listener.accept().map_err(ExternalError::Connection)?;
    let input = stream.try_clone().map_err(ExternalError::Connection)?;
    // Answers are short. Only to a client that never reads them the system does not take them.
    stream.set_write_timeout(limit).map_err(ExternalError::Connection)?;
    serve(BufReader::new(Waiting { stream: input, limit, since: None }), stream, player, log)
}

/// The lines of a client, each of which has to be whole within a limit: a client that sends a byte
/// now and then is silent too.
struct Waiting {
    stream: TcpStream,
    limit: Option<Duration>,
    /// When the wait for the present line began.
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

/// The last thing said, and the score.
struct Answer {
    state: MatchState,
    said: Reply,
}

/// What was said, as far as it can end a match.
#[derive(Clone, Copy)]
enum Reply {
    /// A play that led here.
    Play(Position),
    /// A double by this side, or the pass of one.
    Double(Side),
    /// Anything else, or nothing that has arrived.
    Other,
}

/// Answers every line until the connection ends. Into `log` goes, before each answer, a line with
/// an XGID, in which X is gnubg's player 1, and the answer: it is whole whatever happens to the
/// connection.
///
/// # Errors
/// If the connection ends in mid-game, is not with gnubg, is silent for longer than `input` waits,
/// or the log cannot be written.
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
                // gnubg shows such a line to its user. If it is not there to read it, nothing is
                // lost.
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
        // In one piece: a line in two packets would wait for an acknowledgement between them.
        let sent = output.write_all(format!("{text}\n").as_bytes()).and_then(|()| output.flush());
        last = Some(Answer { state: asked.state, said });
        if sent.is_err() {
            return over(last.map(|answer| Answer { said: Reply::Other, ..answer }), served);
        }
    }
}

/// The next line without its end; `None` when the connection has ended, however it did. This many
/// decisions came before it.
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

/// What has to be decided.
struct GnubgQuestion {
    /// Seen by the side on roll. That is not ours when there is a double to answer.
    position: Position,
    roll: Option<Roll>,
    /// White is gnubg's player 1.
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

    /// Whether the side on roll may double.
    fn may_double(&self) -> bool {
        let MatchState { crawford, owner, .. } = self.state;
        !crawford && owner.is_none_or(|owner| owner == self.position.side())
    }

    /// The answer, in words and as far as it can end a match.
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

/// Ends the conversation: an error if the match cannot be over.
fn over(last: Option<Answer>, served: Served) -> Result<Served, ExternalError> {
    match last {
        Some(answer) if !answer.may_be_the_last() => {
            Err(ExternalError::HungUp(served.decisions, answer.state))
        }
        _ => Ok(served),
    }
}

impl Answer {
    /// Whether the match can have ended with this answer or with what gnubg has done then: a play,
    /// or a resignation. It resigns a backgammon that is certain, which ends the game without a
    /// question to us.
    fn may_be_the_last(&self) -> bool {
        let wins = |outcome: Outcome, side: Side| {
            let score = self.state.score[usize::from(side == Side::Second)];
            let points = u64::from(score) + ((outcome.points() as u64) << self.state.cube);
            points >= u64::from(self.state.length)
        };
        let result = match self.said {
            Reply::Play(result) => result,
            // Passed, it wins what the cube was worth before.
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

/// Whether the side that has played to this position can be about to win a backgammon: few of its
/// checkers are left, and the opponent, who has borne off none, has one in its home or on the
/// bar.
fn may_be_backgammon(result: &Position) -> bool {
    let is_behind = result.points()[..=6].iter().any(|&checkers| checkers < 0);
    is_behind && result.opponent_off() == 0 && 15 - result.off() <= FEW
}

/// How many checkers the winner may still have on the board.
const FEW: u8 = 6;
