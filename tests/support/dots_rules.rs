//! The rules of dots and boxes as one would write them with lists.

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
    /// A grid, by walking round each box on a lattice of dots and numbering what is met in the
    /// order of the lattice.
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
        Naive::of(boxes, again)
    }

    /// The start of a game on boxes given by their values and edges, the edges numbered from 0
    /// without gaps.
    pub fn of(boxes: Vec<(i32, Vec<usize>)>, again: bool) -> Naive {
        let edges = boxes.iter().flat_map(|(_, edges)| edges).max().map_or(0, |last| last + 1);
        Naive { boxes, drawn: vec![false; edges], again, mover: 0, won: [0, 0] }
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
}
