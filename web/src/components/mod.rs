//! The parts of the page.

pub mod app;
mod badge;
mod channel;
mod code;
mod deprecate;
mod diff;
mod entry;
mod graph;
mod help;
mod modal;
mod notice;
mod package;
mod palette;
mod preview;
mod problems;
mod range;
mod rule;
mod save;
mod topbar;
mod tree;
mod way;
mod welcome;
mod words;
