//! Pages of one file for a browser: no network, no framework, light and dark, by mouse, touch and
//! keyboard.
//!
//! A page is a pure function of plain data. Everything but the timeline is in the HTML and can be
//! read without the script. The JSON document of the run is inside, in the element `run`.

mod board;
mod chart;
mod experiment;
mod histogram;
mod html;
mod losses;
mod picture;
mod provenance;
mod run;
mod scaling;
mod tables;
mod timeline;

pub use experiment::experiment_page;
pub use provenance::Provenance;
pub use run::RunPage;
pub use scaling::{scaling_page, scaling_picture};

use html::{Text, facts, fill, json_script};

/// The whole of a page.
struct Page<'p> {
    title: &'p str,
    heading: String,
    sections: Vec<(&'static str, &'static str, String)>,
    /// JSON scripts.
    data: String,
    provenance: &'p Provenance,
    more_provenance: Vec<(&'static str, String)>,
}

impl Page<'_> {
    fn html(&self) -> String {
        let link = |(id, name, _): &(&str, &str, String)| format!("<a href=\"#{id}\">{name}</a>");
        let section = |(id, name, content): &(&str, &str, String)| {
            format!(
                "<section id=\"{id}\" aria-labelledby=\"{id}-h\">\n<h2 id=\"{id}-h\">{name}</h2>\n{content}</section>\n"
            )
        };
        let made: Vec<_> =
            self.provenance.facts().into_iter().chain(self.more_provenance.iter().cloned()).collect();
        fill(
            include_str!("page.html"),
            &[
                ("title", &Text(self.title).to_string()),
                (
                    "style",
                    concat!(include_str!("colours.css"), include_str!("page.css"), include_str!("chart.css")),
                ),
                ("heading", &self.heading),
                ("command", &Text(self.provenance.command_line()).to_string()),
                ("links", &self.sections.iter().map(link).collect::<Vec<_>>().join("\n")),
                ("sections", &self.sections.iter().map(section).collect::<String>()),
                ("provenance", &facts("facts", made)),
                ("data", &self.data),
                ("script", concat!(include_str!("scroll.js"), include_str!("page.js"))),
            ],
        )
    }
}

fn data(document: &str) -> String {
    json_script("run", document)
}
