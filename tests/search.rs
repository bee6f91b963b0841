//! Claims about the searches, on games made for tests and on the games of the house.

mod searches {
    mod best_moves_are_ranked;
    mod best_plays_are_ranked;
    mod cancelled_dice_searches_say_nothing_wrong;
    mod cancelled_searches_say_nothing_wrong;
    mod chess_strategies_agree;
    mod dice_strategies_agree;
    mod dice_trees_agree;
    mod dots_strategies_agree;
    mod fifty_moves;
    mod lines_end_with_the_game;
    mod perft_adds_up;
    mod playing;
    mod playing_in_parallel;
    mod playing_within_a_depth;
    mod repetitions;
    mod schedules;
    mod simulated_searches_agree;
    mod strategies_agree;
    mod tables_keep_what_they_should;
}

mod support {
    pub mod answers;
    #[path = "../../src/engine/tests/support/dice.rs"]
    pub mod dice;
    pub mod dice_requests;
    pub mod dots;
    pub mod dots_closer;
    mod dots_minimax;
    pub mod dots_rules;
    #[path = "../../src/engine/tests/support/ending.rs"]
    pub mod ending;
    #[path = "../../src/engine/tests/support/expectimax.rs"]
    pub mod expectimax;
    #[path = "../../src/engine/tests/support/hash.rs"]
    pub mod hash;
    #[path = "../../src/engine/tests/support/minimax.rs"]
    pub mod minimax;
    #[path = "../../src/engine/tests/support/numbers.rs"]
    pub mod numbers;
    #[path = "../../src/sched/tests/support/panics.rs"]
    pub mod panics;
    pub mod random;
    pub mod random_boxes;
    pub mod random_chess;
    mod random_positions;
    pub mod ranked;
    #[path = "../../src/sched/tests/support/schedules.rs"]
    pub mod schedules;
    #[path = "../../src/sched/tests/support/simulated.rs"]
    pub mod simulated;
    pub mod stops_at;
    #[path = "../../src/engine/tests/support/trees.rs"]
    pub mod trees;
    #[path = "../../src/engine/tests/support/walk.rs"]
    pub mod walk;
    pub mod watched;
    pub mod without;
}
