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

/// True for the beginning of a text in UTF-16.
pub fn is_utf16(start: &[u8]) -> bool {
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    }
}

/// The characters of the bytes 0x80 to 0x9f in windows-1252; the undefined ones stay controls.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes foreign text: UTF-8, and each invalid byte as windows-1252, which contains Latin-1.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let character = |&byte: &u8| match byte {
            0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(byte),
        };
        text.extend(chunk.invalid().iter().map(character));
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
