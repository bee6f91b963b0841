//! The output of a batch, in the order of lines or as found.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Interval of checks while the reader waits.
const LOOK: Duration = Duration::from_millis(50);

/// A writer of whole lines, each flushed for the sake of killed runs.
pub struct Output<W> {
    queue: Mutex<Queue<W>>,
    moved: Condvar,
    ordered: bool,
    failed: AtomicBool,
}

struct Queue<W> {
    writer: W,
    written: u64,
    /// Lines that wait for an older one.
    finished: BTreeMap<u64, Vec<u8>>,
    error: Option<io::Error>,
    /// Number of written lines at which the reader continues.
    wanted: u64,
}

impl<W: Write> Output<W> {
    pub fn new(writer: W, ordered: bool) -> Output<W> {
        let queue = Queue { writer, written: 0, finished: BTreeMap::new(), error: None, wanted: 0 };
        Output { queue: Mutex::new(queue), moved: Condvar::new(), ordered, failed: AtomicBool::new(false) }
    }

    /// True after a write error, which ends all writing.
    pub fn failed(&self) -> bool {
        self.failed.load(Relaxed)
    }

    /// If `ahead` lines before `place` are missing, waits until at most half are, or `ended`. A
    /// reader woken for every line would keep interrupting searches.
    pub fn wait_for_room(&self, place: u64, ahead: u64, ended: impl Fn() -> bool) {
        let mut queue = self.queue.lock();
        if place < queue.written + ahead {
            return;
        }
        queue.wanted = place - ahead / 2;
        while queue.written < queue.wanted && !ended() {
            self.moved.wait_for(&mut queue, LOOK);
        }
    }

    pub fn put(&self, place: u64, line: impl Into<Vec<u8>>) {
        let line = line.into();
        let mut queue = self.queue.lock();
        if self.ordered {
            queue.finished.insert(place, line);
            loop {
                let next = queue.written;
                let Some(line) = queue.finished.remove(&next) else { break };
                self.write(&mut queue, &line);
            }
        } else {
            self.write(&mut queue, &line);
        }
        let enough = queue.written >= queue.wanted;
        drop(queue);
        if enough {
            self.moved.notify_all();
        }
    }

    fn write(&self, queue: &mut Queue<W>, line: &[u8]) {
        queue.written += 1;
        if queue.error.is_some() {
            return;
        }
        if let Err(error) = queue.writer.write_all(line).and_then(|()| queue.writer.flush()) {
            queue.error = Some(error);
            self.failed.store(true, Relaxed);
        }
    }

    /// Writes lines that waited for a missing one. Returns the number written.
    ///
    /// # Errors
    /// The first write error.
    pub fn finish(self) -> io::Result<u64> {
        let mut queue = self.queue.lock();
        for line in std::mem::take(&mut queue.finished).into_values() {
            self.write(&mut queue, &line);
        }
        drop(queue);
        let queue = self.queue.into_inner();
        queue.error.map_or(Ok(queue.written), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(ordered: bool, places: &[u64]) -> String {
        let mut text = Vec::new();
        let output = Output::new(&mut text, ordered);
        places.iter().for_each(|&place| output.put(place, format!("{place} ")));
        assert_eq!(output.finish().unwrap() as usize, text.split(|&byte| byte == b' ').count() - 1);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn lines_come_in_the_order_asked_for() {
        let places = [3, 0, 2, 1, 6, 4];
        // Place 5 is missing: its search was stopped.
        assert_eq!(written(true, &places), "0 1 2 3 4 6 ");
        assert_eq!(written(false, &places), "3 0 2 1 6 4 ");
    }

    #[test]
    fn the_first_error_of_writing_is_kept() {
        let mut room = [0; 4];
        let output = Output::new(&mut room[..], true);
        for place in 0..3 {
            output.put(place, "abc".to_owned());
            assert_eq!(output.failed(), place > 0);
        }
        assert_eq!(output.finish().unwrap_err().kind(), io::ErrorKind::WriteZero);
    }
}
