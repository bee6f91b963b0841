//! The numbers that the playing search depends on, by name, so that two settings can play each
//! other in one process.

/// Declares the struct, its default and access by name.
macro_rules! tuning {
    ($($(#[$doc:meta])+ $name:ident = $value:expr;)+) => {
        /// The numbers that a playing search depends on. Depths are in plies, scores in
        /// centipawns; 0 or 1 switch a technique off or on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tuning {
            $($(#[$doc])+ pub $name: i32,)+
        }

        impl Tuning {
            /// The values that games have chosen.
            pub const DEFAULT: Tuning = Tuning { $($name: $value,)+ };

            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// The number with a name, to be read or changed; `None` if there is none.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Tuning {
            fn default() -> Tuning {
                Tuning::DEFAULT
            }
        }
    };
}

tuning! {
    /// Half the first aspiration window; 0 for none.
    aspiration = 20;
    /// In quiescence, what a capture must be able to reach beyond its gain.
    delta = 150;
    /// Null move at depths from here on; 0 for never.
    null_depth = 3;
    /// Plies a null move is reduced by.
    null_reduction = 3;
    /// The plies of depth that reduce by one more ply.
    null_per_depth = 4;
    /// The centipawns above beta that reduce by one more ply, up to three.
    null_per_value = 200;
    /// From this depth on a null move that fails high is verified by a search of the moves.
    null_verify = 12;
    /// Late move reductions: the constant part, in 1/1024 of a ply; a large negative one for none.
    lmr_base = 600;
    /// The product of the logarithms of depth and place is divided by this (in 1/100).
    lmr_divisor = 225;
    /// History that makes a ply of reduction.
    lmr_history = 8192;
    /// Reduce more where a cut is expected (in 1/1024).
    lmr_cut = 1024;
    /// Reduce less in a PV node (in 1/1024).
    lmr_pv = 1024;
    /// Reduce more where the static value does not improve (in 1/1024).
    lmr_worse = 512;
    /// Reduce noisy moves, too, half as much.
    lmr_noisy = 1;
    /// Reverse futility up to this depth; 0 for never.
    reverse_depth = 6;
    /// The margin above beta for each ply.
    reverse_margin = 75;
    /// Futility of quiet moves up to this reduced depth; 0 for never.
    futility_depth = 7;
    /// The constant part of its margin.
    futility_base = 100;
    /// The margin for each ply.
    futility_margin = 90;
    /// Late move pruning up to this depth; 0 for never.
    lmp_depth = 8;
    /// Moves tried at depth 0 before quiet ones are left out.
    lmp_base = 3;
    /// Pruning by exchange up to this depth; 0 for never.
    see_depth = 8;
    /// The most that a quiet move may lose, times the square of the reduced depth.
    see_quiet = 20;
    /// The most that a noisy move may lose for each ply.
    see_noisy = 90;
    /// Quiet moves with a history below minus this, for each ply, are pruned; 0 for never.
    history_prune = 3500;
    /// Check extension: 0 off, 1 on.
    check = 1;
    /// A scout search that was reduced by two plies or more and exceeded alpha by more than this is
    /// repeated a ply deeper; 0 for never.
    deeper = 40;
    /// A reduced scout search that exceeded alpha by less than this is repeated a ply shallower; 0
    /// for never.
    shallower = 6;
    /// The margin above beta at which a noisy move must be found to decide a node, or 50 less where
    /// the side stands better than before; 0 for never.
    probcut = 180;
    /// Singular extensions from this depth on; 0 for never.
    singular_depth = 7;
    /// The margin for each ply, in 1/16 of a centipawn.
    singular_margin = 32;
    /// The margin below its bound at which a singular search adds a second ply; 0 for never.
    singular_double = 25;
    /// Internal iterative reduction from this depth on; 0 for never.
    internal_depth = 4;
    /// Correction history: the weight, in 1/100; 0 for none.
    correction = 100;
    /// Butterfly history: 0 off, 1 on.
    butterfly = 1;
    /// Correction by the last two moves: 0 off, 1 on.
    correction_after = 1;
    /// Butterfly history by whether squares are attacked: 0 off, 1 on.
    attacked = 1;
    /// History by the pawns: 0 off, 1 on.
    pawns = 1;
    /// History gained by a move that leaves no good reply: 0 off, 1 on.
    refuting = 1;
    /// Butterfly history gained by a centipawn of the static value after a move; 0 for none.
    static_history = 5;
    /// Continuation history: 0 off, 1 on.
    continuation = 1;
    /// Entries of the table: 0 ignored, 1 used.
    table = 1;
    /// Search below the horizon: 0 off, 1 on.
    quiescence = 1;
}
