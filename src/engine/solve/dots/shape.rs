use super::graph::Graph;

/// Drawn edges, and for each box the number of its undrawn ones: the bits `i` of three words are
/// that number in binary for box `i`. Drawing an edge subtracts in all boxes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub drawn: u64,
    ones: u32,
    twos: u32,
    fours: u32,
}

impl Shape {
    pub fn empty(graph: &Graph) -> Shape {
        let boxes = (1_u64 << graph.boxes.len()) - 1;
        Shape { drawn: 0, ones: 0, twos: 0, fours: boxes as u32 }
    }

    #[inline]
    pub fn drawn_to(mut self, graph: &Graph, drawn: u64) -> Shape {
        let mut more = drawn & !self.drawn;
        while more != 0 {
            let mut less = graph.beside[more.trailing_zeros() as usize];
            more &= more - 1;
            self.ones ^= less;
            less &= self.ones;
            self.twos ^= less;
            less &= self.twos;
            self.fours ^= less;
        }
        Shape { drawn, ..self }
    }

    /// Boxes that lack one edge.
    #[inline]
    pub fn one(&self) -> u32 {
        self.ones & !self.twos
    }

    #[inline]
    pub fn two(&self) -> u32 {
        self.twos & !self.ones
    }

    #[inline]
    pub fn three(&self) -> u32 {
        self.ones & self.twos
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::{Board, Size};

    #[test]
    fn boxes_are_sorted_by_their_undrawn_edges() {
        let graph = Graph::of(&Board::grid(Size::new(4, 4).unwrap()));
        let mut shape = Shape::empty(&graph);
        for n in 0..1_000_u64 {
            let drawn = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
            let from = if n % 4 == 0 { Shape::empty(&graph) } else { shape };
            shape = from.drawn_to(&graph, drawn | from.drawn);
            for (i, edges) in graph.boxes.iter().enumerate() {
                let lacks = (edges & !shape.drawn).count_ones();
                let found = [shape.one(), shape.two(), shape.three()].map(|set| set >> i & 1 == 1);
                assert_eq!(found, [1, 2, 3].map(|number| lacks == number), "{:x}", shape.drawn);
            }
        }
    }
}
