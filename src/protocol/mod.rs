//! Conversations with the engine, game by game.

pub mod backgammon;
pub mod chess;
pub mod dots;
