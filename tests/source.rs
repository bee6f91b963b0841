//! Claims about the source text.

mod house {
    mod layering;
}
