//! Boards as inline SVG, without fonts or network.

mod backgammon;
mod chess;
mod dots;
mod svg;

pub(super) use backgammon::shared_parts;
pub(super) use chess::shared_parts as shared_chess_parts;

use crate::documents::{BackgammonDiagram, ChessDiagram, Diagram, EdgeMark};
use crate::page::html::Text;

/// The source of a board's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    Own,
    /// Defined in `shared_parts`, once for a page of many boards.
    Shared,
}

pub fn board(diagram: &Diagram) -> String {
    let (kind, drawn) = match diagram {
        Diagram::Chess(chess) => ("chess", chess::svg_of(chess, Parts::Own)),
        Diagram::Backgammon(backgammon) => ("backgammon", backgammon::svg_of(backgammon, Parts::Own)),
        Diagram::Dots(dots) => ("dots", dots::svg_of(dots)),
        Diagram::Text(text) => {
            ("text", format!("<pre tabindex=\"0\" aria-label=\"Board\">{}</pre>", Text(text.trim_end())))
        }
    };
    let caption =
        diagram.caption().map_or(String::new(), |text| format!("<figcaption>{}</figcaption>", Text(text)));
    format!("<figure class=\"board {kind}\">{drawn}{caption}</figure>\n")
}

impl Diagram {
    fn caption(&self) -> Option<String> {
        let (turn, marked) = match self {
            Diagram::Chess(chess) => (chess.turn.clone(), chess.marks()),
            Diagram::Backgammon(board) => return Some(backgammon::caption(board)),
            Diagram::Dots(dots) => {
                let best = dots.edges.iter().any(|(_, mark)| *mark == EdgeMark::Best);
                return best.then(|| "Blue: best moves".to_owned());
            }
            Diagram::Text(_) => return None,
        };
        Some(marked.map_or(turn.clone(), |marked| format!("{turn}. {marked}")))
    }
}

impl ChessDiagram {
    fn marks(&self) -> Option<&'static str> {
        match (self.best, self.made) {
            (Some(_), None) => Some("Arrow: the best move"),
            (Some(_), Some(_)) => Some("Arrow: the best move; marked: the move made"),
            (None, Some(_)) => Some("Marked: the move made"),
            (None, None) => None,
        }
    }
}

/// A chess board made of [`shared_chess_parts`].
pub fn chess_board_among_others(diagram: &ChessDiagram) -> String {
    let drawn = chess::svg_of(diagram, Parts::Shared);
    let caption = diagram.marks().map_or(String::new(), |marks| format!(". {marks}"));
    format!(
        "<figure class=\"board chess\">{drawn}<figcaption>{}{caption}</figcaption></figure>\n",
        Text(&diagram.turn)
    )
}

/// A board made of [`shared_parts`].
pub fn board_among_others(diagram: &BackgammonDiagram) -> String {
    let (drawn, caption) = (backgammon::svg_of(diagram, Parts::Shared), backgammon::caption(diagram));
    format!("<figure class=\"board backgammon\">{drawn}<figcaption>{caption}</figcaption></figure>\n")
}
