//! catalogd's HTTP API.

mod answer;
mod catalogs;
mod conditions;
mod connections;
mod path;
mod range;

pub use catalogs::Catalogs;
pub use connections::{Tls, TlsError, serve_http};
pub use path::name_problem;
