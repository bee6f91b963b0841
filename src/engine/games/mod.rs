//! The rules of the games: boards, moves, notation, evaluation. No threads, no I/O.
#[cfg(feature = "backgammon")]
pub mod backgammon;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "dots")]
pub mod dots;
mod ink;
#[cfg(any(feature = "backgammon", feature = "chess"))]
mod instruction_set;
#[cfg(any(feature = "backgammon", feature = "chess"))]
mod network_file;
mod provenance;
mod tags;

use std::borrow::Cow;

pub use ink::{Drawing, Ground, Ink, Style, Tone};
pub use provenance::Provenance;
pub use tags::Tags;

/// Decodes foreign text: UTF-8, and each invalid byte as Latin-1.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    Cow::Owned(text)
}

/// At most 24 characters of foreign text, escaped to stay on one line.
fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(24).flat_map(char::escape_debug).collect();
    if text.chars().nth(24).is_some() { short + "..." } else { short }
}

fn quoted(text: &str) -> String {
    format!("'{}'", excerpt(text))
}
