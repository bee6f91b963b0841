use std::path::PathBuf;

use thiserror::Error;

use super::whole::Refusal;

/// The reason why a file is not used as a checkpoint, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// Another process is writing it.
    #[error(
        "got {path}, which another process is writing, expected a file that nobody else writes",
        path = .0.display()
    )]
    Held(PathBuf),
    /// It cannot be written; the text is the system's.
    #[error(
        "got '{1}' while writing beside {path}, expected a folder that can be written", path = .0.display()
    )]
    Unwritable(PathBuf, String),
    /// It is truncated or altered, or has other contents.
    #[error("{refusal}")]
    Damaged {
        /// The fault.
        refusal: Refusal,
        /// The file and the one before it, if that one can be used.
        previous: Option<[PathBuf; 2]>,
    },
    /// It is whole, but its cells are not what the text says.
    #[error("got other contents in {path}, expected {1}", path = .0.display())]
    Nonsense(PathBuf, &'static str),
    /// It belongs to something else: what was got and what was wanted.
    #[error("got {1} in {path}, expected {2}", path = .0.display())]
    Other(PathBuf, String, String),
    /// Its table has another size in MiB than the wanted one.
    #[error("got a table of {1} MiB in {path}, expected {2} MiB", path = .0.display())]
    OtherTable(PathBuf, u64, u64),
}
