macro_rules! tuning {
    ($($(#[$doc:meta])+ $name:ident = $value:expr;)+) => {
        /// The parameters of a playing search, by name. Depths are in plies, scores in centipawns;
        /// 0 or 1 switch a technique off or on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tuning {
            $($(#[$doc])+ pub $name: i32,)+
        }

        impl Tuning {
            /// The values chosen by test games.
            pub const DEFAULT: Tuning = Tuning { $($name: $value,)+ };

            /// The names of all parameters.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// The parameter with this name, if there is one.
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
    /// Delta pruning: the margin added to a capture's gain.
    delta = 150;
    /// Least depth for null moves; 0 for never.
    null_depth = 3;
    /// Reduction of a null move in plies.
    null_reduction = 3;
    /// Null move: the plies of depth that reduce by one more ply.
    null_per_depth = 4;
    /// Null move: the centipawns above beta that reduce by one more ply, up to three.
    null_per_value = 200;
    /// Least depth at which a null move's fail-high is verified.
    null_verify = 12;
    /// Late move reductions: the constant part, in 1/1024 of a ply; a large negative one for none.
    lmr_base = 600;
    /// Divisor (in 1/100) of the product of the logarithms of depth and place.
    lmr_divisor = 225;
    /// History that makes a ply of reduction.
    lmr_history = 8192;
    /// Added reduction where a cut is expected (in 1/1024).
    lmr_cut = 1024;
    /// Subtracted reduction in a PV node (in 1/1024).
    lmr_pv = 1024;
    /// Added reduction where the static value does not improve (in 1/1024).
    lmr_worse = 512;
    /// Reduction of noisy moves by half: 0 off, 1 on.
    lmr_noisy = 1;
    /// Reverse futility up to this depth; 0 for never.
    reverse_depth = 6;
    /// Reverse futility: the margin above beta for each ply.
    reverse_margin = 75;
    /// Futility of quiet moves up to this reduced depth; 0 for never.
    futility_depth = 7;
    /// Futility: the constant part of the margin.
    futility_base = 100;
    /// Futility: the margin for each ply.
    futility_margin = 90;
    /// Late move pruning up to this depth; 0 for never.
    lmp_depth = 8;
    /// Late move pruning: moves tried at depth 0 before quiet ones are left out.
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
    /// Margin above alpha beyond which a scout search reduced by two plies or more is repeated a
    /// ply deeper; 0 for never.
    deeper = 40;
    /// Margin above alpha below which a reduced scout search is repeated a ply shallower; 0 for
    /// never.
    shallower = 6;
    /// ProbCut: the margin above beta, 50 less where the side improves; 0 for never.
    probcut = 180;
    /// Singular extensions from this depth on; 0 for never.
    singular_depth = 7;
    /// Singular extensions: the margin for each ply, in 1/16 of a centipawn.
    singular_margin = 32;
    /// Margin below its bound at which a singular search adds a second ply; 0 for never.
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
    /// Butterfly history gained for each centipawn of the static value; 0 for none.
    static_history = 5;
    /// Continuation history: 0 off, 1 on.
    continuation = 1;
    /// Entries of the table: 0 ignored, 1 used.
    table = 1;
    /// Search below the horizon: 0 off, 1 on.
    quiescence = 1;
}
