//! The layout of a narrow page.

/// Whether the page is narrow. Then rows are high enough for touch. The style sheet has the same width.
pub fn is_narrow() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width <= 720.0)
}

/// The number of columns of the entries beside the rail.
pub fn columns() -> &'static str {
    if is_narrow() { "3" } else { "7" }
}
