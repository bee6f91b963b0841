//! Claims about the source text.

mod house {
    mod code;
    mod layering;
}
