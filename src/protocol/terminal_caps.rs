use anstyle::{Ansi256Color, Color, Style as Ansi};

use sparring_engine::games::{Drawing, Ground, Ink, Style, Tone};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalCaps {
    /// True if a person looks at it; boards then mark the last move.
    pub terminal: bool,
    pub moves_cursor: bool,
    pub unicode: bool,
    pub colour: bool,
    pub width: usize,
}

impl TerminalCaps {
    /// Plain ASCII, for pipes.
    pub const PLAIN: TerminalCaps =
        TerminalCaps { terminal: false, moves_cursor: false, unicode: false, colour: false, width: 80 };

    /// Reads environment variables. `NO_COLOR` and `TERM=dumb` mean no colours, `TERM=dumb` or a
    /// locale without UTF-8 means ASCII.
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

    pub fn style(&self, width: usize) -> Style {
        Style {
            marks: self.terminal,
            unicode: self.unicode,
            colour: self.colour,
            narrow: self.terminal && self.width < width,
        }
    }

    /// A drawing as text, with colours if available.
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

/// White and black of the 256 colours stand out on a blue and a grey of middle brightness.
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
