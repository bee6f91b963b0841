//! The rules of the games: boards, moves, notation, evaluation. No threads, no I/O.
pub mod backgammon;
pub mod chess;
pub mod dots;
