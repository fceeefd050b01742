//! Resolution as OLM v1 does it: one ClusterExtension, one package, no dependencies.
//!
//! The candidates of each selected catalog are the bundles in the requested channels and version range to which an
//! upgrade edge leads. The best candidates of the catalogs are then compared. Source: the catalog resolver of
//! operator-controller, with its feature gates at their defaults (bundle specification 6.8).

mod candidates;
mod explain;
mod extension;
mod selector;

use olmkit_collections::{HashMap, HashSet};

use olmkit_gostd::go_quote;
use olmkit_semver::{Constraints, Version};

use crate::api::Reason;
use crate::ids::{BundleId, Id as _, List, SourceId};
use crate::universe::{Scope, Universe};
use candidates::{ExtensionQuery, Installed, SearchSteps, is_deprecated};
pub use extension::{Extension, LabelExpression, LabelSelector, UpgradeConstraintPolicy};
pub use olmkit_api::extension as api;
use olmkit_api::extension::{
    ConditionStatus, ConditionType, ExtensionCatalog, ExtensionCondition, ExtensionInstall, ExtensionResolution,
};
use selector::Selector;

/// Version of the JSON shapes.
const VERSION: u32 = 1;
/// Types of properties that prevent OLM v1 from installing a bundle.
const UNSUPPORTED: [&str; 3] = ["olm.package.required", "olm.gvk.required", "olm.constraint"];

/// Why nothing is installed, as messages and as OLM reports it. `olm` is empty if OLM does not run.
struct Failure {
    messages: Vec<String>,
    olm: String,
}

impl Failure {
    fn new(message: String, olm: String) -> Failure {
        Failure { messages: vec![message], olm }
    }
}

/// Returns what OLM v1 would install for a ClusterExtension, or why it installs nothing.
#[must_use]
pub fn resolve_extension(universe: &Universe<'_>, extension: &Extension) -> ExtensionResolution {
    let mut found = ExtensionResolution {
        version: VERSION,
        satisfiable: false,
        install: None,
        catalogs: Vec::new(),
        conditions: Vec::new(),
        notes: Vec::new(),
        explanation: Vec::new(),
        olm: String::new(),
        incomplete: false,
    };
    if let Err(failure) = fill(universe, extension, &mut found) {
        let reason = |message: String| Reason { message, olm: Vec::new() };
        found.explanation = failure.messages.into_iter().map(reason).collect();
        found.olm = failure.olm;
    }
    found
}

fn fill(universe: &Universe<'_>, extension: &Extension, out: &mut ExtensionResolution) -> Result<(), Failure> {
    let selector = match &extension.selector {
        Some(selector) => Some(Selector::read(selector).map_err(|text| {
            let olm = format!("desired catalog selector is invalid: {text}");
            Failure::new("The API server rejects the catalog selector.".to_owned(), olm)
        })?),
        None => None,
    };
    let wanted = ExtensionQuery {
        extension,
        channels: extension.channels.iter().map(String::as_str).collect(),
        range: range(extension)?,
        installed: extension.installed.as_deref().map(|text| installed(universe, extension, text)).transpose()?,
    };
    let mut of_package: HashMap<SourceId, Vec<BundleId>> = HashMap::default();
    for (at, bundle) in universe.bundles.with_ids().filter(|(_, bundle)| bundle.package == extension.package) {
        of_package.entry(bundle.source).or_default().push(at);
    }
    let with_channels: HashSet<SourceId> =
        universe.channels.iter().filter(|of| of.package == extension.package).map(|of| of.source).collect();
    let mut all: List<SourceId, SearchSteps> = List::default();
    for (source, (name, priority)) in universe.sources.with_ids() {
        let labels = universe.labels.get(source).cloned().unwrap_or_default();
        let selected = selector.as_ref().is_none_or(|selector| selector.selects(name, &labels));
        let bundles = of_package.remove(&source).unwrap_or_default();
        let has_package = !bundles.is_empty() || with_channels.contains(&source);
        let found = if selected && has_package {
            wanted.look(universe, source, bundles).map_err(|broken| wanted.broken(broken, name))?
        } else {
            SearchSteps::default()
        };
        let catalog = ExtensionCatalog {
            name: name.clone(),
            priority: *priority,
            selected,
            has_package,
            ..counted(universe, source, &found)
        };
        out.catalogs.push(catalog);
        all.push(found);
    }
    let chosen = choose(&out.catalogs).map_err(|tied| wanted.nothing(universe, &all, &out.catalogs, &tied))?;
    let install = wanted.install(universe, chosen, &all, &out.catalogs)?;
    out.notes = wanted.notes(universe, all.get(chosen));
    out.conditions = conditions(universe, extension, chosen, &install.bundle);
    out.install = Some(install);
    out.satisfiable = true;
    Ok(())
}

/// What a search found in a catalog: the number of bundles after each step, and the preferred one.
fn counted(universe: &Universe<'_>, source: SourceId, found: &SearchSteps) -> ExtensionCatalog {
    let best = found.candidates.first().and_then(|at| universe.bundles.get(*at));
    ExtensionCatalog {
        bundles: found.bundles.len(),
        in_channels: found.in_channels.len(),
        in_range: found.in_range.len(),
        candidates: found.candidates.len(),
        best: best.map(|bundle| bundle.name.clone()),
        version: best.and_then(|bundle| bundle.own_version.as_ref().ok()).map(ToString::to_string),
        deprecated: best.is_some_and(|bundle| is_deprecated(universe, source, bundle)),
        ..ExtensionCatalog::default()
    }
}

fn range(extension: &Extension) -> Result<Option<Constraints>, Failure> {
    let Some(text) = extension.version.as_deref().filter(|text| !text.is_empty()) else { return Ok(None) };
    Constraints::parse(text).map(Some).map_err(|error| {
        let olm = format!("desired version range {} is invalid: {error}", go_quote(text));
        let text = explain::shortened(text);
        let help = "Write a version or a range, such as `1.2.3`, `1.2.x` or `>=1.2, <2`.";
        Failure::new(format!("OLM v1 cannot read the version range `{text}`. {help}"), olm)
    })
}

/// Parses `NAME` or `NAME@VERSION`. OLM reads the version from the cluster. If none is given, the catalogs are
/// searched.
fn installed(universe: &Universe<'_>, extension: &Extension, text: &str) -> Result<Installed, Failure> {
    let (name, version) = text.split_once('@').map_or((text, None), |(name, version)| (name, Some(version)));
    if let Some(version) = version {
        let read = Version::parse(version);
        return Ok(Installed { name: name.to_owned(), text: version.to_owned(), version: read });
    }
    let named = |bundle: &&crate::bundle::Bundle<'_>| bundle.package == extension.package && bundle.name == name;
    let version = universe.bundles.iter().filter(named).find_map(|bundle| bundle.own_version.as_ref().ok());
    let version = version.ok_or_else(|| {
        let message =
            format!("`{name}` is given as installed, but no catalog contains its version. Use `{name}@VERSION`.");
        Failure::new(message, String::new())
    })?;
    Ok(Installed { name: name.to_owned(), text: version.to_string(), version: Ok(version.clone()) })
}

/// Chooses the catalog whose best bundle is installed. Bundles that are not deprecated come first, then higher
/// priorities. If there is none, or several are equal, returns the catalogs that OLM names.
fn choose(catalogs: &[ExtensionCatalog]) -> Result<SourceId, Vec<SourceId>> {
    let mut with_best: Vec<(SourceId, &ExtensionCatalog)> =
        explain::all_sources(catalogs).filter(|(_, catalog)| catalog.best.is_some()).collect();
    let deprecated = with_best.iter().all(|(_, catalog)| catalog.deprecated);
    with_best.retain(|(_, catalog)| catalog.deprecated == deprecated);
    let highest = with_best.iter().map(|(_, catalog)| catalog.priority).max();
    let mut first = with_best.iter().filter(|(_, catalog)| Some(catalog.priority) == highest);
    match (first.next(), first.next()) {
        (Some((at, _)), None) => Ok(*at),
        _ => Err(with_best.iter().map(|(at, _)| *at).collect()),
    }
}

impl ExtensionQuery<'_> {
    /// Installs the preferred candidate of the chosen catalog. If OLM rejects it, it does not try another one.
    fn install(
        &self,
        universe: &Universe<'_>,
        chosen: SourceId,
        all: &List<SourceId, SearchSteps>,
        catalogs: &[ExtensionCatalog],
    ) -> Result<ExtensionInstall, Failure> {
        let none = || Failure::new(String::new(), String::new());
        let (found, catalog) = all.get(chosen).zip(catalogs.get(chosen.index())).ok_or_else(none)?;
        let at = *found.candidates.first().ok_or_else(none)?;
        let bundle = universe.bundles.get(at).ok_or_else(none)?;
        let quoted = go_quote(&bundle.name);
        let version = bundle.own_version.as_ref().map_err(|problem| {
            let olm = format!("error getting resolved bundle version for bundle {quoted}: {problem}");
            Failure::new(format!("OLM selects {}, whose version is not valid.", bundle.name), olm)
        })?;
        let kinds = bundle.requires.iter().filter_map(|(at, _)| Some(universe.requirements.get(*at)?.kind.as_str()));
        if let Some(kind) = kinds.into_iter().find(|kind| UNSUPPORTED.contains(kind)) {
            let olm = format!(
                "validating bundle {quoted}: bundle {quoted} has a dependency declared via property {} which is currently \
                 not supported",
                go_quote(kind)
            );
            let message = format!(
                "OLM selects {} from {} and rejects it: OLM v1 does not install a bundle with the property {kind}. It \
                does not try another bundle. Select another version or channel.",
                bundle.name, catalog.name
            );
            return Err(Failure::new(message, olm));
        }
        let mut channels: Vec<String> = Vec::new();
        for (_, channel) in self.entries(universe, at) {
            if channels.last().is_none_or(|last| last != channel) {
                channels.push(channel.to_owned());
            }
        }
        let installed = self.installed.as_ref().map(|installed| installed.name.clone());
        let stays = installed.as_ref() == Some(&bundle.name);
        Ok(ExtensionInstall {
            catalog: catalog.name.clone(),
            package: bundle.package.clone(),
            bundle: bundle.name.clone(),
            version: version.to_string(),
            channels,
            replaces: installed.filter(|_| !stays),
            stays,
            because: self.because(universe, chosen, found, catalogs),
        })
    }
}

/// The deprecation conditions of the package, the requested channels and the bundle.
fn conditions(
    universe: &Universe<'_>,
    extension: &Extension,
    source: SourceId,
    bundle: &str,
) -> Vec<ExtensionCondition> {
    let message = |scope: Scope| {
        let found = universe.deprecated.get(&(source, extension.package.clone(), scope));
        found.filter(|text| !text.is_empty()).cloned()
    };
    let package: Vec<String> = message(Scope::Package).into_iter().collect();
    let mut seen = HashSet::default();
    let channels = extension.channels.iter().filter(|name| seen.insert(name.as_str()));
    let channels: Vec<String> = channels.filter_map(|name| message(Scope::Channel(name.clone()))).collect();
    let bundle: Vec<String> = message(Scope::Bundle(bundle.to_owned())).into_iter().collect();
    let condition = |kind, messages: &[String]| ExtensionCondition {
        kind,
        status: if messages.is_empty() { ConditionStatus::False } else { ConditionStatus::True },
        message: messages.join("\n"),
    };
    let all = [package.as_slice(), &channels, &bundle].concat();
    vec![
        condition(ConditionType::Deprecated, &all),
        condition(ConditionType::PackageDeprecated, &package),
        condition(ConditionType::ChannelDeprecated, &channels),
        condition(ConditionType::BundleDeprecated, &bundle),
    ]
}
