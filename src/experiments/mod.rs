//! The experiments of four earlier programs in Haskell, the *ancestors*, repeated on the same
//! parameters beside their figures; and how the searches scale beyond the threads of a machine.

mod ancestor_a;
mod ancestor_b;
mod ancestor_c;
mod ancestor_d;
mod collect;
mod exercise;
mod granularity;
mod machine;
mod memory;
mod published;
mod row;
mod scaling;
mod shares;
mod sharing;
mod strategies;

pub use ancestor_a::{reproduce as reproduce_a, rows as rows_a};
pub use ancestor_b::{reproduce as reproduce_b, rows as rows_b};
pub use ancestor_c::{reproduce as reproduce_c, rows as rows_c};
pub use ancestor_d::{reproduce as reproduce_d, rows as rows_d};
pub use granularity::{STEPS as GRANULARITY_STEPS, granularity};
pub use machine::Machine;
pub use scaling::{Scaling, scaling};
