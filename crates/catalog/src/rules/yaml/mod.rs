//! Rules about YAML and JSON syntax.

pub mod duplicate_keys;
pub mod hidden_characters;
pub mod json_depth;
pub mod json_locked;
pub mod json_number_overflow;
pub mod json_syntax;
pub mod json_trailing_garbage;
pub mod yaml11_inf_nan;
pub mod yaml11_surprise;
pub mod yaml11_tags;
pub mod yaml_alias_bomb;
pub mod yaml_anchors;
pub mod yaml_control_chars;
pub mod yaml_depth;
pub mod yaml_directives;
pub mod yaml_empty_doc;
pub mod yaml_escapes;
pub mod yaml_first_doc_only;
pub mod yaml_indicators;
pub mod yaml_invalid_utf8;
pub mod yaml_keys;
pub mod yaml_merge;
pub mod yaml_separator_text;
pub mod yaml_simple_key_1024;
pub mod yaml_syntax;
pub mod yaml_tabs;
