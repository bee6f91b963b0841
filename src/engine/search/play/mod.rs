//! The playing search: the best move that can be found in the time there is.
//!
//! `exact` looks at every line to one depth and proves its value. That is not how games are won:
//! of some thirty moves in a position most are bad and a few decide. A playing search leaves most
//! moves out, looks at doubtful ones with less depth and at forcing ones with more, and sees
//! captures to their end before it trusts a static value. What it gives up is proof: its value is
//! a good guess, and only mates are certain.
//!
//! # The walk
//! - `tree`: a [`PlayRequest`] becomes a root and its moves; `search/deepen.rs` searches one depth
//!   after the other.
//! - `root`: the window is opened around the last depth's value; `root_move`: each move keeps its
//!   score and line.
//! - `visit`: how a node begins: draws, the table, the static value, and whole-node pruning.
//! - `moves`: its moves one after the other; `picker` orders them, `reductions` leaves out and
//!   reduces, both by the histories of `context`, and extends; `node`: what is learnt from the
//!   result.
//! - `quiesce`: the search below the horizon.
//! - `event`: what callers hear of a depth before it is finished.
//! - `time`: how long a move may take.
//! - `brothers`: how the workers share the moves of a node; `young`, `root_split`: which moves;
//!   `lazy_smp`: what workers search by themselves, always in `lazy` and in `play` while no node is
//!   offered to them.
//! - `histories`: what a group of workers learns of moves; `tt_entry`: a table entry.
//! - `frame`: the path from the root; `pv`: principal variations; `complete_pv`: those of root
//!   moves, completed; `score`: 16-bit scores.
//! - `tuning`: every number that the techniques depend on, by name.
//!
//! # The techniques and where they are from
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
//! Games have chosen them: Elo lost without each, and what was tried and taken out, are in
//! `benches/results/engine-search.md`.
//!
//! # What holds
//! - A cancelled node returns [`Cancelled`](sparring_sched::Cancelled) and stores nothing of
//!   itself.
//! - A score outside its window is a bound on the side it fails to (*fail-soft*), as far as the
//!   pruning is right; a mate score is always a real mate.
//! - One worker visits the same nodes every time: nothing depends on time but the end.

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
