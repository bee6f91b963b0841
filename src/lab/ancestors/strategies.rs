//! The strategies side by side, on the boards of the experiment of 2021: those that its paper
//! has, those that it and others ask for, and this program's own.

use super::chess_2021::{BOARDS, black_to_move, chess};
use super::collect::Collector;
use crate::measure::{Halt, Machine, Sharing};
use sparring_engine::search::{Settings, Strategy};

/// The depth of the paper, at which all are compared.
const SHALLOW: (u32, &[Strategy]) = (
    4,
    &[Strategy::Par, Strategy::ParAb, Strategy::Chunks, Strategy::PvSplit, Strategy::Abdada, Strategy::Ybw],
);

/// Deeper, where `pvs` has a hundred thousand nodes instead of a few thousand, and minimax has
/// more than can be waited for.
const DEEP: (u32, &[Strategy]) =
    (6, &[Strategy::ParAb, Strategy::Chunks, Strategy::PvSplit, Strategy::Abdada, Strategy::Ybw]);

/// How often `progress` is called.
pub const STRATEGIES: usize = SHALLOW.1.len() + DEEP.1.len();

/// Adds the rows of all strategies, compared with `pvs` on one thread.
///
/// # Errors
/// If the experiment is interrupted, or there is no memory for simulated workers.
pub fn compare(machine: &Machine<'_>, rows: &mut Collector<'_>) -> Result<(), Halt> {
    let boards = BOARDS.map(black_to_move);
    for (depth, strategies) in [SHALLOW, DEEP] {
        let sharing = Sharing::new(chess(machine), "four boards", &boards, depth, Strategy::Pvs);
        for &strategy in strategies {
            rows.share(sharing.rows(Settings::depth(depth).by(strategy), None)?)?;
        }
    }
    Ok(())
}
