//! Suggestions for misspelled names.

pub(crate) use olmkit_text::near_miss;
