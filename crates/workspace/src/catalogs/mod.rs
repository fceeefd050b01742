//! Several catalogs side by side, such as one for each OpenShift version: finds their folders, shows the versions of a
//! package in each, repeats a change in another catalog, and compares two catalogs.

mod compare;
mod made;

use olmkit_catalog::edits::Intention;
use olmkit_catalog::{Catalog, is_ignore_file};
use olmkit_collections::{HashSet, Table};
use olmkit_folders::is_version;
use olmkit_semver::VersionRelease;
use olmkit_upgrade::rail::common_prefix;

use crate::api::{
    AppliedToOther, CatalogFolder, CatalogsCell, CatalogsMatrix, CatalogsRow, FolderContents, ImpactCluster,
    MatrixCatalog, MatrixCell, MatrixRow, PackageMatrix, Plan, VERSION,
};
use crate::discover::{FoundItem, FoundKind, bundle_folders, shared_packages};
use crate::matrix;
use crate::workspace::Workspace;

pub use compare::compare;
use made::{Made, made};

/// Returns the folders of catalogs that cannot be read as one catalog, because they define the same packages or each is
/// named after an OpenShift version. Returns nothing if all files are one catalog.
#[must_use]
pub fn side_by_side(found: &[FoundItem]) -> Vec<CatalogFolder> {
    let folder = |item: &FoundItem| match &item.kind {
        FoundKind::Catalog(packages) => Some(CatalogFolder { path: item.path.clone(), packages: packages.len() }),
        FoundKind::Bundle { .. } | FoundKind::Template(_) => None,
    };
    let folders: Vec<CatalogFolder> = found.iter().filter_map(folder).collect();
    let is_apart = !shared_packages(found).is_empty() || folders.iter().all(|folder| is_version(&folder.path));
    if folders.len() > 1 && is_apart { folders } else { Vec::new() }
}

/// Returns the bundles and the separate catalogs of a directory.
#[must_use]
pub fn contents(found: &[FoundItem]) -> FolderContents {
    let bundles = bundle_folders(found).map(str::to_owned).collect();
    FolderContents { bundles, catalogs: side_by_side(found) }
}

/// Whether a file may contain something about a package. Other files are not needed for queries about this package
/// alone.
#[must_use]
pub fn may_concern(package: &str, path: &str, content: &[u8]) -> bool {
    is_ignore_file(path) || memchr::memmem::find(content, package.as_bytes()).is_some()
}

/// A version: its name, its sort key, and its cell for each catalog that has it.
type Row = (String, Option<VersionRelease>, Vec<CatalogsCell>);

/// Returns the versions of a package in each of the catalogs, which are given with their names.
pub fn across(catalogs: &mut [(String, Workspace)], package: &str) -> CatalogsMatrix {
    let mut rows: Table<String, Row> = Table::default();
    let mut columns = Vec::new();
    for (at, (name, workspace)) in catalogs.iter_mut().enumerate() {
        workspace.apply_ignore();
        let catalog = Catalog::new(&workspace.files);
        let mut column = MatrixCatalog { name: name.clone(), ..MatrixCatalog::default() };
        if let Some((found, shown)) = catalog.packages.get(package).zip(matrix::matrix(&catalog, package)) {
            let default = shown.channels.iter().find(|channel| channel.is_default);
            column.default_channel = default.map(|channel| channel.name.clone());
            (column.channels, column.versions) = (shown.channels.len(), shown.rows.len());
            let versions = matrix::versions(found);
            for row in &shown.rows {
                let new = || (row.name.clone(), versions.get(row.name.as_str()).cloned(), Vec::new());
                rows.or_insert_with(row.name.clone(), new).2.push(cell(at, row, &shown));
            }
        }
        columns.push(column);
    }
    let row = |(name, begins_major, cells)| CatalogsRow { name, begins_major, cells };
    let rows: Vec<CatalogsRow> = matrix::newest_first(rows.into_values().collect()).map(row).collect();
    let prefix = common_prefix(rows.iter().map(|row| row.name.as_str())).to_owned();
    CatalogsMatrix { version: VERSION, prefix, catalogs: columns, rows }
}

/// Returns the cell of a version in one catalog.
fn cell(catalog: usize, row: &MatrixRow, shown: &PackageMatrix) -> CatalogsCell {
    let channels = |is: &dyn Fn(&MatrixCell) -> bool| {
        let cells = row.cells.iter().filter(|cell| is(cell));
        cells.filter_map(|cell| Some(shown.channels.get(cell.channel)?.name.clone())).collect::<Vec<_>>()
    };
    let is_default = |cell: &MatrixCell| shown.channels.get(cell.channel).is_some_and(|channel| channel.is_default);
    CatalogsCell {
        catalog,
        channels: channels(&|_| true),
        heads: channels(&|cell| cell.is_head),
        stranded: channels(&|cell| cell.stranded.is_some()),
        is_default: row.cells.iter().any(is_default),
        is_deprecated: row.cells.iter().any(|cell| cell.is_deprecated),
    }
}

/// Plans intentions of one catalog in another, and analyzes their impact there. `source` is the first catalog before
/// the change. `before` and `target` are both the other catalog; the plan is applied to `target`.
pub fn apply_to_other(
    intentions: &[Intention],
    source: &mut Workspace,
    before: &mut Workspace,
    target: &mut Workspace,
) -> AppliedToOther {
    apply_made(&Made { intentions: intentions.to_vec(), bundles: Vec::new() }, source, before, target)
}

/// Like [`apply_to_other`], but for changes made in any way: `source` is the catalog before them, `now` after them.
pub fn apply_state_to_other(
    source: &mut Workspace,
    now: &mut Workspace,
    before: &mut Workspace,
    target: &mut Workspace,
) -> AppliedToOther {
    match made(source, now) {
        Ok(made) => apply_made(&made, source, before, target),
        Err(reason) => AppliedToOther { plan: Plan::refused(reason.to_string()), clusters: Vec::new() },
    }
}

fn apply_made(made: &Made, source: &mut Workspace, before: &mut Workspace, target: &mut Workspace) -> AppliedToOther {
    source.apply_ignore();
    target.apply_ignore();
    let own = |intention: &Intention| adapted(intention, source, target);
    let intentions: Vec<Intention> = made.intentions.iter().map(own).collect();
    let plan = match (intentions.as_slice(), made.bundles.as_slice()) {
        ([one], []) => target.plan(one),
        (several, []) => target.plan_all(several, false),
        (several, bundles) => target.plan_with_bundles(several, bundles),
    };
    let clusters = meaning(&plan, before, target);
    AppliedToOther { plan, clusters }
}

/// Applies a plan to `target` and returns its impact.
fn meaning(plan: &Plan, before: &mut Workspace, target: &mut Workspace) -> Vec<ImpactCluster> {
    let Plan::Edits { edits, creates, .. } = plan else { return Vec::new() };
    if edits.is_empty() && creates.is_empty() || target.apply_plan(plan).is_err() {
        return Vec::new();
    }
    target.impact(before).clusters
}

/// Adapts an intention to another catalog. Lists differ between catalogs, so only the additions and removals are
/// repeated.
fn adapted(intention: &Intention, source: &Workspace, target: &Workspace) -> Intention {
    let Intention::SetSkips { package, channel, entry, to } = intention else { return intention.clone() };
    let (Some(was), Some(own)) = (skips(source, [package, channel, entry]), skips(target, [package, channel, entry]))
    else {
        return intention.clone();
    };
    let wanted: HashSet<&str> = to.iter().map(String::as_str).collect();
    let removed: HashSet<&str> = was.iter().map(String::as_str).filter(|name| !wanted.contains(name)).collect();
    let known: HashSet<&str> = was.iter().chain(&own).map(String::as_str).collect();
    let kept = own.iter().filter(|name| !removed.contains(name.as_str()));
    let added = to.iter().filter(|name| !known.contains(name.as_str()));
    let to = kept.chain(added).cloned().collect();
    Intention::SetSkips { package: package.clone(), channel: channel.clone(), entry: entry.clone(), to }
}

/// Returns what an entry skips; the entry is given by package, channel and name.
fn skips(workspace: &Workspace, [package, channel, entry]: [&String; 3]) -> Option<Vec<String>> {
    let catalog = Catalog::new(&workspace.files);
    let package = catalog.packages.get(package.as_str())?;
    let found = package.channels.get(channel.as_str())?;
    let entry = found.body.entries.iter().find(|found| found.own_name() == entry)?;
    Some(entry.skips.iter().map(|text| text.value.clone()).collect())
}
