/// Keeps a processor busy for about this many microseconds, without polling.
pub fn spin(micros: u64) {
    let start = std::time::Instant::now();
    while start.elapsed().as_micros() < u128::from(micros) {
        std::hint::spin_loop();
    }
}
