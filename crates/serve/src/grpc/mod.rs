//! The gRPC services: registry API, health and reflection.

mod health;
mod known;
mod reflection;
mod registry;

use axum::Router;
use tonic::service::Routes;
use tonic_health::pb::health_server::HealthServer;
use tonic_reflection::pb::v1::server_reflection_server::ServerReflectionServer;
use tonic_reflection::pb::v1alpha::server_reflection_server::ServerReflectionServer as ServerReflectionServerAlpha;

use crate::api::experimental_registry_server::ExperimentalRegistryServer;
use crate::api::registry_server::RegistryServer;
use crate::served::Served;
use reflection::Reflection;
use registry::Registry;

/// Returns a router with all services of `opm serve` for a catalog.
pub fn services(served: Served) -> Router {
    let registry = Registry::new(served);
    let reflection = Reflection::new();
    Routes::new(RegistryServer::new(registry.clone()))
        .add_service(ExperimentalRegistryServer::new(registry))
        .add_service(HealthServer::new(health::Health))
        .add_service(ServerReflectionServer::new(reflection.clone()))
        .add_service(ServerReflectionServerAlpha::new(reflection))
        .into_axum_router()
        .layer(axum::middleware::from_fn(known::refuse_unknown))
}
