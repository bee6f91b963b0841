//! Chains, under the standard rules with boxes worth 1.
//!
//! A box with one edge left can be taken. Behind it, boxes with two edges left form a *chain* that
//! can be taken in the same turn. Two theorems (Berlekamp 2000) let the search skip every position
//! where boxes can be taken. Both are false with unequal values and under the alternate rules.
//!
//! **Taking.** The mover takes every box, or declines the last two boxes of the last chain (four if
//! it can be taken from both ends): one edge leaves them to the opponent, who takes them and then
//! has to move. Let `k` be the number of boxes that can be taken, `h` the number that can be
//! declined, and `x` the value of the rest for the side to move in it. To take all is worth
//! `k + x`, to decline `k - h - (h + x)`. The larger of the two is `k - h + |h + x|`.
//!
//! **Opening.** A move at a box with two edges left opens its chain to the opponent. All edges of a
//! chain are equivalent, except that the middle edge of a chain of two forces the opponent to take
//! both boxes, which is never worse for the mover.

use super::graph::{Graph, OUTSIDE, members};
use super::moves::{Link, Links, Turn};
use super::shape::Shape;

struct Walk {
    edges: u64,
    boxes: u32,
    /// Its end: a box with more edges, [`OUTSIDE`], or the box it began with.
    end: u8,
}

impl Graph {
    #[inline]
    fn across(&self, edge: u64, from: u8) -> u8 {
        let [a, b] = self.sides[edge.trailing_zeros() as usize];
        if a == from { b } else { a }
    }

    /// Walks from box `from` over `edge` along the boxes of `two`, until there are no more or
    /// `from` is reached.
    #[inline]
    fn walk(&self, drawn: u64, two: u32, from: u8, edge: u64) -> Walk {
        let mut walk = Walk { edges: edge, boxes: 0, end: self.across(edge, from) };
        let mut last = edge;
        while walk.end != OUTSIDE && walk.end != from && two >> walk.end & 1 == 1 {
            walk.boxes |= 1 << walk.end;
            last = self.boxes[usize::from(walk.end)] & !drawn & !last;
            walk.edges |= last;
            walk.end = self.across(last, walk.end);
        }
        walk
    }

    /// The moves of a position where no box can be taken: the safe ones from the centre outwards,
    /// then one for each chain.
    pub(super) fn quiet_moves(&self, shape: &Shape, links: &mut Links) {
        let drawn = shape.drawn;
        let mut unsafe_edges = 0;
        for i in members(shape.two()) {
            unsafe_edges |= self.boxes[usize::from(i)];
        }
        let safe = self.distinct(drawn) & !unsafe_edges;
        for edge in self.centred(safe) {
            links.push(Link { to: drawn | 1 << edge, gain: 0, turn: Turn::Passes });
        }
        let mut unseen = shape.two();
        while unseen != 0 {
            let (link, boxes) = self.opening(shape, unseen.trailing_zeros() as u8);
            unseen &= !boxes;
            links.push(link);
        }
    }

    /// The move that opens the chain with box `first`, and the chain's boxes, all of which are then
    /// taken.
    fn opening(&self, shape: &Shape, first: u8) -> (Link, u32) {
        let (drawn, two) = (shape.drawn, shape.two());
        let open = self.boxes[usize::from(first)] & !drawn;
        let edge = open & open.wrapping_neg();
        let one_way = self.walk(drawn, two, first, edge);
        let mut boxes = one_way.boxes | 1 << first;
        if one_way.end == first {
            let taken = boxes.count_ones() as i32;
            let declined = if taken >= 4 { 4 } else { 0 };
            return (link(drawn, one_way.edges, taken, declined), boxes);
        }
        let other_way = self.walk(drawn, two, first, open ^ edge);
        boxes |= other_way.boxes;
        let mut edges = one_way.edges | other_way.edges;
        let mut taken = boxes.count_ones() as i32;
        let mut declined = if taken >= 3 { 2 } else { 0 };
        // A chain that returns to the same box of three edges takes that box too, and the boxes
        // behind it.
        let joint = one_way.end;
        if joint == other_way.end && joint != OUTSIDE && shape.three() >> joint & 1 == 1 {
            let behind = self.walk(drawn, two, joint, self.boxes[usize::from(joint)] & !drawn & !edges);
            edges |= behind.edges;
            taken += 1 + behind.boxes.count_ones() as i32;
            declined = 2;
        }
        (link(drawn, edges, taken, declined), boxes)
    }

    /// Takes all boxes that can be taken. Returns the edges drawn, the boxes taken, and how many of
    /// them could have been declined.
    pub(super) fn take_all(&self, mut drawn: u64) -> (u64, i32, i32) {
        let (mut taken, mut declined) = (0, 0);
        let mut shape = Shape::empty(self);
        loop {
            shape = shape.drawn_to(self, drawn);
            let (one, two) = (shape.one(), shape.two());
            if one == 0 {
                return (drawn, taken, declined);
            }
            // Chains where nothing can be declined come first, then closed ones: the last one
            // leaves the cheapest choice.
            let (_, walk, choice) = members(one)
                .map(|first| self.chain_from(drawn, one, two, first))
                .min_by_key(|&(order, ..)| order)
                .expect("there is one");
            drawn |= walk.edges;
            taken += walk.boxes.count_ones() as i32;
            declined = choice;
        }
    }

    /// The chain that begins with box `first`: its place in the order of taking, its walk, and how
    /// many boxes can be declined.
    fn chain_from(&self, drawn: u64, one: u32, two: u32, first: u8) -> (u32, Walk, i32) {
        let mut walk = self.walk(drawn, two, first, self.boxes[usize::from(first)] & !drawn);
        walk.boxes |= 1 << first;
        let closed = walk.end != OUTSIDE && one >> walk.end & 1 == 1;
        if closed {
            walk.boxes |= 1 << walk.end;
        }
        match (closed, walk.boxes.count_ones()) {
            (true, 4..) => (1, walk, 4),
            (false, 2..) => (2, walk, 2),
            _ => (0, walk, 0),
        }
    }
}

fn link(drawn: u64, edges: u64, taken: i32, declined: i32) -> Link {
    let turn = if declined > 0 { Turn::Offers(declined) } else { Turn::Passes };
    Link { to: drawn | edges, gain: declined - taken, turn }
}
