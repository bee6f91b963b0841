//! The board of the solver: boxes as sets of edges, and what makes two sets of drawn edges the same position.
//!
//! Nothing here knows of rows and columns once a grid has been set up: which boxes an edge bounds is all that the game
//! depends on. So any board of boxes is served ("strings and coins"), with the same reductions as a grid:
//!
//! - **Twins**: edges that bound the same boxes are interchangeable, whatever the rules and values. On a grid these are
//!   the two outer edges of a corner. Of twins the lowest are taken to be drawn first.
//! - **Symmetry**: a permutation of the boxes that keeps values and the number of edges between any two boxes, and between a
//!   box and the outside, maps positions to equivalent ones. A grid has its mirrors and rotations (4, or 8 of a square).
//!
//! [`Board::canonical`] picks one of all these as the name of a position.

use std::array;

/// The most edges a board can have: sets of edges are words.
pub const MAX_EDGES: usize = 64;
/// The most boxes a board can have: with four edges each, of which each bounds two boxes, 64 edges make no more.
pub const MAX_BOXES: usize = 32;
/// The largest sum of box values: what an entry of the table can hold.
pub const MAX_TOTAL: i32 = 1 << 20;

/// No box: the outer side of an edge.
pub(super) const OUTSIDE: u8 = u8::MAX;

/// Symmetries used at most: one cache line of images.
const IMAGES: usize = 8;

/// Edges and boxes.
pub struct Board {
    edges: usize,
    /// For each box its edges.
    pub(super) boxes: Vec<u64>,
    values: Vec<i32>,
    /// For each edge the boxes on its sides.
    pub(super) sides: Vec<[u8; 2]>,
    /// The edges between two boxes.
    pub(super) inner: u64,
    /// The edges that bound no box.
    pub(super) nobodys: u64,
    /// For each box a number that its value has of its own, a multiple of 2^8.
    pub(super) value_labels: Vec<u64>,
    twins: Vec<Twins>,
    /// `images[byte][bits]`: where the edges of one byte of a mask go, under each symmetry. Empty if there is none but the identity.
    images: Vec<[[u64; IMAGES]; 256]>,
    symmetries: usize,
    /// The edges in the order in which a search tries them: the inner ones first.
    pub(super) centre_out: Vec<u8>,
}

/// Edges that bound the same boxes, at least two.
struct Twins {
    all: u64,
    /// The lowest `n` of them.
    lowest: Vec<u64>,
}

impl Board {
    /// A grid of boxes worth 1 each, `rows` by `columns`. Edges are numbered row by row, first the horizontal ones
    /// (`rows + 1` rows of `columns`), then the vertical ones (`rows` rows of `columns + 1`).
    ///
    /// # Panics
    /// If there are no boxes, or more than [`MAX_EDGES`] edges.
    pub fn grid(rows: usize, columns: usize) -> Board {
        let squares = grid_boxes(rows, columns).into_iter().map(|mask| (mask, 1)).collect::<Vec<_>>();
        Board::new((rows + 1) * columns + rows * (columns + 1), &squares)
    }

    /// A board of `edges` edges and of boxes, each with the mask of its edges and its value.
    ///
    /// # Panics
    /// Unless there are at most [`MAX_EDGES`] edges and [`MAX_BOXES`] boxes, each box has an edge, no edge beyond the
    /// board, and a value of at least 0, each edge bounds at most two boxes, and the values sum up to at most [`MAX_TOTAL`].
    pub fn new(edges: usize, squares: &[(u64, i32)]) -> Board {
        assert!(edges <= MAX_EDGES && squares.len() <= MAX_BOXES, "too many edges or boxes");
        let beyond = !all_edges(edges);
        assert!(
            squares.iter().all(|&(mask, _)| mask != 0 && mask & beyond == 0),
            "a box with impossible edges"
        );
        assert!(squares.iter().all(|&(_, value)| (0..=MAX_TOTAL).contains(&value)), "an impossible value");
        let total: i64 = squares.iter().map(|&(_, value)| i64::from(value)).sum();
        assert!(total <= i64::from(MAX_TOTAL), "the values sum up to {total}");

        let boxes: Vec<u64> = squares.iter().map(|&(mask, _)| mask).collect();
        let sides = (0..edges).map(|edge| sides(&boxes, edge)).collect::<Vec<_>>();
        let having = |fits: fn(&[u8; 2]) -> bool| {
            sides.iter().enumerate().filter(|(_, sides)| fits(sides)).map(|(edge, _)| 1 << edge).sum()
        };
        let mut board = Board {
            edges,
            inner: having(|sides| sides[1] != OUTSIDE),
            nobodys: having(|sides| sides[0] == OUTSIDE),
            value_labels: squares.iter().map(|&(_, value)| (value as u64 + 1) << 8).collect(),
            values: squares.iter().map(|&(_, value)| value).collect(),
            twins: twins(&sides),
            images: Vec::new(),
            symmetries: 1,
            centre_out: Vec::new(),
            boxes,
            sides,
        };
        board.centre_out = board.inner_first();
        board.find_images();
        board
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// Number of boxes.
    pub fn boxes(&self) -> usize {
        self.boxes.len()
    }

    /// All edges.
    #[inline]
    pub fn all(&self) -> u64 {
        all_edges(self.edges)
    }

    /// Whether all boxes are worth 1.
    pub fn has_unit_values(&self) -> bool {
        self.values.iter().all(|&value| value == 1)
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

    /// What drawing `edge` completes, `drawn` being drawn already.
    #[inline]
    pub fn gain(&self, drawn: u64, edge: usize) -> i32 {
        let open = !(drawn | 1 << edge);
        let completed = |&side: &u8| side != OUTSIDE && self.boxes[usize::from(side)] & open == 0;
        let gain = |side: u8| self.values[usize::from(side)];
        self.sides[edge].iter().filter(|side| completed(side)).map(|&side| gain(side)).sum()
    }

    /// Of the undrawn edges those worth trying: one of twins.
    #[inline]
    pub(super) fn distinct(&self, drawn: u64) -> u64 {
        let mut open = self.all() & !drawn;
        for twins in &self.twins {
            let undrawn = open & twins.all;
            open ^= undrawn & undrawn.wrapping_sub(1);
        }
        open
    }

    /// The one name of all positions that are the same but for twins and symmetry.
    #[inline]
    pub(super) fn canonical(&self, mut drawn: u64) -> u64 {
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

    /// For each box the sum of its distances to all others.
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

    /// The edges, those between the most central boxes first.
    fn inner_first(&self) -> Vec<u8> {
        let remoteness = self.remoteness();
        let farthest = remoteness.iter().max().map_or(0, |most| most + 1);
        let far = |side: u8| if side == OUTSIDE { farthest } else { remoteness[usize::from(side)] };
        let mut order: Vec<u8> = (0..self.edges as u8).collect();
        order.sort_by_key(|&edge| self.sides[usize::from(edge)].map(far).iter().sum::<usize>());
        order
    }

    fn find_images(&mut self) {
        let maps = Symmetries::of(self).edge_maps();
        self.symmetries = maps.len();
        if maps.len() == 1 {
            return;
        }
        let map = |number: usize| maps.get(number).unwrap_or(&maps[0]);
        let image = |byte: usize, bits: usize, number: usize| {
            let edges = (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| byte * 8 + bit);
            edges.filter(|&edge| edge < self.edges).map(|edge| 1 << map(number)[edge]).sum()
        };
        let bytes = 0..self.edges.div_ceil(8);
        self.images = bytes
            .map(|byte| array::from_fn(|bits| array::from_fn(|number| image(byte, bits, number))))
            .collect();
    }
}

fn all_edges(edges: usize) -> u64 {
    if edges == MAX_EDGES { u64::MAX } else { (1 << edges) - 1 }
}

fn grid_boxes(rows: usize, columns: usize) -> Vec<u64> {
    let vertical = (rows + 1) * columns;
    let square = |i: usize| {
        let (row, column) = (i / columns, i % columns);
        let top = row * columns + column;
        let left = vertical + row * (columns + 1) + column;
        1 << top | 1 << (top + columns) | 1 << left | 1 << (left + 1)
    };
    assert!(
        rows > 0 && columns > 0 && rows * (columns + 1) + vertical <= MAX_EDGES,
        "a grid of impossible size"
    );
    (0..rows * columns).map(square).collect()
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

/// The search for symmetries: boxes are mapped one after the other, as long as nothing contradicts.
struct Symmetries<'b> {
    board: &'b Board,
    /// How many edges two boxes share; with itself: how many lead outside.
    shared: Vec<Vec<u32>>,
    map: Vec<usize>,
    found: Vec<Vec<usize>>,
    /// Boards of many equal parts have more symmetries, and more dead ends, than are worth looking for: any subset will do.
    patience: u32,
}

impl Symmetries<'_> {
    fn of(board: &Board) -> Symmetries<'_> {
        let n = board.boxes.len();
        let both = |a: usize, b: usize| (board.boxes[a] & board.boxes[b]).count_ones();
        let outside =
            |a: usize| board.sides.iter().filter(|&&sides| sides == [a as u8, OUTSIDE]).count() as u32;
        let shared = |a: usize, b: usize| if a == b { outside(a) } else { both(a, b) };
        let shared = (0..n).map(|a| (0..n).map(|b| shared(a, b)).collect()).collect();
        let mut search = Symmetries { board, shared, map: Vec::new(), found: Vec::new(), patience: 100_000 };
        search.extend();
        search
    }

    /// Maps the next box in every possible way. The first symmetry found is the identity.
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
                && self.board.values[next] == self.board.values[to]
                && self.shared[next][next] == self.shared[to][to]
                && (0..next).all(|from| self.shared[next][from] == self.shared[to][self.map[from]]);
            if fits {
                self.map.push(to);
                self.extend();
                self.map.pop();
            }
        }
    }

    /// Where each edge goes; of twins the n-th goes to the n-th.
    fn edge_maps(&self) -> Vec<Vec<usize>> {
        let board = self.board;
        let image = |map: &[usize], edge: usize| {
            let to = |side: u8| if side == OUTSIDE { OUTSIDE } else { map[usize::from(side)] as u8 };
            let mut target = board.sides[edge].map(to);
            target.sort_unstable();
            let nth = board.sides[..edge].iter().filter(|&&sides| sides == board.sides[edge]).count();
            let mut alike = (0..board.edges).filter(|&other| board.sides[other] == target);
            alike.nth(nth).expect("a symmetry keeps the number of edges between boxes")
        };
        self.found.iter().map(|map| (0..board.edges).map(|edge| image(map, edge)).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_have_their_mirrors_and_rotations() {
        for (rows, columns, symmetries) in
            [(2, 2, 8), (3, 3, 8), (4, 4, 8), (2, 3, 4), (3, 4, 4), (4, 5, 4), (1, 5, 2)]
        {
            assert_eq!(Board::grid(rows, columns).symmetries, symmetries, "{rows}x{columns}");
        }
    }

    #[test]
    fn values_break_symmetry() {
        let squares: Vec<_> = grid_boxes(3, 3).into_iter().zip([1, 1, 1, 1, 1, 1, 1, 1, 2]).collect();
        assert_eq!(Board::new(24, &squares).symmetries, 2);
    }

    #[test]
    fn first_moves_on_4_by_4_are_of_six_kinds() {
        let board = Board::grid(4, 4);
        let mut kinds: Vec<u64> = (0..40).map(|edge| board.canonical(1 << edge)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), 6);
    }

    #[test]
    fn the_canonical_position_is_one_of_its_own_kind() {
        let board = Board::grid(3, 3);
        for n in 0..10_000_u64 {
            let drawn = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let canonical = board.canonical(drawn);
            assert_eq!(board.canonical(canonical), canonical);
            assert_eq!(board.left(canonical), board.left(drawn));
        }
    }
}
