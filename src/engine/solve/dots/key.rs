//! The name of a position in the table. The rest of a game depends only on the graph of the undrawn
//! edges and the values of the boxes, so isomorphic graphs share a name.
//!
//! The name of a position is the sum of the names of its parts, which no edge joins. Short parts
//! may cancel (`shorts`). A part is named in linear time if it has at most one cycle:
//!
//! 1. *Leaves* (boxes joined to one other) are taken off, layer by layer; each adds its label to
//!    that of the box it was joined to. A label is a hash of value, edges outside and the labels
//!    added so far: it names a rooted tree.
//! 2. A tree ends as one box, or as two that are joined: its centre, which isomorphisms keep.
//! 3. The rest has cycles. A single cycle is named by the labels along it, from the start and in
//!    the direction that give the least hash.
//! 4. Anything more complex is named by its edges, up to twins and symmetry.

use std::ops::{Add, Sub};

use super::graph::{Graph, MAX_BOXES, OUTSIDE};
use super::names::Names;
use super::shorts;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key(pub u64, pub u64);

impl Key {
    #[inline]
    fn plus(self, other: Key) -> Key {
        Key(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }

    /// Mixes two words into a key. `salt` separates hashes made for different purposes.
    #[inline]
    fn mixed(self, salt: u64) -> Key {
        Key(fold(self.0 ^ salt, 0x9e37_79b9_7f4a_7c15), fold(self.1 ^ salt, 0xd6e8_feb8_6659_fd93))
    }

    fn of_word(word: u64) -> Key {
        Key(word, word).mixed(0)
    }
}

/// The two halves of a 128-bit product, xored: the mixing step of Wang Yi's wyhash.
#[inline]
pub(super) fn fold(word: u64, by: u64) -> u64 {
    let product = u128::from(word) * u128::from(by);
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn count(bits: u64) -> u64 {
    if bits & bits.wrapping_sub(1) == 0 { u64::from(bits != 0) } else { u64::from(bits.count_ones()) }
}

const CHILD: u64 = 0x1357_9bdf_0246_8ace;
const CENTRE: u64 = 0x2545_f491_4f6c_dd1d;
const PAIR: u64 = 0x5851_f42d_4c95_7f2d;
const CYCLE: u64 = 0x1405_7b7e_f767_814f;
const NAME: u64 = 0x9e6c_63d0_876a_3f6b;
const EDGES: u64 = 0x369d_ea0f_31a5_3f85;

/// The undrawn edges of a part while leaves are taken off.
struct Peeling<'b> {
    graph: &'b Graph,
    inner: [u64; MAX_BOXES],
    /// The label of each box: value, edges outside and the trees taken off it.
    label: [Key; MAX_BOXES],
    /// Boxes joined to one other box.
    leaves: u64,
    /// Boxes joined to more than one.
    others: u64,
    /// The one box of a part that has no other.
    alone: Option<u32>,
    name: Key,
}

/// The name of some parts of a position. Names add up, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Name {
    /// The sum of the hashes of the parts that are not short.
    pub sum: Key,
    /// The number of short parts of each kind (`shorts`).
    pub shorts: u64,
}

impl Add for Name {
    type Output = Name;

    #[inline]
    fn add(self, other: Name) -> Name {
        Name { sum: self.sum.plus(other.sum), shorts: self.shorts + other.shorts }
    }
}

impl Sub for Name {
    type Output = Name;

    #[inline]
    fn sub(self, Name { sum: Key(a, b), shorts }: Name) -> Name {
        let sum = Key(self.sum.0.wrapping_sub(a), self.sum.1.wrapping_sub(b));
        Name { sum, shorts: self.shorts - shorts }
    }
}

impl Name {
    #[inline]
    pub fn key(self, chains: bool) -> Key {
        let shorts = if chains { shorts::reduced(self.shorts) } else { self.shorts };
        self.sum.plus(Key::of_word(shorts)).mixed(NAME)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Namer<'n> {
    pub graph: &'n Graph,
    pub names: &'n Names,
}

impl Namer<'_> {
    #[inline]
    pub fn key(&self, drawn: u64) -> Key {
        self.name(self.graph.all & !drawn).key(false)
    }

    #[inline]
    pub fn name(&self, open: u64) -> Name {
        if open == 0 { Name::default() } else { self.names.get(open, || self.work_out(open)) }
    }

    fn work_out(&self, open: u64) -> Name {
        let part = self.graph.part(open);
        if part != open {
            return self.name(part) + self.name(open & !part);
        }
        let peeling = Peeling::new(self.graph, part);
        if let Some(shorts) = peeling.short() {
            return Name { sum: Key(0, 0), shorts };
        }
        let by_edges = || Key::of_word(self.graph.canonical(self.graph.all & !part)).mixed(EDGES);
        Name { sum: peeling.name().unwrap_or_else(by_edges), shorts: 0 }
    }
}

impl Peeling<'_> {
    #[inline]
    fn new(graph: &Graph, part: u64) -> Peeling<'_> {
        let label = Key(0, 0);
        let mut peeling = Peeling {
            graph,
            inner: [0; MAX_BOXES],
            label: [label; MAX_BOXES],
            leaves: 0,
            others: 0,
            alone: None,
            name: label,
        };
        for (i, &mask) in graph.boxes.iter().enumerate() {
            let open = mask & part;
            if open == 0 {
                continue;
            }
            let inner = open & graph.inner;
            let outside = count(open ^ inner);
            let label = graph.value_labels[i].wrapping_add(outside);
            peeling.inner[i] = inner;
            peeling.label[i] = Key(label, label);
            if inner == 0 {
                peeling.name = peeling.label[i].mixed(CENTRE);
                peeling.alone = Some(i as u32);
            } else {
                peeling.sort(i);
            }
        }
        peeling
    }

    #[inline]
    fn short(&self) -> Option<u64> {
        let outside = |i: u32| self.label[i as usize].0 - self.graph.value_labels[i as usize];
        let last = |set: u64| 63 - set.leading_zeros();
        match (self.graph.unit, self.leaves.count_ones(), self.others) {
            (true, 0, 0) => shorts::single(outside(self.alone?)),
            (true, 2, 0) => shorts::pair(outside(self.leaves.trailing_zeros()), outside(last(self.leaves))),
            _ => None,
        }
    }

    #[inline]
    fn sort(&mut self, i: usize) {
        let inner = self.inner[i];
        let leaf = u64::from(inner & inner.wrapping_sub(1) == 0);
        self.leaves |= leaf << i;
        self.others |= (1 - leaf) << i;
    }

    #[inline]
    fn across(&self, edge: u64, from: usize) -> usize {
        let [a, b] = self.graph.sides[edge.trailing_zeros() as usize];
        debug_assert!(b != OUTSIDE);
        usize::from(a) + usize::from(b) - from
    }

    #[inline]
    fn name(mut self) -> Option<Key> {
        while self.leaves != 0 {
            self.take_leaves();
        }
        while self.others != 0 {
            self.take_cycle()?;
        }
        Some(self.name)
    }

    #[inline]
    fn take_leaves(&mut self) {
        let layer = std::mem::take(&mut self.leaves);
        let mut rest = layer;
        let mut changed = 0_u64;
        while rest != 0 {
            let leaf = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let edge = self.inner[leaf];
            let at = self.across(edge, leaf);
            let label = self.label[leaf].mixed(CHILD);
            if layer >> at & 1 == 1 {
                rest &= !(1 << at);
                let pair = label.plus(self.label[at].mixed(CHILD)).mixed(PAIR);
                self.name = self.name.plus(pair);
            } else {
                self.label[at] = self.label[at].plus(label);
                self.inner[at] &= !edge;
                changed |= 1 << at;
            }
        }
        while changed != 0 {
            let i = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            if self.inner[i] == 0 {
                self.others &= !(1 << i);
                self.name = self.name.plus(self.label[i].mixed(CENTRE));
            } else if self.inner[i] & (self.inner[i] - 1) == 0 {
                self.others &= !(1 << i);
                self.leaves |= 1 << i;
            }
        }
    }

    /// Takes off a cycle; `None` if there is something more complex.
    fn take_cycle(&mut self) -> Option<()> {
        let first = self.others.trailing_zeros() as usize;
        let mut labels = [Key(0, 0); MAX_BOXES];
        let mut n = 0;
        let (mut at, mut last) = (first, 0);
        loop {
            let onwards = self.inner[at] & !last;
            let but_one = self.inner[at] & (self.inner[at] - 1);
            if but_one & (but_one - 1) != 0 {
                return None;
            }
            labels[n] = self.label[at];
            n += 1;
            self.others &= !(1 << at);
            last = onwards & onwards.wrapping_neg();
            at = self.across(last, at);
            if at == first {
                break;
            }
        }
        let labels = &labels[..n];
        // The least label is first; if several are, the start that gives the least hash.
        let first = labels.iter().min().copied();
        let along = |start: usize, step: usize| {
            let mut at = start;
            let mut sum = Key(0, 0);
            for _ in 0..n {
                sum = sum.plus(labels[at]).mixed(CYCLE);
                at += step;
                at -= if at >= n { n } else { 0 };
            }
            sum
        };
        let starts = (0..n).filter(|&start| Some(labels[start]) == first);
        let least = starts.map(|start| along(start, 1).min(along(start, n - 1))).min();
        self.name = self.name.plus(least.expect("a cycle has a box"));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::dots::{Board, Size};

    fn grid(rows: usize, columns: usize) -> Graph {
        Graph::of(&Board::grid(Size::new(rows, columns).unwrap()))
    }

    /// A canonical form: the least matrix, over all orders of the boxes, of the numbers of edges
    /// that join two boxes or lead outside.
    fn form(graph: &Graph, drawn: u64, orders: &[Vec<usize>]) -> Vec<u32> {
        let n = graph.boxes.len();
        let open = |i: usize| graph.boxes[i] & !drawn;
        let shared = |a: usize, b: usize| {
            if a == b { (open(a) & !graph.inner).count_ones() } else { (open(a) & open(b)).count_ones() }
        };
        let matrix = |order: &Vec<usize>| (0..n * n).map(|i| shared(order[i / n], order[i % n])).collect();
        orders.iter().map(matrix).min().unwrap()
    }

    fn orders(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let shorter = orders(n - 1);
        let put =
            |at: usize| shorter.iter().map(move |order| [&order[..at], &[n - 1], &order[at..]].concat());
        (0..n).flat_map(put).collect()
    }

    #[test]
    fn names_are_equal_exactly_for_isomorphic_positions() {
        // No two cycles on 2 x 2, nor in a row: every graph is named.
        for (rows, columns) in [(2, 2), (1, 3), (1, 4)] {
            let (graph, orders) = (grid(rows, columns), orders(rows * columns));
            let (names, graph) = (Names::new(), &graph);
            let namer = Namer { graph, names: &names };
            let (mut by_form, mut by_key) = (HashMap::new(), HashMap::new());
            for drawn in 0..=graph.all {
                let (form, key) = (form(graph, drawn, &orders), namer.key(drawn));
                assert_eq!(*by_form.entry(form.clone()).or_insert(key), key, "{drawn:x}");
                assert_eq!(*by_key.entry(key).or_insert(form.clone()), form, "{drawn:x}");
            }
        }
    }

    #[test]
    fn positions_of_one_name_are_isomorphic_where_there_are_more_cycles() {
        let (graph, orders) = (grid(2, 3), orders(6));
        let (names, mut by_key) = (Names::new(), HashMap::new());
        let namer = Namer { graph: &graph, names: &names };
        for n in 0..3_000_u64 {
            let drawn = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & graph.all;
            let drawn = if n % 3 == 0 { drawn & drawn >> 7 } else { drawn };
            let form = form(&graph, drawn, &orders);
            assert_eq!(*by_key.entry(namer.key(drawn)).or_insert(form.clone()), form, "{drawn:x}");
        }
        assert!(by_key.len() > 100);
    }

    #[test]
    fn a_cycle_has_one_name_wherever_it_begins() {
        // Five boxes in a ring, with one or two edges outside: rotated and reflected.
        let line = |i: usize| format!("1 {i} {} {} {}\n", (i + 1) % 5, 5 + 2 * i, 6 + 2 * i);
        let board = Board::from_config(&(0..5).map(line).collect::<String>()).unwrap();
        let graph = Graph::of(&board);
        let names = Names::new();
        let namer = Namer { graph: &graph, names: &names };
        let key = |two: [bool; 5]| namer.key((0..5).filter(|&i| !two[i]).map(|i| 1 << (5 + 2 * i)).sum());
        let first = key([true, true, false, true, false]);
        assert_eq!(first, key([true, false, true, true, false]));
        assert_eq!(first, key([false, true, false, true, true]));
        assert_ne!(first, key([true, true, true, false, false]));
    }
}
