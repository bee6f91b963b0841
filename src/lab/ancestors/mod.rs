//! The experiments of four earlier programs in Haskell, the *ancestors*: backgammon (A and B), dots
//! and boxes (C), and chess (D).

mod backgammon_2020;
mod backgammon_2025;
mod chess_2021;
mod collect;
mod dots_2021;
mod published;
mod shares;
mod strategies;
mod ways;

pub use chess_2021::{BOARDS, black_to_move, chess};

use crate::documents::ReproduceDocument;
use crate::measure::{Experiment, Machine};
use crate::pages::experiment_page;
use sparring_sched::PoolError;

/// Backgammon (2020): whole games with forward pruning.
pub const A: Experiment<ReproduceDocument> = ancestor(backgammon_2020::rows, backgammon_2020::reproduce);
/// Backgammon (2025): five boards, 21 rolls each.
pub const B: Experiment<ReproduceDocument> = ancestor(backgammon_2025::rows, backgammon_2025::reproduce);
/// Dots and boxes (2021): 2x2 boxes, nine edges deep.
pub const C: Experiment<ReproduceDocument> = ancestor(dots_2021::rows, dots_2021::reproduce);
/// Chess (2021): one move by Black on four boards, four plies deep.
pub const D: Experiment<ReproduceDocument> = ancestor(chess_2021::rows, chess_2021::reproduce);

type Measure = fn(&Machine<'_>, &mut dyn FnMut() -> bool) -> Result<ReproduceDocument, PoolError>;

const fn ancestor(steps: fn(&Machine<'_>) -> usize, measure: Measure) -> Experiment<ReproduceDocument> {
    Experiment { step: "rows", steps, measure, text: ReproduceDocument::text, page: experiment_page }
}
