//! Rust source without what does not run in the program: comments, literals and tests.

/// Words an item may begin with. Anything else behind `#[cfg(test)]` is left in and checked.
const ITEMS: [&str; 13] = [
    "mod",
    "use",
    "fn",
    "pub",
    "impl",
    "struct",
    "enum",
    "trait",
    "const",
    "static",
    "type",
    "extern",
    "macro_rules",
];

/// The code of a file: no comments, empty literals, and no items that are there for tests only.
pub fn code(text: &str) -> String {
    without_tests(&without_comments_and_literals(text))
}

fn without_comments_and_literals(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let in_a_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if first == '"' {
            code.push_str("\"\"");
            string(rest)
        } else if let Some(length) = raw_string(rest).filter(|_| !in_a_word) {
            code.push_str("\"\"");
            length
        } else if let Some(length) = character(rest) {
            code.push_str("' '");
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    code
}

/// The length of the comment with which `text` begins. Comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let Some(next) = text[at..].find(['/', '*']).map(|next| at + next) else { return text.len() };
        match text.get(next..next + 2) {
            Some("/*") => depth += 1,
            Some("*/") => depth -= 1,
            _ => {
                at = next + 1;
                continue;
            }
        }
        at = next + 2;
        if depth == 0 {
            return at;
        }
    }
}

/// The length of the string with which `text` begins.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of the raw string with which `text` begins, if it does.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix("br").or(text.strip_prefix('r'))?;
    let quoted = hashes.trim_start_matches('#');
    let closing = format!("\"{}", &hashes[..hashes.len() - quoted.len()]);
    let inside = quoted.strip_prefix('"')?;
    let end = inside.find(&closing).map_or(inside.len(), |end| end + closing.len());
    Some(text.len() - inside.len() + end)
}

/// The length of the character literal with which `text` begins, if it does: a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    if let Some(escaped) = inside.strip_prefix('\\') {
        let code = escaped.chars().next()?.len_utf8();
        return escaped[code..].find('\'').map(|end| 2 + code + end + 1);
    }
    let c = inside.chars().next()?;
    inside[c.len_utf8()..].starts_with('\'').then(|| 2 + c.len_utf8())
}

fn without_tests(code: &str) -> String {
    let (mut kept, mut rest) = (String::new(), code);
    while let Some(at) = rest.find("#[cfg(") {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let attribute = enclosed(&from[1..]) + 1;
        let length =
            if for_tests(&from[..attribute]) { attribute + item(&from[attribute..]) } else { attribute };
        if !for_tests(&from[..attribute]) {
            kept.push_str(&from[..attribute]);
        }
        rest = &from[length..];
    }
    kept + rest
}

/// Whether what has this attribute is compiled for tests only.
fn for_tests(attribute: &str) -> bool {
    attribute.starts_with("#[cfg(test)") || attribute.starts_with("#[cfg(all(test,")
}

/// The length of the item with which `code` begins, attributes included; 0 if it is no item.
fn item(code: &str) -> usize {
    let begin = code.len() - code.trim_start().len();
    let text = &code[begin..];
    if text.starts_with("#[") {
        let attribute = begin + 1 + enclosed(&text[1..]);
        let length = item(&code[attribute..]);
        return if length == 0 { 0 } else { attribute + length };
    }
    let word = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    if !ITEMS.contains(&word) {
        return 0;
    }
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            ';' => return begin + at + 1,
            '{' => return begin + at + enclosed(&text[at..]),
            '(' | '[' => at += enclosed(&text[at..]),
            _ => at += c.len_utf8(),
        }
    }
    code.len()
}

/// The length of the group in brackets with which `code` begins.
fn enclosed(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 1 => return at + 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

#[test]
fn code_goes_on_behind_tests() {
    let text = r##"
use a::b; // x::y
/* x /* y */ z::{ */
#[cfg(test)]
#[path = "elsewhere"]
mod oracle {
    fn f() -> char { '}' }
}
const BRACE: (char, &str, &str) = ('{', "{\"x::", r#"{"x::"#);
#[cfg(all(test, target_arch = "x86_64"))]
fn g<'a>(x: [&'a u8; 3]) { x::y() }
#[cfg(loom)]
use c::d;
#[cfg(test)]
use x::{y, z};
struct S { #[cfg(test)] field: e::F }
#[cfg(test)]
mod tests;
fn h<'a>(x: &'a str) -> bool { x == "'" || i::j() }
"##;
    let code = code(text);
    for kept in ["use a::b;", "#[cfg(loom)]\nuse c::d;", "field: e::F", "fn h<'a>(x: &'a str)", "i::j()"] {
        assert!(code.contains(kept), "{kept} is missing in {code}");
    }
    for gone in ["x::", "oracle", "mod", "fn g", "y, z"] {
        assert!(!code.contains(gone), "{gone} is left in {code}");
    }
}
