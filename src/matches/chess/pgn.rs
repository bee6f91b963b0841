//! The games of a match as PGN, with comments in the form of cutechess.

use super::referee::{EndCause, RefereedGame};
use super::series::Plan;
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::chess::{Annotation, Annotations, GameRecord, Outcome};
use sparring_report::utc;

/// Returns both games of a pair.
pub fn pair_pgn(plan: &Plan<'_>, pair: u64, games: &[RefereedGame; 2]) -> String {
    let [one, other] = plan.engines(pair);
    let record = |(game, seats): (&RefereedGame, [usize; 2])| game_pgn(plan, pair, game, seats) + "\n";
    games.iter().zip([[one, other], [other, one]]).map(record).collect()
}

fn game_pgn(plan: &Plan<'_>, pair: u64, game: &RefereedGame, seats: [usize; 2]) -> String {
    let mut tags = Tags::new();
    let [white, black] = seats.map(|engine| plan.rivals[engine].name.as_str());
    let ([year, month, day], _) = utc(game.began);
    for (name, value) in [
        ("Event", plan.event),
        ("Date", &format!("{year}.{month:02}.{day:02}")),
        ("Round", &round(plan, pair)),
        ("White", white),
        ("Black", black),
        ("PlyCount", &game.moves.len().to_string()),
        ("Termination", termination(&game.ended)),
    ] {
        tags.set(name, value);
    }
    match seats.map(|engine| plan.pace_of(engine).tag()) {
        [white, black] if white == black => tags.set("TimeControl", &white),
        [white, black] => {
            tags.set("WhiteTimeControl", &white);
            tags.set("BlackTimeControl", &black);
        }
    }
    let moves = game.moves.clone();
    let record = GameRecord { start: game.start.clone(), moves, result: game.result(), tags };
    record.to_annotated_pgn(&annotations(game))
}

/// The round, from 1. With several engines the pair's number within it follows.
fn round(plan: &Plan<'_>, pair: u64) -> String {
    let place = plan.schedule.place(pair);
    match plan.schedule.pairings.len() {
        1 => (place.round + 1).to_string(),
        _ => format!("{}.{}", place.round + 1, place.pairing + 1),
    }
}

/// The value that the standard of PGN has for this end.
const fn termination(ended: &EndCause) -> &'static str {
    match ended {
        EndCause::Rules(_) => "normal",
        EndCause::Adjudicated => "adjudication",
        EndCause::Time => "time forfeit",
        EndCause::Illegal(_) => "rules infraction",
        EndCause::Crashed(_) => "abandoned",
    }
}

fn annotations(game: &RefereedGame) -> Annotations {
    let mut comments: Vec<String> = game.thoughts.iter().map(|thought| thought.comment()).collect();
    let why = why(game);
    let mut before = None;
    match comments.last_mut() {
        Some(last) => *last += &format!(", {why}"),
        None => before = Some(why),
    }
    let annotation = |comment| Annotation { comment: Some(comment), ..Annotation::default() };
    Annotations { before, moves: comments.into_iter().map(annotation).collect(), end: None }
}

/// Returns why the game ended, in the words of cutechess.
fn why(game: &RefereedGame) -> String {
    let name = |side: Option<Side>| if side == Some(Side::First) { "White" } else { "Black" };
    let (winner, at_fault) = (name(game.winner), name(game.at_fault));
    match &game.ended {
        EndCause::Rules(Outcome::Checkmate) => format!("{winner} mates"),
        EndCause::Rules(Outcome::Stalemate) => "Draw by stalemate".to_owned(),
        EndCause::Rules(Outcome::DeadPosition) => "Draw by insufficient mating material".to_owned(),
        EndCause::Rules(Outcome::FiftyMoves) => "Draw by fifty moves rule".to_owned(),
        EndCause::Rules(Outcome::Repetition) => "Draw by 3-fold repetition".to_owned(),
        EndCause::Adjudicated if game.winner.is_some() => format!("{winner} wins by adjudication"),
        EndCause::Adjudicated => "Draw by adjudication".to_owned(),
        EndCause::Time if game.winner.is_some() => format!("{at_fault} loses on time"),
        EndCause::Time => format!("{at_fault} runs out of time, but the opponent cannot mate"),
        EndCause::Illegal(m) => format!("{at_fault} makes an illegal move: {}", m.escape_debug()),
        EndCause::Crashed(_) => format!("{at_fault} disconnects"),
    }
}
