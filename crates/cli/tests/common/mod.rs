//! A host in memory for tests of the command line.

pub(crate) mod sarif;
pub(crate) mod situations;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use olmkit_cli::{Entry, Failure, Host, HostError, Kind};
pub(crate) use olmkit_testing::CATALOG;
use olmkit_workspace::image_check::{ImageAnswer, ImageQuery};

/// The annotations of a bundle.
pub(crate) const ANNOTATIONS: &str = "\
annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: foo
  operators.operatorframework.io.bundle.channels.v1: stable
";

/// A tar archive of files: paths and contents.
pub(crate) fn tar_of<P: AsRef<str>, C: AsRef<[u8]>>(files: &[(P, C)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.as_ref().len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, path.as_ref(), content.as_ref()).unwrap();
    }
    archive.into_inner().unwrap()
}

/// A catalog of a package with one channel and one bundle.
pub(crate) fn catalog(package: &str) -> String {
    format!(
        "schema: olm.package\nname: {package}\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: {package}\n\
         name: stable\nentries:\n- name: {package}.v1.0.0\n---\nschema: olm.bundle\npackage: {package}\n\
         name: {package}.v1.0.0\nimage: quay.io/x/{package}:1\nproperties:\n- type: olm.package\n  \
         value: {{packageName: {package}, version: 1.0.0}}\n"
    )
}

/// Files, streams and environment.
#[derive(Default)]
pub(crate) struct Memory {
    /// Path and content. A path that ends with `/` is a directory.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: Vec<u8>,
    pub(crate) terminal: bool,
    /// Whether standard error is a terminal. Defaults to the value for standard output.
    pub(crate) error_terminal: Option<bool>,
    pub(crate) current: Option<&'static str>,
    /// Whether files have absolute names, so that relative paths start at the current folder.
    pub(crate) rooted: bool,
    pub(crate) env: BTreeMap<String, String>,
    /// A clock that advances by a millisecond each time it is read.
    pub(crate) clock: Cell<u64>,
    /// The responses of registries: lines with an image and the response.
    pub(crate) answers: String,
    /// Files and folders that may not be read.
    pub(crate) closed: Vec<&'static str>,
    /// Files that another program writes: the path, how often it is read before, and the new content.
    pub(crate) changing: Vec<(&'static str, usize, &'static str)>,
    /// Symbolic links without a target.
    pub(crate) broken_links: Vec<&'static str>,
    /// Files whose next change fails. A write leaves them empty, as one in place does when the disk is full.
    pub(crate) failing: Vec<&'static str>,
}

impl Memory {
    /// The paths of all files, directories and links.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str).chain(self.broken_links.iter().copied())
    }

    fn clean(&self, path: &str) -> String {
        let parts =
            |path: &str| path.split('/').filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/");
        if !self.rooted {
            return parts(path);
        }
        let current = self.current.filter(|_| !path.starts_with('/')).unwrap_or_default();
        let mut parts: Vec<&str> = Vec::new();
        for part in current.split('/').chain(path.split('/')).filter(|part| !part.is_empty() && *part != ".") {
            if part == ".." {
                parts.pop();
            } else {
                parts.push(part);
            }
        }
        parts.join("/")
    }
}

impl Host for Memory {
    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        let path = self.clean(path);
        let below = if path.is_empty() { String::new() } else { format!("{path}/") };
        match () {
            () if self.files.contains_key(&path) => Ok(Kind::File),
            () if self.names().any(|name| name.starts_with(&below)) => Ok(Kind::Directory),
            () => Err(Failure::Missing),
        }
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        if self.kind(path)? == Kind::File {
            return Err(Failure::NotDirectory);
        }
        let path = self.clean(path);
        if self.closed.contains(&path.as_str()) {
            return Err(Failure::Denied);
        }
        let below = if path.is_empty() { String::new() } else { format!("{path}/") };
        let is_link = |rest: &str| self.broken_links.contains(&format!("{below}{rest}").as_str());
        let rest = self.names().filter_map(|name| name.strip_prefix(&below)).filter(|rest| !rest.is_empty());
        let names: BTreeMap<&str, Option<Kind>> = rest
            .map(|rest| match rest.split_once('/') {
                Some((name, _)) => (name, Some(Kind::Directory)),
                None => (rest, (!is_link(rest)).then_some(Kind::File)),
            })
            .collect();
        Ok(names.into_iter().map(|(name, kind)| Entry { name: name.to_owned(), kind }).collect())
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        if self.closed.contains(&self.clean(path).as_str()) {
            return Err(Failure::Denied);
        }
        let path = self.clean(path);
        let content = self.files.get(&path).cloned().ok_or(Failure::Missing);
        if let Some((_, left, new)) = self.changing.iter_mut().find(|(changing, ..)| *changing == path) {
            *left = left.wrapping_sub(1);
            if *left == 0 {
                self.files.insert(path, new.as_bytes().to_vec());
            }
        }
        content
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        let path = self.clean(path);
        if let Some(at) = self.failing.iter().position(|failing| *failing == path) {
            self.failing.remove(at);
            self.files.insert(path, Vec::new());
            return Err(Failure::NoSpace);
        }
        self.files.insert(path, content.to_vec());
        Ok(())
    }

    fn remove(&mut self, path: &str) -> Result<(), Failure> {
        let path = self.clean(path);
        if let Some(at) = self.failing.iter().position(|failing| *failing == path) {
            self.failing.remove(at);
            return Err(Failure::Denied);
        }
        self.files.remove(&path).map(drop).ok_or(Failure::Missing)
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        Ok(self.stdin.clone())
    }

    fn out(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn err(&mut self, text: &[u8]) {
        self.err.extend_from_slice(text);
    }

    fn is_terminal(&self) -> bool {
        self.terminal
    }

    fn is_error_terminal(&self) -> bool {
        self.error_terminal.unwrap_or(self.terminal)
    }

    fn current_directory(&self) -> Option<String> {
        self.current.map(str::to_owned)
    }

    fn env(&self, name: &str) -> Option<String> {
        self.env.get(name).cloned()
    }

    fn clock(&self) -> Option<Duration> {
        self.clock.set(self.clock.get().saturating_add(1));
        Some(Duration::from_millis(self.clock.get()))
    }

    fn image_answers(&mut self, queries: &[ImageQuery]) -> Result<Vec<ImageAnswer>, HostError> {
        Ok(queries.iter().map(|query| answer(&self.answers, query)).collect())
    }
}

fn answer(answers: &str, query: &ImageQuery) -> ImageAnswer {
    let lines = answers.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let Some(line) = lines.into_iter().find(|line| line[0] == query.reference) else {
        return ImageAnswer::NotChecked("no answer".to_owned());
    };
    match line[1] {
        "exists" => ImageAnswer::Exists { digest: line.get(2).copied().unwrap_or_default().to_owned() },
        "missing" => ImageAnswer::Missing,
        "wrong-platform" if query.runs => {
            ImageAnswer::WrongPlatform("no image found in image index for architecture \"amd64\"".to_owned())
        }
        "wrong-platform" => ImageAnswer::Exists { digest: String::new() },
        _ => ImageAnswer::NotChecked("the registry requires credentials".to_owned()),
    }
}

impl Memory {
    pub(crate) fn new(files: &[(&str, &str)]) -> Memory {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Memory { files, ..Memory::default() }
    }

    /// Returns the exit code, standard output and standard error.
    pub(crate) fn run(&mut self, words: &str) -> (u8, String, String) {
        self.args(&words.split_whitespace().collect::<Vec<_>>())
    }

    /// The same with arguments that contain spaces.
    pub(crate) fn args(&mut self, args: &[&str]) -> (u8, String, String) {
        (self.out, self.err) = (Vec::new(), Vec::new());
        let code = olmkit_cli::run(args.iter().map(OsString::from).collect(), self);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (code, text(&self.out), text(&self.err))
    }

    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8(self.files.get(path).unwrap().clone()).unwrap()
    }
}
