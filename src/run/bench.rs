//! A benchmark of the playing search: fixed positions, fixed depth, one worker. The node count is
//! equal on all machines and identifies the search (its *signature*).

use std::time::Duration;

use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{Chess, Position};
use sparring_engine::search::{PlayRequest, Settings};
use sparring_engine::{Compiled, Engine, Stop};
use sparring_sched::{Pool, PoolBuilder, PoolError};

pub const BENCH_DEPTH: u32 = 11;
const HASH: usize = 16;

/// The test of Bratko and Kopec (1982), and well-known endings.
const POSITIONS: [&str; 32] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
    "2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    "2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
    "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1",
    "3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - 0 1",
    "r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1",
    "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1",
    "2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 1",
    "r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq - 0 1",
    "r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/5k2/3K4/8/5P2/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    "8/8/4k3/3q4/8/8/3QK3/8 w - - 0 1",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    pub nodes: u64,
    pub time: Duration,
}

impl Bench {
    /// Returns `N nodes M nps`, as test frameworks expect.
    pub fn line(&self) -> String {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        format!("{} nodes {} nps", self.nodes, nps.round() as u64)
    }
}

/// Searches all positions to `depth`, each without memory of others. `begins` gets every stop
/// switch. Returns `None` if a search was stopped.
///
/// # Errors
/// If the worker cannot be started.
pub fn bench(
    depth: u32,
    mut begins: impl FnMut(&Engine<Chess>, &Position, &Stop),
) -> Result<Option<Bench>, PoolError> {
    let pool: Pool = PoolBuilder::new().threads(1).build()?;
    let mut engine = Engine::new(Chess, pool, HASH);
    let mut bench = Bench { nodes: 0, time: Duration::ZERO };
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("a position of the list above");
        let stop = engine.stop_switch();
        begins(&engine, &position, &stop);
        let request = PlayRequest::new(position, Settings::depth(depth));
        let answer = engine.go(&Compiled(Network::built_in()), &request, &stop, &mut |_| {});
        if answer.stopped.is_some() {
            return Ok(None);
        }
        bench.nodes += answer.counts.nodes;
        bench.time += answer.time;
        engine.new_game();
    }
    Ok(Some(bench))
}
