//! Errors with codes.

use js_sys::{Error, Reflect, TypeError};
use olmkit_text::{capitalized, sentence};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// The `code` of an error that olmkit throws. Codes are stable; messages are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// An argument has the wrong type, lacks a required key, or has an unknown key. Always a `TypeError`.
    InvalidArgument,
    /// The options name a profile, suite or rule that does not exist, or a previous version without objects.
    InvalidOptions,
    /// The query has no result: it names an object that the catalog does not contain.
    NoAnswer,
    /// No file with this path is open.
    NotOpen,
    /// A change is out of range, or overlaps another change.
    InvalidChange,
    /// An archive cannot be read.
    InvalidArchive,
    /// The function was called before `init()` completed.
    NotLoaded,
    /// The wasm could not be loaded.
    LoadFailed,
    /// The Workspace was used after `free()`.
    Freed,
    /// The function was called while another call was still running.
    Busy,
    /// The engine stopped because of an internal error, was terminated, or did not respond in time.
    EngineStopped,
    /// The result could not be created: a bug in olmkit.
    InternalError,
}

impl ErrorCode {
    fn name(self) -> &'static str {
        match self {
            ErrorCode::InvalidArgument => "INVALID_ARGUMENT",
            ErrorCode::InvalidOptions => "INVALID_OPTIONS",
            ErrorCode::NoAnswer => "NO_ANSWER",
            ErrorCode::NotOpen => "NOT_OPEN",
            ErrorCode::InvalidChange => "INVALID_CHANGE",
            ErrorCode::InvalidArchive => "INVALID_ARCHIVE",
            ErrorCode::NotLoaded => "NOT_LOADED",
            ErrorCode::LoadFailed => "LOAD_FAILED",
            ErrorCode::Freed => "FREED",
            ErrorCode::Busy => "BUSY",
            ErrorCode::EngineStopped => "ENGINE_STOPPED",
            ErrorCode::InternalError => "INTERNAL_ERROR",
        }
    }
}

#[wasm_bindgen(typescript_custom_section)]
const ERROR: &str = r"
/** The error that every function of olmkit throws or rejects with. */
export interface OlmkitError extends Error {
  /** The kind of error. */
  code: ErrorCode;
  /** With `INVALID_ARGUMENT`: the argument and the position in it, such as `files[0].text`. */
  argument?: string;
  /** With `INVALID_ARGUMENT`: the value that was expected. */
  expected?: string;
}
";

/// Creates an error with a code. The reason may be written as the end of a sentence, as on the command line.
#[must_use]
pub fn error(code: ErrorCode, reason: &str) -> JsValue {
    with(Error::new(&sentence(capitalized(reason))).into(), &[("code", code.name())])
}

/// Creates a `TypeError` for an argument.
pub(crate) fn type_error(message: &str, argument: &str, expected: &str) -> JsValue {
    let code = ErrorCode::InvalidArgument.name();
    with(TypeError::new(message).into(), &[("code", code), ("argument", argument), ("expected", expected)])
}

fn with(error: JsValue, fields: &[(&str, &str)]) -> JsValue {
    for (key, value) in fields {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&error, &(*key).into(), &(*value).into());
    }
    error
}
