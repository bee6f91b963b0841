//! The name of a position in the table: equal for positions that are the same game.
//!
//! What can still happen depends only on the graph of the undrawn edges: boxes joined by edges, edges that lead outside, and
//! the values of the boxes. Where on the board these are does not matter, so isomorphic graphs share an entry. That holds under
//! both rules and with any values, contains twins and symmetry, and merges far more: of the positions met on 3 x 4, 688
//! thousand up to symmetry, 270 thousand are left.
//!
//! Peelings are named in linear time if each part has at most one cycle, and most positions searched are such, since the inner
//! edges are drawn first:
//!
//! 1. *Leaves* (boxes joined to one other) are taken off, layer by layer; each adds its label to that of the box it was joined to. A label
//!    is a hash of value, edges outside and the labels added so far: it names a rooted tree.
//! 2. A part that is a tree ends as one box, or as two that are joined: its centre, which isomorphisms keep.
//! 3. What is left without leaves has cycles. A single cycle is named by the labels along it, from the start and in the direction that give the
//!    least hash.
//! 4. If something more complex is left, the position is named by its edges, up to twins and symmetry.
//!
//! Names have 128 bits, of which the table uses about 90 (the place of a bucket and a whole word to check): among 10^9
//! positions the chance that any two different ones share a name is about 10^-9.

use std::ops::{Add, Sub};

use super::graph::{Graph, MAX_BOXES, OUTSIDE, members};

/// The name of a position: two independent words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key(pub u64, pub u64);

impl Key {
    /// Names of parts are summed up: their order does not matter.
    #[inline]
    fn plus(self, other: Key) -> Key {
        Key(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }

    /// Spreads every bit over its word; `salt` tells apart what is hashed for different ends.
    #[inline]
    fn mixed(self, salt: u64) -> Key {
        Key(fold(self.0 ^ salt, 0x9e37_79b9_7f4a_7c15), fold(self.1 ^ salt, 0xd6e8_feb8_6659_fd93))
    }

    fn of_word(word: u64) -> Key {
        Key(word, word).mixed(0)
    }
}

/// Both halves of a product of 128 bits, folded: the mixing step of Wang Yi's wyhash.
#[inline]
pub(super) fn fold(word: u64, by: u64) -> u64 {
    let product = u128::from(word) * u128::from(by);
    product as u64 ^ (product >> 64) as u64
}

/// The number of bits: nearly always none or one.
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

/// The graph of the undrawn edges while leaves are taken off.
struct Peeling<'b> {
    graph: &'b Graph,
    /// For each box its edges to other boxes.
    inner: [u64; MAX_BOXES],
    /// For each box what is known of the trees that hung on it.
    label: [Key; MAX_BOXES],
    /// Boxes joined to one other.
    leaves: u64,
    /// Boxes joined to more.
    others: u64,
    name: Name,
}

/// The name of some parts of a position. Those of several parts add up, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Name {
    /// Of the parts that are not short, the sum of their hashes.
    pub sum: Key,
    /// How often each kind of short part is there ([`SHORT_BITS`] for each kind).
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
    /// The name by which a position is known in the table.
    #[inline]
    pub fn key(self, chains: bool) -> Key {
        let shorts = if chains { reduced(self.shorts) } else { self.shorts };
        self.sum.plus(Key::of_word(shorts)).mixed(NAME)
    }
}

/// Bits to count the short parts of one kind: there are at most 32.
const SHORT_BITS: u32 = 7;

const SINGLE_2: u32 = 0;
const SINGLE_3: u32 = 1;
const SINGLE_4: u32 = 2;
const PAIR_1_1: u32 = 3;
const PAIR_1_2: u32 = 4;
const PAIR_1_3: u32 = 5;
const PAIR_2_2: u32 = 6;
const PAIR_2_3: u32 = 7;
const PAIR_3_3: u32 = 8;

/// The same for all sets of short parts that make the same game together with whatever else, under the chain rules (`chains`).
///
/// Parts of at most two boxes never let anybody decline anything, so a move in one gives away `t` boxes (none, one or two) and passes the turn.
/// Of two equal ones nothing is left: whatever one player does in the first, the other repeats in the second. And some unlike
/// ones cancel as well, say a box of two edges and one of four. Once `S + T` cancels for all `S` of a kind, `S` may be replaced by `T`:
/// that is what is done here, until at most one of each of four kinds is left. The tests prove every step.
#[inline]
fn reduced(shorts: u64) -> u64 {
    let odd = |kind: u32| shorts >> (kind * SHORT_BITS) & 1;
    let tempo = odd(PAIR_1_2) ^ odd(PAIR_2_3) ^ odd(PAIR_3_3);
    let two = odd(SINGLE_2) ^ odd(SINGLE_4) ^ tempo;
    let three = odd(SINGLE_3) ^ tempo;
    let chain = odd(PAIR_1_1) ^ odd(PAIR_1_2) ^ odd(PAIR_1_3);
    let pair = odd(PAIR_2_2) ^ odd(PAIR_2_3);
    two | three << 1 | chain << 2 | pair << 3
}

fn short(kind: u32) -> Name {
    Name { sum: Key(0, 0), shorts: 1 << (kind * SHORT_BITS) }
}

impl Graph {
    /// The name of a position.
    #[inline]
    pub(super) fn key(&self, drawn: u64) -> Key {
        self.name(self.all & !drawn).key(false)
    }

    /// The name of what is undrawn, or of some parts of it.
    #[inline]
    pub(super) fn name(&self, open: u64) -> Name {
        if open == 0 { Name::default() } else { self.names.get(open, || self.work_out(open)) }
    }

    fn work_out(&self, open: u64) -> Name {
        let part = self.part(open);
        if part != open {
            return self.name(part) + self.name(open & !part);
        }
        Peeling::new(self, part).name().unwrap_or_else(|| {
            let sum = Key::of_word(self.canonical(self.all & !part)).mixed(EDGES);
            Name { sum, shorts: 0 }
        })
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
            name: Name::default(),
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
                peeling.name.sum = peeling.label[i].mixed(CENTRE);
                if graph.unit {
                    match outside {
                        2 => peeling.name = short(SINGLE_2),
                        3 => peeling.name = short(SINGLE_3),
                        4 => peeling.name = short(SINGLE_4),
                        _ => {}
                    }
                }
            } else {
                peeling.sort(i);
            }
        }
        if graph.unit && peeling.leaves.count_ones() == 2 && peeling.others == 0 {
            let mut out = members(peeling.leaves as u32).map(|i| peeling.label[usize::from(i)].0 & 255);
            let (a, b) = (out.next().unwrap(), out.next().unwrap());
            let kind = match (a.min(b), a.max(b)) {
                (1, 1) => PAIR_1_1,
                (1, 2) => PAIR_1_2,
                (1, 3) => PAIR_1_3,
                (2, 2) => PAIR_2_2,
                (2, 3) => PAIR_2_3,
                (3, 3) => PAIR_3_3,
                _ => return peeling,
            };
            peeling.name = short(kind);
            peeling.leaves = 0;
        }
        peeling
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
    fn name(mut self) -> Option<Name> {
        while self.leaves != 0 {
            self.take_leaves();
        }
        while self.others != 0 {
            self.take_cycle()?;
        }
        Some(self.name)
    }

    /// Takes off one layer of leaves.
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
                self.name.sum = self.name.sum.plus(pair);
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
                self.name.sum = self.name.sum.plus(self.label[i].mixed(CENTRE));
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
        self.name.sum = self.name.sum.plus(least.expect("a cycle has a box"));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::super::moves::{Links, Turn};
    use super::super::shape::Shape;
    use super::*;
    use crate::games::dots::{Board, Size};

    fn grid(rows: usize, columns: usize) -> Graph {
        Graph::of(&Board::grid(Size::new(rows, columns).unwrap()))
    }

    /// Short parts, by kind, ascending.
    type Shorts = Vec<u32>;

    /// What each move in a short part gives away, and what it leaves.
    fn moves_in(kind: u32) -> Vec<(i32, Shorts)> {
        match kind {
            SINGLE_2 => vec![(1, vec![])],
            SINGLE_3 => vec![(0, vec![SINGLE_2])],
            SINGLE_4 => vec![(0, vec![SINGLE_3])],
            PAIR_1_1 => vec![(2, vec![])],
            PAIR_1_2 => vec![(1, vec![SINGLE_2]), (0, vec![PAIR_1_1])],
            PAIR_1_3 => vec![(1, vec![SINGLE_3]), (0, vec![PAIR_1_2])],
            PAIR_2_2 => vec![(0, vec![PAIR_1_2]), (0, vec![SINGLE_2, SINGLE_2])],
            PAIR_2_3 => vec![(0, vec![PAIR_1_3]), (0, vec![PAIR_2_2]), (0, vec![SINGLE_2, SINGLE_3])],
            PAIR_3_3 => vec![(0, vec![PAIR_2_3]), (0, vec![SINGLE_3, SINGLE_3])],
            _ => unreachable!("there are nine kinds"),
        }
    }

    fn moves(parts: &Shorts) -> Vec<(i32, Shorts)> {
        let in_part = |i: usize| {
            let others = [&parts[..i], &parts[i + 1..]].concat();
            moves_in(parts[i]).into_iter().map(move |(given, left)| {
                let mut left = [others.clone(), left].concat();
                left.sort_unstable();
                (given, left)
            })
        };
        (0..parts.len()).flat_map(in_part).collect()
    }

    fn value(parts: &Shorts) -> i32 {
        moves(parts).iter().map(|(given, left)| -given - value(left)).max().unwrap_or(0)
    }

    /// Whether it is shown that `V(P + parts) <= V(P) + d` and `V(P + parts) >= V(P) - d` for all positions `P`, where `V` is the value.
    ///
    /// By induction on `P`. The second follows from the first for smaller `P`: play what is best in `P` (declining or not, what a
    /// turn is worth changes no faster than `V`); for no `P` at all it is `V(parts) >= -d`. The first: a move in `P`
    /// is worth no more by the second for smaller `P`, and every move in `parts` that gives `t` has an answer there, giving `u`, such that
    /// `V(P + rest) <= V(P) + d + t - u`.
    fn within(parts: &Shorts, d: i32) -> bool {
        let answered =
            |(t, left): &(i32, Shorts)| moves(left).iter().any(|(u, rest)| within(rest, d + t - u));
        if parts.is_empty() { d >= 0 } else { value(parts) >= -d && moves(parts).iter().all(answered) }
    }

    #[test]
    fn short_parts_cancel_with_what_stands_for_them() {
        let kinds =
            [SINGLE_2, SINGLE_3, SINGLE_4, PAIR_1_1, PAIR_1_2, PAIR_1_3, PAIR_2_2, PAIR_2_3, PAIR_3_3];
        for kind in kinds {
            let stands = reduced(short(kind).shorts);
            let basis = [SINGLE_2, SINGLE_3, PAIR_1_1, PAIR_2_2];
            let mut parts: Shorts = (0..4).filter(|i| stands >> i & 1 == 1).map(|i| basis[i]).collect();
            parts.push(kind);
            parts.sort_unstable();
            assert!(within(&parts, 0), "{parts:?}");
        }
        // It is no matter of course: these are different games.
        assert!(!within(&vec![SINGLE_2, SINGLE_3], 0) && !within(&vec![PAIR_1_1, PAIR_2_2], 0));
        assert!(!within(&vec![SINGLE_2, PAIR_1_1], 0) && !within(&vec![SINGLE_2], 0));
    }

    /// The moves above are those of the boxes themselves.
    #[test]
    fn the_moves_in_short_parts_are_those_on_the_board() {
        // Two boxes side by side, and one apart.
        let graph = Graph::of(&Board::from_config("1 0 1 2 3\n1 3 4 5 6\n1 7 8 9 10").unwrap());
        for open in 1..=graph.all {
            let shape = Shape::empty(&graph).drawn_to(&graph, graph.all & !open);
            let name = graph.name(open);
            if shape.one() != 0 || name.sum != Key::default() {
                continue;
            }
            let kinds = (0..9).flat_map(|kind| {
                let count = name.shorts >> (kind * SHORT_BITS) & ((1 << SHORT_BITS) - 1);
                std::iter::repeat_n(kind, count as usize)
            });
            let mut links = Links::new();
            graph.quiet_moves(&shape, &mut links);
            let on_board = links.iter().map(|link| {
                assert_eq!(link.turn, Turn::Passes);
                (-link.gain, graph.name(graph.all & !link.to).shorts)
            });
            let told = moves(&kinds.collect())
                .into_iter()
                .map(|(given, left)| (given, left.into_iter().map(|kind| short(kind).shorts).sum::<u64>()));
            assert_eq!(on_board.collect::<HashSet<_>>(), told.collect::<HashSet<_>>(), "{open:x}");
        }
    }

    /// The same graph for all orders of its boxes: how many edges join them, or lead outside; the least of all orders.
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
            let (mut by_form, mut by_key) = (HashMap::new(), HashMap::new());
            for drawn in 0..=graph.all {
                let (form, key) = (form(&graph, drawn, &orders), graph.key(drawn));
                assert_eq!(*by_form.entry(form.clone()).or_insert(key), key, "{drawn:x}");
                assert_eq!(*by_key.entry(key).or_insert(form.clone()), form, "{drawn:x}");
            }
        }
    }

    #[test]
    fn positions_of_one_name_are_isomorphic_where_there_are_more_cycles() {
        let (graph, orders) = (grid(2, 3), orders(6));
        let mut by_key = HashMap::new();
        for n in 0..3_000_u64 {
            let drawn = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & graph.all;
            let drawn = if n % 3 == 0 { drawn & drawn >> 7 } else { drawn };
            let form = form(&graph, drawn, &orders);
            assert_eq!(*by_key.entry(graph.key(drawn)).or_insert(form.clone()), form, "{drawn:x}");
        }
        assert!(by_key.len() > 100);
    }

    #[test]
    fn a_cycle_has_one_name_wherever_it_begins() {
        // Five boxes in a ring, with one or two edges outside: rotated and reflected.
        let line = |i: usize| format!("1 {i} {} {} {}\n", (i + 1) % 5, 5 + 2 * i, 6 + 2 * i);
        let board = Board::from_config(&(0..5).map(line).collect::<String>()).unwrap();
        let graph = Graph::of(&board);
        let key = |two: [bool; 5]| graph.key((0..5).filter(|&i| !two[i]).map(|i| 1 << (5 + 2 * i)).sum());
        let first = key([true, true, false, true, false]);
        assert_eq!(first, key([true, false, true, true, false]));
        assert_eq!(first, key([false, true, false, true, true]));
        assert_ne!(first, key([true, true, true, false, false]));
    }
}
