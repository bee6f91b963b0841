//! Cancel scopes of a whole pool, which any thread may cancel, and their deadlines.

pub(crate) mod cancel_scope;
pub(crate) mod deadline;
