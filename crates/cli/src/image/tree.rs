//! The files of an image: its layers on top of each other, as upstream's programs unpack them.
//!
//! Entries are applied in order. Names stay inside the root, also through links. A whiteout removes what exists,
//! including files of the same layer. Only requested contents are kept, because an image has many other files.

use olmkit_collections::SortedMap;
use olmkit_gostd::leaves_root;
use std::io::Read;
use std::ops::Bound;
use std::rc::Rc;

use tar::{Archive, Entry, EntryType};

use crate::archive::{ArchiveError, Budget, unpacked};
use crate::host::{Failure, Layer, special};
use crate::image::CatalogContent;

/// The maximum number of bytes of all layers together.
const MAX_STREAM: u64 = 16 << 30;
/// The maximum number of names.
const MAX_NODES: usize = 1 << 20;
/// The maximum number of layers.
const MAX_LAYERS: usize = 256;
/// The maximum number of links that resolving a name follows.
const MAX_LINKS: usize = 255;

const WHITEOUT: &str = ".wh.";
/// A directory with this entry hides everything from lower layers.
const OPAQUE: &str = ".wh..wh..opq";
/// Other names with this prefix belong to the program that created the layer.
const RESERVED: &str = ".wh..wh.";

/// Why the layers of an image cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TreeError {
    #[error("the image has more than {MAX_LAYERS} layers")]
    TooManyLayers,
    /// Layers are counted from 1.
    #[error("layer {number}: failed to apply layer: {source}")]
    Layer { number: usize, source: LayerError },
}

/// Why a layer cannot be applied.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LayerError {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error("the image has more than {MAX_NODES} files")]
    TooManyFiles,
    #[error("the layers of the image have more than {} GiB", MAX_STREAM >> 30)]
    TooLarge,
    #[error("link {path}: {target}: {source}")]
    Link { path: String, target: String, source: Failure },
    #[error("mkparent /{0}: not a directory")]
    NotADirectory(String),
}

impl From<std::io::Error> for LayerError {
    fn from(error: std::io::Error) -> Self {
        LayerError::Archive(error.into())
    }
}

#[derive(Debug, Clone)]
enum Node {
    Directory,
    /// `None` if the content was not kept.
    File(Option<Rc<Vec<u8>>>),
    Link(String),
    Special,
}

/// The nodes by name, without a leading `/`. The root has no node.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: SortedMap<String, Node>,
}

/// Which contents are kept.
enum Keep {
    Below(Vec<String>),
    Everything,
}

impl Keep {
    fn has(&self, path: &str) -> bool {
        match self {
            Keep::Everything => true,
            Keep::Below(roots) => roots.iter().any(|root| is_within(path, root)),
        }
    }
}

impl Tree {
    /// Builds the tree with the contents below these paths.
    pub(super) fn of(layers: &[Layer], roots: &[&str]) -> Result<Self, TreeError> {
        let roots: Vec<String> = roots.iter().map(|root| cleaned(root)).collect();
        let keep = Keep::Below(roots.clone());
        let tree = Tree::applied(layers, &keep)?;
        // Links may point to contents elsewhere. They are rare, so everything is kept only if there are any.
        if tree.is_complete(&roots) { Ok(tree) } else { Tree::applied(layers, &Keep::Everything) }
    }

    fn applied(layers: &[Layer], keep: &Keep) -> Result<Self, TreeError> {
        if layers.len() > MAX_LAYERS {
            return Err(TreeError::TooManyLayers);
        }
        let mut tree = Tree::default();
        let mut budget = Budget::FULL;
        let mut left = MAX_STREAM;
        for (at, layer) in layers.iter().enumerate() {
            let opened = layer.open().map_err(LayerError::from);
            let applied =
                opened.and_then(|reader| unpacked(reader, |reader| tree.apply(reader, keep, &mut budget, &mut left)));
            applied.map_err(|source| TreeError::Layer { number: at.saturating_add(1), source })?;
        }
        Ok(tree)
    }

    fn apply(
        &mut self,
        reader: &mut dyn Read,
        keep: &Keep,
        budget: &mut Budget,
        left: &mut u64,
    ) -> Result<(), LayerError> {
        let mut limited = reader.take(left.saturating_add(1));
        let mut archive = Archive::new(&mut limited);
        for entry in archive.entries()? {
            self.add(entry?, keep, budget)?;
            if self.nodes.len() > MAX_NODES {
                return Err(LayerError::TooManyFiles);
            }
        }
        // Read to the end: only there does a compressor verify that the content is intact.
        std::io::copy(&mut limited, &mut std::io::sink())?;
        *left = limited.limit().checked_sub(1).ok_or(LayerError::TooLarge)?;
        Ok(())
    }

    fn add(&mut self, entry: Entry<'_, impl Read>, keep: &Keep, budget: &mut Budget) -> Result<(), LayerError> {
        let kind = entry.header().entry_type();
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let name = cleaned(&name);
        if name.is_empty() || matches!(kind, EntryType::XGlobalHeader | EntryType::XHeader) {
            return Ok(());
        }
        let (folder, base) = name.rsplit_once('/').unwrap_or(("", &name));
        let folder = self.parent(folder)?;
        let below = |base: &str| if folder.is_empty() { base.to_owned() } else { format!("{folder}/{base}") };
        if base == OPAQUE {
            self.empty(&folder);
            return Ok(());
        }
        if base.starts_with(RESERVED) {
            return Ok(());
        }
        if let Some(gone) = base.strip_prefix(WHITEOUT) {
            self.remove(&below(gone));
            return Ok(());
        }
        let path = below(base);
        let node = self.node(entry, kind, &path, keep, budget)?;
        if matches!((self.nodes.get(&path), &node), (Some(Node::Directory), Node::Directory)) {
            return Ok(());
        }
        self.remove(&path);
        self.nodes.insert(path, node);
        Ok(())
    }

    fn node(
        &self,
        entry: Entry<'_, impl Read>,
        kind: EntryType,
        path: &str,
        keep: &Keep,
        budget: &mut Budget,
    ) -> Result<Node, LayerError> {
        let target =
            || entry.link_name_bytes().map(|name| String::from_utf8_lossy(&name).into_owned()).unwrap_or_default();
        Ok(match kind {
            EntryType::Directory => Node::Directory,
            EntryType::Symlink => Node::Link(target()),
            EntryType::Link => {
                let target = target();
                let source = match self.nodes.get(&self.resolved_parent(&cleaned(&target))) {
                    Some(Node::Directory) => Failure::IsDirectory,
                    Some(node) => return Ok(node.clone()),
                    None => Failure::Missing,
                };
                return Err(LayerError::Link { path: path.to_owned(), target, source });
            }
            EntryType::Char | EntryType::Block | EntryType::Fifo => Node::Special,
            _ if keep.has(path) => {
                let size = entry.size();
                Node::File(Some(Rc::new(budget.read(entry, size)?)))
            }
            _ => Node::File(None),
        })
    }

    /// The directory that contains a name. Creates it if it does not exist.
    fn parent(&mut self, folder: &str) -> Result<String, LayerError> {
        let folder = self.resolved(folder);
        let mut at = String::new();
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            at = if at.is_empty() { part.to_owned() } else { format!("{at}/{part}") };
            match self.nodes.get(&at) {
                Some(Node::Directory) => {}
                Some(_) => return Err(LayerError::NotADirectory(folder)),
                None => {
                    self.nodes.insert(at.clone(), Node::Directory);
                }
            }
        }
        Ok(folder)
    }

    /// Resolves the links in a path. No link leads out of the root.
    fn resolved(&self, path: &str) -> String {
        self.led(path, true).unwrap_or_else(|| path.to_owned())
    }

    /// Resolves the links in a path. While an image is built (`is_rooted`), the root is that of the image, and its
    /// parent is the root itself. In an unpacked folder, a link to the root or above leads out of the folder; then
    /// returns `None`.
    fn led(&self, path: &str, is_rooted: bool) -> Option<String> {
        let mut waiting: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
        let mut at: Vec<String> = Vec::new();
        let mut links = 0_usize;
        while let Some(part) = waiting.pop() {
            match part.as_str() {
                "" | "." => continue,
                ".." => {
                    at.pop().or(is_rooted.then(String::new))?;
                    continue;
                }
                _ => at.push(part),
            }
            let Some(Node::Link(target)) = self.nodes.get(&at.join("/")) else { continue };
            links = links.saturating_add(1);
            if links > MAX_LINKS || !is_rooted && target.starts_with('/') {
                return None;
            }
            at.pop();
            if target.starts_with('/') {
                at.clear();
            }
            waiting.extend(target.split('/').rev().map(str::to_owned));
        }
        Some(at.join("/"))
    }

    /// The same for the directory only: the last name may be a link itself.
    fn resolved_parent(&self, path: &str) -> String {
        match path.rsplit_once('/') {
            Some((folder, base)) => format!("{}/{base}", self.resolved(folder)).trim_start_matches('/').to_owned(),
            None => path.to_owned(),
        }
    }

    fn remove(&mut self, path: &str) {
        self.nodes.remove(path);
        self.empty(path);
    }

    fn empty(&mut self, folder: &str) {
        let below: Vec<String> = self.below(folder).map(|(path, _)| path.to_owned()).collect();
        for path in below {
            self.nodes.remove(&path);
        }
    }

    /// The nodes below a directory.
    fn below<'t>(&'t self, folder: &str) -> impl Iterator<Item = (&'t str, &'t Node)> {
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from: (Bound<&str>, Bound<&str>) = (Bound::Included(&start), Bound::Unbounded);
        let range: Vec<(&str, &Node)> = self
            .nodes
            .range::<str>(from)
            .take_while(|(path, _)| path.starts_with(&start))
            .map(|(path, node)| (path.as_str(), node))
            .collect();
        range.into_iter()
    }

    /// Whether all contents that reading may need were kept.
    fn is_complete(&self, roots: &[String]) -> bool {
        roots.iter().all(|root| {
            let is_near = |path: &str| is_within(path, root) || is_within(root, path);
            let needs = |(path, node): (&String, &Node)| {
                is_near(path) && matches!(node, Node::Link(_))
                    || is_within(path, root) && matches!(node, Node::File(None))
            };
            !self.nodes.iter().any(needs)
        })
    }

    pub(super) fn has_directory(&self, path: &str) -> bool {
        matches!(self.nodes.get(path), Some(Node::Directory))
    }

    /// The paths of the directories below a directory.
    pub(super) fn directories_below(&self, folder: &str) -> impl Iterator<Item = String> {
        let found = self.below(folder).filter(|(_, node)| matches!(node, Node::Directory));
        found.map(|(path, _)| path.to_owned()).collect::<Vec<_>>().into_iter()
    }

    /// The files below a directory by relative path, as a program reads them from an unpacked image: links are resolved
    /// in the unpacked folder, not from the image's root.
    pub(super) fn files_below(&self, root: &str) -> Result<CatalogContent, Failure> {
        let missing = || Failure::Missing;
        if leaves_root(root) {
            return Err(missing());
        }
        let root = self.led(&cleaned(root), false).ok_or_else(missing)?;
        if !root.is_empty() {
            match self.nodes.get(&root) {
                Some(Node::Directory) => {}
                Some(_) => return Err(Failure::NotDirectory),
                None => return Err(missing()),
            }
        }
        let strip = |path: &str| path.get(root.len()..).unwrap_or_default().trim_start_matches('/').to_owned();
        let files = self.below(&root).filter(|(_, node)| !matches!(node, Node::Directory));
        Ok(files.map(|(path, node)| (strip(path), self.content(path, node))).collect())
    }

    fn content(&self, path: &str, node: &Node) -> Result<Vec<u8>, Failure> {
        match node {
            Node::File(Some(content)) => Ok(content.as_ref().clone()),
            Node::File(None) => Err(Failure::other("the content was not kept")),
            Node::Special => Err(special()),
            Node::Directory => Err(Failure::IsDirectory),
            Node::Link(_) => {
                let target = self.led(path, false).ok_or(Failure::Missing)?;
                match self.nodes.get(&target) {
                    None | Some(Node::Link(_)) => Err(Failure::Missing),
                    Some(node) => self.content(&target, node),
                }
            }
        }
    }
}

/// Whether a path is equal to `root` or below it.
fn is_within(path: &str, root: &str) -> bool {
    root.is_empty() || path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A name relative to the root, without `.` and `..`. The parent of the root is the root.
fn cleaned(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Made<'m> {
        File(&'m str, &'m str),
        Link(&'m str, &'m str),
        Hard(&'m str, &'m str),
    }
    use Made::{File, Hard, Link};

    fn layer(entries: &[Made<'_>]) -> Layer {
        let mut builder = tar::Builder::new(Vec::new());
        for entry in entries {
            let mut header = tar::Header::new_gnu();
            let (path, kind, target, content) = match entry {
                File(path, content) => (path, EntryType::Regular, "", *content),
                Link(path, target) => (path, EntryType::Symlink, *target, ""),
                Hard(path, target) => (path, EntryType::Link, *target, ""),
            };
            header.set_entry_type(kind);
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            // The crate refuses names that lead out of the archive, so write the header directly.
            let (name, link) = (path.as_bytes(), target.as_bytes());
            header.as_old_mut().name[..name.len()].copy_from_slice(name);
            header.as_old_mut().linkname[..link.len()].copy_from_slice(link);
            header.set_cksum();
            builder.append(&header, content.as_bytes()).unwrap();
        }
        Layer::of_bytes(builder.into_inner().unwrap())
    }

    /// The paths below a root, each with its content or the reason why it cannot be read.
    fn read(layers: &[&[Made<'_>]], root: &str) -> Result<Vec<String>, String> {
        let layers: Vec<Layer> = layers.iter().map(|entries| layer(entries)).collect();
        let files = Tree::of(&layers, &[root]).map_err(|error| error.to_string())?;
        let files = files.files_below(root).map_err(|failure| failure.to_string())?;
        let shown = |content| match content {
            Ok(content) => String::from_utf8(content).unwrap(),
            Err(failure) => format!("({failure})"),
        };
        Ok(files.into_iter().map(|(path, content)| format!("{path}={}", shown(content))).collect())
    }

    #[test]
    fn whiteouts_remove_what_was_there() {
        let base: &[Made<'_>] = &[File("c/a/x", "1"), File("c/a/y", "1"), File("c/b", "1")];
        for (upper, left) in [
            (&[File("c/a/.wh.x", "")][..], &["a/y=1", "b=1"][..]),
            (&[File("c/.wh.a", "")], &["b=1"]),
            (&[File("c/.wh.gone", "")], &["a/x=1", "a/y=1", "b=1"]),
            (&[File("c/.wh..wh..opq", ""), File("c/n", "2")], &["n=2"]),
            (&[File("c/n", "2"), File("c/.wh..wh..opq", "")], &[]),
            (&[File("c/n", "2"), File("c/.wh.n", "")], &["a/x=1", "a/y=1", "b=1"]),
            (&[File(".wh.c", ""), File("c/n", "2")], &["n=2"]),
            (&[File("c/.wh..wh.plnk", "")], &["a/x=1", "a/y=1", "b=1"]),
            (&[File("c/a", "2")], &["a=2", "b=1"]),
        ] {
            assert_eq!(read(&[base, upper], "c").unwrap(), left);
        }
    }

    #[test]
    fn names_stay_inside_of_the_root() {
        let escape = &[File("../../evil", "1"), File("/c/a", "1"), File("./c/b", "2")];
        assert_eq!(read(&[escape], "").unwrap(), ["c/a=1", "c/b=2", "evil=1"]);
        assert_eq!(read(&[escape], "/c/").unwrap(), ["a=1", "b=2"]);
        assert_eq!(read(&[escape], "/../c").unwrap_err(), "no such file or directory");
        assert_eq!(read(&[escape], "c/a").unwrap_err(), "not a directory");
        let below_a_file: &[&[Made<'_>]] = &[&[File("c/a", "1")], &[File("c/a/b", "1")]];
        assert!(read(below_a_file, "c").unwrap_err().ends_with("mkparent /c/a: not a directory"));
    }

    #[test]
    fn links_lead_as_after_unpacking() {
        let links: &[Made<'_>] = &[
            File("data/d", "1"),
            File("c/a", "2"),
            Link("c/near", "a"),
            Link("c/far", "../data/d"),
            Link("c/absolute", "/data/d"),
            Link("c/folder", "../data"),
            Link("c/loop", "loop"),
            Link("c/out", "../../x"),
            Hard("c/hard", "data/d"),
            Link("l", "c"),
        ];
        let missing = "(no such file or directory)";
        let expected = [
            "a=2".to_owned(),
            format!("absolute={missing}"),
            "far=1".to_owned(),
            "folder=(is a directory)".to_owned(),
            "hard=1".to_owned(),
            format!("loop={missing}"),
            "near=2".to_owned(),
            format!("out={missing}"),
        ];
        assert_eq!(read(&[links], "c").unwrap(), expected);
        assert_eq!(read(&[links], "l").unwrap(), expected);
        assert_eq!(read(&[&[Link("l", "/c"), File("c/a", "1")]], "l").unwrap_err(), "no such file or directory");
        assert!(read(&[&[Hard("c/h", "none")]], "c").unwrap_err().ends_with("none: no such file or directory"));
    }

    #[test]
    fn writing_through_a_link_stays_inside() {
        let layers: &[&[Made<'_>]] = &[&[Link("c/out", "/outside/dir")], &[File("c/out/x", "1")]];
        assert_eq!(read(layers, "c").unwrap(), ["out=(no such file or directory)"]);
        assert_eq!(read(layers, "outside").unwrap(), ["dir/x=1"]);
    }
}
