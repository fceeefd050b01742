//! What scalars mean: their text without quotes, escapes and folding, and the value it resolves to.

mod cook;
mod number;
mod resolve;

pub(crate) use cook::cook;
pub(crate) use resolve::{Resolved, resolve};
pub use resolve::{is_text, tag_name};
