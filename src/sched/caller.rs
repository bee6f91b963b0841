//! Who is inside what: the installs around a task.

use std::iter::successors;

/// An install under way: into which pool, and from inside which other install. Lies in the frame
/// of the installer, which waits.
pub(super) struct Caller {
    /// The address of what the pool's workers share: a name, never followed.
    pool: *const (),
    outer: *const Caller,
}

impl Caller {
    pub(super) fn new(pool: *const (), outer: *const Caller) -> Caller {
        Caller { pool, outer }
    }

    /// The pools of `innermost` and of the installs around it, from the inside out.
    ///
    /// # Safety
    /// `innermost` is null, or the caller of a task that runs during this call and as long as the
    /// iterator is used.
    pub(super) unsafe fn pools(innermost: *const Caller) -> impl Iterator<Item = *const ()> {
        // SAFETY: a caller lies in the frame of an installer that waits for what runs here.
        let outer = |caller: &&Caller| unsafe { caller.outer.as_ref() };
        // SAFETY: by the contract, as above.
        successors(unsafe { innermost.as_ref() }, outer).map(|caller| caller.pool)
    }
}
