use super::chess_2021::{BOARDS, black_to_move, chess};
use super::collect::Collector;
use crate::measure::{Halt, Machine, Sharing};
use sparring_engine::search::{Settings, Strategy};

const SHALLOW: (u32, &[Strategy]) = (
    4,
    &[Strategy::Par, Strategy::ParAb, Strategy::Chunks, Strategy::PvSplit, Strategy::Abdada, Strategy::Ybw],
);

/// A depth at which `pvs` has about 100,000 nodes; minimax would take too long.
const DEEP: (u32, &[Strategy]) =
    (6, &[Strategy::ParAb, Strategy::Chunks, Strategy::PvSplit, Strategy::Abdada, Strategy::Ybw]);

pub const STRATEGIES: usize = SHALLOW.1.len() + DEEP.1.len();

/// Adds the rows of all strategies, compared with `pvs` on one thread.
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
