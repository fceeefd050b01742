//! The tools that check bundles, and the selection of tools for a run.

use olmkit_api::RuleSeverity as Severity;
use serde::{Deserialize, Serialize};

/// A check of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Suite {
    /// The loader of operator-framework/api.
    ApiLoad,
    /// operator-framework/api's CSV validator.
    ApiCsv,
    /// operator-framework/api's CRD validator.
    ApiCrd,
    /// operator-framework/api's bundle validator.
    ApiBundle,
    /// operator-framework/api's optional validator `operatorhub/v2`.
    OperatorHub,
    /// operator-framework/api's optional validator `standardcapabilities`.
    Capabilities,
    /// operator-framework/api's optional validator `standardcategories`.
    Categories,
    /// operator-framework/api's optional validator `good-practices`.
    GoodPractices,
    /// operator-framework/api's optional validator `alpha-deprecated-apis`.
    DeprecatedApis,
    /// operator-framework/api's optional validator `community` (deprecated upstream).
    Community,
    /// operator-framework/api's validator of single objects.
    Object,
    /// `opm alpha bundle validate`: layout and metadata.
    OpmFormat,
    /// `opm alpha bundle validate`: manifests.
    OpmContent,
    /// `opm render` of a bundle.
    OpmRender,
    /// `operator-sdk bundle validate`, as released.
    Sdk,
    /// operator-framework/api's validator of package manifests.
    Package,
    /// RukPak: bundles of plain manifests, and RukPak's objects.
    Rukpak,
    /// OLM v0 on the cluster.
    OlmV0,
    /// OLM v1 on the cluster: the bundles that it supports.
    OlmV1,
    /// OLM v1's own objects, as the API server validates them.
    OlmV1Api,
    /// RukPak's conversion of registry+v1 bundles to plain manifests. Enabled only by name.
    RukpakRegistry,
    /// operator-framework/api's optional validator `multiarch`, without its checks of images. Enabled only by name.
    Multiarch,
    /// The external validator of OperatorHub.io.
    K8sOperatorhub,
    /// operator-pipelines: the checks of every bundle. Enabled by name, or by a pipeline profile.
    PipelineCommon,
    /// operator-pipelines: the checks of community operators.
    PipelineCommunity,
    /// operator-pipelines: the checks of certified and marketplace operators.
    PipelineIsv,
    /// olmkit itself, for problems that no upstream tool reports.
    Olmkit,
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

    /// All suites.
    pub const ALL: [Suite; 27] = [
        Suite::ApiLoad,
        Suite::ApiCsv,
        Suite::ApiCrd,
        Suite::ApiBundle,
        Suite::OperatorHub,
        Suite::Capabilities,
        Suite::Categories,
        Suite::GoodPractices,
        Suite::DeprecatedApis,
        Suite::Community,
        Suite::Object,
        Suite::OpmFormat,
        Suite::OpmContent,
        Suite::OpmRender,
        Suite::Sdk,
        Suite::Package,
        Suite::Rukpak,
        Suite::OlmV0,
        Suite::OlmV1,
        Suite::OlmV1Api,
        Suite::RukpakRegistry,
        Suite::Multiarch,
        Suite::K8sOperatorhub,
        Suite::PipelineCommon,
        Suite::PipelineCommunity,
        Suite::PipelineIsv,
        Suite::Olmkit,
    ];

    /// The name in options.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Suite::ApiLoad => "api-load",
            Suite::ApiCsv => "api-csv",
            Suite::ApiCrd => "api-crd",
            Suite::ApiBundle => "api-bundle",
            Suite::OperatorHub => "operator-hub",
            Suite::Capabilities => "capabilities",
            Suite::Categories => "categories",
            Suite::GoodPractices => "good-practices",
            Suite::DeprecatedApis => "deprecated-apis",
            Suite::Community => "community",
            Suite::Object => "object",
            Suite::OpmFormat => "opm-format",
            Suite::OpmContent => "opm-content",
            Suite::OpmRender => "opm-render",
            Suite::Sdk => "sdk",
            Suite::Package => "package",
            Suite::Rukpak => "rukpak",
            Suite::OlmV0 => "olm-v0",
            Suite::OlmV1 => "olm-v1",
            Suite::OlmV1Api => "olm-v1-api",
            Suite::RukpakRegistry => "rukpak-registry",
            Suite::Multiarch => "multiarch",
            Suite::K8sOperatorhub => "k8s-operatorhub",
            Suite::PipelineCommon => "pipeline-common",
            Suite::PipelineCommunity => "pipeline-community",
            Suite::PipelineIsv => "pipeline-isv",
            Suite::Olmkit => "olmkit",
        }
    }

    /// The suite with that name in options.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suite| suite.key() == key)
    }

    /// Whether opm, operator-sdk or operator-framework/api rejects a bundle because of an error of this suite.
    #[must_use]
    pub fn decides(self) -> bool {
        use Suite::{ApiBundle, ApiCrd, ApiCsv, ApiLoad, OpmContent, OpmFormat, Sdk};
        matches!(self, ApiLoad | ApiCsv | ApiCrd | ApiBundle | OpmFormat | OpmContent | Sdk)
    }

    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
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

/// A named selection of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BundleProfile {
    /// All suites of all tools.
    #[default]
    Default,
    /// operator-framework/api: the loader and the csv, crd and bundle validators.
    Api,
    /// `opm alpha bundle validate`.
    Opm,
    /// `operator-sdk bundle validate`, as released.
    Sdk,
    /// The latest versions of operator-framework/api and opm together.
    UpstreamHead,
    /// OLM v0 on a cluster.
    OlmV0,
    /// OLM v1 on a cluster.
    OlmV1,
    /// The pipeline of community operators: its own checks, and the checks of operator-sdk that it runs.
    CommunityPipeline,
    /// The pipeline of certified operators.
    CertifiedPipeline,
    /// The requirements of OperatorHub.io.
    K8sOperatorhub,
}

impl BundleProfile {
    /// All profiles, in the order of the documentation.
    pub const ALL: [BundleProfile; 10] = [
        BundleProfile::Default,
        BundleProfile::Api,
        BundleProfile::Opm,
        BundleProfile::Sdk,
        BundleProfile::UpstreamHead,
        BundleProfile::OlmV0,
        BundleProfile::OlmV1,
        BundleProfile::CommunityPipeline,
        BundleProfile::CertifiedPipeline,
        BundleProfile::K8sOperatorhub,
    ];

    /// The profile with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BundleProfile::Default => "default",
            BundleProfile::Api => "api",
            BundleProfile::Opm => "opm",
            BundleProfile::Sdk => "sdk",
            BundleProfile::UpstreamHead => "upstream-head",
            BundleProfile::OlmV0 => "olm-v0",
            BundleProfile::OlmV1 => "olm-v1",
            BundleProfile::CommunityPipeline => "community-pipeline",
            BundleProfile::CertifiedPipeline => "certified-pipeline",
            BundleProfile::K8sOperatorhub => "k8s-operatorhub",
        }
    }

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

    /// Like [`BundleProfile::includes`], for a selection of suites; an empty list selects all. Naming a suite enables it,
    /// even if the profile does not include it.
    #[must_use]
    pub fn enables(self, suite: Suite, suites: &[Suite]) -> bool {
        match suites {
            [] => self.includes(suite),
            named => named.contains(&suite) && (self == BundleProfile::Default || self.includes(suite)),
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
