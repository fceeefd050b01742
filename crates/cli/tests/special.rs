//! Devices and pipes: read if named, refused if found in a directory, and never waited for.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{create_dir_all, remove_dir_all, write};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const CATALOG: &str = "schema: olm.package\nname: foo\ndefaultChannel: none\n";

/// A new empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("special").join(name);
    if folder.exists() {
        remove_dir_all(&folder).unwrap();
    }
    create_dir_all(&folder).unwrap();
    folder
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn start(folder: &Path, words: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
    command.args(words.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Standard output and standard error of the program. A program that does not end is killed.
fn end(mut child: Child) -> String {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("it waits");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
    printed
}

fn run(folder: &Path, words: &str) -> String {
    end(start(folder, words))
}

#[test]
fn names_that_are_not_utf8_do_not_stop_a_search() {
    let folder = folder("names");
    create_dir_all(folder.join("c")).unwrap();
    write(folder.join("c/catalog.yaml"), "schema: olm.package\nname: foo\ndefaultChannel: none\n").unwrap();
    create_dir_all(folder.join("d").join(OsStr::from_bytes(b"d\xff"))).unwrap();
    write(folder.join("d").join(OsStr::from_bytes(b"e\xff.yaml")), CATALOG).unwrap();
    let printed = run(&folder, "check . --ignore all");
    assert!(printed.contains("c: catalog of foo\n"), "{printed}");
    for name in ["d/d\u{fffd}", "d/e\u{fffd}.yaml"] {
        assert!(printed.contains(&format!("olmkit: {name}: the name is not valid UTF-8")), "{printed}");
    }
    assert!(!printed.contains("no such file"), "{printed}");
    let printed = run(&folder, "check d");
    assert!(printed.contains("no catalog, bundle or template was found in d"), "{printed}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_without_an_end_is_refused() {
    let folder = folder("device");
    for words in ["validate /dev/full", "fix /dev/full", "query /dev/zero", "fix --diff /dev/zero"] {
        let printed = run(&folder, words);
        assert!(printed.contains("it is a device, which may have no end"), "{words}: {printed}");
    }
    assert!(!run(&folder, "validate /dev/null").contains("device"));
}

#[test]
fn a_report_for_standard_output_continues_it() {
    let folder = folder("stdout");
    write(folder.join("file.yaml"), CATALOG).unwrap();
    symlink("/proc/self/fd/1", folder.join("link")).unwrap();
    let run = |words: &str, is_gone: bool| {
        let path = folder.join("out");
        let mut file = std::fs::File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        if is_gone {
            std::fs::remove_file(path).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
        command.args(words.split_whitespace()).current_dir(&folder).stdout(file.try_clone().unwrap());
        command.stderr(Stdio::null()).status().unwrap();
        assert!(folder.join("link").is_symlink(), "{words}");
        let mut text = String::new();
        std::io::Seek::rewind(&mut file).unwrap();
        file.read_to_string(&mut text).unwrap();
        text
    };
    for is_gone in [true, false] {
        let concise = run("validate file.yaml -f concise", is_gone);
        let json = run("validate file.yaml -q --report json=link", is_gone);
        assert!(concise.contains("file.yaml:3:17") && json.starts_with('{'), "{concise}{json}");
        let both = run("validate file.yaml -f concise --report json=link", is_gone);
        assert!(both.contains(concise.trim()) && both.contains(json.trim()), "{both}");
    }
}

#[test]
fn a_pipe_is_read_by_its_name() {
    let folder = folder("by-name");
    write(folder.join("file.yaml"), CATALOG).unwrap();
    let expected = run(&folder, "validate file.yaml -f concise");
    assert!(expected.contains("file.yaml:3:17"), "{expected}");
    pipe(&folder.join("pipe.yaml"));
    for words in ["validate pipe.yaml -f concise", "fix pipe.yaml"] {
        let child = start(&folder, words);
        write(folder.join("pipe.yaml"), CATALOG).unwrap();
        let printed = end(child);
        if words.starts_with("fix") {
            assert!(printed.starts_with(CATALOG), "{printed}");
        } else {
            assert_eq!(printed, expected.replace("file.yaml", "pipe.yaml"));
        }
    }
}

#[test]
fn standard_input_is_read_by_the_name_of_its_device() {
    let folder = folder("stdin");
    for command in ["validate", "check"] {
        let mut child = start(&folder, &format!("{command} /dev/stdin -f concise"));
        child.stdin.take().unwrap().write_all(CATALOG.as_bytes()).unwrap();
        let printed = end(child);
        assert!(printed.contains("/dev/stdin:3:17"), "{command}: {printed}");
    }
}

#[test]
fn endless_files_are_refused_in_a_folder() {
    let folder = folder("found");
    create_dir_all(folder.join("c")).unwrap();
    write(folder.join("c/catalog.yaml"), CATALOG).unwrap();
    pipe(&folder.join("c/pipe.yaml"));
    symlink("/dev/zero", folder.join("c/zero.yaml")).unwrap();
    symlink("pipe.yaml", folder.join("c/link.yaml")).unwrap();
    for words in ["validate c -f concise", "validate c -f json", "fix c --diff"] {
        let printed = run(&folder, words);
        let names = ["pipe.yaml", "zero.yaml", "link.yaml"];
        let is_reported = |name: &&str| printed.contains(&format!("open {name}: not a regular file"));
        assert!(words.starts_with("fix") || names.iter().all(is_reported), "{printed}");
    }
}

#[test]
fn endless_files_are_refused_in_a_bundle() {
    for (name, target) in [("zero", "/dev/zero"), ("link", "pipe"), ("pipe", "")] {
        let folder = folder(&format!("bundle-{name}"));
        for (path, text) in olmkit_bundle::sample::files() {
            let path = folder.join("b").join(path);
            create_dir_all(path.parent().unwrap()).unwrap();
            write(path, text).unwrap();
        }
        let at = folder.join("b/manifests/more.yaml");
        if target.is_empty() {
            pipe(&at);
        } else {
            pipe(&folder.join("b/manifests/pipe"));
            symlink(target, at).unwrap();
        }
        let printed = run(&folder, "bundle validate b");
        assert!(printed.contains("b/manifests/") && printed.contains(": not a regular file"), "{printed}");
    }
}

#[test]
fn broken_links_of_a_bundle_are_findings() {
    let folder = folder("bundle-links");
    for (path, text) in olmkit_bundle::sample::files() {
        let path = folder.join("b").join(path);
        create_dir_all(path.parent().unwrap()).unwrap();
        write(path, text).unwrap();
    }
    symlink("nowhere", folder.join("b/notes.txt")).unwrap();
    let printed = run(&folder, "bundle validate b -f concise");
    assert!(printed.contains("b/notes.txt:1:1: error: `notes.txt` is a symbolic link"), "{printed}");
    assert!(printed.contains("opm accepts it"), "neither opm nor operator-sdk reads it: {printed}");
    symlink("more.yaml", folder.join("b/manifests/more.yaml")).unwrap();
    std::fs::remove_file(folder.join("b/metadata/annotations.yaml")).unwrap();
    let printed = run(&folder, "bundle validate b -f concise");
    let link = "b/manifests/more.yaml:1:1: error: `manifests/more.yaml` is a symbolic link that cannot be followed: \
                    too many levels of symbolic links. [layout-broken-link] (opm alpha bundle validate";
    assert!(printed.contains(link) && printed.contains("[ann-"), "other checks go on: {printed}");
    assert!(run(&folder, "bundle validate b --profile opm").contains("opm rejects it"));
    let printed = run(&folder, "bundle build b -t quay.io/x/foo:1 --output x.tar");
    let link = "b/manifests/more.yaml: this symbolic link cannot be followed: too many levels of symbolic links";
    assert!(printed.contains(link), "{printed}");
    let printed = run(&folder, "images b");
    assert!(
        printed.contains(link) && printed.contains("quay.io/ex/foo"),
        "the images of all other files are listed: {printed}"
    );
    let printed = run(&folder, "bundle validate b --before b -f concise");
    assert!(
        printed.contains(&format!("{link}; the result does not include it")) && printed.contains("[ann-"),
        "{printed}"
    );
    for (path, text) in olmkit_bundle::sample::files() {
        let path = folder.join("sound").join(path);
        create_dir_all(path.parent().unwrap()).unwrap();
        write(path, text).unwrap();
    }
    let code = |words: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_olmkit"));
        program.args(words.split(' ')).current_dir(&folder).output().unwrap().status.code()
    };
    assert_eq!(code("bundle validate sound"), Some(0));
    assert_eq!(code("bundle validate sound --before b"), Some(1), "the comparison is incomplete");
}

#[test]
fn endless_files_are_not_configurations_unless_named() {
    let folder = folder("configuration");
    write(folder.join("file.yaml"), CATALOG).unwrap();
    symlink("/dev/zero", folder.join("zero.yaml")).unwrap();
    pipe(&folder.join("olmkit.yaml"));
    assert!(run(&folder, "validate file.yaml").contains("olmkit.yaml: not a regular file"));
    let child = start(&folder, "validate file.yaml -f concise --config olmkit.yaml");
    write(folder.join("olmkit.yaml"), "ignore: [default-channel-unknown]\n").unwrap();
    let printed = end(child);
    assert!(!printed.contains("not a regular file"), "{printed}");
    std::fs::remove_file(folder.join("olmkit.yaml")).unwrap();
    for text in ["extends: [zero.yaml]\n", "baseline: zero.yaml\n"] {
        write(folder.join("olmkit.yaml"), text).unwrap();
        let printed = run(&folder, "validate file.yaml");
        assert!(printed.contains("zero.yaml: not a regular file"), "{printed}");
    }
}

#[test]
fn a_full_disk_is_reported() {
    let folder = folder("full");
    write(folder.join("file.yaml"), CATALOG).unwrap();
    for words in ["validate file.yaml -f concise", "rules", "--help", "explain channel-no-head"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
        let command = command.args(words.split_whitespace()).current_dir(&folder);
        let output = command.stdin(Stdio::null()).stdout(full).output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(printed.ends_with("olmkit: standard output: no space left on device\n"), "{words}: {printed}");
        assert_eq!(output.status.code(), Some(3), "{words}");
    }
}

#[test]
fn a_closed_pipe_does_not_change_the_exit_code() {
    let folder = folder("gone");
    write(folder.join("file.yaml"), CATALOG).unwrap();
    for (words, code) in [("validate file.yaml -f json", 1), ("rules", 0)] {
        let mut child = start(&folder, words);
        drop(child.stdout.take());
        let mut printed = String::new();
        child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
        assert_eq!((child.wait().unwrap().code(), printed.as_str()), (Some(code), ""), "{words}");
    }
}

#[test]
fn the_null_device_is_an_empty_file() {
    let folder = folder("null");
    create_dir_all(folder.join("c")).unwrap();
    symlink("/dev/null", folder.join("c/null.yaml")).unwrap();
    symlink("null.yaml", folder.join("c/link.yaml")).unwrap();
    assert!(run(&folder, "validate c -f concise").contains("in 2 files; opm accepts it"));
    assert!(run(&folder, "validate /dev/null -f concise").contains("opm accepts it"));
}

/// opm refuses to open such a file, but never opens an ignored one.
#[test]
fn names_that_are_not_utf_8_do_not_stop_the_run() {
    let folder = folder("names");
    create_dir_all(folder.join("c")).unwrap();
    let name = OsStr::from_bytes(b"caf\xE9\xE9.yaml");
    write(folder.join("c").join(name), CATALOG).unwrap();
    write(folder.join("c/other.yaml"), CATALOG).unwrap();
    let printed = run(&folder, "validate c -f concise");
    assert!(printed.contains("open caf\u{fffd}\u{fffd}.yaml: invalid argument"), "{printed}");
    assert!(printed.contains("in 2 files; opm rejects it"), "{printed}");
    for pattern in ["caf*", "caf??.yaml", "!other.yaml\ncaf[^a]?.yaml"] {
        write(folder.join("c/.indexignore"), pattern).unwrap();
        let printed = run(&folder, "validate c -f concise");
        assert!(!printed.contains("caf") && printed.contains("c/other.yaml:3:17"), "{pattern}: {printed}");
    }
}

#[test]
fn names_that_are_not_utf_8_do_not_stop_a_bundle() {
    let folder = folder("bundle-names");
    for (path, text) in olmkit_bundle::sample::files() {
        let path = folder.join("b").join(path);
        create_dir_all(path.parent().unwrap()).unwrap();
        write(path, text).unwrap();
    }
    let expected = run(&folder, "bundle validate b -f concise");
    write(folder.join("b/manifests").join(OsStr::from_bytes(b"\xFF.yaml")), "").unwrap();
    let printed = run(&folder, "bundle validate b -f concise");
    let note = "olmkit: b/manifests/\u{fffd}.yaml: the name is not UTF-8, so this file is not checked\n";
    assert!(printed.contains(note) && printed.replace(note, "") == expected, "{printed}");
}

#[test]
fn a_link_in_a_circle_is_named() {
    let folder = folder("circle");
    symlink("circle.yaml", folder.join("circle.yaml")).unwrap();
    let printed = run(&folder, "validate circle.yaml");
    assert!(printed.contains("circle.yaml: too many levels of symbolic links"), "{printed}");
}

/// A package with a bundle that contains an object, as a template.
const PACKAGE: &str = "schema: olm.package
name: NAME
defaultChannel: stable
---
schema: olm.channel
package: NAME
name: stable
entries: [{name: a.v1.0.0}]
---
schema: olm.bundle
package: NAME
name: a.v1.0.0
image: quay.io/x/a:1
properties:
- {type: olm.package, value: {packageName: NAME, version: 1.0.0}}
- {type: olm.bundle.object, value: {data: eyJraW5kIjoiYSIsIm1ldGFkYXRhIjp7Im5hbWUiOiJhIn19}}
---
";

/// The name of the second of two packages is not a valid file name.
#[test]
fn files_that_cannot_all_be_written_are_removed_again() {
    let folder = folder("unwritten");
    create_dir_all(folder.join("c")).unwrap();
    create_dir_all(folder.join("kept")).unwrap();
    write(folder.join("kept/file"), "").unwrap();
    let long = "b".repeat(300);
    write(folder.join("c/catalog.yaml"), ["a", &long].map(|name| PACKAGE.replace("NAME", name)).concat()).unwrap();
    for words in ["migrate c new", "export c --output new/below", "export c --output kept"] {
        let printed = run(&folder, words);
        assert!(printed.contains("file name too long") && !printed.contains("wrote"), "{words}: {printed}");
    }
    assert!(!folder.join("new").exists());
    assert_eq!(std::fs::read_dir(folder.join("kept")).unwrap().count(), 1);
    assert!(run(&folder, "export c a --output ../unwritten/kept").contains("wrote 2 files"));
    // A package is not written either if one of its bundles cannot be.
    let text = PACKAGE
        .replace("NAME", "a")
        .replace("- {type: olm.bundle.object", "- {type: x")
        .replace("quay.io/x/a:1", "gone/a:1");
    write(folder.join("c/catalog.yaml"), text).unwrap();
    let printed = run(&folder, "export c --output new");
    assert!(printed.contains("exporting bundle image:gone/a:1 failed with"), "{printed}");
    assert_eq!(printed.matches("gone/a:1").count(), 1, "{printed}");
    assert!(printed.ends_with("olmkit: nothing was written, because a package would lack bundles\n"), "{printed}");
    assert!(!folder.join("new").exists());
}

/// As in ruff, the given path decides, not the target of a link.
#[test]
fn the_configuration_of_a_link_is_that_of_the_folder_with_the_link() {
    let folder = folder("links");
    for name in ["real/cat", "named"] {
        create_dir_all(folder.join(name)).unwrap();
    }
    write(folder.join("real/cat/catalog.yaml"), CATALOG).unwrap();
    write(folder.join("real/olmkit.yaml"), "failOn: never\n").unwrap();
    write(folder.join("named/olmkit.yaml"), "failOn: info\n").unwrap();
    symlink(folder.join("real/cat"), folder.join("named/cat")).unwrap();
    symlink(folder.join("real/cat/catalog.yaml"), folder.join("named/link.yaml")).unwrap();
    for (path, expected) in [
        ("named/cat", "configuration: named/olmkit.yaml"),
        ("named/cat/catalog.yaml", "configuration: named/olmkit.yaml"),
        ("named/link.yaml", "configuration: named/olmkit.yaml"),
        ("real/cat", "configuration: real/olmkit.yaml"),
    ] {
        let printed = run(&folder, &format!("--print-config {path}"));
        assert!(printed.contains(expected), "{path}: {printed}");
        let code = start(&folder, &format!("validate {path}")).wait().unwrap().code();
        assert_eq!(code, Some(i32::from(path.starts_with("named"))), "{path}");
    }
}

/// A catalog of several KiB with a value that can be fixed.
fn catalog_to_fix() -> String {
    let comment = "# A comment that makes the file larger than the limit.\n".repeat(200);
    let package = PACKAGE.replace("NAME", "a").replace("quay.io/x/a:1", "gone/a:1");
    let package = package.trim_end_matches("---\n");
    format!(
        "{comment}{package}- type: olm.csv.metadata\n  value:\n    installModes:\n    - {{type: AllNamespaces, supported: on}}\n"
    )
}

#[test]
fn a_file_that_cannot_be_written_whole_keeps_its_old_text() {
    let folder = folder("half");
    let text = catalog_to_fix();
    write(folder.join("catalog.yaml"), &text).unwrap();
    // The system kills a program that writes more than its limit.
    let limited = format!("ulimit -f 1; exec {} fix .", env!("CARGO_BIN_EXE_olmkit"));
    let ended = Command::new("sh").args(["-c", &limited]).current_dir(&folder).output().unwrap();
    assert!(!ended.status.success(), "{ended:?}");
    assert_eq!(std::fs::read_to_string(folder.join("catalog.yaml")).unwrap(), text, "{ended:?}");
    // The next run does not take leftovers of the killed program for a second catalog.
    std::fs::read_dir(&folder)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.file_name() != "catalog.yaml")
        .for_each(|entry| std::fs::remove_file(entry.path()).unwrap());
    assert!(run(&folder, "fix .").contains("1 fixed"));
    assert_eq!(std::fs::read_to_string(folder.join("catalog.yaml")).unwrap(), text.replace(" on}", " true}"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_file_that_is_fixed_stays_a_link_with_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("fixed-link");
    create_dir_all(folder.join("c")).unwrap();
    write(folder.join("real.yaml"), catalog_to_fix()).unwrap();
    std::fs::set_permissions(folder.join("real.yaml"), std::fs::Permissions::from_mode(0o604)).unwrap();
    symlink("../real.yaml", folder.join("c/catalog.yaml")).unwrap();
    assert!(run(&folder, "fix c").contains("1 fixed"));
    assert!(folder.join("c/catalog.yaml").is_symlink());
    assert_eq!(folder.join("real.yaml").metadata().unwrap().permissions().mode() & 0o777, 0o604);
    assert!(std::fs::read_to_string(folder.join("real.yaml")).unwrap().contains("supported: true"));
}
