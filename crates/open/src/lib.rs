//! `olmkit open`: serves the editor on 127.0.0.1, and lets its page read and write exactly one folder, or one file.
//!
//! The page has a random address below the port. A request with the token in the first address gets a cookie that
//! scripts cannot read; everything else needs the cookie, the right `Host` and, where there is one, the right
//! `Origin`.
//! `pkg/src/open.node.ts` is the same server in Node; `tests/e2e/open-server.test.mjs` asks both.

mod folder;
mod opened;
mod page;
mod refused;
mod replace;
mod server;
mod session;
mod watch;

pub use page::has_page;
pub use server::{OpenError, Options, What, run};

/// Opens the browser as the system does. Where that is not possible, the address was printed.
pub fn browse(address: &str) {
    let _ = opener::open_browser(address);
}
