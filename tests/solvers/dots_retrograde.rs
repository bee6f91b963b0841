//! Claim: the solver of dots and boxes agrees with a retrograde pass over all sets of drawn edges,
//! which shares no code with it.

use crate::support::ask_dots::ask;
use crate::support::dots::grid;
use crate::support::dots_closer::again;
use crate::support::hash::hash;
use sparring_engine::games::dots::{Dots, Rules, edges_of};
use sparring_engine::solve::dots::Solver;
use sparring_sched::Pool;

/// The value of every position, by its set of drawn edges.
struct Values<'g> {
    game: &'g Dots,
    values: Vec<i8>,
}

impl Values<'_> {
    /// The value of a set depends on larger sets only, so the pass goes from the full board to the
    /// empty one.
    fn of(game: &Dots) -> Values<'_> {
        let all = game.board().all();
        let mut found = Values { game, values: vec![0; all as usize + 1] };
        for drawn in (0..all).rev() {
            found.values[drawn as usize] = found.best(drawn).0 as i8;
        }
        found
    }

    /// The value of a position and the set of edges that keep it.
    fn best(&self, drawn: u64) -> (i32, u64) {
        let (mut closing, mut closing_two) = (0, 0);
        for cell in self.game.board().cells() {
            let open = cell.edges & !drawn;
            if open.is_power_of_two() {
                closing_two |= closing & open;
                closing |= open;
            }
        }
        let turns = !again(self.game.rules());
        let (mut best, mut optimal) = (i32::MIN, 0);
        for edge in edges_of(self.game.board().all() & !drawn) {
            let gain = i32::from(closing & edge.bit() != 0) + i32::from(closing_two & edge.bit() != 0);
            let rest = i32::from(self.values[(drawn | edge.bit()) as usize]);
            let worth = if gain > 0 && !turns { gain + rest } else { gain - rest };
            if worth > best {
                (best, optimal) = (worth, 0);
            }
            if worth == best {
                optimal |= edge.bit();
            }
        }
        if optimal == 0 { (0, 0) } else { (best, optimal) }
    }
}

/// The empty board, and positions with some edges drawn.
fn compare(rows: usize, columns: usize, rules: Rules, positions: u64, least_drawn: u32) -> i32 {
    let game = grid(rows, columns, rules);
    let (pool, all) = (Pool::new(2).unwrap(), game.board().all());
    let values = Values::of(&game);
    let drawn = (0..).map(|n| hash(n) & hash(!n) & all).filter(|drawn| drawn.count_ones() >= least_drawn);
    for drawn in drawn.take(positions as usize) {
        let answer = ask(&Solver::new(&game, 16), &pool, drawn);
        let found = (answer.value, answer.optimal.unwrap());
        assert_eq!(found, values.best(drawn), "{rows}x{columns} {rules:?}, drawn {drawn:x}");
    }
    let solver = Solver::new(&game, 256);
    let answer = ask(&solver, &pool, 0);
    assert_eq!((answer.value, answer.optimal.unwrap()), values.best(0), "{rows}x{columns} {rules:?}");
    answer.value
}

#[test]
fn boards_of_22_edges_have_the_values_of_a_retrograde_pass() {
    assert_eq!(compare(2, 4, Rules::Standard, 200, 0), 2);
    assert_eq!(compare(2, 4, Rules::Alternate, 200, 0), -2);
    assert_eq!(compare(1, 7, Rules::Standard, 200, 0), -1);
    assert_eq!(compare(1, 7, Rules::Alternate, 200, 0), -3);
}

/// Some minutes and 2 GiB for each of the rules: `tools/dots-retrograde`.
#[test]
#[ignore = "takes minutes and 2 GiB; tools/dots-retrograde runs it"]
fn the_board_of_3_by_4_has_the_values_of_a_retrograde_pass() {
    for (rules, value) in [(Rules::Standard, 0), (Rules::Alternate, 4)] {
        assert_eq!(compare(3, 4, rules, 1_000, 6), value);
        println!("3x4 {}: {value}, and 1000 positions", rules.name());
    }
}
