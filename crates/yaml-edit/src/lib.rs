//! Minimal text edits on one document: every byte that is not meant to change stays.
//!
//! Ranges are relative to the document. New text follows the document's own style: indentation, quotes, flow or
//! block, order of keys, line ends. What cannot be edited safely (aliases, anchors used elsewhere, merged keys) is
//! refused.
//!
//! **Comments.** What is removed takes with it the comment on its own lines, comment lines directly above it at its
//! own column (a blank line cuts them off), and comment lines directly below it that are indented deeper. Every other
//! comment stays. New text goes between what comments belong to.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions and columns are bounded by the document length, which Reader keeps below 4 GiB"
)]

mod flow;
mod guard;
mod lines;
mod mapping;
mod quote;
mod reorder;
mod replace;
mod sample;
mod sequence;

use olmkit_text::TextRange;

pub use guard::written_field;
pub use mapping::{insert_key, new_document, remove_key};
pub use quote::replace_scalar;
pub use replace::replace_items;
pub use sequence::{Items, insert_item, remove_item};

/// Replace a range by a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub range: TextRange,
    /// The new text.
    pub text: String,
}

/// Why an edit is not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, for the user.
    pub reason: String,
    /// The reason of the refusal.
    pub range: TextRange,
}

/// A value to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewValue {
    /// A text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
    /// A mapping.
    Mapping(Vec<(String, NewValue)>),
    /// A list of mappings.
    Mappings(Vec<Vec<(String, NewValue)>>),
}

/// An item to insert into a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewItem {
    /// A text.
    Text(String),
    /// A mapping, keys in order.
    Mapping(Vec<(String, NewValue)>),
}

pub(crate) type Result<T> = std::result::Result<T, Refusal>;
