//! All tests of this crate: one program is built and linked faster than one for each file.

mod catalogd;
mod grpc;
mod services;
mod support;
