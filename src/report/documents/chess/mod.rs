//! Documents of chess.

mod accuracy;
mod annotation;
mod datagen;
mod engine_match;
mod judged_game;
mod suite;
mod suite_text;
mod tournament;

pub use annotation::AnnotationSummary;
pub use datagen::GeneratedDocument;
pub use engine_match::{ChessMatchDocument, RivalLine, ScoreLine, SprtLine};
pub(crate) use judged_game::white_view;
pub use judged_game::{GAME_MARKS, JudgedGame, JudgedGamesDocument, JudgedMove, JudgedPlayer, MoveValue};
pub use suite::{
    SuiteComparison, SuiteCount, SuiteDocument, SuiteError, SuiteLeaves, SuitePosition, SuiteResult,
    SuiteRun, solved_by_depth, solved_by_time,
};
pub use tournament::{ChessTournamentDocument, PairingLine, TournamentLine};
