//! Aborting on a bug of the scheduler, so it cannot become undefined behaviour.

/// Ends the process, with one line on standard error, if it is dropped by unwinding.
///
/// Held while other threads wait for this thread or point into its stack. User panics do not get
/// here.
pub(crate) struct AbortOnUnwind(&'static str);

impl AbortOnUnwind {
    /// `doing` completes "while it …" in the message.
    pub(crate) fn new(doing: &'static str) -> AbortOnUnwind {
        AbortOnUnwind(doing)
    }

    pub(crate) fn disarm(self) {
        std::mem::forget(self);
    }
}

/// Ends the process with a line on standard error.
#[cold]
#[inline(never)]
pub(crate) fn abort(why: &str) -> ! {
    eprintln!("sparring: {why}");
    std::process::abort()
}

impl Drop for AbortOnUnwind {
    #[cold]
    fn drop(&mut self) {
        abort(&format!(
            "the scheduler panicked while it {}; this is a bug, and going on would be unsafe",
            self.0
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::AbortOnUnwind;
    use std::process::Command;

    const CHILD: &str = "SPARRING_ABORT_TEST";

    #[test]
    fn a_panic_of_the_scheduler_ends_the_process_with_one_line() {
        if std::env::var_os(CHILD).is_some() {
            let _guard = AbortOnUnwind::new("was tested");
            panic!("a bug");
        }
        let this = "sync::abort::tests::a_panic_of_the_scheduler_ends_the_process_with_one_line";
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", this, "--nocapture"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let errors = String::from_utf8(child.stderr).unwrap();
        assert!(errors.contains("sparring: the scheduler panicked while it was tested;"), "{errors}");
        assert_eq!(child.status.code(), None, "ended by a signal");
    }
}
