//! The tools that check bundles, and the selection of tools for a run.

use olmkit_api::RuleSeverity as Severity;

olmkit_api::names! {
    /// A check of a tool.
    #[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
    pub enum Suite {
        /// The loader of operator-framework/api.
        ApiLoad = "api-load",
        /// operator-framework/api's CSV validator.
        ApiCsv = "api-csv",
        /// operator-framework/api's CRD validator.
        ApiCrd = "api-crd",
        /// operator-framework/api's bundle validator.
        ApiBundle = "api-bundle",
        /// operator-framework/api's optional validator `operatorhub/v2`.
        OperatorHub = "operator-hub",
        /// operator-framework/api's optional validator `standardcapabilities`.
        Capabilities = "capabilities",
        /// operator-framework/api's optional validator `standardcategories`.
        Categories = "categories",
        /// operator-framework/api's optional validator `good-practices`.
        GoodPractices = "good-practices",
        /// operator-framework/api's optional validator `alpha-deprecated-apis`.
        DeprecatedApis = "deprecated-apis",
        /// operator-framework/api's optional validator `community` (deprecated upstream).
        Community = "community",
        /// operator-framework/api's validator of single objects.
        Object = "object",
        /// `opm alpha bundle validate`: layout and metadata.
        OpmFormat = "opm-format",
        /// `opm alpha bundle validate`: manifests.
        OpmContent = "opm-content",
        /// `opm render` of a bundle.
        OpmRender = "opm-render",
        /// `operator-sdk bundle validate`, as released.
        Sdk = "sdk",
        /// operator-framework/api's validator of package manifests.
        Package = "package",
        /// RukPak: bundles of plain manifests, and RukPak's objects.
        Rukpak = "rukpak",
        /// OLM v0 on the cluster.
        OlmV0 = "olm-v0",
        /// OLM v1 on the cluster: the bundles that it supports.
        OlmV1 = "olm-v1",
        /// OLM v1's own objects, as the API server validates them.
        OlmV1Api = "olm-v1-api",
        /// RukPak's conversion of registry+v1 bundles to plain manifests. Enabled only by name.
        RukpakRegistry = "rukpak-registry",
        /// operator-framework/api's optional validator `multiarch`, without its checks of images. Enabled only by name.
        Multiarch = "multiarch",
        /// The external validator of OperatorHub.io.
        K8sOperatorhub = "k8s-operatorhub",
        /// operator-pipelines: the checks of every bundle. Enabled by name, or by a pipeline profile.
        PipelineCommon = "pipeline-common",
        /// operator-pipelines: the checks of community operators.
        PipelineCommunity = "pipeline-community",
        /// operator-pipelines: the checks of certified and marketplace operators.
        PipelineIsv = "pipeline-isv",
        /// olmkit itself, for problems that no upstream tool reports.
        Olmkit = "olmkit",
    }
}

impl Suite {
    /// The highest severity of a list; `Off` for an empty list.
    #[must_use]
    pub const fn worst(list: &[(Suite, Severity)]) -> Severity {
        let mut found = Severity::Off;
        let mut rest = list;
        while let [(_, first), tail @ ..] = rest {
            if *first as u8 > found as u8 {
                found = *first;
            }
            rest = tail;
        }
        found
    }

    /// Whether opm, operator-sdk or operator-framework/api rejects a bundle because of an error of this suite.
    #[must_use]
    pub fn decides(self) -> bool {
        use Suite::{ApiBundle, ApiCrd, ApiCsv, ApiLoad, OpmContent, OpmFormat, Sdk};
        matches!(self, ApiLoad | ApiCsv | ApiCrd | ApiBundle | OpmFormat | OpmContent | Sdk)
    }

    /// The name in reports.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Suite::ApiLoad => "api: loader",
            Suite::ApiCsv => "api: csv",
            Suite::ApiCrd => "api: crd",
            Suite::ApiBundle => "api: bundle",
            Suite::OperatorHub => "api: operatorhub/v2",
            Suite::Capabilities => "api: standardcapabilities",
            Suite::Categories => "api: standardcategories",
            Suite::GoodPractices => "api: good-practices",
            Suite::DeprecatedApis => "api: alpha-deprecated-apis",
            Suite::Community => "api: community",
            Suite::Object => "api: object",
            Suite::OpmFormat => "opm alpha bundle validate (format)",
            Suite::OpmContent => "opm alpha bundle validate (content)",
            Suite::OpmRender => "opm render",
            Suite::Sdk => "operator-sdk bundle validate",
            Suite::Package => "api: package manifest",
            Suite::Rukpak => "RukPak",
            Suite::OlmV0 => "OLM v0",
            Suite::OlmV1 => "OLM v1",
            Suite::OlmV1Api => "OLM v1 API",
            Suite::RukpakRegistry => "RukPak: registry+v1",
            Suite::Multiarch => "api: multiarch",
            Suite::K8sOperatorhub => "k8s-operatorhub",
            Suite::PipelineCommon => "operator-pipelines: common",
            Suite::PipelineCommunity => "operator-pipelines: community",
            Suite::PipelineIsv => "operator-pipelines: isv",
            Suite::Olmkit => "olmkit",
        }
    }
}

/// The report of one tool about a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolReport {
    /// The tool.
    pub suite: Suite,
    /// The severity in that tool.
    pub severity: Severity,
    /// The tool's own message, as exactly as it is known. May be empty.
    pub text: String,
}

olmkit_api::names! {
    /// A named selection of tools.
    #[derive(Default)]
    pub enum BundleProfile {
        /// All suites of all tools.
        #[default]
        Default = "default",
        /// operator-framework/api: the loader and the csv, crd and bundle validators.
        Api = "api",
        /// `opm alpha bundle validate`.
        Opm = "opm",
        /// `operator-sdk bundle validate`, as released.
        Sdk = "sdk",
        /// The latest versions of operator-framework/api and opm together.
        UpstreamHead = "upstream-head",
        /// OLM v0 on a cluster.
        OlmV0 = "olm-v0",
        /// OLM v1 on a cluster.
        OlmV1 = "olm-v1",
        /// The pipeline of community operators: its own checks, and the checks of operator-sdk that it runs.
        CommunityPipeline = "community-pipeline",
        /// The pipeline of certified operators.
        CertifiedPipeline = "certified-pipeline",
        /// The requirements of OperatorHub.io.
        K8sOperatorhub = "k8s-operatorhub",
    }
}

impl BundleProfile {
    /// Whether the profile includes a suite.
    #[must_use]
    pub fn includes(self, suite: Suite) -> bool {
        use Suite::{
            ApiBundle, ApiCrd, ApiCsv, ApiLoad, Capabilities, Categories, DeprecatedApis, GoodPractices,
            K8sOperatorhub, Multiarch, OlmV0, OlmV1, OlmV1Api, OperatorHub, OpmContent, OpmFormat, OpmRender,
            PipelineCommon, PipelineCommunity, PipelineIsv, RukpakRegistry, Sdk,
        };
        match self {
            BundleProfile::Default => {
                !matches!(suite, RukpakRegistry | Multiarch | PipelineCommon | PipelineCommunity | PipelineIsv)
            }
            BundleProfile::Api => matches!(suite, ApiLoad | ApiCsv | ApiCrd | ApiBundle),
            BundleProfile::Opm => matches!(suite, OpmFormat | OpmContent),
            BundleProfile::Sdk => suite == Sdk,
            BundleProfile::UpstreamHead => {
                matches!(suite, ApiLoad | ApiCsv | ApiCrd | ApiBundle | OpmFormat | OpmContent | OpmRender)
            }
            BundleProfile::OlmV0 => suite == OlmV0,
            BundleProfile::OlmV1 => matches!(suite, OlmV1 | OlmV1Api),
            BundleProfile::CommunityPipeline => {
                matches!(suite, PipelineCommon | PipelineCommunity | Sdk | OperatorHub | Capabilities | Categories)
            }
            BundleProfile::CertifiedPipeline => matches!(suite, PipelineCommon | PipelineIsv | Sdk),
            BundleProfile::K8sOperatorhub => matches!(
                suite,
                K8sOperatorhub | Sdk | OperatorHub | Capabilities | Categories | GoodPractices | DeprecatedApis
            ),
        }
    }

    /// Whether a suite is checked. A list of suites replaces those of the profile.
    #[must_use]
    pub fn enables(self, suite: Suite, suites: &[Suite]) -> bool {
        match suites {
            [] => self.includes(suite),
            named => named.contains(&suite),
        }
    }

    /// The severity of a suite's finding in this profile. In the default profile, errors of deprecated or hosted suites
    /// and of OLM v1 are warnings.
    #[must_use]
    pub fn severity(self, suite: Suite, says: Severity) -> Severity {
        match (self, suite) {
            (BundleProfile::Default, Suite::Community | Suite::K8sOperatorhub | Suite::OlmV1) => {
                says.min(Severity::Warning)
            }
            _ => says,
        }
    }
}
