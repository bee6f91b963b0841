//! The experiments of four earlier programs in Haskell, the *ancestors*: A and B of backgammon, C
//! of dots and boxes, D of chess.

mod backgammon_2020;
mod backgammon_2025;
mod chess_2021;
mod collect;
mod dots_2021;
mod published;
mod shares;
mod strategies;
mod ways;

pub use backgammon_2020::{reproduce as reproduce_a, rows as rows_a};
pub use backgammon_2025::{reproduce as reproduce_b, rows as rows_b};
pub use chess_2021::{BOARDS, black_to_move, chess, reproduce as reproduce_d, rows as rows_d};
pub use dots_2021::{reproduce as reproduce_c, rows as rows_c};
