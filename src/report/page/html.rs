use std::fmt::{self, Display, Write};

/// Text escaped for use between tags and in quoted attributes.
pub struct Text<T>(pub T);

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.to_string().chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(c)?,
                // HTML or XML, in which pictures are written, forbids these.
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                    write!(f, "{}", c.escape_default())?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Returns JSON as a script element; nothing in it can end the element or open a comment.
pub fn json_script(id: &str, json: &str) -> String {
    let json = json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n")
}

/// Replaces every `{{name}}` of a template. Inserted text is not expanded again.
pub fn fill(template: &str, with: &[(&str, &str)]) -> String {
    let mut pieces = template.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("a name ends");
        let (_, value) = with.iter().find(|(n, _)| *n == name).expect("every name of a template is known");
        page += value;
        page += rest;
    }
    page
}

/// Longer values take two columns, or a whole line.
const LONG: usize = 24;
const LINE_LONG: usize = 44;

pub fn facts<'f>(class: &str, facts: impl IntoIterator<Item = (&'f str, String)>) -> String {
    let row = |(name, value): (&str, String)| {
        let class = match value.len() {
            length if length > LINE_LONG => " class=\"line-long\"",
            length if length > LONG => " class=\"long\"",
            _ => "",
        };
        // A FEN breaks between its ranks.
        let value = Text(value).to_string().replace('/', "/<wbr>");
        format!("<div{class}><dt>{}</dt><dd>{value}</dd></div>\n", Text(name))
    };
    format!("<dl class=\"{class}\">\n{}</dl>\n", facts.into_iter().map(row).collect::<String>())
}

/// A left-aligned cell.
pub fn words(text: impl Display) -> String {
    format!("<span class=\"words\">{}</span>", Text(text))
}

/// A cell that may wrap.
pub fn sentence(text: impl Display) -> String {
    format!("<span class=\"words sentence\">{}</span>", Text(text))
}

/// A table that scrolls on narrow pages. Cells are HTML; a row's first cell is its heading.
/// Empty columns are left out.
pub fn table(caption: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}, table\">\n<table>\n<caption>{0}</caption>\n<thead><tr>",
        Text(caption)
    );
    let filled: Vec<usize> =
        (0..head.len()).filter(|&column| rows.iter().any(|row| !row[column].is_empty())).collect();
    for &column in &filled {
        let left =
            |row: &Vec<String>| ["class=\"words", "class=\"bar"].iter().any(|c| row[column].contains(c));
        let class = if rows.iter().any(left) { " class=\"left\"" } else { "" };
        html += &format!("<th scope=\"col\"{class}>{}</th>", Text(head[column]));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        html += if row[0] == TOTAL { "<tr class=\"total\">" } else { "<tr>" };
        for &column in &filled {
            html += &match column {
                0 => format!("<th scope=\"row\">{}</th>", row[column]),
                _ => format!("<td>{}</td>", row[column]),
            };
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n"
}

pub const TOTAL: &str = "total";

pub struct Part {
    pub class: &'static str,
    pub name: &'static str,
    pub share: f64,
    pub amount: String,
}

/// A bar as wide as the sum of the shares.
pub fn bar(parts: &[Part]) -> String {
    let said: Vec<String> = parts
        .iter()
        .filter(|part| part.share > 0.0)
        .map(|part| format!("{} {}", part.name, part.amount))
        .collect();
    let mut html = format!("<div class=\"bar\" role=\"img\" aria-label=\"{}\">", Text(said.join(", ")));
    for part in parts.iter().filter(|part| part.share > 0.0) {
        html += &format!(
            "<i class=\"{}\" style=\"width:{:.3}%\" title=\"{} {}\"></i>",
            part.class,
            100.0 * part.share,
            Text(part.name),
            Text(&part.amount)
        );
    }
    html + "</div>"
}

pub fn legend(entries: &[(&str, &str)]) -> String {
    let entry = |(class, name): &(&str, &str)| format!("<li><i class=\"{class}\"></i>{name}</li>");
    format!("<ul class=\"legend\">{}</ul>\n", entries.iter().map(entry).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_place() {
        let evil = "</script><script>alert(1)</script> \"'&\u{1}";
        assert!(!Text(evil).to_string().contains(['<', '>', '"', '\'', '\u{1}']));
        let script = json_script("x", &serde_json::to_string(evil).unwrap());
        assert_eq!(script.matches('<').count(), 2, "{script}");
        let inside = script.split_once('>').unwrap().1.split_once('<').unwrap().0;
        assert_eq!(serde_json::from_str::<String>(inside).unwrap(), evil);
    }

    #[test]
    fn text_has_no_character_that_xml_forbids() {
        let forbidden = "\0\u{8}\u{b}\u{c}\u{e}\u{1b}\u{fffe}\u{ffff}";
        let text = Text(forbidden).to_string();
        assert!(text.chars().all(|c| c.is_ascii_graphic()), "{text:?}");
        let allowed = "a\tb\r\nc \u{a0}é♞\u{fffd}\u{10ffff}";
        assert_eq!(Text(allowed).to_string(), allowed);
    }

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        assert_eq!(fill("a {{x}} b {{y}}", &[("x", "{{y}}"), ("y", "1")]), "a {{y}} b 1");
    }
}
