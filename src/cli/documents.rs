//! The documents of --json, for the schema.

use sparring_lab::{
    GranularityDocument, ProgramSimulation, ReproduceDocument, ScalingDocument, SimulationDocument,
};
use sparring_report::{
    AnalysisDocument, AnalysisError, BearoffDocument, BenchDocument, ChessMatchDocument,
    ChessTournamentDocument, CountDocument, CubeDocument, CubeSeriesDocument, GameDocument,
    GeneratedDocument, JudgedGamesDocument, Kind, MatchAnalysisDocument, MatchError, MatchLine,
    MatchesDocument, PlaysDocument, RolloutDocument, SearchDocument, SelfPlayDocument, SeriesDocument,
    SolveDocument, SuiteDocument,
};

/// All kinds of documents, in the schema's order.
pub(super) const KINDS: [Kind; 28] = [
    Kind::printed::<SearchDocument>("chess, backgammon or dots bestmove"),
    Kind::printed::<AnalysisDocument>("chess, backgammon or dots analyse: a line"),
    Kind::alone::<AnalysisError>("chess, backgammon or dots analyse: a line that could not be read"),
    Kind::printed::<JudgedGamesDocument>("chess analyse --pgn"),
    Kind::printed::<SuiteDocument>("chess suite"),
    Kind::printed::<GeneratedDocument>("chess datagen"),
    Kind::printed::<SolveDocument>("dots solve"),
    Kind::printed::<CountDocument>("chess or backgammon perft"),
    Kind::printed::<PlaysDocument>("backgammon moves"),
    Kind::printed::<SeriesDocument>("backgammon match between two players"),
    Kind::printed::<CubeSeriesDocument>("backgammon match with --length or --cube"),
    Kind::printed::<GameDocument>("backgammon match --side: one game against random plays"),
    Kind::printed::<SelfPlayDocument>("chess, backgammon or dots play --as none: the engine against itself"),
    Kind::printed::<ChessMatchDocument>("chess match of two engines"),
    Kind::printed::<ChessTournamentDocument>("chess match of three or more engines"),
    Kind::printed::<BearoffDocument>("backgammon bearoff"),
    Kind::printed::<RolloutDocument>("backgammon rollout"),
    Kind::printed::<CubeDocument>("backgammon cube"),
    Kind::printed::<MatchAnalysisDocument>("backgammon analyse --match"),
    Kind::printed::<MatchLine>("backgammon analyse --match with several files: a match"),
    Kind::printed::<MatchError>("backgammon analyse --match with several files: a file without one"),
    Kind::printed::<MatchesDocument>("backgammon analyse --match with several files: all matches"),
    Kind::printed::<SimulationDocument>("simulate chess, backgammon or dots"),
    Kind::printed::<ProgramSimulation>("simulate sched"),
    Kind::printed::<BenchDocument>("sched"),
    Kind::printed::<ReproduceDocument>("reproduce A, B, C or D"),
    Kind::printed::<ScalingDocument>("reproduce scaling"),
    Kind::printed::<GranularityDocument>("reproduce granularity"),
];
