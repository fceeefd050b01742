//! `olmkit open`: serves the editor on 127.0.0.1, and lets its page read and write exactly one folder or one file.
//!
//! The page has a random path. The first URL contains a token; its request sets a cookie that scripts cannot read. All
//! other requests need the cookie, the correct `Host`, and the correct `Origin` if they have an `Origin`.
//! `pkg/src/open.node.ts` is the same server in Node.js. `tests/e2e/open-server.test.mjs` tests both.

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

/// Opens the browser of the system. If this is not possible, the user has the printed URL.
pub fn browse(address: &str) {
    let _ = opener::open_browser(address);
}
