//! The real program in a separate folder, without access to the user's files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) use olmkit_testing::CATALOG;
use olmkit_testing::{ImageSpec, LayerEntry, Store};
use tempfile::TempDir;

/// A folder that replaces the user's home folder.
pub(crate) struct Machine {
    folder: TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        Machine { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// The program, prepared to run in the folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
        command.args(args).current_dir(self.folder.path()).env_clear();
        command.env("HOME", self.folder.path()).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
    }

    /// Returns the exit code, standard output and standard error.
    pub(crate) fn run(&self, args: &[&str]) -> (i32, String, String) {
        let Output { status, stdout, stderr } = self.command(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (status.code().unwrap_or(-1), text(stdout), text(stderr))
    }
}

fn image(label: &str, value: &str, entries: Vec<LayerEntry>) -> ImageSpec {
    let labels = Some([(format!("operators.operatorframework.io.{label}"), value.to_owned())].into());
    ImageSpec { labels, layers: vec![entries], ..ImageSpec::default() }
}

pub(crate) fn catalog() -> ImageSpec {
    image("index.configs.v1", "/configs", vec![LayerEntry::file("configs/foo/catalog.yaml", CATALOG)])
}

pub(crate) fn bundle() -> ImageSpec {
    let files = olmkit_bundle::sample::files().into_iter();
    let entries = files.map(|(path, text)| LayerEntry::file(&path.to_string(), &text.to_string())).collect();
    image("bundle.package.v1", "foo", entries)
}

/// Copies an image from an OCI layout to a registry, as a user would.
pub(crate) fn upload(machine: &Machine, spec: &ImageSpec, to: &str, options: &[&str]) {
    let mut store = Store::default();
    let made = store.image(spec);
    let layout = machine.path("layout");
    let _ = std::fs::remove_dir_all(&layout);
    store.write_layout(&layout, &made);
    let mut command = Command::new("skopeo");
    command.args(["--insecure-policy", "copy", "-q"]).args(options).arg(format!("oci:{}", layout.display()));
    let output = command.arg(format!("docker://{to}")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
