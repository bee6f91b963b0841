/// A cache line of something that workers share. Addresses differ in each run, so it has a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CacheLine(pub(super) u64);

impl CacheLine {
    /// Bytes of a line.
    pub const BYTES: usize = 64;

    /// The line with this byte of the object with this number, which the user chooses. Each
    /// object begins a new line.
    pub const fn of(object: u16, byte: usize) -> CacheLine {
        CacheLine((object as u64) << 48 | (byte / CacheLine::BYTES) as u64)
    }
}
