//! Reading a page without a browser.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// A file for a test to write, in a folder that is kept.
pub fn scratch(folder: &str, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Elements without an end tag.
const VOID: [&str; 6] = ["meta", "link", "br", "wbr", "hr", "img"];
/// Elements whose contents are raw text: only their own end tag is a tag.
const RAW: [&str; 2] = ["script", "style"];

/// The name of a tag and its attributes, unparsed.
pub struct Tag<'p> {
    pub name: &'p str,
    pub attributes: &'p str,
}

/// All opening tags of a page in order. Panics unless the tags are properly nested and closed.
pub fn tags(page: &str) -> Vec<Tag<'_>> {
    elements(page.strip_prefix("<!DOCTYPE html>").expect("a page says what it is"))
}

/// As [`tags`], of HTML or XML without a prologue.
pub fn elements(mut rest: &str) -> Vec<Tag<'_>> {
    let (mut open, mut tags) = (Vec::new(), Vec::new());
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a stray > in {text:?}");
        let (tag, after) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag:.60} does not end"));
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}> before {after:.60}");
            continue;
        }
        assert!(tag.starts_with(|c: char| c.is_ascii_lowercase()), "<{tag}> is no tag");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        tags.push(Tag { name, attributes });
        if RAW.contains(&name) {
            rest =
                rest.split_once(&format!("</{name}>")).unwrap_or_else(|| panic!("<{name}> does not end")).1;
        } else if !VOID.contains(&name) && !attributes.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    tags
}

/// The contents of the JSON script with this id.
pub fn embedded(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("no element {id}"));
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// Asserts that the page is well-formed and refers to nothing outside itself.
pub fn assert_page(page: &str) {
    let tags = tags(page);
    assert!(page.trim_end().ends_with("</html>"));
    let scripts = tags.iter().filter(|tag| tag.name == "script" && tag.attributes.is_empty()).count();
    assert_eq!(scripts, 1, "one script runs");
    for tag in &tags {
        assert!(!["img", "iframe", "object", "embed", "base", "form"].contains(&tag.name), "<{}>", tag.name);
        let words = tag.attributes.split_whitespace();
        for word in words.filter(|word| word.starts_with("src=") || word.starts_with("href=")) {
            assert!(word.starts_with("href=\"#") || word == "href=\"data:,\"", "{word}");
        }
        let quoted: Vec<&str> = tag.attributes.split('"').step_by(2).collect();
        assert!(!quoted.iter().any(|outside| outside.trim_start().starts_with("on")), "{}", tag.attributes);
    }
    for needle in ["://", "@import", "url(", "fetch(", "XMLHttpRequest", "eval(", "innerHTML"] {
        assert!(!page.contains(needle), "{needle} in the page");
    }
    let ids: Vec<&str> = tags
        .iter()
        .filter_map(|tag| tag.attributes.split_once("id=\"").map(|(_, rest)| rest.split('"').next().unwrap()))
        .collect();
    for id in &ids {
        assert_eq!(ids.iter().filter(|other| other == &id).count(), 1, "id {id}");
    }
}

/// The text between two others.
pub fn between<'p>(page: &'p str, before: &str, after: &str) -> &'p str {
    let rest = page.split_once(before).unwrap_or_else(|| panic!("no {before} in the page")).1;
    rest.split_once(after).unwrap().0
}

/// A piece of HTML without its tags, the texts of the tags between blanks.
pub fn text(html: &str) -> String {
    let pieces = html.split('<').map(|piece| piece.rsplit_once('>').map_or(piece, |(_, text)| text));
    pieces.filter(|piece| !piece.trim().is_empty()).map(str::trim).collect::<Vec<_>>().join(" ")
}

pub fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap()
}
