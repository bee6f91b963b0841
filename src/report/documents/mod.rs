//! Documents that commands print: structs whose fields are the keys of their JSON, and their texts.

mod analysis;
mod backgammon;
mod bench;
mod chess;
mod colour;
mod count;
mod diagram;
mod document;
mod game;
mod lines;
mod plies;
mod program;
mod search;
mod solve;
mod value;
mod variant;

pub use analysis::{AnalysisDocument, AnalysisError, AnalysisSummary};
pub use backgammon::*;
pub use bench::{BenchDocument, Figures, LatencyLine, bench_table};
pub use chess::*;
pub use colour::Colour;
pub use count::{CountDocument, Divide};
pub use diagram::{
    BackgammonDiagram, ChessDiagram, CubeDiagram, CubePlace, Diagram, DotsDiagram, EdgeMark, Headline,
};
pub use document::{Accounts, Cost, Document, Extras, Findings, Header, RunKeys, Summary};
pub use game::{Action, ActionKind, Course, Decision, GameDocument, SelfPlayDocument};
pub use lines::{Chances, ChessLine, DiceLine, DotsLine, LineVariant, RankedLine, own_unit};
pub use program::{Printed, Program, json};
pub use search::SearchDocument;
pub use solve::{CheckpointLine, SolveDocument, TableLine};
pub use value::Value;
pub use variant::{ChessKeys, DiceKeys, DotsKeys, FilterKeys, Variant};
