//! Sets SPARRING_COMMIT, the commit that the program is built from, if that is a checkout of its
//! own.

use std::path::Path;
use std::process::Command;

/// The folder of the workspace, from this package.
const TOP: &str = "../..";

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(TOP).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn commit() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    // A checkout around this one has a commit that says nothing of this program.
    if Path::new(&top).canonicalize().ok()? != Path::new(TOP).canonicalize().ok()? {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--", "src", "Cargo.toml", "Cargo.lock"])?;
    Some(if changed.is_empty() { commit } else { format!("{commit} with changes") })
}

fn main() {
    for path in ["tools/build.rs", "src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={TOP}/{path}");
    }
    // Every commit and every checkout writes to it.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).map(|log| Path::new(TOP).join(log));
    if let Some(log) = log.filter(|log| log.exists()) {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    if let Some(commit) = commit() {
        println!("cargo::rustc-env=SPARRING_COMMIT={commit}");
    }
}
