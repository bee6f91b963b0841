//! Claims about what a run leaves: recordings and pages.

mod reports {
    mod game_page_in_a_browser;
    mod game_pages;
    mod match_page_in_a_browser;
    mod match_pages;
    mod pages;
    mod pages_in_a_browser;
    mod pages_show_the_game;
    mod pictures;
    mod recordings;
    mod whole_games;
}

mod support {
    pub mod binary;
    pub mod browser;
    pub mod eventlog_reader;
    pub mod full_disk;
    mod gestures;
    pub mod page;
    pub mod running;
    pub mod schema;
    pub mod skip;
}
