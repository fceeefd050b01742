//! Finds catalogs, bundles and templates in a directory, among the files that git does not ignore.

use olmkit_catalog::IGNORE_FILE;
use olmkit_collections::{SortedMap, SortedSet, order};
use olmkit_folders::{ancestors, is_only_version, is_version};
use olmkit_workspace::discover::{FoundItem, FoundKind, RepositoryFile, beside_catalog, discover};

use crate::host::{Host, Kind, PathError, read_found};
use crate::load_bundle::bundle_around;
use crate::paths::{above, absolute, clean, join, relative};

/// Marks the root of a repository: a directory, or the file of a worktree.
const REPOSITORY: &str = ".git";
const GITIGNORE: &str = ".gitignore";
/// Files that git reads itself.
const OF_GIT: [&str; 4] = [REPOSITORY, GITIGNORE, ".gitattributes", ".gitmodules"];

/// A folder and those above it.
pub(crate) struct Above {
    /// The folder itself first, up to the root of its repository, or without a repository to that of the file system.
    pub(crate) folders: Vec<String>,
    /// Whether the last one is the root of a repository.
    is_repository: bool,
}

impl Above {
    pub(crate) fn of(path: &str, host: &mut dyn Host) -> Self {
        let current = host.current_directory();
        let mut folders = Vec::new();
        let mut next = Some(path.to_owned());
        while let Some(at) = next {
            let is_repository = host.kind(&join(&at, REPOSITORY)).is_ok();
            next = above(&at, current.as_deref());
            folders.push(at);
            if is_repository {
                return Above { folders, is_repository };
            }
        }
        Above { folders, is_repository: false }
    }
}

/// The directories above the searched one that are part of its repository.
struct Outer {
    /// The topmost first.
    folders: Vec<String>,
    current: String,
    is_repository: bool,
}

impl Outer {
    fn of(root: &str, host: &mut dyn Host) -> Self {
        // On Windows, `\\` separates the parts of the path, too.
        let plain = clean(root);
        let Above { mut folders, is_repository } =
            Above::of(if host.kind(&plain).is_ok() { &plain } else { root }, host);
        folders.truncate(if is_repository { folders.len() } else { 1 });
        folders.reverse();
        folders.pop();
        Outer { folders, current: host.current_directory().unwrap_or_default(), is_repository }
    }

    /// The directory above the searched one in which catalogs must be searched too: the outermost one that is a
    /// catalog, because its name is a version or because it has an `.indexignore`. `is_part`: whether the searched one
    /// has only a part of a package.
    fn base(&self, is_part: bool, host: &mut dyn Host) -> Option<String> {
        let is_named = |folder: &String| {
            let whole = absolute(folder, &self.current);
            let name = whole.rsplit('/').next().unwrap_or_default();
            is_only_version(name)
        };
        let mut is_root = |(at, folder): &(usize, &String)| {
            is_part || *at > 0 && is_named(folder) || host.kind(&join(folder, IGNORE_FILE)).is_ok()
        };
        let (_, base) = self.folders.iter().enumerate().find(|found| is_root(found))?;
        Some(if base.is_empty() { ".".to_owned() } else { base.clone() })
    }

    /// The directory that contains a file, if it is part of a repository.
    fn folder(&self) -> Option<String> {
        self.folders.last().map(|folder| if folder.is_empty() { ".".to_owned() } else { folder.clone() })
    }

    /// The name of the searched directory, if it is a catalog because of its name. Outside of a repository the whole
    /// name must be a version.
    fn version(&self, root: &str) -> String {
        let whole = absolute(root, &self.current);
        let name = whole.rsplit('/').next().unwrap_or_default();
        let is_inside = !self.folders.is_empty();
        let is_catalog = is_inside && is_version(name) || !self.is_repository && is_only_version(name);
        if is_catalog { name.to_owned() } else { String::new() }
    }

    /// The path from the topmost directory to one in it. Empty if there is none above the searched one.
    fn path_to(&self, folder: &str) -> String {
        let from = |top: &String| relative(&absolute(folder, &self.current), &absolute(top, &self.current));
        self.folders.first().map(from).unwrap_or_default()
    }
}

/// The `.gitignore` files above a directory that the search in it respects. They need not exist.
pub(crate) fn ignore_files_above(root: &str, host: &mut dyn Host) -> impl Iterator<Item = String> + use<> {
    Outer::of(root, host).folders.into_iter().map(|folder| join(&folder, GITIGNORE))
}

/// The result of a search.
#[derive(Default)]
pub(crate) struct SearchResult {
    /// With paths as the user sees them.
    pub(crate) items: Vec<FoundItem>,
    /// Directories, and files with the name of a catalog file, that cannot be read.
    pub(crate) unread: Vec<PathError>,
    /// Names that are not valid UTF-8, so that they cannot be read.
    pub(crate) misnamed: Vec<String>,
    /// Absolute paths that the search excludes and that are not part of the found catalog. For a repository that is a
    /// catalog itself, these are all files that do not name a schema, and its bundles.
    pub(crate) ignored: SortedSet<String>,
    /// How many paths below each catalog `.gitignore` files exclude.
    pub(crate) left_out: SortedMap<String, usize>,
}

impl SearchResult {
    /// Adds the result of another search.
    pub(crate) fn add(&mut self, other: SearchResult) {
        self.items.extend(other.items);
        self.unread.extend(other.unread);
        self.misnamed.extend(other.misnamed);
        self.ignored.extend(other.ignored);
        self.left_out.extend(other.left_out);
    }

    /// Removes what was found more than once, because the searched paths overlap: the same item, and a catalog in
    /// another one.
    pub(crate) fn remove_repeated(&mut self, host: &dyn Host) {
        let current = host.current_directory().unwrap_or_default();
        let catalogs = self.items.iter().filter(|item| is_catalog(item));
        let catalogs: SortedSet<String> = catalogs.map(|item| absolute(&item.path, &current)).collect();
        let mut known = SortedSet::new();
        let ignored = &self.ignored;
        self.items.retain(|item| {
            let whole = absolute(&item.path, &current);
            let shown = clean(&item.path);
            let is_ignored = ignored.contains(&shown) || ancestors(&shown).any(|folder| ignored.contains(folder));
            let is_in_other = is_catalog(item) && ancestors(&whole).any(|folder| catalogs.contains(root_of(folder)));
            known.insert((whole.clone(), item.kind.clone())) && (is_ignored || !is_in_other || whole == "/")
        });
        let mut unread = SortedSet::new();
        self.unread.retain(|error| unread.insert(absolute(error.path(), &current)));
    }
}

/// The root of the file system, as [`absolute`] writes it, for the empty folder above all others.
fn root_of(folder: &str) -> &str {
    if folder.is_empty() { "/" } else { folder }
}

/// Searches a directory, or examines a file. A catalog that the path is only a part of is found with its root.
pub(crate) fn find_whole(root: &str, host: &mut dyn Host) -> Result<SearchResult, PathError> {
    let found = find(root, host)?;
    let is_part = |item: &FoundItem| matches!(&item.kind, FoundKind::Catalog(packages) if packages.is_empty());
    if found.items.is_empty()
        && let Some(bundle) = bundle_around(root, host)
    {
        return find(&bundle, host);
    }
    if !found.items.iter().any(is_catalog) {
        return Ok(found);
    }
    let outer = Outer::of(root, host);
    let base = outer.base(found.items.iter().any(is_part), host);
    // Other files of its folder may have the rest of its package.
    let is_file = host.kind(root) == Ok(Kind::File);
    let Some(base) = base.or_else(|| outer.folder().filter(|_| is_file)) else { return Ok(found) };
    let mut whole = find(&base, host)?;
    let here = absolute(root, &outer.current);
    let is_below = |path: &str, folder: &str| path == folder || ancestors(path).any(|above| root_of(above) == folder);
    whole.items.retain(|item| {
        let path = absolute(&item.path, &outer.current);
        is_below(&path, &here) || is_catalog(item) && is_below(&here, &path)
    });
    // What is named is checked, even if git ignores it.
    let is_ignored = whole.ignored.iter().any(|path| is_below(&here, &absolute(path, &outer.current)));
    if is_ignored || !whole.items.iter().any(is_catalog) {
        return Ok(found);
    }
    let kept: Vec<String> = whole.items.iter().map(|item| absolute(&item.path, &outer.current)).collect();
    whole.unread.retain(|error| {
        let path = absolute(error.path(), &outer.current);
        is_below(&path, &here) || kept.iter().any(|item| is_below(&path, item))
    });
    Ok(whole)
}

/// The directory that [`find_whole`] searches, if it has catalogs.
pub(crate) fn searched(root: &str, host: &mut dyn Host) -> String {
    let outer = Outer::of(root, host);
    let is_file = host.kind(root) == Ok(Kind::File);
    let base = outer.base(false, host).or_else(|| outer.folder().filter(|_| is_file));
    base.unwrap_or_else(|| root.to_owned())
}

/// Searches a directory, or examines a file.
pub(crate) fn find(root: &str, host: &mut dyn Host) -> Result<SearchResult, PathError> {
    if matches!(host.kind(root), Ok(Kind::File)) {
        return Ok(SearchResult { items: in_file(root, host)?, ..SearchResult::default() });
    }
    let mut walked = walk(root, host)?;
    let own = Outer::of(root, host).version(root);
    let files = files(root, &own, &mut walked, host);
    let within = |path: &str| path.strip_prefix(own.as_str()).unwrap_or(path).trim_start_matches('/').to_owned();
    let shown = |path: String| if path.is_empty() { root.to_owned() } else { join(&clean(root), &path) };
    let mut items = discover(&files);
    items.iter_mut().for_each(|item| item.path = within(&item.path));
    let left_out = items.iter().filter(|item| is_catalog(item)).map(|item| shown(item.path.clone()));
    let left_out = left_out.map(|path| (path.clone(), left_out_below(&path, &walked.ignored))).collect();
    if walked.ignored.contains(&clean(&join(root, REPOSITORY))) && items.iter().any(is_whole) {
        let beside = beside_catalog(&files, &items).into_iter();
        walked.ignored.extend(beside.map(|file| clean(&join(root, &file.path))));
    }
    let items = items.into_iter().map(|item| FoundItem { path: shown(item.path), kind: item.kind }).collect();
    let (misnamed, unread): (Vec<PathError>, Vec<PathError>) =
        walked.unread.into_iter().partition(PathError::is_about_a_name);
    let misnamed = misnamed.iter().map(|error| error.path().to_owned()).collect();
    Ok(SearchResult { items, misnamed, unread, ignored: walked.ignored, left_out })
}

/// How many paths below a folder git ignores, without those that it reads itself.
fn left_out_below(folder: &str, ignored: &SortedSet<String>) -> usize {
    let start = join(&clean(folder), "");
    let start = if start.is_empty() || start.ends_with('/') { start } else { format!("{start}/") };
    let below = ignored.range(start.clone()..).take_while(|path| path.starts_with(&start));
    below.filter(|path| path.rsplit('/').next().is_some_and(|name| !OF_GIT.contains(&name))).count()
}

fn is_catalog(item: &FoundItem) -> bool {
    matches!(item.kind, FoundKind::Catalog(_))
}

/// Whether the searched directory itself is a catalog.
fn is_whole(item: &FoundItem) -> bool {
    item.path.is_empty() && is_catalog(item)
}

/// The items in a single file, regardless of other files.
fn in_file(path: &str, host: &mut dyn Host) -> Result<Vec<FoundItem>, PathError> {
    let shown = clean(path);
    let content = host.read(path).map_err(PathError::at(path))?;
    let file = RepositoryFile::read(shown.rsplit('/').next().unwrap_or_default(), &content);
    Ok(discover(&[file]).into_iter().map(|item| FoundItem { path: path.to_owned(), kind: item.kind }).collect())
}

/// Reads the files of a directory, in the order of their paths. `own`: the name of the directory, if it is to be part
/// of the paths.
fn files(root: &str, own: &str, walked: &mut Walked, host: &mut dyn Host) -> Vec<RepositoryFile> {
    let paths = std::mem::take(&mut walked.files);
    let read = |path| file(root, own, path, host, &mut walked.unread);
    let mut found: Vec<RepositoryFile> = paths.into_iter().filter_map(read).collect();
    order::sort_by(&mut found, |a, b| a.path.cmp(&b.path));
    found
}

/// A directory and those below it, without those that its `.gitignore` files exclude. If the path is not a directory,
/// the path itself.
pub(crate) fn folders(root: &str, host: &mut dyn Host) -> Vec<String> {
    walk(root, host).map_or_else(|_| vec![root.to_owned()], |found| found.folders)
}

/// The content of a directory.
#[derive(Default)]
struct Walked {
    /// Absolute paths of directories, including this one.
    folders: Vec<String>,
    /// Paths of files relative to the directory.
    files: Vec<String>,
    /// Directories that cannot be read.
    unread: Vec<PathError>,
    /// Absolute paths that git ignores or reads itself.
    ignored: SortedSet<String>,
}

/// Walks a directory. As in git, links to directories are not followed.
fn walk(root: &str, host: &mut dyn Host) -> Result<Walked, PathError> {
    let mut found = Walked { folders: vec![root.to_owned()], ..Walked::default() };
    let top = host.list(root).map_err(PathError::at(root))?;
    let outer = Outer::of(root, host);
    let mut above = Vec::new();
    for folder in &outer.folders {
        above.extend(patterns(folder, &outer.path_to(folder), host));
    }
    let inner = outer.path_to(root);
    let mut waiting = vec![(String::new(), top, above)];
    while let Some((folder, entries, mut ignored)) = waiting.pop() {
        ignored.extend(patterns(&join(root, &folder), &join(&inner, &folder), host));
        for entry in entries {
            let path = if folder.is_empty() { entry.name } else { format!("{folder}/{}", entry.name) };
            let is_folder = entry.kind == Some(Kind::Directory);
            if path.rsplit('/').next().is_some_and(|name| OF_GIT.contains(&name))
                || is_ignored(&join(&inner, &path), is_folder, &ignored)
            {
                found.ignored.insert(clean(&join(root, &path)));
                continue;
            }
            if is_folder {
                let whole = join(root, &path);
                let entries = host.list(&whole).map_err(|failure| PathError::at(&clean(&whole))(failure.at(&path)));
                waiting.push((path, entries.unwrap_or_else(|error| unread(error, &mut found.unread)), ignored.clone()));
                found.folders.push(whole);
            } else {
                found.files.push(path);
            }
        }
    }
    Ok(found)
}

/// Records what cannot be read, and returns a default value.
fn unread<T: Default>(error: PathError, all: &mut Vec<PathError>) -> T {
    all.push(error);
    T::default()
}

/// Reads a file and extracts what the search needs.
fn file(root: &str, own: &str, path: String, host: &mut dyn Host, all: &mut Vec<PathError>) -> Option<RepositoryFile> {
    let full = join(root, &path);
    let named = join(own, &path);
    match host.kind(&full).map_err(|failure| PathError::at(&clean(&full))(failure.at(&path))) {
        Ok(Kind::File) => {}
        Err(error) if RepositoryFile::is_read(&path) => {
            if error.is_about_a_link() {
                return Some(RepositoryFile::unreadable(&named));
            }
            all.push(error);
            return None;
        }
        _ => return None,
    }
    let mut content = Vec::new();
    if RepositoryFile::is_read(&path) {
        content = host.read(&full).map_err(PathError::at(&clean(&full))).unwrap_or_else(|error| unread(error, all));
    }
    Some(RepositoryFile::read(&named, &content))
}

/// A line of a `.gitignore`: <https://git-scm.com/docs/gitignore>.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    /// The directory of the file with a trailing `/`, relative to the topmost one with patterns. Empty for that.
    folder: String,
    /// The pattern for paths relative to the directory.
    glob: String,
    only_folders: bool,
    /// Whether the line includes paths that an earlier one excludes.
    includes: bool,
}

impl Pattern {
    fn read(line: &str, folder: &str) -> Option<Self> {
        let line = line.trim_end_matches(['\r', ' ']);
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let (includes, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (only_folders, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        // git's patterns have no braces.
        let line = line.replace('{', "\\{").replace('}', "\\}");
        let glob = match line.strip_prefix('/') {
            Some(rest) => rest.to_owned(),
            None if line.contains('/') => line,
            None => format!("**/{line}"),
        };
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        Some(Pattern { folder, glob, only_folders, includes })
    }

    fn matches(&self, path: &str, is_folder: bool) -> bool {
        let below = path.strip_prefix(self.folder.as_str());
        below.is_some_and(|below| (is_folder || !self.only_folders) && fast_glob::glob_match(&self.glob, below))
    }
}

/// The patterns of a directory, where `path` is its path from the topmost one with patterns.
fn patterns(folder: &str, path: &str, host: &mut dyn Host) -> Vec<Pattern> {
    let Ok(content) = read_found(&join(folder, GITIGNORE), host) else { return Vec::new() };
    String::from_utf8_lossy(&content).lines().filter_map(|line| Pattern::read(line, path)).collect()
}

/// Whether the last matching pattern excludes the path.
fn is_ignored(path: &str, is_folder: bool, patterns: &[Pattern]) -> bool {
    let decides = patterns.iter().rev().find(|pattern| pattern.matches(path, is_folder));
    decides.is_some_and(|pattern| !pattern.includes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_ignored_as_git_ignores_them() {
        for (lines, folder, path, expected) in [
            ("*.tmp", "", "a/b.tmp", true),
            ("*.tmp", "a", "b.tmp", false),
            ("/build", "", "build", true),
            ("/build", "", "a/build", false),
            ("build/", "", "a/build", false),
            ("build/", "", "a/build/", true),
            ("a/b", "", "x/a/b", false),
            ("a/**/b", "", "a/x/y/b", true),
            ("a/*", "", "a/x/y", false),
            ("**/a/b", "", "x/a/b", true),
            ("*.yaml\n!keep.yaml", "", "x/keep.yaml", false),
            ("!keep.yaml\n*.yaml", "", "x/keep.yaml", true),
            ("# note\n\n", "", "# note", false),
            ("\\#x", "", "#x", true),
            ("x \r", "", "x", true),
            ("{a,b}", "", "a", false),
            ("[ab].yaml", "", "b.yaml", true),
        ] {
            let patterns: Vec<Pattern> = lines.lines().filter_map(|line| Pattern::read(line, folder)).collect();
            let (path, is_folder) = path.strip_suffix('/').map_or((path, false), |path| (path, true));
            assert_eq!(is_ignored(path, is_folder, &patterns), expected, "{lines} in {folder}: {path}");
        }
    }
}
