//! The health service of `opm serve`. It always reports `SERVING`, for any service name.

use tokio_stream::Empty;
use tonic::{Request, Response, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse, health_server};

/// The health service.
#[derive(Debug, Clone, Copy)]
pub(super) struct Health;

#[tonic::async_trait]
impl health_server::Health for Health {
    async fn check(&self, _: Request<HealthCheckRequest>) -> Result<Response<HealthCheckResponse>, Status> {
        Ok(Response::new(HealthCheckResponse { status: ServingStatus::Serving.into() }))
    }

    type WatchStream = Empty<Result<HealthCheckResponse, Status>>;

    async fn watch(&self, _: Request<HealthCheckRequest>) -> Result<Response<Self::WatchStream>, Status> {
        Err(super::known::not_implemented("Watch"))
    }
}
