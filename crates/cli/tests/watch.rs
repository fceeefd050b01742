//! `--watch`, in the native program.
#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::io::{BufRead, BufReader, Lines};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};

/// A program that runs until it is killed, with the lines of its standard error.
struct Watching {
    folder: PathBuf,
    child: Child,
    lines: Lines<BufReader<ChildStderr>>,
}

impl Watching {
    /// Starts in a separate folder with one file.
    fn start(name: &str, args: &[&str], file: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("olmkit-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        std::fs::write(folder.join(file), "schema: olm.package\n").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
        command.args(args).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Watching { folder, child, lines }
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::create_dir_all(self.folder.join(file).parent().unwrap()).unwrap();
        std::fs::write(self.folder.join(file), text).unwrap();
    }

    /// The next line that contains one of these texts.
    fn next(&mut self, of: &[&str]) -> String {
        self.lines.find_map(|line| line.ok().filter(|line| of.iter().any(|one| line.contains(one)))).unwrap()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_changed_file_is_checked_again() {
    let args = ["validate", "--watch", "--format", "concise", "."];
    let mut watching = Watching::start("watch", &args, "below/catalog.yaml");
    let next = |watching: &mut Watching| watching.next(&["opm"]);
    assert!(next(&mut watching).contains("opm rejects it"));
    watching.write("below/catalog.yaml", "schema: something.else\n");
    assert!(next(&mut watching).contains("opm accepts it"));
    watching.write("more.yaml", "schema: olm.package\n");
    assert!(next(&mut watching).contains("opm rejects it"));
}

#[test]
fn a_repository_is_searched_again() {
    let mut watching = Watching::start("check", &["check", "--watch", "--format", "concise"], "one/catalog.yaml");
    let verdicts = ["opm rejects", "opm accepts", ": catalog"];
    assert!(watching.next(&verdicts).starts_with("one: catalog"));
    assert!(watching.next(&verdicts).contains("opm rejects"));
    watching.write(".gitignore", "ignored\n");
    assert!(watching.next(&verdicts).starts_with("one: catalog"), "a file that says what is checked");
    assert!(watching.next(&verdicts).contains("opm rejects"));
    watching.write("ignored/catalog.yaml", "schema: olm.package\n");
    watching.write("two/catalog.yaml", "schema: olm.package\nname: bar\n");
    // The packages of a folder without other content are one catalog.
    let found = (0..2).map(|_| watching.next(&[": catalog"])).find(|line| !line.starts_with("one: "));
    assert_eq!(found.as_deref(), Some(".: catalog of bar"));
}
