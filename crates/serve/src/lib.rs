//! Catalogs served over gRPC as opm serves them and over HTTP as catalogd serves them. Native only.
