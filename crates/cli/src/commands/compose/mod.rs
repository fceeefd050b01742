//! `olmkit compose`.

mod composition;

use olmkit_collections::SortedMap;
use std::path::Path;

use olmkit_registry::Artifact;
use olmkit_render::{Output, Rendering};
use olmkit_workspace::Options;
use olmkit_workspace::api::{Diagnostic, Report};
use olmkit_workspace::image_check::{ImageAnswer, ImageQuery};

use super::build;
use super::copy::deliver;
use super::files::reference::{self, Reference};
use crate::args::{Args, ComposeArgs};
use crate::commands::CommandError;
use crate::folder::directory;
use crate::format::visible;
use crate::host::{Failure, Host, HostError, Kind, PathError};
use crate::load::Loaded;
use crate::paths::{check_archive_target, clean, join};
use crate::{CLEAN, FINDINGS, problem};
use composition::{Composition, Part, is_path};

/// The name of the file of a part.
const FILE: &str = "index.yaml";
/// The start of each file that compose writes. Files without it are never removed.
const MARK: &str = "---\n# Written by olmkit compose, which replaces or removes this file.\n";

/// The files of a catalog by their paths relative to its root.
type Tree = SortedMap<String, Vec<u8>>;

/// Why a catalog cannot be composed.
#[derive(Debug, thiserror::Error)]
enum ComposeError {
    #[error(transparent)]
    Path(#[from] PathError),
    #[error("{0} is a file; the catalog needs a folder of this name")]
    NotAFolder(String),
    #[error(
        "{0}: this file was not written by olmkit compose, so it is not replaced; rename the reference, or remove the file"
    )]
    NotWritten(String),
    #[error("{image}: the registry did not answer: {reason}")]
    Unknown { image: String, reason: String },
}

/// Renders the parts of a catalog, validates the result, and builds its image.
pub(crate) fn run(own: &ComposeArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    own.output.as_deref().map_or(Ok(()), check_archive_target)?;
    let text = host.read(&own.file).map_err(PathError::at(&own.file))?;
    let composition = Composition::read(&own.file, &text)?;
    let beside = beside(&own.file);
    let folder = beside(&composition.name);
    let inputs: Vec<String> = composition.references.iter().map(|part| located(&part.image, &beside)).collect();
    let wanted = match reference::render_each(&inputs, args, host) {
        Ok(rendered) => wanted(&composition, &rendered)?,
        Err(stop) => return Ok(stop.report(host)),
    };
    let before = tree(&folder, host)?;
    let changes = changes(&before, &wanted);
    refuse_foreign(&folder, &before, &changes)?;
    let after = after(before, &changes);
    let mut loaded = Loaded::of_files(&folder, after.clone().into_iter().collect(), &Options::default())?;
    if !build::is_accepted(&mut loaded, &folder, false, host)? {
        show_causes(&loaded.report(), &folder, &composition.references, &inputs, args, host);
        return Ok(FINDINGS);
    }
    let composed = Composed { folder, changes, after, image: composition.image() };
    if own.check { composed.check(own, args, host) } else { composed.write(own, args, host) }
}

/// Returns a function that gives the path of a file in the folder of `file`.
fn beside(file: &str) -> impl Fn(&str) -> String {
    let shown = clean(file);
    let above = shown.rsplit_once('/').map_or("", |(above, _)| above);
    let above = if above.is_empty() && shown.starts_with('/') { "/" } else { above }.to_owned();
    move |name| if above.is_empty() { name.to_owned() } else { join(&above, name) }
}

/// The files of the parts.
fn wanted(composition: &Composition, rendered: &[Rendering]) -> Result<Tree, CommandError> {
    let names = composition.references.iter().map(|part| format!("{}/{FILE}", part.name));
    let texts = rendered.iter().map(|one| one.write(Output::Yaml)).collect::<Result<Vec<String>, _>>()?;
    Ok(names.zip(texts.iter().map(|text| marked(text).into_bytes())).collect())
}

/// Prints for which parts opm rejects the catalog, and why.
fn show_causes(report: &Report, folder: &str, parts: &[Part], inputs: &[String], args: &Args, host: &mut dyn Host) {
    for (part, input) in parts.iter().zip(inputs) {
        let Some(found) = cause(report, folder, part) else { continue };
        let place = place(found, part, input, args, host);
        let line = format!("the reference `{}` ({}): {}{place}", part.name, part.image, found.message);
        host.err(problem(&line).as_bytes());
    }
}

/// A composed catalog that opm accepts.
struct Composed {
    folder: String,
    /// The files to write and to remove.
    changes: SortedMap<String, Change>,
    /// All files of the folder with the changes.
    after: Tree,
    /// The name of the image.
    image: String,
}

impl Composed {
    /// Prints what would be written and pushed. The exit code says whether the files and the image are up to date.
    fn check(self, own: &ComposeArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
        for (path, change) in &self.changes {
            host.out(format!("{} {}\n", change.planned(), visible(&join(&self.folder, path))).as_bytes());
        }
        let is_current = self.changes.is_empty();
        if own.no_push {
            return Ok(if is_current { CLEAN } else { FINDINGS });
        }
        let Some(image) = build::image(self.after.into_iter().collect(), &[], &own.base_image, args, host)? else {
            return Ok(FINDINGS);
        };
        let is_pushed = is_pushed(&image, &self.image, host)?;
        Ok(if is_current && is_pushed { CLEAN } else { FINDINGS })
    }

    /// Builds the image, writes the files, and stores or pushes the image.
    fn write(self, own: &ComposeArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
        let Some(image) = build::image(self.after.into_iter().collect(), &[], &own.base_image, args, host)? else {
            return Ok(FINDINGS);
        };
        for (path, change) in &self.changes {
            let full = join(&self.folder, path);
            change.make(&full, host).map_err(PathError::at(&full))?;
            host.err(format!("{} {}\n", change.done(), visible(&full)).as_bytes());
        }
        let output = own.output.as_deref().map(Path::new);
        deliver(&image, &self.image, output, !own.no_push, args, host)?;
        Ok(CLEAN)
    }
}

/// The finding for which opm rejects the files of a part.
fn cause<'r>(report: &'r Report, folder: &str, part: &Part) -> Option<&'r Diagnostic> {
    let is_below = |path: &str| {
        let path = path.strip_prefix(folder).map_or(path, |rest| rest.trim_start_matches('/'));
        path.strip_prefix(&part.name).is_some_and(|rest| rest.starts_with('/'))
    };
    let is_of =
        |found: &&Diagnostic| is_below(&found.path) || found.related.iter().any(|related| is_below(&related.path));
    report.diagnostics.iter().filter(|found| found.rejects).find(is_of)
}

/// Where a part that is a path has the finding, in parentheses. Empty if the finding needs the other parts too. The
/// composed files, which the report names, are not written.
fn place(found: &Diagnostic, part: &Part, source: &str, args: &Args, host: &mut dyn Host) -> String {
    if !is_path(&part.image) {
        return String::new();
    }
    let Ok(Reference::Catalog(mut loaded)) = reference::open(source, args, host) else { return String::new() };
    let report = loaded.report();
    let is_same = |own: &&Diagnostic| own.rule == found.rule && own.message == found.message;
    report.diagnostics.iter().find(is_same).map_or_else(String::new, |own| {
        let start = own.range.start;
        format!(" ({}:{}:{})", own.path, start.line, start.column)
    })
}

/// The input that a part names: an image, or a path relative to the folder of the file.
fn located(image: &str, beside: &dyn Fn(&str) -> String) -> String {
    match (is_path(image), image.contains("://")) {
        (true, _) => beside(image),
        (_, true) => image.to_owned(),
        // Without a transport, a folder of that name would take precedence.
        _ => format!("docker://{image}"),
    }
}

/// The files below a folder. Empty if it does not exist yet.
fn tree(folder: &str, host: &mut dyn Host) -> Result<Tree, ComposeError> {
    match host.kind(folder) {
        Err(_) => Ok(Tree::new()),
        Ok(Kind::Directory) => {
            Ok(directory(folder, host)?.into_iter().filter(|(path, _)| !path.ends_with('/')).collect())
        }
        Ok(_) => Err(ComposeError::NotAFolder(folder.to_owned())),
    }
}

/// The change of a file.
enum Change {
    Add(Vec<u8>),
    Replace(Vec<u8>),
    Remove,
}

impl Change {
    /// Changes the file at a path. The folder of a removed file is removed too, if it is empty.
    fn make(&self, path: &str, host: &mut dyn Host) -> Result<(), Failure> {
        if let Change::Add(content) | Change::Replace(content) = self {
            return host.write(path, content);
        }
        host.remove(path)?;
        if let Some((folder, _)) = path.rsplit_once('/') {
            host.remove_if_empty(folder);
        }
        Ok(())
    }

    fn done(&self) -> &'static str {
        match self {
            Change::Add(_) => "added",
            Change::Replace(_) => "changed",
            Change::Remove => "removed",
        }
    }

    fn planned(&self) -> &'static str {
        match self {
            Change::Add(_) => "add",
            Change::Replace(_) => "change",
            Change::Remove => "remove",
        }
    }
}

fn marked(text: &str) -> String {
    format!("{MARK}{}", text.strip_prefix("---\n").unwrap_or(text))
}

/// Whether a file has the mark. Git may have changed its line ends.
fn is_marked(content: &[u8]) -> bool {
    let start: Vec<u8> = content.iter().copied().filter(|byte| *byte != b'\r').take(MARK.len()).collect();
    start == MARK.as_bytes()
}

/// The files that differ from the wanted ones. A folder that contains only the file of a removed part is removed; all
/// other files are kept.
fn changes(before: &Tree, wanted: &Tree) -> SortedMap<String, Change> {
    let mut changes = SortedMap::new();
    for (path, _) in before.iter().filter(|(path, old)| !wanted.contains_key(*path) && is_marked(old)) {
        let Some(folder) = path.strip_suffix(FILE).filter(|folder| folder.matches('/').count() == 1) else { continue };
        if before.keys().filter(|other| other.starts_with(folder)).count() == 1 {
            changes.insert(path.clone(), Change::Remove);
        }
    }
    for (path, content) in wanted {
        match before.get(path) {
            None => drop(changes.insert(path.clone(), Change::Add(content.clone()))),
            Some(old) if old != content => drop(changes.insert(path.clone(), Change::Replace(content.clone()))),
            Some(_) => {}
        }
    }
    changes
}

/// Refuses to replace a file that compose did not write.
fn refuse_foreign(folder: &str, before: &Tree, changes: &SortedMap<String, Change>) -> Result<(), ComposeError> {
    let is_own = |path: &str| before.get(path).is_some_and(|old| is_marked(old));
    let mut replaced = changes.iter().filter(|(_, change)| matches!(change, Change::Replace(_)));
    match replaced.find(|(path, _)| !is_own(path)) {
        Some((path, _)) => Err(ComposeError::NotWritten(join(folder, path))),
        None => Ok(()),
    }
}

fn after(mut tree: Tree, changes: &SortedMap<String, Change>) -> Tree {
    for (path, change) in changes {
        match change {
            Change::Add(content) | Change::Replace(content) => drop(tree.insert(path.clone(), content.clone())),
            Change::Remove => drop(tree.remove(path)),
        }
    }
    tree
}

/// Whether the registry has the image. Otherwise, prints what would be pushed.
fn is_pushed(image: &Artifact, name: &str, host: &mut dyn Host) -> Result<bool, CommandError> {
    let query = ImageQuery { reference: name.to_owned(), runs: false };
    let new = &image.root.digest;
    let planned = match host.image_answers(&[query])?.pop() {
        Some(ImageAnswer::Exists { digest }) if digest == *new => return Ok(true),
        Some(ImageAnswer::Exists { digest }) => format!("push {name}: {new} instead of {digest}"),
        Some(ImageAnswer::Missing) => format!("push {name}: {new}; the registry does not have this tag"),
        Some(
            ImageAnswer::WrongPlatform(reason) | ImageAnswer::NotChecked(reason) | ImageAnswer::Unreachable(reason),
        ) => {
            return Err(ComposeError::Unknown { image: name.to_owned(), reason }.into());
        }
        None => return Err(HostError::NoAnswer(name.to_owned()).into()),
    };
    host.out(format!("{}\n", visible(&planned)).as_bytes());
    Ok(false)
}
