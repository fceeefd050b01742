//! `--watch`, in the native program.
#![cfg(feature = "native")]

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use tempfile::TempDir;

/// A program that runs until it is killed, with the lines of its standard error.
struct Watching {
    folder: TempDir,
    child: Child,
    lines: Lines<BufReader<ChildStderr>>,
}

fn write(folder: &Path, file: &str, text: &str) {
    std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
    std::fs::write(folder.join(file), text).unwrap();
}

impl Watching {
    /// Starts in a separate folder with one file.
    fn start(args: &[&str], file: &str) -> Self {
        Self::start_with(args, &[(file, "schema: olm.package\n")])
    }

    /// Starts in a separate folder with these files.
    fn start_with(args: &[&str], files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in files {
            write(folder.path(), file, text);
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
        command.args(args).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Watching { folder, child, lines }
    }

    fn write(&self, file: &str, text: &str) {
        write(self.folder.path(), file, text);
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
    }
}

#[test]
fn a_changed_file_is_checked_again() {
    let args = ["validate", "--watch", "--format", "concise", "."];
    let mut watching = Watching::start(&args, "below/catalog.yaml");
    let next = |watching: &mut Watching| watching.next(&["opm"]);
    assert!(next(&mut watching).contains("opm rejects it"));
    watching.write("below/catalog.yaml", "schema: something.else\n");
    assert!(next(&mut watching).contains("opm accepts it"));
    watching.write("more.yaml", "schema: olm.package\n");
    assert!(next(&mut watching).contains("opm rejects it"));
}

#[test]
fn a_repository_is_searched_again() {
    let mut watching = Watching::start(&["check", "--watch", "--format", "concise"], "one/catalog.yaml");
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
    assert_eq!(found.as_deref(), Some(".: catalog of bar, without 1 path that .gitignore excludes"));
}

#[test]
fn files_that_are_created_above_the_directory_are_noticed() {
    let files = [(".git/HEAD", ""), ("a/one/catalog.yaml", "schema: olm.package\n")];
    for (file, text, expected) in
        [("a/.gitignore", "catalog.yaml\n", "no catalog"), ("olmkit.yaml", "profile: none\n", "unknown profile")]
    {
        let mut watching = Watching::start_with(&["check", "--watch", "a/one"], &files);
        assert!(watching.next(&["opm"]).contains("opm rejects"));
        watching.write(file, text);
        let line = watching.next(&["opm", expected]);
        assert!(line.contains(expected), "{file}: {line}");
        if file == "olmkit.yaml" {
            watching.write(file, "profile: opm\n");
            assert!(watching.next(&["opm", expected]).contains("opm rejects"), "a configuration that was not valid");
        }
    }
}

#[test]
fn check_watches_what_git_ignores_above_the_directory() {
    let files = [(".git/HEAD", ""), (".gitignore", ""), ("one/catalog.yaml", "schema: olm.package\n")];
    let mut watching = Watching::start_with(&["check", "--watch", "one"], &files);
    assert!(watching.next(&["opm"]).contains("opm rejects"));
    watching.write(".gitignore", "catalog.yaml\n");
    assert!(watching.next(&["opm", "nothing", "no catalog"]).contains("no catalog"));
}
