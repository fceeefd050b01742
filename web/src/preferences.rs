//! Preferences that this browser keeps. Without storage nothing is kept, and everything works.

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Keeps a value, or none.
pub fn set_or_remove(key: &str, value: Option<&str>) {
    match (value, storage()) {
        (Some(value), _) => set(key, value),
        (None, Some(storage)) => drop(storage.remove_item(key)),
        (None, None) => {}
    }
}

pub fn set(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}
