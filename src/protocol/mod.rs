//! Conversations with the engine, game by game.

pub mod chess;
