//! Options of a check besides the files. They correspond to the optional key values of upstream's validators.

/// Options of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// `k8s-version`: the Kubernetes version to check for. APIs removed in it or in an older version are errors.
    pub k8s_version: Option<String>,
    /// `index-path`: the path of the file in the bundle that contains the labels of its image.
    pub index: Option<String>,
    /// The content of that file if the caller has already read it. The file can then be outside the bundle.
    pub labels: Option<Vec<u8>>,
    /// Allowed categories. If empty, the standard categories are allowed.
    pub categories: Vec<String>,
}
