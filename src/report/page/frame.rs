use serde::Serialize;

use super::html::{Text, facts, fill, json_script};
use super::provenance::Provenance;
use crate::documents::json;

pub struct Section {
    pub id: String,
    /// Name in the list of sections.
    pub name: String,
    pub title: String,
    /// HTML; an empty section is left out.
    pub content: String,
}

impl Section {
    pub fn new(id: &str, name: &str, content: String) -> Section {
        Section { id: id.to_owned(), name: name.to_owned(), title: name.to_owned(), content }
    }

    pub fn titled(self, title: String) -> Section {
        Section { title, ..self }
    }
}

pub struct Page<'p> {
    pub title: &'p str,
    /// HTML.
    pub heading: String,
    pub sections: Vec<Section>,
    /// JSON scripts.
    pub data: String,
    pub provenance: &'p Provenance,
    /// Names and values added to the provenance.
    pub more_provenance: Vec<(&'static str, String)>,
}

impl<'p> Page<'p> {
    /// A page that contains a document as JSON and is otherwise empty.
    pub fn of(document: &impl Serialize, provenance: &'p Provenance) -> Page<'p> {
        Page {
            title: "",
            heading: String::new(),
            sections: Vec::new(),
            data: data(&json(document, provenance.program())),
            provenance,
            more_provenance: Vec::new(),
        }
    }

    pub fn html(&self) -> String {
        let sections = || self.sections.iter().filter(|section| !section.content.is_empty());
        let link = |Section { id, name, .. }: &Section| format!("<a href=\"#{id}\">{}</a>", Text(name));
        let section = |Section { id, title, content, .. }: &Section| {
            let heading = format!("<h2 id=\"{id}-h\">{}</h2>", Text(title));
            format!("<section id=\"{id}\" aria-labelledby=\"{id}-h\">\n{heading}\n{content}</section>\n")
        };
        let made: Vec<_> =
            self.provenance.facts().into_iter().chain(self.more_provenance.iter().cloned()).collect();
        fill(
            include_str!("page.html"),
            &[
                ("title", &Text(self.title).to_string()),
                (
                    "style",
                    concat!(
                        include_str!("colours.css"),
                        include_str!("page.css"),
                        include_str!("chart/chart.css"),
                        include_str!("matches/match.css"),
                        include_str!("games/game.css")
                    ),
                ),
                ("heading", &self.heading),
                ("command", &Text(self.provenance.command_line()).to_string()),
                ("links", &sections().map(link).collect::<Vec<_>>().join("\n")),
                ("sections", &sections().map(section).collect::<String>()),
                ("provenance", &facts("facts", made)),
                ("data", &self.data),
                (
                    "script",
                    concat!(
                        include_str!("scroll.js"),
                        include_str!("matches/walk.js"),
                        include_str!("games/follow.js"),
                        include_str!("run/timeline.js")
                    ),
                ),
            ],
        )
    }
}

pub(super) fn data(document: &str) -> String {
    json_script("run", document)
}
