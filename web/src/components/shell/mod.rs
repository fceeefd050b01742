//! The frame around the content: top bar, tree, status, notices, palette, help, settings.

pub mod actions;
pub mod activity;
pub mod app;
pub mod help;
pub mod layout;
pub mod notice;
pub mod palette;
pub mod settings;
pub mod splitter;
pub mod status;
pub mod tabs;
pub mod topbar;
pub mod tree;
pub mod tree_keys;
