//! Rejects requests for methods that do not exist, as grpc-go does.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use prost::Message;
use prost_types::FileDescriptorSet;
use tonic::Status;

use crate::api;

/// The descriptors of all services.
pub(super) const DESCRIPTORS: [&[u8]; 4] = [
    api::DESCRIPTORS,
    tonic_health::pb::FILE_DESCRIPTOR_SET,
    tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
    tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
];

/// The names of the methods of each service.
static METHODS: LazyLock<HashMap<String, HashSet<String>>> = LazyLock::new(|| {
    let sets = DESCRIPTORS.iter().map(|set| FileDescriptorSet::decode(*set).unwrap_or_default());
    let files = sets.flat_map(|set| set.file);
    let services = files.flat_map(|file| {
        let package = file.package().to_owned();
        file.service.into_iter().map(move |service| (format!("{package}.{}", service.name()), service))
    });
    services
        .map(|(name, service)| (name, service.method.into_iter().map(|method| method.name().to_owned()).collect()))
        .collect()
});

/// The error for a method that the service definition contains, but the server does not implement.
pub(super) fn not_implemented(method: &str) -> Status {
    Status::unimplemented(format!("method {method} not implemented"))
}

/// Passes on only requests for existing methods.
pub(super) async fn refuse_unknown(request: Request, next: Next) -> Response {
    match problem(request.uri().path()) {
        Some(status) => status.into_http(),
        None => next.run(request).await,
    }
}

fn problem(path: &str) -> Option<Status> {
    let Some((service, method)) = path.strip_prefix('/').and_then(|path| path.rsplit_once('/')) else {
        return Some(Status::unimplemented(format!("malformed method name: {path:?}")));
    };
    match METHODS.get(service) {
        None => Some(Status::unimplemented(format!("unknown service {service}"))),
        Some(methods) if methods.contains(method) => None,
        // The descriptors used here predate this method.
        Some(_) if (service, method) == ("grpc.health.v1.Health", "List") => Some(not_implemented(method)),
        Some(_) => Some(Status::unimplemented(format!("unknown method {method} for service {service}"))),
    }
}
