//! All versions of a package in all its channels.

use olmkit_catalog::channel_graph::{channel_of, rejected};
use olmkit_catalog::{Catalog, Package};
use olmkit_collections::{List, Table, order};
use olmkit_semver::VersionRelease;
use olmkit_upgrade::rail::common_prefix;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Channel, Graph, Semantics, VersionId};

use crate::api::{MatrixCell, MatrixChannel, MatrixRow, PackageMatrix, RailStranded, VERSION};
use crate::newest;
use crate::workspace::Workspace;

/// Names with their cells.
type Rows<'e> = Table<&'e str, (&'e str, Vec<MatrixCell>)>;

impl Workspace {
    /// Returns all versions of a package in all its channels; `None` if the package does not exist.
    pub fn matrix(&mut self, package: &str) -> Option<PackageMatrix> {
        self.apply_ignore();
        matrix(&Catalog::new(&self.files), package)
    }
}

/// Returns the matrix; `None` if the package does not exist.
pub(crate) fn matrix(catalog: &Catalog<'_>, name: &str) -> Option<PackageMatrix> {
    let package = catalog.packages.get(name)?;
    let channels: Vec<Channel<'_>> =
        newest::channels(package).into_iter().filter_map(|name| channel_of(package, name)).collect();
    let versions = versions(package);
    let default = package.decl.body.default_channel.as_ref().map(|text| text.value.as_str());
    let mut rows = Rows::default();
    let columns: Vec<MatrixChannel> =
        channels.iter().enumerate().map(|(at, channel)| column(channel, at, package, default, &mut rows)).collect();
    let removed = removed_names(&channels, &rows);
    let rows = rows.into_values().map(|(name, cells)| (name, versions.get(name).cloned(), cells));
    let row = |(name, begins_major, cells): (&str, bool, _)| MatrixRow { name: name.to_owned(), begins_major, cells };
    let rows: Vec<MatrixRow> = newest_first(rows.collect()).map(row).collect();
    let prefix = common_prefix(rows.iter().map(|row| row.name.as_str())).to_owned();
    Some(PackageMatrix { version: VERSION, prefix, channels: columns, rows, removed })
}

/// Returns the names that entries replace or skip and that are not an entry of any channel.
fn removed_names(channels: &[Channel<'_>], rows: &Rows<'_>) -> Vec<String> {
    let nodes = channels.iter().flat_map(|channel| &channel.nodes);
    let named = nodes.flat_map(|node| node.replaces.iter().chain(&node.skips).copied());
    let names = order::unique(named.filter(|name| !name.is_empty() && !rows.contains_key(name)));
    names.into_iter().map(str::to_owned).collect()
}

/// Sorts rows by descending version. Each row is returned with whether its major version is lower than that of the row
/// above.
pub(crate) fn newest_first<N: Ord, C>(
    mut rows: Vec<(N, Option<VersionRelease>, C)>,
) -> impl Iterator<Item = (N, bool, C)> {
    order::sort_by(&mut rows, |a, b| b.1.cmp(&a.1).then_with(|| b.0.cmp(&a.0)));
    let mut above = None;
    rows.into_iter().map(move |(name, version, cells)| {
        let major = version.map(|version| version.version.major);
        (name, above.replace(major).is_some_and(|above| above != major), cells)
    })
}

/// Returns the versions of bundles by name, without bundles that do not have a version.
pub(crate) fn versions<'f>(package: &Package<'f>) -> Table<&'f str, VersionRelease> {
    let version = |name: &&'f str| VersionRelease::parse(&package.bundles.get(name)?.written_version()?.value).ok();
    package.bundles.keys().filter_map(|name| Some((*name, version(name)?))).collect()
}

/// Returns a column, and adds its cells to their rows.
fn column<'e>(
    channel: &Channel<'e>,
    at: usize,
    package: &Package<'_>,
    default: Option<&str>,
    rows: &mut Rows<'e>,
) -> MatrixChannel {
    let graph = Graph::new(channel);
    let findings = Semantics::ALL.map(|semantics| find(&graph, semantics));
    let stranded = order::unique(findings.iter().flat_map(|found| &found.stranded).map(|one| one.id));
    let rejected = package.channels.get(channel.name).map(|own| rejected(own.body)).unwrap_or_default();
    let found = |name: &str| match rejected.binary_search(&name) {
        Ok(_) => RailStranded::Rejected,
        Err(_) => RailStranded::Accepted,
    };
    let mut is_seen: List<VersionId, bool> = List::repeat(false, channel.nodes.len());
    for (number, node) in graph.node_ids().zip(&channel.nodes) {
        let id = graph.id_of(number);
        if is_seen.get_mut(id).is_some_and(|is_seen| !std::mem::replace(is_seen, true)) {
            rows.or_insert_with(node.name, || (node.name, Vec::new())).1.push(MatrixCell {
                channel: at,
                is_head: graph.heads.binary_search(&node.name).is_ok(),
                stranded: stranded.binary_search(&id).is_ok().then(|| found(node.name)),
                is_skipped: graph.is_skipped(id),
                is_deprecated: node.is_deprecated,
            });
        }
    }
    let is_elsewhere =
        |name: &str| !graph.ids.get(name).is_some_and(|id| graph.is_entry(*id)) && package.bundles.contains_key(name);
    MatrixChannel {
        name: channel.name.to_owned(),
        is_default: default == Some(channel.name),
        entries: channel.nodes.len(),
        continues: channel.nodes.iter().filter_map(|node| node.replaces).any(is_elsewhere),
        longest: findings.each_ref().map(Findings::longest),
    }
}
