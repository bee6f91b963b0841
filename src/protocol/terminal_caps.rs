//! What a terminal can show, and drawings as it shows them.

use anstyle::{Ansi256Color, Color, Style as Ansi};

use sparring_engine::games::{Drawing, Ground, Ink, Style, Tone};

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalCaps {
    /// Whether a person looks at it: boards mark the last move.
    pub terminal: bool,
    /// Whether the cursor can be moved, so that lines can be edited.
    pub moves_cursor: bool,
    /// Whether it shows characters beyond ASCII.
    pub unicode: bool,
    /// Whether it shows colours.
    pub colour: bool,
    /// Its width in columns.
    pub width: usize,
}

impl TerminalCaps {
    /// Plain ASCII, as for a pipe.
    pub const PLAIN: TerminalCaps =
        TerminalCaps { terminal: false, moves_cursor: false, unicode: false, colour: false, width: 80 };

    /// What the variables of the environment, given by `var`, say about a terminal. `NO_COLOR` and
    /// `TERM=dumb` mean no colours, a locale without UTF-8 and `TERM=dumb` mean ASCII.
    pub fn of_terminal(var: impl Fn(&str) -> Option<String>) -> TerminalCaps {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let capable = set("TERM").is_some_and(|term| term != "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name));
        let utf8 = locale.is_some_and(|locale| {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        TerminalCaps {
            terminal: true,
            moves_cursor: capable,
            unicode: capable && utf8,
            colour: capable && set("NO_COLOR").is_none(),
            width: 80,
        }
    }

    /// How a board is drawn that is usually `width` columns wide.
    pub fn style(&self, width: usize) -> Style {
        Style {
            marks: self.terminal,
            unicode: self.unicode,
            colour: self.colour,
            narrow: self.terminal && self.width < width,
        }
    }

    /// A drawing as text, with the sequences that colour it if it is to be coloured.
    pub fn show(&self, drawing: &Drawing) -> String {
        if !self.colour {
            return drawing.to_string();
        }
        let shown = drawing.pieces().map(|(ink, text)| {
            let ansi = ansi(ink);
            format!("{ansi}{text}{ansi:#}")
        });
        shown.collect()
    }
}

/// The pieces of both sides can be told from both squares: of the 256 colours, white and black on a
/// blue and a grey of middle brightness.
fn ansi(ink: Ink) -> Ansi {
    let colour = |n: u8| Some(Color::Ansi256(Ansi256Color(n)));
    let ground = match ink.ground {
        Ground::Plain => None,
        Ground::Light => colour(67),
        Ground::Dark => colour(60),
        Ground::Marked => colour(130),
    };
    let on_board = ink.ground != Ground::Plain;
    let ansi = Ansi::new().bg_color(ground);
    match ink.tone {
        Tone::Plain => ansi,
        Tone::Faint => ansi.dimmed(),
        Tone::First if on_board => ansi.fg_color(colour(231)),
        Tone::Second if on_board => ansi.fg_color(colour(16)),
        Tone::First => ansi.fg_color(colour(39)),
        Tone::Second => ansi.fg_color(colour(208)),
        Tone::Marked => ansi.fg_color(colour(208)).bold(),
    }
}
