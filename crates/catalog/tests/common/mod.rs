//! Shared by the conformance tests: the recordings, loading a case, and the rules for a message of opm.

pub(crate) mod fits;
pub(crate) mod opm_json;

use std::collections::BTreeMap;
use std::path::Path;

use olmkit_api::ReadError;
use olmkit_catalog::{Catalog, CheckOptions, Input, Report, check, check_since, load};
use olmkit_diagnostics::ExamplePath;
use serde::Deserialize;

/// One recorded catalog, or one string given to one function.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) name: Option<String>,
    pub(crate) rule: Option<String>,
    pub(crate) kind: Option<String>,
    #[serde(default)]
    pub(crate) s: String,
    pub(crate) files: Option<BTreeMap<String, String>>,
    /// Files that are not UTF-8, in base64.
    #[serde(default)]
    pub(crate) files_base64: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) links: BTreeMap<String, String>,
    pub(crate) out: Option<String>,
    pub(crate) accepted: bool,
    #[serde(default)]
    pub(crate) message: String,
}

/// The content of a file, or the error of reading it.
pub(crate) type Content = Result<Vec<u8>, ReadError>;

impl Case {
    /// Returns the files as a host would provide them. Links are resolved as the file system would.
    pub(crate) fn inputs(&self) -> Vec<(String, Content)> {
        let files = self.files.clone().unwrap_or_default();
        let mut found: Vec<(String, Content)> =
            files.iter().map(|(path, text)| (path.clone(), Ok(text.clone().into_bytes()))).collect();
        let decode = |text: &String| olmkit_yaml::base64::decode(text.as_bytes()).unwrap();
        found.extend(self.files_base64.iter().map(|(path, text)| (path.clone(), Ok(decode(text)))));
        for (path, target) in &self.links {
            let is_directory = files.keys().any(|file| file.starts_with(&format!("{target}/")));
            let content = match files.get(target) {
                Some(text) => Ok(text.clone().into_bytes()),
                None if is_directory => Err(ReadError(format!("read <DIR>/{path}: is a directory"))),
                None if target == "/etc/hostname" => Ok(b"vm\n".to_vec()),
                None => Err(ReadError(format!("open {path}: no such file or directory"))),
            };
            found.push((path.clone(), content));
        }
        found
    }

    /// Returns opm's message without the stage in front.
    pub(crate) fn text(&self) -> &str {
        let text = self.message.as_str();
        text.strip_prefix("LOAD: ").or_else(|| text.strip_prefix("MODEL: ")).unwrap_or(text)
    }

    pub(crate) fn title(&self) -> String {
        let name = self.name.as_deref().or(self.rule.as_deref()).unwrap_or("?");
        format!(
            "{name} {:?}",
            self.inputs().iter().map(|(p, c)| (p, c.as_ref().map(|c| String::from_utf8_lossy(c)))).collect::<Vec<_>>()
        )
    }
}

/// Loads and checks a tree of files.
pub(crate) fn run(files: &[(String, Content)], options: &CheckOptions) -> Report {
    let (base, own): (Vec<_>, Vec<_>) =
        files.iter().cloned().partition(|(path, _)| matches!(ExamplePath::of(path), ExamplePath::Base(_)));
    let (base_files, files) = (load(&inputs(&base)), load(&inputs(&own)));
    let base_catalog = Catalog::new(&base_files);
    check_since(&Catalog::new(&files), (!base.is_empty()).then_some(&base_catalog), options)
}

/// Loads and checks one file.
pub(crate) fn run_file(text: &[u8]) -> Report {
    let files = load(&[Input { path: "catalog.yaml", content: Ok(text) }]);
    check(&Catalog::new(&files), &CheckOptions::default())
}

/// Returns the files of a folder, with their paths, ordered by name.
pub(crate) fn read_tree(root: &Path) -> Vec<(String, Content)> {
    let mut found = Vec::new();
    read(root, root, &mut found);
    found
}

/// Converts files to the form for [`load`].
pub(crate) fn inputs(files: &[(String, Content)]) -> Vec<Input<'_>> {
    files.iter().map(|(path, file)| Input { path, content: file.as_deref() }).collect()
}

fn read(folder: &Path, root: &Path, found: &mut Vec<(String, Content)>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read(&path, root, found);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            found.push((name, Ok(std::fs::read(&path).unwrap())));
        }
    }
}
