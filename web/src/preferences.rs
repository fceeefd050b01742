//! Preferences that this browser stores. Without storage everything works, but nothing is kept.

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Stores a value, or removes it.
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
