//! Joins, and tasks with handles.

pub(crate) mod arena;
pub(crate) mod fork;
pub(crate) mod leapfrog;
pub(crate) mod spawned;
pub(crate) mod tasks;
pub(crate) mod two_words;
