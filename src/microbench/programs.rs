//! Four fork-join programs, written once for every scheduler.
//!
//! Each forks at every opportunity, as a user would write it. The macro
//! [`programs!`](crate::programs!) writes them for a scheduler's `join`, or as the sequential
//! baseline for a `join` of two plain calls.
//!
//! | program | input | joins |
//! |---|---|---|
//! | fib | n | at every call with n >= 2 |
//! | tree | a full binary tree of allocated nodes | at every inner node |
//! | nqueens | an empty board | place a queen here, or skip this field |
//! | uts | an unbalanced tree | halve the children of a node until one is left |

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Fibonacci numbers by definition, from fib(0) and fib(1).
    Fib,
    /// The sum of a full binary tree of allocated nodes.
    Tree,
    /// The number of ways to place n queens.
    NQueens,
    /// The number of nodes of an unbalanced tree made of hashes.
    Uts,
}

impl Program {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Program::Fib => "fib",
            Program::Tree => "tree",
            Program::NQueens => "nqueens",
            Program::Uts => "uts",
        }
    }

    pub const fn default_n(self) -> u64 {
        match self {
            Program::Fib => 34,
            Program::Tree => 21,
            Program::NQueens => 12,
            Program::Uts => 9,
        }
    }

    /// The largest size that takes less than minutes and fits most memories.
    pub const fn max_n(self) -> u64 {
        match self {
            Program::Fib => 48,
            Program::Tree => 26,
            Program::NQueens => 17,
            Program::Uts => 13,
        }
    }

    /// The input of size `n`, for which it allocates the tree.
    pub fn input(self, n: u64) -> Input {
        match self {
            Program::Fib => Input::Fib(n),
            Program::Tree => Input::Tree(TreeNode::full(n, 1)),
            Program::NQueens => Input::NQueens(Board::empty(n)),
            Program::Uts => Input::Uts(UtsNode::root(n)),
        }
    }
}

pub enum Input {
    /// The index of the number.
    Fib(u64),
    Tree(Box<TreeNode>),
    NQueens(Board),
    Uts(UtsNode),
}

pub struct TreeNode {
    pub value: u64,
    pub left: Option<Box<TreeNode>>,
    pub right: Option<Box<TreeNode>>,
}

impl TreeNode {
    /// A full tree of `2^(depth + 1) - 1` nodes, numbered as in a heap from `value`.
    /// Children are allocated before their parent.
    fn full(depth: u64, value: u64) -> Box<TreeNode> {
        let child = |value| (depth > 0).then(|| TreeNode::full(depth - 1, value));
        Box::new(TreeNode { value, left: child(2 * value), right: child(2 * value + 1) })
    }
}

/// A partly filled chessboard: the attacked fields of the next row, as bits.
#[derive(Clone, Copy)]
pub struct Board {
    all: u32,
    columns: u32,
    left: u32,
    right: u32,
}

impl Board {
    fn empty(n: u64) -> Board {
        Board { all: (1 << n) - 1, columns: 0, left: 0, right: 0 }
    }

    /// The fields of the next row that are not attacked.
    #[inline]
    pub fn free(self) -> u32 {
        self.all & !(self.columns | self.left | self.right)
    }

    /// True if every row has its queen.
    #[inline]
    pub fn is_full(self) -> bool {
        self.columns == self.all
    }

    /// Places a queen of the next row on the field `bit`.
    #[inline]
    pub fn place(self, bit: u32) -> Board {
        Board {
            all: self.all,
            columns: self.columns | bit,
            left: (self.left | bit) << 1,
            right: (self.right | bit) >> 1,
        }
    }
}

/// A node of Unbalanced Tree Search (Olivier and others 2006) and the number of levels below it.
///
/// Its state is a 64-bit hash, from which the number of children is drawn by a geometric
/// distribution of mean `MEAN` (UTS's `GEO` with a fixed shape). Child `i` has the state
/// `mix(state
/// + (i + 1) * GOLDEN)`, with SplitMix64's finalizer where UTS has SHA-1.
#[derive(Clone, Copy)]
pub struct UtsNode {
    state: u64,
    below: u64,
}

/// Mean number of children of a node above the lowest level.
const MEAN: u64 = 5;
/// The seed among the first 400 whose tree of depth 9 is nearest to 5.5 million joins (5,522,133).
const ROOT: u64 = 274;
/// 2^64 divided by the golden ratio, the step of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl UtsNode {
    pub fn root(n: u64) -> UtsNode {
        UtsNode { state: mix(ROOT.wrapping_add(GOLDEN)), below: n }
    }

    /// Returns child number `i`, counted from 0.
    #[inline]
    pub fn child(self, i: u64) -> UtsNode {
        UtsNode { state: mix(self.state.wrapping_add((i + 1).wrapping_mul(GOLDEN))), below: self.below - 1 }
    }

    /// The number of children: `c` for a draw `u` with `q^(c+1) <= u < q^c`, where `q =
    /// MEAN / (MEAN + 1)`.
    #[inline]
    pub fn children(self) -> u64 {
        const Q: u64 = (u64::MAX / (MEAN + 1)) * MEAN;
        if self.below == 0 {
            return 0;
        }
        let draw = mix(self.state ^ GOLDEN);
        let (mut children, mut limit) = (0, Q);
        while draw < limit {
            children += 1;
            limit = ((u128::from(limit) * u128::from(Q)) >> 64) as u64;
        }
        children
    }
}

#[inline]
fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Writes `run(handle, input)` and a function for each program.
///
/// `$handle` is the type that a task forks with. `$join` joins the closures `$a` and `$b`, which
/// take such a handle, by the handle `$h`. The types of this file must be in scope.
#[macro_export]
macro_rules! programs {
    ($handle:ty, |$h:ident, $a:ident, $b:ident| $join:expr) => {
        pub fn run($h: $handle, input: &Input) -> u64 {
            match input {
                Input::Fib(n) => fib($h, *n),
                Input::Tree(root) => tree($h, root),
                Input::NQueens(board) => nqueens($h, board, board.free()),
                Input::Uts(root) => uts($h, *root),
            }
        }

        fn fib($h: $handle, n: u64) -> u64 {
            if n < 2 {
                return n;
            }
            let $a = move |$h: $handle| fib($h, n - 1);
            let $b = move |$h: $handle| fib($h, n - 2);
            let (a, b): (u64, u64) = $join;
            a + b
        }

        fn tree($h: $handle, node: &TreeNode) -> u64 {
            match (&node.left, &node.right) {
                (Some(left), Some(right)) => {
                    let $a = move |$h: $handle| tree($h, left);
                    let $b = move |$h: $handle| tree($h, right);
                    let (a, b): (u64, u64) = $join;
                    node.value + a + b
                }
                (Some(only), None) | (None, Some(only)) => node.value + tree($h, only),
                (None, None) => node.value,
            }
        }

        /// Counts the ways to fill the next row on one of the fields `free`, and all rows after it.
        ///
        /// The board is passed by reference, because a copy would read its 16 bytes at once just
        /// after four writes, and stall. `next_free` is computed before the fork, so that the
        /// first half need not load the board.
        fn nqueens($h: $handle, board: &Board, free: u32) -> u64 {
            if free == 0 {
                return u64::from(board.is_full());
            }
            let field = free & free.wrapping_neg();
            let next = &board.place(field);
            let next_free = next.free();
            if free == field {
                return nqueens($h, next, next_free);
            }
            let $a = move |$h: $handle| nqueens($h, next, next_free);
            let $b = move |$h: $handle| nqueens($h, board, free ^ field);
            let (a, b): (u64, u64) = $join;
            a + b
        }

        fn uts($h: $handle, node: UtsNode) -> u64 {
            match node.children() {
                0 => 1,
                children => 1 + uts_children($h, node, 0, children),
            }
        }

        /// Counts the nodes below the children `from..to`.
        fn uts_children($h: $handle, node: UtsNode, from: u64, to: u64) -> u64 {
            if to - from == 1 {
                return uts($h, node.child(from));
            }
            let middle = from + (to - from) / 2;
            let $a = move |$h: $handle| uts_children($h, node, from, middle);
            let $b = move |$h: $handle| uts_children($h, node, middle, to);
            let (a, b): (u64, u64) = $join;
            a + b
        }
    };
}

/// The sequential baseline: plain calls instead of joins.
pub mod sequential {
    use super::{Board, Input, TreeNode, UtsNode};
    crate::programs!((), |h, a, b| (a(h), b(h)));
}
