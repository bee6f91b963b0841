//! Who is inside what: the installs around a task.

/// An install under way, and what cannot go on before it returns. Lies in the frame of the
/// installer, which waits.
pub(super) struct Caller {
    /// The address of what the pool's workers share: a name, never followed.
    pool: *const (),
    around: Around,
}

/// What waits for the code that runs on a worker just now.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// The install that the code belongs to; null outside of all.
    pub(super) caller: *const Caller,
    /// If the code runs on top of a task that waits: what that waits for; otherwise null.
    pub(super) below: *const Caller,
}

impl Around {
    /// Nothing.
    pub(super) const NOTHING: Around = Around { caller: std::ptr::null(), below: std::ptr::null() };

    /// Whether an install of this pool waits for the code.
    ///
    /// # Safety
    /// It is what waits for code that runs during this call.
    pub(super) unsafe fn is_inside(self, pool: *const ()) -> bool {
        let mut open = vec![self.caller, self.below];
        let mut seen = Vec::new();
        while let Some(next) = open.pop() {
            // SAFETY: by the contract. A caller lies in the frame of an installer that waits for
            // that code, or lies below it on the same stack.
            let Some(caller) = (unsafe { next.as_ref() }) else { continue };
            if caller.pool == pool {
                return true;
            }
            // Two ways may lead to the same caller, and from there on are one.
            if !seen.contains(&next) {
                seen.push(next);
                open.extend([caller.around.caller, caller.around.below]);
            }
        }
        false
    }
}

impl Caller {
    pub(super) fn new(pool: *const (), around: Around) -> Caller {
        Caller { pool, around }
    }
}
