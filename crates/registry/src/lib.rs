//! Images of OCI registries: references, credentials, pulling, a content-addressed cache, building and pushing. Native only.
