//! Claims about the program as its users meet it.

mod commands {
    mod analyse;
    mod analyse_agrees;
    mod analyse_moves;
    mod analyse_resumed;
    mod annotate;
    mod at_a_terminal;
    mod backgammon_bestmove;
    mod backgammon_chances;
    mod backgammon_convert;
    mod backgammon_cube;
    mod backgammon_moves;
    mod backgammon_play;
    mod backgammon_refusals;
    mod bearoff;
    mod bench;
    mod bestmove_cube;
    mod chess;
    mod chess_match;
    mod chess_match_faults;
    mod chess_match_games;
    mod cluster;
    mod cube_matches;
    mod datagen;
    mod dots;
    mod dots_checkpoint;
    mod dots_checkpoint_forged;
    mod dots_solve;
    mod endings;
    mod external;
    mod fork_path;
    #[cfg(not(debug_assertions))]
    mod granularity;
    mod help;
    mod help_layout;
    mod judged_games;
    mod lines;
    mod live;
    mod makefile;
    mod match_series;
    mod matches;
    mod memory;
    mod play;
    mod play_by_every_verb;
    mod readme;
    mod recorded_matches;
    mod refusals;
    mod reproduce;
    mod reproduce_published;
    mod rollout;
    mod saved_games;
    mod scaling;
    mod sched;
    mod schema;
    mod simulate;
    mod suite;
    mod tools;
    mod ubgi;
    mod uci;
    mod uci_garbage;
    mod uci_options;
    mod uci_positions;
    mod uci_python;
}

mod support {
    pub mod binary;
    pub mod conversation;
    pub mod dots;
    mod dots_minimax;
    pub mod dots_rules;
    pub mod folder;
    pub mod full_disk;
    #[path = "../../src/sched/tests/support/hash.rs"]
    pub mod hash;
    pub mod keys;
    pub mod piped;
    pub mod pty;
    pub mod python;
    pub mod random_boxes;
    pub mod running;
    pub mod schema;
    pub mod screen;
    pub mod skip;
    pub mod sparring;
    pub mod spread;
    pub mod uci;
}
