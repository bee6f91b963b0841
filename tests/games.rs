//! Claims about the rules, notations and evaluations of the three games.

mod rules {
    mod backgammon_boards;
    mod backgammon_cube;
    mod backgammon_cube_grid;
    mod backgammon_dice;
    mod backgammon_evaluators;
    mod backgammon_hostile;
    mod backgammon_ids;
    mod backgammon_match_assumed;
    mod backgammon_match_equity;
    mod backgammon_match_files;
    mod backgammon_match_tables;
    mod backgammon_matches_gnubg;
    mod backgammon_notation;
    mod backgammon_plays;
    mod backgammon_positions;
    mod backgammon_records;
    mod backgammon_sgf;
    mod backgammon_sgf_gnubg;
    mod backgammon_states;
    mod chess_boards;
    mod chess_eval;
    mod chess_fen;
    mod chess_mating_material;
    mod chess_moves;
    mod chess_perft;
    mod chess_pgn;
    mod chess_pgn_python;
    mod chess_rules;
    mod chess_spellings;
    mod chess_tactical;
    mod dots_boards;
    mod dots_record;
    mod dots_rules;
    mod drawings;
    mod round_trips;
}

mod support {
    pub mod backgammon_matches;
    pub mod backgammon_plays;
    pub mod backgammon_rules;
    pub mod dots;
    pub mod dots_closer;
    pub mod dots_rules;
    pub mod gnubg;
    pub mod gnubg_count;
    #[path = "../../src/sched/tests/support/hash.rs"]
    pub mod hash;
    pub mod python;
    pub mod random;
    pub mod random_boxes;
    mod random_positions;
    pub mod saved;
    pub mod skip;
    pub mod slow_chess;
}
