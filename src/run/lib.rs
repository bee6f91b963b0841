//! Runs of the program: searches, solves and counts on a pool, batches, suites and training games.
//!
//! [`Run`] owns the life of a run. It ends as [`Finished`]: a document and its pool's observations.
//! Before the run [`Sinks`] open its output files, so errors show before any waiting.

mod analyse;
mod annotate;
mod backgammon;
mod bearoff;
mod bench;
mod bestmove;
mod chess;
mod cube;
mod cubeful_play;
mod datagen;
mod diagram;
mod dots;
mod ends_on_panic;
mod files;
mod forecast;
mod game_log;
mod interrupt;
mod lifecycle;
mod live;
mod match_analysis;
mod match_series;
mod observation;
mod output;
mod perft;
mod progress;
mod repetitions;
mod replace;
mod rollout;
mod rollout_cube;
mod side_by_side;
mod sinks;
mod solve;
mod solved;
mod stops;
mod suite;
mod usage;

pub use analyse::{
    Analysis, BackgammonAnalysis, Batch, BatchOutcome, ChessAnalysis, DotsAnalysis, Earlier, InputFault,
    analyse, flags_of,
};
pub use annotate::{Annotate, AnnotateError, Annotated, annotate, count_games};
pub use backgammon::{BackgammonSearch, backgammon_perft};
pub use bearoff::{Databases, bearoff_databases};
pub use bench::{BENCH_DEPTH, bench};
pub use bestmove::{Bestmove, search};
pub use chess::{CHESS_EVALUATORS, ChessRequest, ChessSearch, chess_divide, chess_perft, on_one_worker};
pub use cube::{CubeQuestion, cube};
pub use cubeful_play::{CubefulPlay, cubeful_play};
pub use datagen::{Datagen, GamesFile, datagen};
pub use diagram::{backgammon_diagram, chess_diagram, dots_diagram};
pub use dots::DotsSearch;
pub use ends_on_panic::EndsOnPanic;
pub use files::{FileError, NamedFile, OutputFile};
pub use game_log::GameLog;
pub use interrupt::Interrupt;
pub use lifecycle::{Run, RunOutcome, RunScope};
pub use live::ProgressView;
pub use match_analysis::analyse_match;
pub use match_series::{MatchFile, analyse_matches};
pub use observation::{Detail, Finished, Observation, PROGRAM, provenance};
pub use perft::{Perft, perft};
pub use progress::Progress;
pub use repetitions::{Comparison, Repetitions};
pub use replace::replace;
pub use rollout::{RolledPlays, RolloutOutcome, RolloutRun, open_rollout};
pub use rollout_cube::RolloutCube;
pub use sinks::{Destinations, Sinks, is_picture};
pub use solve::{Solve, SolveOutcome};
pub use suite::{SuiteLines, SuitePlan, SuiteWay, suite};
pub use usage::peak_memory;

/// Compiles and runs the program on the front page of the project.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod front_page {}
