//! Rules about every document, whatever its schema.

pub mod catalog_empty;
pub mod file_unreadable;
pub mod json_type_mismatch;
pub mod meta_duplicate_folded_keys;
pub mod meta_key_not_string;
pub mod meta_root_object;
pub mod meta_schema_required;
pub mod others_serve_key;
pub mod unknown_keys;
pub mod unknown_schema;
