//! What a check is told besides the files: the optional key values of upstream's validators.

/// Options of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// `k8s-version`: the Kubernetes to check for; removed APIs of it and of older ones are errors.
    pub k8s_version: Option<String>,
    /// `index-path`: the file among those of the bundle that holds the labels of its image.
    pub index: Option<String>,
    /// The content of that file, where it is known already; the file may be outside of the bundle then.
    pub labels: Option<Vec<u8>>,
    /// Categories instead of the standard ones; none given: the standard ones.
    pub categories: Vec<String>,
}
