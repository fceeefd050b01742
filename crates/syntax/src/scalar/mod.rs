//! What scalars mean: their text without quotes, escapes and folding, and the value it resolves to.

mod cook;
pub(crate) mod float;
mod number;
mod resolve;

pub(crate) use cook::cook;
pub(crate) use number::{go_float32_key, go_float64};
pub(crate) use resolve::{Resolved, resolve, tag_name};
