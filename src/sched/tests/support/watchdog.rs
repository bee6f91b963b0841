use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Runs `f` on a new thread and passes its panic on. Fails after `seconds`.
pub fn within_seconds(seconds: u64, f: impl FnOnce() + Send + 'static) {
    let (done, end) = channel::<()>();
    let running = std::thread::spawn(move || {
        let _done = done; // dropped at the end, however that comes
        f()
    });
    if end.recv_timeout(Duration::from_secs(seconds)) == Err(RecvTimeoutError::Timeout) {
        panic!("still running after {seconds} s: it hangs");
    }
    if let Err(panic) = running.join() {
        std::panic::resume_unwind(panic);
    }
}
