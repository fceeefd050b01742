//! Requirements on the engine in all environments. `suite!` turns them into tests.

use js_sys::{ArrayBuffer, JSON, Object, Reflect, Uint8Array};
use olmkit_wasm::{Session, validate, version};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

const HEADS: &str = "---
schema: olm.package
name: foo
defaultChannel: stable
---
# Überschrift 😀
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
- name: foo.v1.1.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1.1
properties: [{type: olm.package, value: {packageName: foo, version: 1.1.0}}]
";

fn js(value: &Value) -> JsValue {
    JSON::parse(&value.to_string()).unwrap()
}

/// Converts a value to JSON, as JavaScript does. `undefined` and maps do not survive this unchanged.
fn seen(value: Result<JsValue, JsValue>) -> Value {
    let value = value.unwrap();
    serde_json::from_str(&String::from(JSON::stringify(&value).unwrap())).unwrap()
}

fn message<T>(result: Result<T, JsValue>) -> String {
    let error = result.err().unwrap();
    Reflect::get(&error, &"message".into()).unwrap().as_string().unwrap()
}

/// `{path, text}` or `{path, bytes}`.
fn file(path: &str, key: &str, content: &JsValue) -> JsValue {
    let file = Object::new();
    Reflect::set(&file, &"path".into(), &path.into()).unwrap();
    Reflect::set(&file, &key.into(), content).unwrap();
    js_sys::Array::of1(&file).into()
}

fn buffer(content: &[u8]) -> ArrayBuffer {
    Uint8Array::from(content).buffer()
}

fn opened() -> Session {
    let mut session = Session::new(JsValue::UNDEFINED).unwrap();
    session.open("catalog.yaml".into(), HEADS.into()).unwrap();
    session
}

pub fn text_bytes_and_buffers_are_the_same() {
    let report = seen(validate(file("c.yaml", "text", &HEADS.into()), js(&json!({"profile": "opm"}))));
    assert_eq!(report["opm"]["accepted"], false);
    assert_eq!(report["opm"]["first"], "channel-multiple-heads");
    let diagnostics = report["diagnostics"].as_array().unwrap();
    assert_eq!(diagnostics.len(), 1);
    assert_eq!((&diagnostics[0]["path"], &diagnostics[0]["range"]["start"]["line"]), (&json!("c.yaml"), &json!(11)));
    let bytes = Uint8Array::from(HEADS.as_bytes());
    for content in [JsValue::from(bytes), buffer(HEADS.as_bytes()).into()] {
        let again = validate(file("c.yaml", "bytes", &content), js(&json!({"profile": "opm"})));
        assert_eq!(seen(again), report);
    }
}

pub fn bad_options_are_errors_and_bad_catalogs_are_not() {
    assert!(
        message(validate(js_sys::Array::new().into(), js(&json!({"profile": "nothing"})))).contains("Unknown profile")
    );
    assert!(message(Session::new(js(&json!({"unknown": 1})))).contains("unknown"));
    for bytes in [&[0, 255, 123][..], b"\xFF\xFE{", b"{\"a\": ", b"a: [", b"", b"\xF0\x9F\x98"] {
        let report = seen(validate(file("a", "bytes", &buffer(bytes).into()), JsValue::NULL));
        assert!(report["opm"]["accepted"].is_boolean(), "{bytes:?}");
    }
}

pub fn an_intention_becomes_edits_that_change_the_text() {
    let mut session = opened();
    let intention = json!({
        "do": "set-replaces", "package": "foo", "channel": "stable", "entry": "foo.v1.1.0", "to": "foo.v1.0.0"
    });
    let plan = seen(session.plan(js(&intention)));
    assert_eq!(plan["ok"], true);
    let edits = plan["edits"].as_array().unwrap();
    // Behind a character of four bytes and two UTF-16 units.
    let change = |edit: &Value| json!({"from": edit["range"]["start"]["utf16"], "to": edit["range"]["end"]["utf16"], "text": edit["text"]});
    let changes: Vec<Value> = edits.iter().map(change).collect();
    session.change("catalog.yaml".into(), js(&json!(changes)), JsValue::UNDEFINED).unwrap();
    let text = session.text("catalog.yaml".into()).unwrap().unwrap();
    assert_eq!(text, HEADS.replace("- name: foo.v1.1.0\n", "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n"));
    let report = seen(session.report());
    assert_eq!(report["opm"]["accepted"], true);
    assert_eq!(report, seen(validate(file("catalog.yaml", "text", &text.into()), JsValue::UNDEFINED)));
    let channel = seen(session.channel("foo".into(), "stable".into()));
    assert_eq!(channel["entries"][1]["replaces"], "foo.v1.0.0");
    assert_eq!(channel["entries"][0]["replaces"], Value::Null, "null, not undefined");
    assert!(session.channel("foo".into(), "no".into()).unwrap().is_null());
    assert_eq!(seen(session.packages())[0]["channels"][0]["heads"], json!(["foo.v1.1.0"]));
}

pub fn impossible_changes_are_errors_and_change_nothing() {
    let mut session = opened();
    let far = js(&json!([{"from": 0, "to": 1_000_000, "text": ""}]));
    assert!(message(session.change("catalog.yaml".into(), far, JsValue::UNDEFINED)).contains("1000000"));
    let inside = u32::try_from(HEADS.split('😀').next().unwrap().encode_utf16().count()).unwrap() + 1;
    let split = js(&json!([{"from": inside, "to": inside, "text": "x"}]));
    assert!(message(session.change("catalog.yaml".into(), split, JsValue::UNDEFINED)).contains("is not valid in"));
    assert!(message(session.change("nowhere".into(), js(&json!([])), JsValue::UNDEFINED)).contains("nowhere"));
    assert!(message(session.plan(js(&json!({"do": "dance"})))).contains("dance"));
    let refused = json!({"do": "remove-channel", "package": "foo", "channel": "no"});
    assert_eq!(seen(session.plan(js(&refused)))["ok"], false);
    assert_eq!(session.text("catalog.yaml".into()).unwrap().as_deref(), Some(HEADS));
    assert!(session.close("catalog.yaml".into()).unwrap());
    assert!(!session.close("catalog.yaml".into()).unwrap());
    assert_eq!(session.paths(), Vec::<String>::new());
}

pub fn the_version_is_that_of_the_package() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}

macro_rules! suite {
    ($($name:ident),+ $(,)?) => {$(
        #[wasm_bindgen_test::wasm_bindgen_test]
        fn $name() {
            common::$name();
        }
    )+};
    () => {
        common::suite!(
            text_bytes_and_buffers_are_the_same,
            bad_options_are_errors_and_bad_catalogs_are_not,
            an_intention_becomes_edits_that_change_the_text,
            impossible_changes_are_errors_and_change_nothing,
            the_version_is_that_of_the_package,
        );
    };
}
pub(crate) use suite;
