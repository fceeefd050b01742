//! Keys by what is printed on them.

/// The key of an event, as a small letter with and without Shift and Caps Lock. On a layout without Latin letters, what
/// the key has on a Latin layout.
pub fn key(event: &web_sys::KeyboardEvent) -> String {
    let key = event.key();
    if key.is_ascii() {
        return if key.len() == 1 { key.to_ascii_lowercase() } else { key };
    }
    let code = event.code();
    match code.strip_prefix("Key") {
        Some(letter) => letter.to_ascii_lowercase(),
        None if code == "Period" => ".".to_owned(),
        None => key,
    }
}
