//! The ways to play a roll, checker by checker.

use sparring_engine::games::backgammon::Roll;

use super::backgammon_rules::{Points, results, steps};

/// All ways to play a roll, checker by checker (from, to; 25 is the bar, 0 off), and their ends.
pub fn plays(board: &Points, roll: Roll) -> Vec<(Vec<(usize, usize)>, Points)> {
    let (n, ends) = results(board, roll);
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let mut plays = Vec::new();
    for order in [[high, low, high, low], [low, high, low, high]] {
        let mut ways = vec![(Vec::new(), *board)];
        for die in &order[..n] {
            let longer = |(way, board): &(Vec<_>, Points)| {
                let step = |(from, to, _, after)| ([&way[..], &[(from, to)]].concat(), after);
                steps(board, *die).into_iter().map(step).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        plays.extend(ways.into_iter().filter(|(_, end)| ends.contains(end)));
    }
    plays
}

/// One checker's move as text.
pub fn text((from, to): (usize, usize)) -> String {
    let from = if from == 25 { "bar".to_owned() } else { from.to_string() };
    let to = if to == 0 { "off".to_owned() } else { to.to_string() };
    format!("{from}/{to}")
}
