//! Why a file is not used as the checkpoint of a solve.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a file is not used. Displays as one line: what was got and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a checkpoint file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Another process is writing it.
    Held,
    /// It cannot be written: the system's words.
    Unwritable(String),
    /// It is not whole, or no checkpoint at all.
    Damaged {
        /// What was found in it.
        got: String,
        /// What should have been there.
        expected: String,
        /// The file before it, if that one is whole and of the same solve.
        previous: Option<PathBuf>,
    },
    /// It is whole, but no checkpoint.
    Nonsense,
    /// It belongs to another solve.
    OtherSolve {
        /// The game and position in it, in words.
        got: String,
        /// Those of the solver.
        expected: String,
    },
    /// Its table was written by another version of this program.
    OtherVersion,
    /// Its table has another size.
    OtherTable {
        /// The size in MiB.
        got: u64,
        /// The size of the solver's table in MiB.
        expected: u64,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            Reason::Held => write!(
                f,
                "got {path}, which another process is writing, expected a file that nobody else writes"
            ),
            Reason::Unwritable(error) => {
                write!(f, "got '{error}' while writing beside {path}, expected a folder that can be written")
            }
            Reason::Damaged { got, expected, .. } => write!(f, "got {got}, expected {expected}"),
            Reason::Nonsense => write!(f, "got other contents in {path}, expected the checkpoint of a solve"),
            Reason::OtherSolve { got, expected } => {
                let got = got.escape_debug();
                write!(f, "got the solve of {got} in {path}, expected {expected}")
            }
            Reason::OtherVersion => write!(
                f,
                "got the table of another version of this program in {path}, expected one of this version"
            ),
            Reason::OtherTable { got, expected } => {
                write!(f, "got a table of {got} MiB in {path}, expected {expected} MiB")
            }
        }
    }
}

impl std::error::Error for Misfit {}

impl Misfit {
    pub(super) fn new(path: &Path, reason: Reason) -> Misfit {
        Misfit { path: path.to_owned(), reason }
    }
}
