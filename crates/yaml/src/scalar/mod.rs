//! The text of scalars, without quotes, escapes and folding, and the values they resolve to.

mod cook;
mod number;
mod resolve;
mod timestamp;

pub(crate) use cook::{cook, text_of};
pub(crate) use resolve::{Resolved, resolve};
pub use resolve::{is_plain_text, is_text, tag_name};
