//! The page of the editor, embedded in the program.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::refused::Refused;

/// Release builds embed the files, other builds read them from disk. Files that only Node.js and TypeScript need are
/// excluded, and the notices, which are distributed beside the program.
#[derive(RustEmbed)]
#[folder = "../../dist"]
#[exclude = "NOTICES.html"]
#[exclude = "olmkit/*.cjs"]
#[exclude = "olmkit/*.cts"]
#[exclude = "olmkit/*.ts"]
#[exclude = "olmkit/*.node.js"]
#[exclude = "olmkit/core_packed.js"]
#[allow_missing = true]
struct Page;

/// Whether the program contains the page. It does if the editor was built before the program.
#[must_use]
pub fn has_page() -> bool {
    Page::get("index.html").is_some()
}

/// Returns a file of the page. The empty path is the page itself, with the name of the opened folder, file or image, and
/// the folder or image that its files are in.
pub(crate) fn file(path: &str, name: &str, root: &str) -> Result<Response, Refused> {
    let found = Page::get(if path.is_empty() { "index.html" } else { path }).ok_or(Refused::NotFound)?;
    let kind = found.metadata.mimetype().to_owned();
    let bytes = if path.is_empty() { marked(&found, name, root) } else { found.data.into_owned() };
    Ok(([(CONTENT_TYPE, kind.as_str()), (CACHE_CONTROL, "no-cache")], Body::from(bytes)).into_response())
}

/// Returns the page, marked as served.
fn marked(found: &EmbeddedFile, name: &str, root: &str) -> Vec<u8> {
    let [name, root] = [name, root].map(html_escape::encode_double_quoted_attribute);
    let mark = format!("<head><meta name=\"olmkit-local\" content=\"{name}\" data-root=\"{root}\" />");
    String::from_utf8_lossy(&found.data).replacen("<head>", &mark, 1).into_bytes()
}
