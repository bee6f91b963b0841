//! Claims about the source text.

mod house {
    mod files;
    mod layering;
    mod output;
    mod package;
    mod style;
}
