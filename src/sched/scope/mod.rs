//! Cancel scopes of a whole pool, which any thread may cancel, and their deadlines.
//!
//! (A scope in a frame is opened in `handle/scoped.rs`. The tree of all scopes is `cancel.rs`.)

pub(crate) mod cancel_scope;
pub(crate) mod deadline;
