pub const THREADS: [usize; 6] = [1, 2, 3, 8, 33, 100];
