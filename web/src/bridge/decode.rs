//! Conversion of values from and to the page's JavaScript. A value that cannot be decoded is an error that the user
//! sees.

use std::cell::Cell;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use super::value::Value;

/// There is no result. The user has seen the reason, unless the query is obsolete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAnswer;

/// The result of a function of the page's JavaScript.
pub type Answer<T> = Result<T, NoAnswer>;

/// Why the host did not do what was requested: a plan was refused, or the work failed. The caller shows it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Refusal(String);

impl Refusal {
    /// The engine stopped during the work.
    pub fn stopped() -> Self {
        Refusal("the engine stopped before it answered".to_owned())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A callback that shows an error to the user.
type Report = Box<dyn Fn(&str)>;

thread_local! {
    static REPORT: Cell<Option<Report>> = const { Cell::new(None) };
}

/// Sets the callback that shows errors to the user.
pub fn report_to(report: impl Fn(&str) + 'static) {
    REPORT.set(Some(Box::new(report)));
}

/// Decodes a JavaScript value. `undefined` means that the work failed and was reported, or is obsolete.
#[inline(never)]
pub fn decode<T: DeserializeOwned>(what: &str, value: JsValue) -> Answer<T> {
    if value.is_undefined() {
        return Err(NoAnswer);
    }
    T::deserialize(Value(value)).map_err(|error| undecodable(what, &error.to_string()))
}

/// Not generic, so that it is compiled only once.
fn undecodable(what: &str, reason: &str) -> NoAnswer {
    let text = format!(
        "The editor cannot decode an answer from the engine (`{what}`): {reason}. The page may be out of date. Reload it. If the error remains, report it."
    );
    REPORT.with(|report| {
        let own = report.take();
        if let Some(own) = &own {
            own(&text);
        }
        report.set(own);
    });
    NoAnswer
}

/// Converts a Rust value to plain JavaScript data.
pub fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}
