//! `sparring chess`.

pub(super) mod analyse;
pub(super) mod bestmove;
pub(super) mod board;
pub(super) mod datagen;
pub(super) mod r#match;
mod match_args;
pub(super) mod openings;
pub(super) mod perft;
mod place;
pub(super) mod play;
pub(super) mod simulate;
pub(super) mod suite;

use clap::Subcommand;

use super::analyse::HASH;
use super::run::BestmoveArgs;

const BESTMOVE: &str = "\
Examples:
  sparring chess bestmove --board ruy-lopez --movetime 500
  sparring chess bestmove --depth 10 --multipv 5
  sparring chess bestmove --strategy ybw --depth 6 --threads 2 --stats
  sparring chess bestmove --json \\
    --fen 'r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -'";

const ANALYSE_THREADS: &str = "Workers for each position that is searched at a time \
    [default: 1]. With neither --jobs nor --threads there is one worker for each processor in \
    all. In play each worker searches a position alone, so that answers repeat, unless this is 2 \
    or more; in the other strategies any worker may serve any position";
const ANALYSE_HASH: &str = "Size of the transposition tables in MiB. In play and lazy each position that is searched at a time \
    has one of this size, emptied before it [default: 16]; in the others it is shared out among \
    them [default: 64; none for minimax and par, which do not use it]";
const SUITE_THREADS: &str = "Workers for each position that is searched at a time \
    [default: one for each processor; 1 with --jobs 2 or more]";
const DATAGEN_SEED: &str = "Seed of the first game; each further game has the next number [default: 0]";
const OPENINGS_SEED: &str =
    "Seed of the random moves, and of the order in which idle workers look for work [default: 0]";

#[derive(Subcommand, Debug)]
pub(super) enum Chess {
    /// Find the best move
    #[command(after_help = BESTMOVE)]
    Bestmove(BestmoveArgs<place::PlaceArgs, bestmove::BestmoveDefaults>),
    /// Find the best moves of many positions
    #[command(mut_arg("threads", |arg| arg.help(ANALYSE_THREADS)))]
    #[command(mut_arg("hash", |arg| arg.help(ANALYSE_HASH)))]
    Analyse(analyse::AnalyseArgs),
    /// Write the pieces of a position as a board file, which --board-file reads
    Board(board::BoardArgs),
    /// Run a test suite: find best moves and the time they take, check numbers of leaves
    #[command(mut_arg("threads", |arg| arg.help(SUITE_THREADS)))]
    #[command(mut_arg("hash", |arg| arg.help(HASH)))]
    Suite(suite::SuiteArgs),
    /// Count the sequences of legal moves of a length
    Perft(perft::PerftArgs),
    /// Play games of the engine against itself as training data
    #[command(mut_arg("seed", |arg| arg.help(DATAGEN_SEED)))]
    Datagen(datagen::DatagenArgs),
    /// Play games between engines that speak UCI
    Match(Box<match_args::MatchArgs>),
    /// Make a book of openings for matches
    #[command(mut_arg("seed", |arg| arg.help(OPENINGS_SEED)))]
    Openings(openings::OpeningsArgs),
    /// Play against the engine
    Play(play::PlayArgs),
}
