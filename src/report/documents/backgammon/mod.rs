mod bearoff;
mod cube;
mod cube_series;
mod judged_match;
mod match_analysis;
mod match_series;
mod plays;
mod rollout;
mod series;

pub use bearoff::{BearoffDocument, BearoffEntry, BearoffLine, DatabaseLine, RollsLine};
pub use cube::{CubeDocument, CubeValue, StakesKeys};
pub use cube_series::{CubeActions, CubeLuckKeys, CubeSeriesDocument, GamesWon};
pub use judged_match::{
    DecisionLine, GameLine, JudgedCubeLine, JudgedPlayLine, MARKS, MatchCourse, MatchHead, PlayerLine,
};
pub use match_analysis::MatchAnalysisDocument;
pub use match_series::{MatchError, MatchLine, MatchesDocument, PlayerTotal};
pub use plays::{PlayLine, Plays, PlaysDocument, RankedPlay, Ranking, ranked_plays};
pub use rollout::{RolledCube, RolloutDocument, RolloutLine};
pub use series::{LuckKeys, SeriesDocument};
