//! The experiments of four earlier programs in Haskell, the *ancestors*, repeated on the same
//! parameters beside their figures; and how the searches scale beyond the threads of a machine.

mod ancestor_a;
mod ancestor_b;
mod ancestor_c;
mod ancestor_d;
mod exercise;
mod row;
mod scaling;

pub use ancestor_a::{ROWS as ROWS_A, reproduce as reproduce_a};
pub use ancestor_b::{ROWS as ROWS_B, reproduce as reproduce_b};
pub use ancestor_c::{game as game_c, reproduce as reproduce_c, rows as rows_c};
pub use ancestor_d::{reproduce as reproduce_d, rows as rows_d};
pub use row::Engines;
pub use scaling::{Scaling, scaling};
