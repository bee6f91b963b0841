//! The reply to `chains`: the chains on the board and the control of them.
//!
//! A player is in control who can make the other open the next long chain. Berlekamp's rule (*The
//! Dots and Boxes Game*, 2000) predicts this from the number of long chains.

use sparring_engine::game::Game;
use sparring_engine::games::dots::{Chain, Dots, Position, Rules, chains, edges_of, letter};

pub(super) fn describe(game: &Dots, position: &Position) -> String {
    let found = chains(game.board(), position.drawn());
    let sizes = |wanted: fn(&Chain) -> bool| {
        let sizes: Vec<String> =
            found.iter().filter(|chain| wanted(chain)).map(|chain| chain.boxes.to_string()).collect();
        if sizes.is_empty() { "none".to_owned() } else { format!("{} ({})", sizes.len(), sizes.join(", ")) }
    };
    let mut said = format!("long chains: {}\n", sizes(|chain| chain.is_long() && !chain.is_loop));
    said += &format!("loops: {}\n", sizes(|chain| chain.is_loop));
    said += &format!("short chains: {}\n", sizes(|chain| !chain.is_long()));
    let score = |edge| game.ordering_score(position, edge);
    let edges: Vec<i32> = edges_of(game.undrawn(position)).map(score).collect();
    let closing = edges.iter().filter(|&&score| score > 0).count();
    let safe = edges.iter().filter(|&&score| score == 0).count();
    said += &format!("edges that close a box: {closing}; that give none away: {safe}\n");
    said + &control(game, position, closing, safe)
}

/// Describes the control, if decided. The alternate rule knows none.
fn control(game: &Dots, position: &Position, closing: usize, safe: usize) -> String {
    let mover = position.side_to_move();
    if game.rules() == Rules::Alternate || game.outcome(position).is_some() {
        String::new()
    } else if closing > 0 {
        format!("{} can take boxes, or leave the last two of a chain to keep control\n", letter(mover))
    } else if safe > 0 {
        "control is not decided: who draws the last edge that gives none away has it\n".to_owned()
            + &parity(game, position)
    } else {
        let other = letter(mover.other());
        format!("{} has to give boxes away: {other} is in control\n", letter(mover))
    }
}

/// Describes which side wants an even number of long chains.
///
/// A turn ends with an edge that closes no box. The number of such edges is the number of all
/// edges, less one per box, plus one per edge that closes two boxes. With long chains there is one
/// edge of that last kind in every chain but the last, or an even number of them. The side with the
/// last turn was in control.
fn parity(game: &Dots, position: &Position) -> String {
    let edges = game.undrawn(position).count_ones() as usize;
    let boxes = game.board().cells().iter().filter(|cell| !cell.is_closed(position.drawn())).count();
    let mover = position.side_to_move();
    let even = if (edges - boxes) % 2 == 1 { mover } else { mover.other() };
    let (even, odd) = (letter(even), letter(even.other()));
    format!("{even} will have it if the long chains are even in number, {odd} if they are odd\n")
}
