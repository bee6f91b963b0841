//! Reports on a run of the program `sparring`: pure functions of plain data (snapshots, answers),
//! never of anything that still runs.
//!
//! A run is described once, by a document ([`SearchDocument`], [`CountDocument`],
//! [`SolveDocument`], [`BenchDocument`]). Its fields are the keys of the JSON, in their order; the
//! text form is made of the same numbers. [`json`] writes it, with the [`Program`] that made it;
//! [`schema()`] describes documents, from the comments of their fields.
//!
//! A [`Recorded`] run also knows when everything happened. [`eventlog()`] writes it for
//! ThreadScope, [`trace()`] for Perfetto, and [`RunPage`] draws it on a page for a browser.

mod analysis;
mod annotation;
mod bearoff;
mod bench;
mod chess_match;
mod count;
mod cube;
mod cube_series;
mod datagen;
mod diagram;
mod document;
mod eventlog;
mod game;
mod judged_match;
mod lanes;
mod ledger;
mod lines;
mod live;
mod match_analysis;
mod match_series;
mod numbered;
mod numbers;
mod page;
mod plays;
mod program;
mod recorded;
mod resources;
mod rollout;
mod schema;
mod search;
mod searched;
mod series;
mod solve;
mod speedup;
mod spread;
mod stats;
mod suite;
mod suite_text;
mod tables;
mod trace;
mod width;

pub use analysis::{AnalysisDocument, AnalysisError, AnalysisSummary};
pub use annotation::AnnotationSummary;
pub use bearoff::{BearoffDocument, BearoffEntry, BearoffLine, DatabaseLine, RollsLine};
pub use bench::{BenchDocument, Figures, LatencyLine};
pub use chess_match::{ChessMatchDocument, RivalLine, SprtLine};
pub use count::{CountDocument, Divide};
pub use cube::{CubeDocument, CubeValue, StakesKeys};
pub use cube_series::{CubeActions, CubeLuckKeys, CubeSeriesDocument, GamesWon};
pub use datagen::GeneratedDocument;
pub use diagram::{
    BackgammonDiagram, ChessDiagram, CubeDiagram, CubePlace, Diagram, DotsDiagram, EdgeMark, Headline,
};
pub use document::{Cost, Document, Ending, Extras, Findings, Header, RunKeys, Summary};
pub use eventlog::eventlog;
pub use game::{Action, ActionKind, Course, Decision, GameDocument, SelfPlayDocument};
pub use judged_match::{
    DecisionLine, GameLine, JudgedCubeLine, JudgedPlayLine, MatchCourse, MatchHead, PlayerLine,
};
pub use lanes::lanes;
pub use ledger::{Ledger, Tasks, WorkerLine};
pub use lines::{Chances, ChessLine, DiceLine, DotsLine, LineVariant, RankedLine, own_unit, ranked_plays};
pub use live::{INTERVALS, Interval, LiveLane, Moment, Rates, Terminal, live_lines};
pub use match_analysis::MatchAnalysisDocument;
pub use match_series::{MatchError, MatchLine, MatchesDocument, PlayerTotal};
pub use numbered::NumberedMove;
pub use numbers::{counted, grouped, ns_per, ratio, span, thousands_per_second};
pub use page::{Page, Provenance, RunPage, Section, data, match_page};
pub use plays::{PlayLine, Plays, PlaysDocument, RankedPlay, Ranking};
pub use program::{Program, json};
pub use recorded::{Mark, Recorded};
pub use resources::Resources;
pub use rollout::{RolledCube, RolloutDocument, RolloutLine};
pub use schema::{Kind, schema};
pub use search::{ChessKeys, DiceKeys, DotsKeys, FilterKeys, SearchDocument, Variant};
pub use series::{LuckKeys, SeriesDocument};
pub use solve::{CheckpointLine, SolveDocument, TableLine};
pub use speedup::{Measured, Speedup};
pub use spread::{RunTimes, Spread};
pub use stats::{DurationLine, LatencyLines, SearchStats, Stats};
pub use suite::{
    SuiteComparison, SuiteCount, SuiteDocument, SuiteError, SuiteLeaves, SuitePosition, SuiteResult,
    SuiteRun, solved_by_depth, solved_by_time,
};
pub use tables::{bench_table, latency_table, table, task_table, work_table};
pub use trace::trace;
pub use width::{Width, fitted, prose};

/// Text, lists and tables as HTML.
pub mod html {
    pub use crate::page::html::{Text, facts, sentence, table, words};
    pub use crate::page::tables::{sparks_bar, sparks_legend};
}

/// Charts of curves, as SVG.
pub mod chart {
    pub use crate::page::axis::{Across, Axes, Quantity, Size};
    pub use crate::page::chart::{Curve, Point, plot};
    pub use crate::page::marks::{groups, legend, marks};
    pub use crate::page::svg::chart_svg;
}
