//! Conversations with the engine: a person at a [`terminal`], gnubg at a socket
//! ([`backgammon::gnubg`]).

pub mod backgammon;
pub mod chess;
pub mod dots;
pub mod terminal;
