//! The same fork-join programs for every scheduler that is measured, and without one.
//!
//! Every fork is a task: no cutoff anywhere.

use sparring::sched::Worker;

/// What a contender runs: fib(n), n queens, a tree of `2^n - 1` nodes.
pub trait Contender {
    /// Its name in the tables.
    const NAME: &'static str;
    /// Starts it.
    fn new(threads: usize) -> Self;
    /// fib(n) by two calls for every n >= 2.
    fn fib(&mut self, n: u64) -> u64;
    /// The number of ways to place n queens.
    fn queens(&mut self, n: u32) -> u64;
    /// The sum of all values of a tree.
    fn tree(&mut self, tree: &Tree) -> u64;
}

/// A binary tree on the heap.
pub struct Tree {
    value: u64,
    children: Option<Box<(Tree, Tree)>>,
}

impl Tree {
    /// A full tree of `2^levels - 1` nodes.
    pub fn new(levels: u32) -> Tree {
        let children = (levels > 1).then(|| Box::new((Tree::new(levels - 1), Tree::new(levels - 1))));
        Tree { value: u64::from(levels), children }
    }
}

/// Number of joins of fib(n).
pub fn fib_forks(n: u64) -> u64 {
    if n < 2 { 0 } else { 1 + fib_forks(n - 1) + fib_forks(n - 2) }
}

/// A board of queens: columns and both diagonals under attack, as bits.
#[derive(Clone, Copy)]
struct Queens {
    n: u32,
    columns: u32,
    left: u32,
    right: u32,
}

impl Queens {
    fn new(n: u32) -> Queens {
        Queens { n, columns: 0, left: 0, right: 0 }
    }

    fn free(self) -> u32 {
        !(self.columns | self.left | self.right) & ((1 << self.n) - 1)
    }

    fn is_full(self) -> bool {
        self.columns == (1 << self.n) - 1
    }

    fn place(self, bit: u32) -> Queens {
        Queens {
            n: self.n,
            columns: self.columns | bit,
            left: (self.left | bit) << 1,
            right: (self.right | bit) >> 1,
        }
    }
}

/// One program in the words of one scheduler; `$join` joins two closures that each get a context.
macro_rules! programs {
    ($context:ty, |$c:ident, $a:ident, $b:ident| $join:expr) => {
        #[inline(never)]
        fn fib($c: $context, n: u64) -> u64 {
            if n < 2 {
                return n;
            }
            let $a = move |$c: $context| fib($c, n - 1);
            let $b = move |$c: $context| fib($c, n - 2);
            let (a, b): (u64, u64) = $join;
            a + b
        }

        #[inline(never)]
        fn queens($c: $context, board: super::Queens, free: u32) -> u64 {
            if free == 0 {
                return u64::from(board.is_full());
            }
            let bit = free & free.wrapping_neg();
            let next = board.place(bit);
            if free == bit {
                return queens($c, next, next.free());
            }
            let $a = move |$c: $context| queens($c, next, next.free());
            let $b = move |$c: $context| queens($c, board, free ^ bit);
            let (a, b): (u64, u64) = $join;
            a + b
        }

        #[inline(never)]
        fn tree($c: $context, node: &super::Tree) -> u64 {
            let Some(children) = &node.children else { return node.value };
            let (left, right) = (&children.0, &children.1);
            let $a = move |$c: $context| tree($c, left);
            let $b = move |$c: $context| tree($c, right);
            let (a, b): (u64, u64) = $join;
            node.value + a + b
        }
    };
}

/// Ordinary calls.
pub struct Sequential;

mod sequential {
    programs!((), |c, a, b| (a(c), b(c)));
    pub fn run_fib(n: u64) -> u64 {
        fib((), n)
    }
    pub fn run_queens(n: u32) -> u64 {
        let board = super::Queens::new(n);
        queens((), board, board.free())
    }
    pub fn run_tree(node: &super::Tree) -> u64 {
        tree((), node)
    }
}

impl Contender for Sequential {
    const NAME: &'static str = "sequential";
    fn new(_: usize) -> Self {
        Sequential
    }
    fn fib(&mut self, n: u64) -> u64 {
        sequential::run_fib(n)
    }
    fn queens(&mut self, n: u32) -> u64 {
        sequential::run_queens(n)
    }
    fn tree(&mut self, tree: &Tree) -> u64 {
        sequential::run_tree(tree)
    }
}

/// This crate's scheduler.
pub struct Sparring(sparring::sched::Pool);

mod ours {
    use super::Worker;
    programs!(Worker<'_>, |c, a, b| c.join(a, b));
    pub fn run_fib(w: Worker<'_>, n: u64) -> u64 {
        fib(w, n)
    }
    pub fn run_queens(w: Worker<'_>, n: u32) -> u64 {
        let board = super::Queens::new(n);
        queens(w, board, board.free())
    }
    pub fn run_tree(w: Worker<'_>, node: &super::Tree) -> u64 {
        tree(w, node)
    }
}

impl Sparring {
    /// With this pool.
    pub fn with_pool(pool: sparring::sched::Pool) -> Sparring {
        Sparring(pool)
    }

    /// Tasks created while `f` runs.
    pub fn counted(&mut self, f: impl FnOnce(&mut Sparring) -> u64) -> u64 {
        self.0.reset();
        f(self);
        self.0.snapshot().total().created
    }
}

impl Contender for Sparring {
    const NAME: &'static str = "sparring";
    fn new(threads: usize) -> Self {
        Sparring(sparring::sched::Pool::new(threads).expect("a pool"))
    }
    fn fib(&mut self, n: u64) -> u64 {
        self.0.install(|w| ours::run_fib(w, n))
    }
    fn queens(&mut self, n: u32) -> u64 {
        self.0.install(|w| ours::run_queens(w, n))
    }
    fn tree(&mut self, tree: &Tree) -> u64 {
        self.0.install(|w| ours::run_tree(w, tree))
    }
}

/// chili, which makes a task of one join in 64.
pub struct Chili(chili::ThreadPool);

mod chilis {
    programs!(&mut chili::Scope<'_>, |c, a, b| c.join(a, b));
    pub fn run_fib(scope: &mut chili::Scope<'_>, n: u64) -> u64 {
        fib(scope, n)
    }
    pub fn run_queens(scope: &mut chili::Scope<'_>, n: u32) -> u64 {
        let board = super::Queens::new(n);
        queens(scope, board, board.free())
    }
    pub fn run_tree(scope: &mut chili::Scope<'_>, node: &super::Tree) -> u64 {
        tree(scope, node)
    }
}

impl Contender for Chili {
    const NAME: &'static str = "chili";
    fn new(threads: usize) -> Self {
        let config = chili::Config { thread_count: std::num::NonZero::new(threads), ..Default::default() };
        Chili(chili::ThreadPool::with_config(config))
    }
    fn fib(&mut self, n: u64) -> u64 {
        chilis::run_fib(&mut self.0.scope(), n)
    }
    fn queens(&mut self, n: u32) -> u64 {
        chilis::run_queens(&mut self.0.scope(), n)
    }
    fn tree(&mut self, tree: &Tree) -> u64 {
        chilis::run_tree(&mut self.0.scope(), tree)
    }
}

/// rayon.
pub struct Rayon(rayon::ThreadPool);

mod rayons {
    programs!((), |c, a, b| rayon::join(move || a(c), move || b(c)));
    pub fn run_fib(n: u64) -> u64 {
        fib((), n)
    }
    pub fn run_queens(n: u32) -> u64 {
        let board = super::Queens::new(n);
        queens((), board, board.free())
    }
    pub fn run_tree(node: &super::Tree) -> u64 {
        tree((), node)
    }
}

impl Contender for Rayon {
    const NAME: &'static str = "rayon";
    fn new(threads: usize) -> Self {
        Rayon(rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool"))
    }
    fn fib(&mut self, n: u64) -> u64 {
        self.0.install(|| rayons::run_fib(n))
    }
    fn queens(&mut self, n: u32) -> u64 {
        self.0.install(|| rayons::run_queens(n))
    }
    fn tree(&mut self, tree: &Tree) -> u64 {
        self.0.install(|| rayons::run_tree(tree))
    }
}
