use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// More than any of these tests takes, however busy the machine is: it serves only to name a test
/// that hangs.
pub const LIMIT: Duration = Duration::from_secs(600);

/// Runs `f` on a thread of its own and passes its panic on. Fails after [`LIMIT`]; the thread is
/// left behind then.
pub fn must_end(f: impl FnOnce() + Send + 'static) {
    let (done, end) = channel::<()>();
    let running = std::thread::spawn(move || {
        let _done = done; // dropped at the end, however that comes
        f()
    });
    if end.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
        panic!("still running after {LIMIT:?}: it hangs");
    }
    if let Err(panic) = running.join() {
        std::panic::resume_unwind(panic);
    }
}
