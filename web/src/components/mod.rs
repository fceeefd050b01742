//! The parts of the page.

pub mod app;
mod badge;
mod channel;
mod code;
mod notice;
mod package;
mod problems;
mod save;
mod topbar;
mod tree;
mod welcome;
