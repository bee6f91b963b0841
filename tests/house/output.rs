//! Claim: the libraries print nothing. Only the command line writes to standard output and
//! standard error, apart from the scheduler's last words when its own invariants are broken, and
//! what shows how far a run has come: the view of the workers on a terminal, a line now and then
//! in a log. So does rayon-core's account of its tasks. (The progress line and the line editor are
//! drawn by libraries of their own, on a terminal only.)

use super::files::files;

/// What writes to one of them.
const WRITES: [&str; 6] = ["println!", "print!", "eprintln!", "eprint!", "stdout()", "stderr()"];

#[test]
fn only_the_command_line_prints() {
    let mut found = Vec::new();
    let mut allowed = 0;
    for (name, text) in files(&["src"]) {
        if !name.ends_with(".rs") || name.contains("/tests/") || name.contains("/benches/") {
            continue;
        }
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let writes = code.filter(|line| WRITES.iter().any(|word| line.contains(word))).count();
        let account = "src/rayon-core/ledger.rs";
        let others = ["src/sched/sync/abort.rs", "src/run/live.rs", "src/run/progress.rs", account];
        if name.starts_with("src/cli/") || others.contains(&name.as_str()) {
            allowed += writes;
        } else if writes > 0 {
            found.push(name);
        }
    }
    assert!(allowed >= 3, "only {allowed} lines that write were found");
    assert!(found.is_empty(), "{found:?}");
}
