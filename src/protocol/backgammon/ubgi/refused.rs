//! Lines that are not obeyed.

use std::fmt;

/// A protocol code and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    code: &'static str,
    detail: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {} {}", self.code, self.detail)
    }
}

pub(super) fn bad_command(detail: impl Into<String>) -> Refused {
    Refused { code: "bad_command", detail: detail.into() }
}

pub(super) fn bad_value(detail: impl Into<String>) -> Refused {
    Refused { code: "bad_value", detail: detail.into() }
}

pub(super) fn bad_state(detail: impl Into<String>) -> Refused {
    Refused { code: "bad_state", detail: detail.into() }
}

pub(super) fn unsupported(detail: impl Into<String>) -> Refused {
    Refused { code: "unsupported", detail: detail.into() }
}

/// The refusal of a value.
pub(super) fn wrong(got: &str, expected: impl fmt::Display, instead: &str) -> Refused {
    bad_value(format!("got '{}', expected {expected}; try {instead}", got.escape_debug()))
}
