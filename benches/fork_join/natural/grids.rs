//! Programs over numbers in arrays: bodies that attract each other, a product of matrices.

use rayon::prelude::*;
use sparring_sched::chunks_mut;

use super::{Case, digest, numbers};

type Vector = [f64; 3];

/// Where bodies are, and what attracts each.
pub struct Bodies {
    places: Vec<Vector>,
    forces: Vec<Vector>,
}

/// One step: the force on each body, of all others.
pub fn bodies(count: usize) -> Case<Bodies> {
    let fresh = move || {
        let coordinates: Vec<f64> = numbers(3 * count).map(|n| n as f64 / u64::MAX as f64).collect();
        let places = coordinates.chunks(3).map(|xyz| [xyz[0], xyz[1], xyz[2]]).collect();
        Bodies { places, forces: vec![[0.0; 3]; count] }
    };
    Case {
        name: "n-body",
        fresh: Box::new(fresh),
        ours: |w, Bodies { places, forces }| {
            w.for_each((&places[..], &mut forces[..]), |_, (place, force)| *force = pull(place, places));
        },
        rayons: |Bodies { places, forces }| {
            let pairs = places.par_iter().zip(forces.par_iter_mut());
            pairs.for_each(|(place, force)| *force = pull(place, places));
        },
        check: |bodies| digest(bodies.forces.iter().flatten().map(|x| x.to_bits())),
    }
}

/// The force on a body there.
fn pull(place: &Vector, places: &[Vector]) -> Vector {
    const SOFT: f64 = 1e-6;
    let mut sum = [0.0; 3];
    for other in places {
        let way = [other[0] - place[0], other[1] - place[1], other[2] - place[2]];
        let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + SOFT;
        let strength = 1.0 / (square * square.sqrt());
        (0..3).for_each(|axis| sum[axis] += way[axis] * strength);
    }
    sum
}

/// Square matrices, row by row.
pub struct Matrices {
    side: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    product: Vec<f64>,
}

pub fn matmul(side: usize) -> Case<Matrices> {
    let fresh = move || {
        let matrix: Vec<f64> = numbers(side * side).map(|n| (n >> 60) as f64).collect();
        Matrices { side, a: matrix.clone(), b: matrix, product: vec![0.0; side * side] }
    };
    Case {
        name: "matmul",
        fresh: Box::new(fresh),
        ours: |w, Matrices { side, a, b, product }| {
            let rows = (0..usize::MAX, chunks_mut(product, *side));
            w.for_each(rows, |_, (i, row)| row_of(i, row, a, b));
        },
        rayons: |Matrices { side, a, b, product }| {
            product.par_chunks_mut(*side).enumerate().for_each(|(i, row)| row_of(i, row, a, b));
        },
        check: |matrices| digest(matrices.product.iter().map(|x| x.to_bits())),
    }
}

/// Computes row `i` of the product.
fn row_of(i: usize, row: &mut [f64], a: &[f64], b: &[f64]) {
    let side = row.len();
    for k in 0..side {
        let factor = a[i * side + k];
        for (x, y) in row.iter_mut().zip(&b[k * side..]) {
            *x += factor * y;
        }
    }
}
