use super::record::Record;
use crate::protocol::{BoardView, Depths, Effect, End, LoadedGame, Playable, Verb, verb};
use sparring_engine::game::{MAX_PLY, Score, Side};
use sparring_engine::games::Tags;
use sparring_engine::games::chess::{
    Annotations, GameRecord, GameResult, Glyphs, Move, Outcome, PgnError, PgnFault, PgnGames, PgnNotes,
    Position, Square, mate_in, paint, parse_move,
};
use sparring_report::{Diagram, Numbering, counted};
use sparring_run::chess_diagram;

const WIDTH: usize = 26;

#[derive(Clone, Copy, Debug)]
pub struct ChessGame {
    /// `None` for figurines where the terminal has them.
    pub glyphs: Option<Glyphs>,
}

impl Playable for ChessGame {
    type State = Position;
    type Step = Move;
    type Value = Score;

    const FILE: [&'static str; 2] = ["chess", "pgn"];
    const MOVES: &'static str = "e2e4, e7e8q, Nf3, exd5, O-O";
    const VERBS: &'static [Verb] = &[
        verb("draw", "", "claim a draw by repetition or by the fifty-move rule"),
        verb("fen", "", "show the position as FEN"),
    ];
    const DEPTHS: Depths = Depths { least: 1, most: MAX_PLY, unit: ["ply", "plies"], example: 5 };

    fn name(side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    fn mover(&self, position: &Position) -> Side {
        position.side_to_move()
    }

    fn numbering(&self, record: &Record) -> Numbering {
        Numbering::ByTwos { black_begins: record.start().side_to_move() == Side::Second }
    }

    fn after(&self, position: &Position, &m: &Move) -> Position {
        position.play(m)
    }

    fn parse(&self, record: &Record, text: &str) -> Result<Vec<Move>, String> {
        parse_move(record.position(), text).map(|m| vec![m]).map_err(|why| why.to_string())
    }

    fn ended(&self, record: &Record) -> Option<String> {
        Some(match record.outcome()? {
            Outcome::Checkmate => {
                format!("checkmate, {} wins", Self::name(record.position().side_to_move().other()))
            }
            Outcome::Stalemate => format!("{}, a draw", Outcome::Stalemate),
            // After fifty moves a draw has to be claimed (FIDE's laws, 9.3 and 9.6.2).
            Outcome::FiftyMoves => "draw by the seventy-five-move rule".to_owned(),
            drawn => drawn.to_string(),
        })
    }

    fn winner(&self, record: &Record) -> Option<Side> {
        let mated = record.outcome() == Some(Outcome::Checkmate);
        mated.then(|| record.position().side_to_move().other())
    }

    fn position(&self, position: &Position) -> String {
        position.to_string()
    }

    fn diagram(&self, record: &Record) -> Diagram {
        chess_diagram(record.position(), None)
    }

    fn board(&self, record: &Record, view: BoardView) -> String {
        let position = record.position();
        let figures = if view.caps.unicode { Glyphs::Unicode } else { Glyphs::Letters };
        let last: Vec<Square> = record.steps().last().map_or(vec![], |m| vec![m.from(), m.to()]);
        let style = view.caps.style(WIDTH);
        let board = paint(position, view.side, self.glyphs.unwrap_or(figures), &last, style);
        let board = view.caps.show(&board);
        if record.outcome().is_some() {
            return board;
        }
        let (number, mover) = (position.fullmove_number(), Self::name(position.side_to_move()));
        format!("{board}move {number}, {mover} to move\n")
    }

    fn notes(&self, record: &Record, person: Side) -> String {
        let mover = record.position().side_to_move();
        let mut said = String::new();
        if record.position().checkers().any() {
            said += &format!("{} is in check\n", Self::name(mover));
        }
        if let Some(outcome) = record.claim().filter(|_| mover == person) {
            said += &format!("{outcome} may be claimed: draw\n");
        }
        said
    }

    fn told(&self, record: &Record, since: usize, value: Option<Score>) -> String {
        let position = &record.states()[since];
        let moves = record.steps()[since..].iter();
        let san = moves.map(|&m| position.san(m)).next().unwrap_or_default();
        value.map_or_else(
            || san.clone(),
            |value| format!("{san} ({})", self.worth(value, position.side_to_move())),
        )
    }

    fn step(&self, position: &Position, &m: &Move) -> String {
        position.san(m)
    }

    fn worth(&self, score: Score, mover: Side) -> String {
        let name = Self::name(mover);
        match mate_in(score) {
            Some(moves) if moves > 0 => format!("{name} mates in {moves}"),
            Some(moves) => format!("{name} is mated in {}", -moves),
            None => format!("{:+.2} for {name}", f64::from(score) / 100.0),
        }
    }

    fn legal(&self, position: &Position) -> Vec<String> {
        position.legal_moves().iter().map(|&m| position.san(m)).collect()
    }

    fn id(&self, record: &Record) -> String {
        format!("{}\n", record.position())
    }

    fn saved(&self, record: &Record, ended: Option<&End>, tags: Tags) -> String {
        let result = match (ended, record.outcome()) {
            (Some(End::Resigned(side, _)), _) => GameResult::Won(side.other()),
            (Some(End::Won(side)), _) => GameResult::Won(*side),
            (None, Some(Outcome::Checkmate)) => GameResult::Won(record.position().side_to_move().other()),
            (None, None) => GameResult::Unfinished,
            (Some(End::Drawn(_)), _) | (None, Some(_)) => GameResult::Drawn,
        };
        let (start, moves) = (record.start().clone(), record.steps().to_vec());
        let end = match ended {
            Some(End::Resigned(side, _)) => Some(resigns(*side)),
            _ => None,
        };
        let annotations = Annotations { end, ..Annotations::default() };
        GameRecord { start, moves, result, tags }.to_annotated_pgn(&annotations)
    }

    fn loaded(&self, text: &str) -> Result<LoadedGame<Self>, String> {
        let first = PgnGames::new(text).next_with_notes();
        let first = first.unwrap_or(Err(PgnError { line: 1, fault: PgnFault::Empty }));
        let (GameRecord { start, moves, result, tags }, notes) = first.map_err(|why| why.to_string())?;
        if let Some(at) = moves.iter().position(|&m| m == Move::NULL) {
            let nth = at + 1;
            return Err(format!("got a null move as move {nth}, expected a legal one; try analyse --pgn"));
        }
        let record = Record::of(start.clone(), &moves);
        let ended = match result {
            GameResult::Won(side)
                if notes.comments.iter().any(|(_, said)| *said == resigns(side.other())) =>
            {
                Some(End::Resigned(side.other(), 1))
            }
            GameResult::Won(side) => Some(End::Won(side)),
            GameResult::Drawn => Some(End::Drawn("a draw".to_owned())),
            GameResult::Unfinished | GameResult::BothLost => None,
        };
        let ended = ended.filter(|_| record.outcome().is_none());
        Ok(LoadedGame { game: *self, record, start, ended, tags })
    }

    fn remarks(&self, text: &str) -> Vec<String> {
        let mut games = PgnGames::new(text);
        let Some(Ok((_, notes))) = games.next_with_notes() else { return Vec::new() };
        let read = notes.remarks.iter().map(|(line, remark)| format!("PGN, line {line}: {remark}"));
        let (more, left_out) = (games.count(), left_out(&notes));
        let games =
            (more > 0).then(|| format!("PGN: got {} games, expected one; the first is read", more + 1));
        read.chain(games).chain(left_out).collect()
    }

    fn own_verb(&mut self, words: &[&str], record: &mut Record, is_over: bool) -> Option<Effect> {
        match words {
            ["fen"] => Some(Effect::Say(self.id(record))),
            ["draw" | "claim"] if !is_over => Some(claim(record)),
            _ => None,
        }
    }
}

/// The comment on a resignation.
fn resigns(side: Side) -> String {
    format!("{} resigns", ChessGame::name(side))
}

/// Names what a game in play does not keep.
fn left_out(notes: &PgnNotes) -> Option<String> {
    let own = [Side::First, Side::Second].map(resigns);
    let comments = notes.comments.iter().filter(|(_, said)| !own.contains(said)).count();
    let kinds = [(comments, "comment"), (notes.variations, "variation"), (notes.glyphs, "glyph")];
    let kinds: Vec<String> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|&(count, kind)| counted(count, kind)).collect();
    (!kinds.is_empty()).then(|| format!("PGN: left out {}", kinds.join(", ")))
}

fn claim(record: &Record) -> Effect {
    match record.claim() {
        Some(outcome) => Effect::End(End::Drawn(format!("{outcome}, claimed"))),
        None => Effect::Say(format!(
            "no draw to claim: the position has stood here {} of 3 times, and {} of 100 plies went without a capture or \
             pawn move\n",
            record.occurrences(),
            record.position().halfmove_clock()
        )),
    }
}
