//! Cancel scopes of a whole pool, which any thread may cancel, and their deadlines.
//!
//! `cancel_scope.rs` has the scopes, `deadline.rs` the thread that cancels them in time. (A scope
//! in a frame is opened in `handle/scoped.rs`. The tree of all scopes is in `handover/cancel.rs`.)

pub(crate) mod cancel_scope;
pub(crate) mod deadline;
