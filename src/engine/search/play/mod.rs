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
//! - `root`: the window is opened around the last depth's value; moves keep their lines.
//! - `visit`: how a node begins: draws, the table, the static value, and whole-node pruning.
//! - `node`: its moves one after the other, and what is learnt; `picker` orders them, `select`
//!   leaves out and reduces, both by the histories of `context`, and extends; `quiesce` is the
//!   search below the horizon.
//! - `event`: what is told before a depth is finished.
//! - `time`: how long a move may take.
//! - `brothers`: how the workers share the moves of a node; `young`, `root_split`: which moves;
//!   `beside`: what workers search by themselves, always in `lazy` and in `play` while nobody
//!   offers them anything.
//! - `memory`: what a worker remembers of moves; `known`: what the table does.
//! - `frame`: the path from the root; `line`: principal variations; `variation`: those
//!   of root moves, completed; `score`: 16-bit scores.
//! - `tuning`: every number the techniques depend on, by name.
//!
//! # The techniques and where they are from
//! | technique | where | source |
//! |---|---|---|
//! | principal variation search, aspiration | `select`, `root` | Marsland and Campbell 1982 |
//! | iterative deepening | `search/deepen.rs` | Slate and Atkin 1977 |
//! | table: cut-offs, best move, static value | `known` | Greenblatt 1967, Zobrist 1970 |
//! | quiescence, stand pat, delta pruning | `quiesce` | Harris 1975 |
//! | static exchange evaluation | `exchange_at_least` | Slate and Atkin 1977 |
//! | butterfly history | `context` | Schaeffer 1989 |
//! | gravity of histories | `memory` | Stockfish |
//! | continuation history, history by pawns | `context` | Stockfish |
//! | butterfly history apart for attacked squares | `context` | Caissa, Stormphrax |
//! | history of moves that leave no good reply, by static value | `node`, `visit` | Stockfish |
//! | correction history, also by the last two moves | `search` | Caissa, Stockfish 2024 |
//! | null move with verification | `visit` | Donninger 1993; Tabibi and Netanyahu 2002 |
//! | reverse futility | `visit` | Heinz 1998 |
//! | ProbCut by captures | `visit` | Buro 1995; Stockfish |
//! | futility, late move, exchange pruning | `select` | Heinz 1998; Glaurung; Stockfish |
//! | late move reductions | `select` | Romstad's Fruit and Glaurung 2005; Stockfish |
//! | depth of a repeated test by its margin | `select` | Stockfish |
//! | singular extensions and multi-cut | `select` | Anantharaman and others 1988; Björnsson 1999 |
//! | check extension | `select` | Slate and Atkin 1977 |
//! | internal iterative reduction | `visit` | Schröder 2020 |
//! | mate-distance pruning | `visit` | the Chess Programming Wiki |
//!
//! # What they are worth
//! Elo lost without a technique, with 95 % intervals, in games of `tools/self-play.rs` at 5,000
//! nodes a move with the Simplified Evaluation, all others on: late move reductions 106 [69,
//! 146], reverse futility 78 [42, 116], pruning by exchange 63 [36, 92], late move pruning 59
//! [32, 86], null move 35 [3, 68], check extension 28 [0, 56], futility 26 [-11, 64], internal
//! iterative reduction 21 [-5, 47], singular extensions -10 [-37, 16]: so few nodes hardly
//! reach their depth.
//!
//! The same with the network of 12.2 million positions, 300 games each: the table 295 [255, 342],
//! quiescence 241 [201, 287], aspiration 115 [80, 153], butterfly history 51 [15, 89],
//! continuation history 26 [-11, 63]. Verification of null moves has not been measured: so few
//! nodes do not reach its depth.
//!
//! With the network of 6.7 million more positions, 400 games at 5,000 nodes each: depth of
//! repeated tests by margin 30 [0, 59], ProbCut 8 [-19, 35], attacked squares, correction by
//! moves and history by static value together 11 [-17, 40]; all these, history by pawns and of
//! moves that leave no good reply together 79 [50, 109], and 22 [-20, 64] at 20,000 nodes (160
//! games). In the last two matches both sides had a continuation history four plies back, too,
//! since taken out for its time; without it the search has met Stockfish alone
//! (`benches/README.md`). All cost an eighth of the node rate, and tactics: of the 300
//! positions of Win at Chess 235, 253 and 258 were solved in 100,000, 200,000 and 300,000 nodes
//! instead of 265, 274 and 283.
//!
//! ProbCut cost most of these. Only where the static value is below beta it solves 255, 266 and
//! 270, as many as no ProbCut at all (253, 267, 271), and games are even: 0 [-17, 17]; no
//! ProbCut against that is -15 [-32, 2] (1,000 games at 5,000 nodes each). Not where a null
//! move has failed 242, 252 and 260, at expected cut nodes alone 240, 259 and 271, by captures
//! that win a pawn at least 245, 261 and 266.
//!
//! Quiet moves that would be left out are not put in order: 5 % more nodes a second, and 24 [1,
//! 47] by the other order of checks among them; where all would be but the checks, only these are
//! generated, and moves after them have earlier places: 3 % more, and -3 [-26, 19] (600 games at
//! 5,000 nodes each).
//!
//! Tried, and taken out. Razoring: without it +111 [77, 147] (300 games with the network), and
//! of the 300 positions of Win at Chess 222 instead of 194 are solved in 60,000 nodes. Since
//! there are the histories, killers (without them +6 [-7, 19] in 2,000 games), the counter move
//! (without it 0 [-14, 13]) and capture history (without it +8 [-5, 21]) order nothing better.
//! Quiet checks in the first ply of quiescence: -12 [-31, 8] (1,000 games). In 400 games each,
//! with the network of 6.7 million more: futility of captures with razoring below 250 centipawns
//! a ply -47 [-78, -18]; no quiet move after the first late one, checks included, and no late
//! move pruning in check -45 [-75, -15]; a ply more or less where the last move was reduced and
//! the static value says otherwise (*hindsight*) -24 [-55, 6]; null moves reduced by `4 + depth
//! / 3` -21 [-50, 8], at expected cut nodes alone 4 [-25, 32]; root moves by their nodes,
//! underpromotions last and no exact scores from quiescence -18 [-48, 11]; less reduction where
//! a node was ever open, more where the table's move takes -4 [-33, 26]; singular searches with
//! closed windows, no second ply in open ones -3 [-29, 23].
//!
//! # What holds
//! - A cancelled node returns [`Cancelled`](sparring_sched::Cancelled) and stores nothing of
//!   itself.
//! - A score outside its window is a bound on the side it fails to (*fail-soft*), as far as the
//!   pruning is right; a mate score is always a real mate.
//! - One worker visits the same nodes every time: nothing depends on time but the end.

mod beside;
mod brothers;
mod context;
mod event;
mod frame;
mod known;
mod line;
mod memory;
mod node;
mod picker;
mod quiesce;
mod root;
mod root_split;
mod score;
mod search;
mod select;
mod time;
mod tree;
mod tuning;
mod variation;
mod visit;
mod young;

pub use event::{Event, Unfinished, Watch};
pub use memory::{MoveMemory, MoveRoom};
pub use time::{Budget, Clock};
pub use tree::PlayRequest;
pub use tuning::Tuning;
