//! Pages of one file for a browser: no network, no framework, light and dark, by mouse, touch and
//! keyboard.
//!
//! A page is a pure function of plain data. Everything but the timeline is in the HTML and can be
//! read without the script. The JSON document of the run is inside, in the element `run`.

pub mod axis;
mod board;
pub mod chart;
#[cfg(test)]
mod colours;
mod histogram;
pub mod html;
mod losses;
pub mod marks;
mod match_chart;
mod match_decisions;
mod match_page;
mod picture;
mod provenance;
mod run;
pub mod svg;
pub mod tables;
mod timeline;

pub use match_page::match_page;
pub use provenance::Provenance;
pub use run::RunPage;

use html::{Text, facts, fill, json_script};

/// A part of a page.
pub struct Section {
    /// Its anchor.
    id: &'static str,
    /// Its name in the list of all sections.
    name: &'static str,
    /// What it shows: what was found, or its name.
    title: String,
    /// HTML; a section without any is left out.
    content: String,
}

impl Section {
    /// A part whose title is its name; `content` is HTML.
    pub fn new(id: &'static str, name: &'static str, content: String) -> Section {
        Section { id, name, title: name.to_owned(), content }
    }

    fn titled(self, title: String) -> Section {
        Section { title, ..self }
    }
}

/// The whole of a page.
pub struct Page<'p> {
    /// The title of the window.
    pub title: &'p str,
    /// The head, as HTML.
    pub heading: String,
    /// The parts.
    pub sections: Vec<Section>,
    /// JSON scripts.
    pub data: String,
    /// What made it.
    pub provenance: &'p Provenance,
    /// Names and values of more that made it.
    pub more_provenance: Vec<(&'static str, String)>,
}

impl Page<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let sections = || self.sections.iter().filter(|section| !section.content.is_empty());
        let link = |Section { id, name, .. }: &Section| format!("<a href=\"#{id}\">{name}</a>");
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
                        include_str!("chart.css"),
                        include_str!("match.css")
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
                    concat!(include_str!("scroll.js"), include_str!("walk.js"), include_str!("page.js")),
                ),
            ],
        )
    }
}

/// The JSON document of a page as a script.
pub fn data(document: &str) -> String {
    json_script("run", document)
}
