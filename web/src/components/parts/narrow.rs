//! What a narrow page shows otherwise.

/// Whether the page is narrow: rows are as high as a thumb needs them. The style sheet has the
/// same width.
pub fn is_narrow() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width <= 720.0)
}

/// How many columns the entries have beside the rail.
pub fn columns() -> &'static str {
    if is_narrow() { "3" } else { "7" }
}
