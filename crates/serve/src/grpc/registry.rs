//! The gRPC services `api.Registry` and `api.ExperimentalRegistry`.

use std::pin::Pin;

use tokio_stream::{Stream, iter};
use tonic::{Request, Response, Status};

use crate::api::experimental_registry_server::ExperimentalRegistry;
use crate::api::registry_server;
use crate::api::{
    Bundle, ChannelEntry, ExperimentalListPackageCustomSchemasRequest, GetAllProvidersRequest,
    GetAllReplacementsRequest, GetBundleInChannelRequest, GetBundleRequest, GetDefaultProviderRequest,
    GetLatestProvidersRequest, GetPackageRequest, GetReplacementRequest, ListBundlesRequest, ListPackageRequest,
    Package, PackageName,
};
use crate::refusal::Refusal;
use crate::served::Served;

/// The metadata key that clients of the experimental service set to `true`.
const ACKNOWLEDGE: &str = "x-acknowledge-experimental";

/// The services for a catalog.
#[derive(Debug, Clone)]
pub(super) struct Registry {
    served: Served,
}

impl Registry {
    pub(super) fn new(served: Served) -> Self {
        Registry { served }
    }
}

impl From<Refusal> for Status {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unknown(message) => Status::unknown(message),
            Refusal::Invalid(message) => Status::invalid_argument(message),
            Refusal::Internal(message) => Status::internal(message),
        }
    }
}

type Answer<T> = Result<Response<T>, Status>;
type Messages<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

fn one<T>(answer: Result<T, Refusal>) -> Answer<T> {
    Ok(Response::new(answer?))
}

/// Returns a stream that creates messages on demand.
fn many<T: 'static>(messages: impl Iterator<Item = Result<T, Refusal>> + Send + 'static) -> Answer<Messages<T>> {
    Ok(Response::new(Box::pin(iter(messages.map(|message| message.map_err(Status::from))))))
}

fn all<T: Send + 'static>(messages: Vec<T>) -> Answer<Messages<T>> {
    many(messages.into_iter().map(Ok))
}

#[tonic::async_trait]
impl registry_server::Registry for Registry {
    type ListPackagesStream = Messages<PackageName>;
    type GetChannelEntriesThatReplaceStream = Messages<ChannelEntry>;
    type GetChannelEntriesThatProvideStream = Messages<ChannelEntry>;
    type GetLatestChannelEntriesThatProvideStream = Messages<ChannelEntry>;
    type ListBundlesStream = Messages<Bundle>;

    async fn list_packages(&self, _: Request<ListPackageRequest>) -> Answer<Self::ListPackagesStream> {
        all(self.served.index().list_packages())
    }

    async fn get_package(&self, request: Request<GetPackageRequest>) -> Answer<Package> {
        one(self.served.index().get_package(&request.get_ref().name))
    }

    async fn get_bundle(&self, request: Request<GetBundleRequest>) -> Answer<Bundle> {
        let GetBundleRequest { pkg_name, channel_name, csv_name } = request.get_ref();
        one(self.served.index().get_bundle(pkg_name, channel_name, csv_name))
    }

    async fn get_bundle_for_channel(&self, request: Request<GetBundleInChannelRequest>) -> Answer<Bundle> {
        let GetBundleInChannelRequest { pkg_name, channel_name } = request.get_ref();
        one(self.served.index().get_bundle_for_channel(pkg_name, channel_name))
    }

    async fn get_channel_entries_that_replace(
        &self,
        request: Request<GetAllReplacementsRequest>,
    ) -> Answer<Self::GetChannelEntriesThatReplaceStream> {
        all(self.served.index().get_channel_entries_that_replace(&request.get_ref().csv_name)?)
    }

    async fn get_bundle_that_replaces(&self, request: Request<GetReplacementRequest>) -> Answer<Bundle> {
        let GetReplacementRequest { csv_name, pkg_name, channel_name } = request.get_ref();
        one(self.served.index().get_bundle_that_replaces(csv_name, pkg_name, channel_name))
    }

    async fn get_channel_entries_that_provide(
        &self,
        request: Request<GetAllProvidersRequest>,
    ) -> Answer<Self::GetChannelEntriesThatProvideStream> {
        let GetAllProvidersRequest { group, version, kind, .. } = request.get_ref();
        all(self.served.index().get_channel_entries_that_provide(group, version, kind)?)
    }

    async fn get_latest_channel_entries_that_provide(
        &self,
        request: Request<GetLatestProvidersRequest>,
    ) -> Answer<Self::GetLatestChannelEntriesThatProvideStream> {
        let GetLatestProvidersRequest { group, version, kind, .. } = request.get_ref();
        all(self.served.index().get_latest_channel_entries_that_provide(group, version, kind)?)
    }

    async fn get_default_bundle_that_provides(&self, request: Request<GetDefaultProviderRequest>) -> Answer<Bundle> {
        let GetDefaultProviderRequest { group, version, kind, .. } = request.get_ref();
        one(self.served.index().get_default_bundle_that_provides(group, version, kind))
    }

    async fn list_bundles(&self, _: Request<ListBundlesRequest>) -> Answer<Self::ListBundlesStream> {
        many(self.served.index().list_bundles().map(Ok))
    }
}

#[tonic::async_trait]
impl ExperimentalRegistry for Registry {
    type ExperimentalListPackageCustomSchemasStream = Messages<prost_types::Struct>;

    async fn experimental_list_package_custom_schemas(
        &self,
        request: Request<ExperimentalListPackageCustomSchemasRequest>,
    ) -> Answer<Self::ExperimentalListPackageCustomSchemasStream> {
        let acknowledged = request.metadata().get(ACKNOWLEDGE).is_some_and(|value| value == "true");
        let ExperimentalListPackageCustomSchemasRequest { schema, package_name } = request.get_ref();
        many(self.served.index().list_custom_schemas(schema, package_name, acknowledged)?)
    }
}
