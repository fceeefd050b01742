//! The language server, tested through its standard input and output.
#![cfg(feature = "native")]

mod actions;
mod files;
mod findings;
mod names;
mod protocol;
mod server;
mod views;
