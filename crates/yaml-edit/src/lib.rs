//! Minimal text edits of a document: every byte that is not meant to change is kept.
//!
//! Ranges are relative to the document. New text follows the document's own style: indentation, quotes, flow or block,
//! order of keys, line breaks. Edits that are not safe are refused (aliases, anchors used elsewhere, merged keys).
//!
//! **Comments.** A removal includes the comment on the removed lines, comment lines directly above them at the same
//! column (a blank line separates them), and comment lines directly below them with deeper indentation. All other
//! comments are kept. New text is inserted such that comments stay with what they describe.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions and columns are bounded by the document length, which Reader keeps below 4 GiB"
)]

mod alias;
mod flow;
mod guard;
mod lines;
mod mapping;
mod places;
mod quote;
mod reorder;
mod replace;
mod sample;
mod sequence;

use olmkit_text::TextRange;

pub use alias::not_alias;
pub use guard::written_field;
pub use mapping::{fill_key, insert_key, new_document, remove_key};
pub use quote::replace_scalar;
pub use replace::replace_items;
pub use sequence::{Items, insert_item, remove_item};

/// Replaces a range by a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The replaced range; empty for an insertion.
    pub range: TextRange,
    /// The new text.
    pub text: String,
}

/// The reason why an edit is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The message for the user.
    pub reason: String,
    /// The range of the node that prevents the edit.
    pub range: TextRange,
    /// If an alias prevents the edit: the range of the anchored value.
    pub anchored: Option<TextRange>,
    /// Replaces this alias by a copy of the value, if that is possible.
    pub copy: Option<Edit>,
}

/// A value to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewValue {
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
    /// A mapping.
    Mapping(Vec<(String, NewValue)>),
    /// A list of mappings.
    Mappings(Vec<Vec<(String, NewValue)>>),
}

/// An item to insert into a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewItem {
    /// A string.
    Text(String),
    /// A mapping, with keys in order.
    Mapping(Vec<(String, NewValue)>),
}

/// The refusal is boxed, so that results stay small.
pub(crate) type Result<T> = std::result::Result<T, Box<Refusal>>;
