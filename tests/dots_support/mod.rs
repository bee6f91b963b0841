//! Dots and boxes as one would play it on paper: the oracle of the solver, and boards to ask it about.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::HashMap;

use sparring::sched::Pool;
use sparring::solve::dots::{Answer, Request, Rules, Solver};

/// Scrambles a word (splitmix64).
pub fn hash(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Boxes with their edges and values, nothing else.
#[derive(Clone, Debug)]
pub struct Paper {
    pub edges: usize,
    pub boxes: Vec<(u64, i32)>,
}

impl Paper {
    /// What a move wins, and whether it completes a box.
    fn play(&self, drawn: u64, edge: usize) -> (i32, bool) {
        let after = drawn | 1 << edge;
        let completed = |&&(mask, _): &&(u64, i32)| mask >> edge & 1 == 1 && mask & !after == 0;
        let values: Vec<i32> = self.boxes.iter().filter(completed).map(|&(_, value)| value).collect();
        (values.iter().sum(), !values.is_empty())
    }

    fn worth(&self, drawn: u64, edge: usize, rules: Rules, known: &mut HashMap<u64, i32>) -> i32 {
        let (gain, completes) = self.play(drawn, edge);
        let rest = self.value(drawn | 1 << edge, rules, known);
        if completes && rules == Rules::Standard { gain + rest } else { gain - rest }
    }

    /// The net value the side to move still gains, by trying everything.
    pub fn value(&self, drawn: u64, rules: Rules, known: &mut HashMap<u64, i32>) -> i32 {
        if let Some(&value) = known.get(&drawn) {
            return value;
        }
        let open = (0..self.edges).filter(|edge| drawn >> edge & 1 == 0);
        let value = open.map(|edge| self.worth(drawn, edge, rules, known)).max().unwrap_or(0);
        known.insert(drawn, value);
        value
    }

    /// The moves that keep the value.
    pub fn optimal(&self, drawn: u64, rules: Rules, known: &mut HashMap<u64, i32>) -> u64 {
        let value = self.value(drawn, rules, known);
        let open = (0..self.edges).filter(|edge| drawn >> edge & 1 == 0);
        open.filter(|&edge| self.worth(drawn, edge, rules, known) == value).map(|edge| 1 << edge).sum()
    }

    /// Some graph of boxes: up to 12 edges, each between two boxes, or between one and the outside.
    pub fn random(seed: u64, most_value: i32) -> Paper {
        let mut state = seed;
        let mut below = |n: u64| {
            state = hash(state);
            state % n
        };
        let edges = 4 + below(9) as usize;
        let n = 1 + below(edges as u64 / 2) as usize;
        let mut boxes = vec![(0, 0); n];
        for (_, value) in &mut boxes {
            *value = 1 + below(most_value as u64) as i32;
        }
        for edge in 0..edges {
            let (a, b) = (below(n as u64) as usize, below(n as u64 + 2) as usize);
            boxes[a].0 |= 1 << edge;
            if let Some((mask, _)) = boxes.get_mut(b) {
                *mask |= 1 << edge;
            }
        }
        boxes.retain(|&(mask, _)| mask != 0);
        Paper { edges, boxes }
    }
}

/// Everything about a position.
pub fn ask(solver: &Solver, pool: &Pool, drawn: u64) -> Answer {
    let request = Request { drawn, value_only: false };
    solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {}).expect("nobody cancels")
}
