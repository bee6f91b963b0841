//! The name of a cache line.

/// A cache line of something that workers share. It has a name and not an address, because
/// addresses are different in each run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CacheLine(pub(super) u64);

impl CacheLine {
    /// Bytes of a line.
    pub const BYTES: usize = 64;

    /// The line that has byte `byte` of the object with this number. Objects begin a line of their
    /// own; which number is which object is for the user to say.
    pub const fn of(object: u16, byte: usize) -> CacheLine {
        CacheLine((object as u64) << 48 | (byte / CacheLine::BYTES) as u64)
    }
}
