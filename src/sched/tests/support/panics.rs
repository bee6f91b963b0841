pub fn panic_text<R>(f: impl FnOnce() -> R) -> Option<String> {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f));
    let payload = result.err()?;
    payload
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .or(Some(String::from("(no text)")))
}
