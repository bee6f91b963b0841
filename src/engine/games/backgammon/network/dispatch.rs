//! Evaluation compiled for several instruction sets (`games/instruction_set.rs`).
#![allow(unsafe_code)]

use super::super::Position;
use super::{Chances, Class, Layers, all_chances};
use crate::games::instruction_set::dispatched;

dispatched! {
    chances(classes: &[Layers; Class::COUNT], results: &[Position], into: &mut [Chances]) = all_chances;
}
