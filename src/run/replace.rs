//! Replacing a file's contents so that a full disk or a kill leaves the old ones whole.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a new file beside `path` and renames it. A symbolic link, permissions and, if possible,
/// the owner stay. In a folder that takes no new file an existing one is written in place.
///
/// # Errors
/// The errors of the file system. The old contents are whole then, unless written in place.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(path).ok();
    let (temporary, mut file) = match beside(path) {
        Err(error) if old.is_some() && takes_no_file(&error) => return fs::write(path, contents),
        created => created?,
    };
    let renamed = file.write_all(contents).and_then(|()| {
        old.map_or(Ok(()), |old| as_before(&file, &old))?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    });
    if renamed.is_err() {
        let _gone = fs::remove_file(&temporary);
    }
    renamed
}

fn takes_no_file(error: &io::Error) -> bool {
    [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem].contains(&error.kind())
}

/// Creates a file with a name of its own.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let temporary = path.with_file_name(format!(".sparring-{}-{number}.tmp", process::id()));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            created => return Ok((temporary, created?)),
        }
    }
}

fn as_before(file: &File, old: &Metadata) -> io::Result<()> {
    let _not_allowed = fchown(file, Some(old.uid()), Some(old.gid()));
    file.set_permissions(old.permissions())
}
