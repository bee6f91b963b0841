//! Claims about the source text.

mod house {
    mod code;
    mod files;
    mod layering;
    mod output;
    mod style;
}
