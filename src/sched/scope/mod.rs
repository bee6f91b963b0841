//! Cancel scopes of a whole pool, which any thread may cancel, and their deadlines.
//!
//! `handle/scoped.rs` opens scopes in a frame; `handover/cancel.rs` has the tree of scopes.

pub(crate) mod cancel_scope;
pub(crate) mod deadline;
pub(crate) mod spawned;
