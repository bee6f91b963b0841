//! Perft beside cozy-chess's in one run: the same positions, the same depths, one thread, no
//! memory.
//!
//! `RUSTFLAGS="-C target-cpu=native" cargo bench -p benches --bench perft --features
//! cozy-chess/pext` gives cozy-chess its best slider lookups; without the feature (it needs a
//! native build) it uses magic bitboards.

use std::hint::black_box;
use std::time::Duration;

use cozy_chess::Board;
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use sparring_engine::games::chess::{Position, perft};

/// Name, FEN, depth, leaves.
const POSITIONS: [(&str, &str, u32, u64); 3] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
];

fn cozy_bulk(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                count += cozy_bulk(&child, depth - 1);
            }
        }
        false
    });
    count
}

fn cozy_leaf(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            count += if depth == 1 {
                black_box(&child);
                1
            } else {
                cozy_leaf(&child, depth - 1)
            };
        }
        false
    });
    count
}

fn compare(c: &mut Criterion, name: &str, leaf: bool, cozy: fn(&Board, u32) -> u64) {
    let mut group = c.benchmark_group(name);
    group.sampling_mode(SamplingMode::Flat).sample_size(10).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(3));
    for (name, fen, depth, leaves) in POSITIONS {
        // The last ply made costs so much more that one depth less is plenty.
        let depth = if leaf { depth - 1 } else { depth };
        let position: Position = fen.parse().unwrap();
        let board: Board = fen.parse().unwrap();
        let count = perft(&position, depth, leaf);
        assert_eq!(count, cozy(&board, depth));
        assert!(leaf || count == leaves);
        group.throughput(Throughput::Elements(count));
        group.bench_function(BenchmarkId::new("sparring", name), |b| {
            b.iter(|| perft(black_box(&position), depth, leaf))
        });
        group.bench_function(BenchmarkId::new("cozy-chess", name), |b| {
            b.iter(|| cozy(black_box(&board), depth))
        });
    }
    group.finish();
}

fn bulk(c: &mut Criterion) {
    compare(c, "bulk", false, cozy_bulk);
}

fn leaf(c: &mut Criterion) {
    compare(c, "leaf", true, cozy_leaf);
}

criterion_group!(benches, bulk, leaf);
criterion_main!(benches);
