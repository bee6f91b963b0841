//! Saved games, and files that were damaged.

use proptest::collection::vec;
use proptest::prelude::*;
use sparring_engine::games::Tags;

/// Tags with names and values of all kinds of characters.
pub fn tags() -> impl Strategy<Value = Tags> {
    let name = prop_oneof!["White|Black|Date|Event|Site|Round|Seed|Level", "[A-Za-z][A-Za-z0-9_]{0,20}"];
    let reserved = ["Result", "SetUp", "FEN", "Variant"];
    let name = name.prop_filter("follows from the game", move |name| !reserved.contains(&name.as_str()));
    vec((name, "\\PC{0,30}"), 0..6)
        .prop_map(|pairs| pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect())
}

/// What is done to a text: where, how many characters go, and what comes in their place.
pub type Damage = Vec<(prop::sample::Index, usize, String)>;

/// One to four cuts, with pieces of the formats in their place.
pub fn damage() -> impl Strategy<Value = Damage> {
    let piece = prop_oneof![
        Just(String::new()),
        "\\PC{1,4}",
        "[ \\n\\r\\[\\](){};:%$\\\\\"*/,.-]{1,3}",
        "[0-9]{1,25}",
        "[A-Za-z]{1,6}",
    ];
    vec((any::<prop::sample::Index>(), 0..12usize, piece), 1..5)
}

/// The text after the damage.
pub fn damaged(text: &str, damage: &Damage) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, length, piece) in damage {
        let at = at.index(text.len() + 1);
        let end = (at + length).min(text.len());
        text.splice(at..end, piece.chars());
    }
    text.into_iter().collect()
}

/// Asserts that an error is one line of a moderate length that says what was expected.
pub fn assert_one_line(error: &impl ToString) {
    let line = error.to_string();
    assert!(line.lines().count() == 1 && line.chars().count() < 400, "{line}");
    assert!(line.contains("got") && line.contains("expected"), "{line}");
}
