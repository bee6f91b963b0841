//! The playing search: the best move that can be found in the time there is.
//!
//! `exact` proves a value, but looks at every line. A playing search leaves most moves out,
//! searches doubtful ones shallower and forcing ones deeper, and follows captures to their end. Its
//! values are estimates; only mates are certain.
//!
//! | technique | where | source |
//! |---|---|---|
//! | principal variation search, aspiration | `reductions`, `root` | Marsland and Campbell 1982 |
//! | iterative deepening | `search/deepen.rs` | Slate and Atkin 1977 |
//! | table: cut-offs, best move, static value | `tt_entry` | Greenblatt 1967, Zobrist 1970 |
//! | quiescence, stand pat, delta pruning | `quiesce` | Harris 1975 |
//! | static exchange evaluation | `exchange_at_least` | Slate and Atkin 1977 |
//! | butterfly history | `context` | Schaeffer 1989 |
//! | gravity of histories | `histories` | Stockfish |
//! | continuation history, history by pawns | `context` | Stockfish |
//! | butterfly history apart for attacked squares | `context` | Caissa, Stormphrax |
//! | history of moves that leave no good reply, by static value | `node`, `visit` | Stockfish |
//! | correction history, also by the last two moves | `search` | Caissa, Stockfish 2024 |
//! | null move with verification | `visit` | Donninger 1993; Tabibi and Netanyahu 2002 |
//! | reverse futility | `visit` | Heinz 1998 |
//! | ProbCut by captures | `visit` | Buro 1995; Stockfish |
//! | futility, late move, exchange pruning | `reductions` | Heinz 1998; Glaurung; Stockfish |
//! | late move reductions | `reductions` | Romstad's Fruit and Glaurung 2005; Stockfish |
//! | depth of a repeated scout search by its margin | `reductions` | Stockfish |
//! | singular extensions and multi-cut | `reductions` | Anantharaman and others 1988; Björnsson 1999 |
//! | check extension | `reductions` | Slate and Atkin 1977 |
//! | internal iterative reduction | `visit` | Schröder 2020 |
//! | mate-distance pruning | `visit` | the Chess Programming Wiki |
//!
//! The Elo lost without each is in `benches/results/engine-search.md`.
//!
//! 1. A cancelled node returns [`Cancelled`](sparring_sched::Cancelled) and stores nothing of
//!    itself.
//! 2. A score outside its window is a bound on the side it fails to (*fail-soft*), as far as the
//!    pruning is right; a mate score is always a real mate.
//! 3. One worker visits the same nodes every time: only the end depends on time.

mod brothers;
mod complete_pv;
mod context;
mod event;
mod frame;
mod histories;
mod lazy_smp;
mod moves;
mod node;
mod picker;
mod pv;
mod quiesce;
mod reductions;
mod root;
mod root_move;
mod root_split;
mod score;
mod search;
mod time;
mod tree;
mod tt_entry;
mod tuning;
mod visit;
mod young;

pub use event::{Event, PartialIteration, Watch};
pub use histories::{Histories, HistorySizes};
pub use time::{Budget, Clock};
pub use tree::PlayRequest;
pub use tuning::Tuning;
