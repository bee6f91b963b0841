//! A board as a graph of boxes joined by edges ("strings and coins"), and equivalent sets of drawn
//! edges:
//!
//! - **Twins**: edges that bound the same boxes are interchangeable. The lowest are taken to be
//!   drawn first.
//! - **Symmetry**: a permutation of the boxes that keeps values and the number of edges between any
//!   two boxes, and between a box and the outside.

use std::array;

use crate::games::dots::Board;

/// The most boxes: each has four of at most 64 edges, and each edge bounds at most two.
pub const MAX_BOXES: usize = 32;

/// The outside of the board, in place of a box.
pub const OUTSIDE: u8 = u8::MAX;

/// The most symmetries used: their images fill one cache line.
const IMAGES: usize = 8;

pub(super) struct Graph {
    pub all: u64,
    pub boxes: Vec<u64>,
    values: Vec<i32>,
    /// The boxes beside each edge.
    pub sides: Vec<[u8; 2]>,
    /// The boxes beside each edge, as a set.
    pub beside: Vec<u32>,
    /// The edges of the boxes beside each edge.
    around: Vec<u64>,
    /// The edges between two boxes.
    pub inner: u64,
    /// A number for each box: different for different values, and a multiple of 2^8.
    pub value_labels: Vec<u64>,
    /// True if all boxes are worth 1.
    pub unit: bool,
    twins: Vec<Twins>,
    /// `images[byte][bits]`: the images of the edges of one byte of a mask under each symmetry;
    /// empty if there is only the identity.
    images: Vec<[[u64; IMAGES]; 256]>,
    centre_out: Vec<u8>,
    /// `ranks[byte][bits]`: the places of the edges of one byte of a mask in `centre_out`.
    ranks: Vec<[u64; 256]>,
}

/// Edges that bound the same boxes, at least two.
struct Twins {
    all: u64,
    /// `lowest[n]`: the lowest `n` of them.
    lowest: Vec<u64>,
}

impl Graph {
    pub fn of(board: &Board) -> Graph {
        let edges = board.edges();
        let boxes: Vec<u64> = board.cells().iter().map(|cell| cell.edges).collect();
        let values: Vec<i32> = board.cells().iter().map(|cell| cell.value).collect();
        let sides = (0..edges).map(|edge| sides(&boxes, edge)).collect::<Vec<_>>();
        let between = sides.iter().enumerate().filter(|(_, sides)| sides[1] != OUTSIDE);
        let beside: Vec<u32> = (0..edges).map(|edge| beside(&boxes, edge)).collect();
        let edges_of = |set: u32| members(set).map(|i| boxes[usize::from(i)]).fold(0, |all, mask| all | mask);
        let mut graph = Graph {
            all: board.all(),
            around: beside.iter().map(|&set| edges_of(set)).collect(),
            beside,
            inner: between.map(|(edge, _)| 1 << edge).sum(),
            unit: values.iter().all(|&value| value == 1),
            value_labels: values.iter().map(|&value| (value as u64 + 1) << 8).collect(),
            values,
            twins: twins(&sides),
            images: Vec::new(),
            centre_out: Vec::new(),
            ranks: Vec::new(),
            boxes,
            sides,
        };
        graph.centre_out = graph.inner_first();
        graph.ranks = ranks(&graph.centre_out);
        graph.find_images();
        graph
    }

    /// The value of the boxes still to be completed.
    #[inline]
    pub fn left(&self, drawn: u64) -> i32 {
        self.boxes
            .iter()
            .zip(&self.values)
            .map(|(&mask, &value)| if mask & !drawn == 0 { 0 } else { value })
            .sum()
    }

    /// The value of the boxes that drawing `edge` completes, and true if there are any (they may be
    /// worth 0).
    #[inline]
    pub fn gain(&self, drawn: u64, edge: usize) -> (i32, bool) {
        let open = !(drawn | 1 << edge);
        let completed = |&side: &u8| side != OUTSIDE && self.boxes[usize::from(side)] & open == 0;
        let completed = self.sides[edge].into_iter().filter(completed);
        completed.fold((0, false), |(gain, _), side| (gain + self.values[usize::from(side)], true))
    }

    #[inline]
    pub fn undrawn(&self, drawn: u64) -> u32 {
        (self.all & !drawn).count_ones()
    }

    /// The undrawn edges, of twins only one.
    #[inline]
    pub fn distinct(&self, drawn: u64) -> u64 {
        let mut open = self.all & !drawn;
        for twins in &self.twins {
            let undrawn = open & twins.all;
            open ^= undrawn & undrawn.wrapping_sub(1);
        }
        open
    }

    #[inline]
    pub fn centred(&self, set: u64) -> impl Iterator<Item = u8> {
        let mut rest = set;
        let mut ranks = 0;
        for byte in &self.ranks {
            ranks |= byte[(rest & 255) as usize];
            rest >>= 8;
        }
        std::iter::from_fn(move || {
            let first = (ranks != 0).then(|| self.centre_out[ranks.trailing_zeros() as usize]);
            ranks &= ranks.wrapping_sub(1);
            first
        })
    }

    /// The undrawn edges connected with the lowest of `open` through boxes.
    #[inline]
    pub fn part(&self, open: u64) -> u64 {
        let first = open & open.wrapping_neg();
        let mut part = self.around[first.trailing_zeros() as usize] & open;
        let mut frontier = part & self.inner & !first;
        while frontier != 0 {
            let grown = self.around[frontier.trailing_zeros() as usize] & open & !part;
            part |= grown;
            frontier = frontier & (frontier - 1) | grown & self.inner;
        }
        part
    }

    /// The representative of all equivalent sets of edges.
    #[inline]
    pub fn canonical(&self, mut drawn: u64) -> u64 {
        for twins in &self.twins {
            let inside = drawn & twins.all;
            if inside != 0 && inside != twins.all {
                drawn = drawn & !twins.all | twins.lowest[inside.count_ones() as usize];
            }
        }
        if self.images.is_empty() {
            return drawn;
        }
        let mut images = [0; IMAGES];
        let mut rest = drawn;
        for byte in &self.images {
            let part = &byte[(rest & 255) as usize];
            rest >>= 8;
            for (image, part) in images.iter_mut().zip(part) {
                *image |= part;
            }
        }
        images.into_iter().min().unwrap_or(drawn)
    }

    fn remoteness(&self) -> Vec<usize> {
        let n = self.boxes.len();
        let distances = |from: usize| {
            let mut distance = vec![n; n];
            distance[from] = 0;
            let mut queue = vec![from];
            let mut next = 0;
            while let Some(&at) = queue.get(next) {
                next += 1;
                for (to, &mask) in self.boxes.iter().enumerate() {
                    if mask & self.boxes[at] != 0 && distance[to] == n {
                        distance[to] = distance[at] + 1;
                        queue.push(to);
                    }
                }
            }
            distance.iter().sum()
        };
        (0..n).map(distances).collect()
    }

    fn inner_first(&self) -> Vec<u8> {
        let remoteness = self.remoteness();
        let farthest = remoteness.iter().max().map_or(0, |most| most + 1);
        let far = |side: u8| if side == OUTSIDE { farthest } else { remoteness[usize::from(side)] };
        let mut order: Vec<u8> = (0..self.sides.len() as u8).collect();
        order.sort_by_key(|&edge| self.sides[usize::from(edge)].map(far).iter().sum::<usize>());
        order
    }

    fn find_images(&mut self) {
        let maps = Symmetries::of(self).edge_maps();
        if maps.len() == 1 {
            return;
        }
        let map = |number: usize| maps.get(number).unwrap_or(&maps[0]);
        let image = |byte: usize, bits: usize, number: usize| {
            let edges = (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| byte * 8 + bit);
            edges.filter(|&edge| edge < self.sides.len()).map(|edge| 1 << map(number)[edge]).sum()
        };
        let bytes = 0..self.sides.len().div_ceil(8);
        self.images = bytes
            .map(|byte| array::from_fn(|bits| array::from_fn(|number| image(byte, bits, number))))
            .collect();
    }
}

fn beside(boxes: &[u64], edge: usize) -> u32 {
    boxes.iter().enumerate().map(|(i, mask)| ((mask >> edge & 1) as u32) << i).sum()
}

pub(super) fn members(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

fn ranks(order: &[u8]) -> Vec<[u64; 256]> {
    let place = |edge: usize| order.iter().position(|&other| usize::from(other) == edge);
    let bit = |edge: usize| place(edge).map_or(0, |rank| 1 << rank);
    let ranks =
        |byte: usize, bits: usize| (0..8).filter(|i| bits >> i & 1 == 1).map(|i| bit(byte * 8 + i)).sum();
    (0..order.len().div_ceil(8)).map(|byte| array::from_fn(|bits| ranks(byte, bits))).collect()
}

fn sides(boxes: &[u64], edge: usize) -> [u8; 2] {
    let mut bounded =
        boxes.iter().enumerate().filter(|(_, mask)| *mask >> edge & 1 == 1).map(|(i, _)| i as u8);
    let sides = [bounded.next().unwrap_or(OUTSIDE), bounded.next().unwrap_or(OUTSIDE)];
    assert!(bounded.next().is_none(), "edge {edge} bounds three boxes");
    sides
}

fn twins(sides: &[[u8; 2]]) -> Vec<Twins> {
    let mut found = Vec::new();
    for (edge, &pair) in sides.iter().enumerate() {
        let alike: Vec<usize> = (0..sides.len()).filter(|&other| sides[other] == pair).collect();
        if alike.len() > 1 && alike[0] == edge {
            let lowest = |n: usize| alike[..n].iter().map(|&edge| 1 << edge).sum();
            found.push(Twins { all: lowest(alike.len()), lowest: (0..alike.len()).map(lowest).collect() });
        }
    }
    found
}

/// The search for symmetries: it maps one box after the other, as long as values and edges agree.
struct Symmetries<'b> {
    graph: &'b Graph,
    /// Number of edges that two boxes share; on the diagonal, of edges that lead outside.
    shared: Vec<Vec<u32>>,
    map: Vec<usize>,
    found: Vec<Vec<usize>>,
    /// Tries left. Any subset of the symmetries is sound.
    patience: u32,
}

impl Symmetries<'_> {
    fn of(graph: &Graph) -> Symmetries<'_> {
        let n = graph.boxes.len();
        let both = |a: usize, b: usize| (graph.boxes[a] & graph.boxes[b]).count_ones();
        let outside =
            |a: usize| graph.sides.iter().filter(|&&sides| sides == [a as u8, OUTSIDE]).count() as u32;
        let shared = |a: usize, b: usize| if a == b { outside(a) } else { both(a, b) };
        let shared = (0..n).map(|a| (0..n).map(|b| shared(a, b)).collect()).collect();
        let mut search = Symmetries { graph, shared, map: Vec::new(), found: Vec::new(), patience: 100_000 };
        search.extend();
        search
    }

    fn extend(&mut self) {
        let (next, n) = (self.map.len(), self.shared.len());
        if next == n {
            self.found.push(self.map.clone());
            return;
        }
        for to in 0..n {
            if self.found.len() == IMAGES || self.patience == 0 {
                return;
            }
            self.patience -= 1;
            let fits = !self.map.contains(&to)
                && self.graph.values[next] == self.graph.values[to]
                && self.shared[next][next] == self.shared[to][to]
                && (0..next).all(|from| self.shared[next][from] == self.shared[to][self.map[from]]);
            if fits {
                self.map.push(to);
                self.extend();
                self.map.pop();
            }
        }
    }

    /// The image of each edge under each symmetry; of twins the n-th goes to the n-th.
    fn edge_maps(&self) -> Vec<Vec<usize>> {
        let graph = self.graph;
        let image = |map: &[usize], edge: usize| {
            let to = |side: u8| if side == OUTSIDE { OUTSIDE } else { map[usize::from(side)] as u8 };
            let mut target = graph.sides[edge].map(to);
            target.sort_unstable();
            let nth = graph.sides[..edge].iter().filter(|&&sides| sides == graph.sides[edge]).count();
            let mut alike = (0..graph.sides.len()).filter(|&other| graph.sides[other] == target);
            alike.nth(nth).expect("a symmetry keeps the number of edges between boxes")
        };
        self.found.iter().map(|map| (0..graph.sides.len()).map(|edge| image(map, edge)).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::Size;

    fn grid(rows: usize, columns: usize) -> Board {
        Board::grid(Size::new(rows, columns).unwrap())
    }

    fn symmetries(board: &Board) -> usize {
        Symmetries::of(&Graph::of(board)).found.len()
    }

    #[test]
    fn grids_have_their_mirrors_and_rotations() {
        for (rows, columns, number) in
            [(2, 2, 8), (3, 3, 8), (4, 4, 8), (2, 3, 4), (3, 4, 4), (4, 5, 4), (1, 5, 2)]
        {
            assert_eq!(symmetries(&grid(rows, columns)), number, "{rows}x{columns}");
        }
    }

    #[test]
    fn values_break_symmetry() {
        assert_eq!(symmetries(&grid(3, 3).with_values(&[1, 1, 1, 1, 1, 1, 1, 1, 2])), 2);
    }

    #[test]
    fn first_moves_on_4_by_4_are_of_six_kinds() {
        let graph = Graph::of(&grid(4, 4));
        let mut kinds: Vec<u64> = (0..40).map(|edge| graph.canonical(1 << edge)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 6);
    }

    #[test]
    fn the_canonical_position_is_one_of_its_own_kind() {
        let graph = Graph::of(&grid(3, 3));
        for n in 0..10_000_u64 {
            let drawn = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let canonical = graph.canonical(drawn);
            assert_eq!(graph.canonical(canonical), canonical);
            assert_eq!(graph.left(canonical), graph.left(drawn));
        }
    }
}
