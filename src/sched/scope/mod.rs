//! TODO

pub(crate) mod cancel_scope;
pub(crate) mod deadline;
