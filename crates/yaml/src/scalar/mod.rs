//! What scalars mean: their text without quotes, escapes and folding, and the value it resolves to.

mod cook;
mod number;
mod resolve;

pub(crate) use cook::cook;
pub use resolve::tag_name;
pub(crate) use resolve::{Resolved, resolve};
