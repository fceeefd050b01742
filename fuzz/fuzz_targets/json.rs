//! olmkit accepts everything that serde_json accepts, with the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_yaml::{Format, read_document, to_json};
use serde_json::Value;

/// Compares numbers as floats, because Go decodes all JSON numbers as floats.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => ours.as_f64() == theirs.as_f64(),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            let other = |key: &String| theirs.get(key);
            ours.len() == theirs.len()
                && ours.iter().all(|(key, ours)| other(key).is_some_and(|value| same(ours, value)))
        }
        (ours, theirs) => ours == theirs,
    }
}

fuzz_target!(|data: &[u8]| {
    let document = read_document(data, Format::Json);
    let Ok(theirs) = serde_json::from_slice::<Value>(data) else { return };
    assert_eq!(document.error, None);
    let ours: Value = serde_json::from_str(&to_json(document.root().unwrap())).unwrap();
    assert!(same(&ours, &theirs), "{ours}\n{theirs}");
});
