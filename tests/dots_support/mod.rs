//! The rules of dots and boxes as one would write them with lists, and games to try them on.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::HashMap;

use sparring::games::dots::{Board, Cell, Dots, Rules, Size};
use sparring::sched::Pool;
use sparring::solve::dots::{Answer, Request, Solver};

/// Scrambles a word (splitmix64).
pub fn hash(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A board, who moves, and what each of the two has won.
#[derive(Clone, Debug)]
pub struct Naive {
    pub boxes: Vec<(i32, Vec<usize>)>,
    pub drawn: Vec<bool>,
    pub again: bool,
    pub mover: usize,
    pub won: [i32; 2],
}

impl Naive {
    /// A grid, by walking round each box on a lattice of dots and numbering what is met in the order of the lattice.
    pub fn grid(rows: usize, columns: usize, again: bool) -> Naive {
        let mut sides = Vec::new();
        for row in 0..=rows {
            (0..columns).for_each(|column| sides.push(((row, column), (row, column + 1))));
        }
        for row in 0..rows {
            (0..=columns).for_each(|column| sides.push(((row, column), (row + 1, column))));
        }
        let number = |a, b| sides.iter().position(|&side| side == (a, b)).unwrap();
        let mut boxes = Vec::new();
        for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let corners = [
                ((r, c), (r, c + 1)),
                ((r, c + 1), (r + 1, c + 1)),
                ((r + 1, c), (r + 1, c + 1)),
                ((r, c), (r + 1, c)),
            ];
            boxes.push((1, corners.map(|(a, b)| number(a, b)).to_vec()));
        }
        Naive { boxes, drawn: vec![false; sides.len()], again, mover: 0, won: [0, 0] }
    }

    pub fn moves(&self) -> Vec<usize> {
        (0..self.drawn.len()).filter(|&edge| !self.drawn[edge]).collect()
    }

    pub fn play(&mut self, edge: usize) {
        assert!(!self.drawn[edge]);
        let open = |naive: &Naive| -> Vec<bool> {
            naive.boxes.iter().map(|(_, edges)| edges.iter().any(|&e| !naive.drawn[e])).collect()
        };
        let before = open(self);
        self.drawn[edge] = true;
        let closed: Vec<usize> = (0..self.boxes.len()).filter(|&i| before[i] && !open(self)[i]).collect();
        closed.iter().for_each(|&i| self.won[self.mover] += self.boxes[i].0);
        if closed.is_empty() || !self.again {
            self.mover = 1 - self.mover;
        }
    }

    /// What the mover has won more than the other.
    pub fn net(&self) -> i32 {
        self.won[self.mover] - self.won[1 - self.mover]
    }

    /// The value after `depth` more moves, for the mover.
    pub fn minimax(&self, depth: usize) -> i32 {
        if depth == 0 || self.moves().is_empty() {
            return self.net();
        }
        self.values(depth).into_iter().max().unwrap()
    }

    /// The value of each move, for the mover.
    pub fn values(&self, depth: usize) -> Vec<i32> {
        let value = |&edge: &usize| {
            let mut child = self.clone();
            child.play(edge);
            let value = child.minimax(depth - 1);
            if child.mover == self.mover { value } else { -value }
        };
        self.moves().iter().map(value).collect()
    }
}

/// A random board, as the text of a file and as the oracle sees it: edges shared by at most two boxes, values 0 to 9, edge numbers
/// with gaps.
pub fn random_board(seed: u64, boxes: usize, again: bool) -> (String, Naive) {
    let pick = |salt: u64, n: u64| hash(seed ^ hash(salt)) % n;
    let mut uses: Vec<usize> = Vec::new();
    let mut naive = Naive { boxes: vec![], drawn: vec![], again, mover: 0, won: [0, 0] };
    for i in 0..boxes as u64 {
        let mut edges: Vec<usize> = Vec::new();
        for j in 0..4 {
            let old = pick(i << 8 | j, 2 * uses.len() as u64 + 1) as usize;
            if old < uses.len() && uses[old] < 2 && !edges.contains(&old) {
                edges.push(old);
                uses[old] += 1;
            } else {
                edges.push(uses.len());
                uses.push(1);
            }
        }
        naive.boxes.push((pick(i << 8 | 99, 10) as i32, edges));
    }
    naive.drawn = vec![false; uses.len()];
    let line = |(value, edges): &(i32, Vec<usize>)| {
        let numbers: Vec<String> = edges.iter().map(|edge| (edge * 7 + 3).to_string()).collect();
        format!("{value} {}\n", numbers.join(" "))
    };
    (naive.boxes.iter().map(line).collect(), naive)
}

/// A grid in the library's terms.
pub fn grid(rows: usize, columns: usize, rules: Rules) -> Dots {
    Dots::new(Board::grid(Size::new(rows, columns).unwrap()), rules)
}

/// Whether the closer of a box moves again.
pub fn again(rules: Rules) -> bool {
    rules == Rules::Standard
}

/// A board, all of whose positions are valued by trying everything and remembering it.
pub struct Exhaustive<'g> {
    game: &'g Dots,
    known: HashMap<u64, i32>,
}

impl Exhaustive<'_> {
    pub fn of(game: &Dots) -> Exhaustive<'_> {
        Exhaustive { game, known: HashMap::new() }
    }

    fn open(&self, drawn: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.game.board().edges()).filter(move |edge| drawn >> edge & 1 == 0)
    }

    fn worth(&mut self, drawn: u64, edge: usize) -> i32 {
        let after = drawn | 1 << edge;
        let closed = |cell: &&Cell| cell.edges >> edge & 1 == 1 && cell.edges & !after == 0;
        let values: Vec<i32> =
            self.game.board().cells().iter().filter(closed).map(|cell| cell.value).collect();
        let (gain, rest) = (values.iter().sum::<i32>(), self.value(after));
        if !values.is_empty() && again(self.game.rules()) { gain + rest } else { gain - rest }
    }

    /// The net value the side to move still gains.
    pub fn value(&mut self, drawn: u64) -> i32 {
        if let Some(&value) = self.known.get(&drawn) {
            return value;
        }
        let value = self.open(drawn).map(|edge| self.worth(drawn, edge)).max().unwrap_or(0);
        self.known.insert(drawn, value);
        value
    }

    /// The moves that keep it.
    pub fn optimal(&mut self, drawn: u64) -> u64 {
        let value = self.value(drawn);
        self.open(drawn).filter(|&edge| self.worth(drawn, edge) == value).map(|edge| 1 << edge).sum()
    }
}

/// Everything about a position.
pub fn ask(solver: &Solver, pool: &Pool, drawn: u64) -> Answer {
    let request = Request { drawn, value_only: false };
    solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {}).expect("nobody cancels")
}
