//! The rules of the games: boards, moves, notation, evaluation. No threads, no I/O.
pub mod backgammon;
pub mod chess;
pub mod dots;
mod ink;
mod tags;

pub use ink::{Drawing, Ground, Ink, Style, Tone};
pub use tags::Tags;

/// At most 24 characters of foreign text, escaped so that they stay on one line.
fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(24).flat_map(char::escape_debug).collect();
    if text.chars().nth(24).is_some() { short + "..." } else { short }
}

/// An [`excerpt`] in quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", excerpt(text))
}
