use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use sparring_report::counted;

/// The kind of time that speed-ups are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeSource {
    /// Time of simulated workers.
    Virtual,
    /// Time of this machine.
    Real,
    /// Time of another machine, published by others.
    Published,
}

impl TimeSource {
    pub(crate) fn word(self) -> &'static str {
        match self {
            TimeSource::Real => "real",
            TimeSource::Virtual => "simulated",
            TimeSource::Published => "published",
        }
    }

    pub(crate) fn workers(self, n: usize) -> String {
        counted(n, if self == TimeSource::Virtual { "simulated worker" } else { "thread" })
    }
}

impl fmt::Display for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeSource::Virtual => "virtual",
            TimeSource::Real => "real",
            TimeSource::Published => "published",
        })
    }
}
