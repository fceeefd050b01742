//! A JSON document that is written as YAML has the same value when it is read again. opm's own YAML is either refused
//! or has the same value, unless the JSON has a different meaning as YAML.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_render::{Output, append, yaml_of};
use olmkit_yaml::{Format, read_document, to_json};
use serde_json::Value;

/// From here on, floats cannot represent every integer.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a value differs between JSON and YAML: a merge key is written plain, as go-yaml does; -0 is the integer 0 in
/// YAML; and YAML keeps integers that a float cannot represent.
fn changes(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(changes),
        Value::Object(members) => members.iter().any(|(key, value)| key == "<<" || changes(value)),
        Value::Number(number) => {
            let float = number.as_f64().unwrap_or_default();
            float.abs() >= EXACT || float == 0.0 && float.is_sign_negative()
        }
        _ => false,
    }
}

fn read(text: &str, format: Format) -> Option<String> {
    let document = read_document(text.as_bytes(), format);
    document.error.is_none().then(|| document.root().map(to_json)).flatten()
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    let json = value.to_string();
    let opms = yaml_of(&json);
    if changes(&value) {
        return;
    }
    let written = append(b"", std::slice::from_ref(&json), (Output::Yaml, b""));
    assert_eq!(read(&written, Format::Yaml), read(&json, Format::Json), "{written}");
    if let Ok(opms) = opms {
        assert_eq!(read(&opms, Format::Yaml), read(&json, Format::Yaml), "{opms}");
    }
});
