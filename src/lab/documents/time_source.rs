//! Kinds of time: of this machine, virtual, published.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use sparring_report::counted;

/// The kind of time of which a speed-up is a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeSource {
    /// That of simulated workers.
    Virtual,
    /// That of this machine.
    Real,
    /// That of a machine that somebody else has measured.
    Published,
}

impl TimeSource {
    /// Its word in tables.
    pub(crate) fn word(self) -> &'static str {
        match self {
            TimeSource::Real => "real",
            TimeSource::Virtual => "simulated",
            TimeSource::Published => "published",
        }
    }

    /// A number of workers whose time it is.
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
