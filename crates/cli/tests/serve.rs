//! `olmkit serve` in the native program: start and end, compared with recordings of `opm serve`.
#![cfg(feature = "native")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use olmkit_testing::{Least, cases};
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

#[derive(Debug, Deserialize)]
struct Case {
    name: String,
    files: BTreeMap<String, String>,
    args: Vec<String>,
    exit: Value,
    log: Vec<(String, String, String)>,
}

/// A folder in a separate one that is removed on drop.
struct Folder(PathBuf, #[expect(dead_code, reason = "removes the folder")] TempDir);

impl Folder {
    fn new(name: &str, files: &BTreeMap<String, String>) -> Self {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for (path, text) in files {
            std::fs::write(folder.join(path), text).unwrap();
        }
        Folder(folder, outer)
    }
}

/// A running server and the lines of its log.
struct Server(Child, Lines<BufReader<ChildStderr>>);

impl Server {
    fn start(folder: &Path, args: &[String]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_olmkit"))
            .arg("serve")
            .arg(folder)
            .args(args)
            .args(["--termination-log", folder.with_extension("log").to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Server(child, lines)
    }

    /// The level, message and fields of the next line.
    fn next(&mut self) -> Option<(String, String, String)> {
        let line = self.1.next()?.unwrap();
        let rest = line.split_once(" level=").unwrap_or_else(|| panic!("{line}")).1;
        let (level, rest) = rest.split_once(" msg=").unwrap();
        if !rest.starts_with('"') {
            let (text, fields) = rest.split_once(' ').unwrap_or((rest, ""));
            return Some((level.to_owned(), text.to_owned(), fields.to_owned()));
        }
        let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let text = texts.next().unwrap().unwrap();
        Some((level.to_owned(), text, rest[texts.byte_offset()..].trim_start().to_owned()))
    }

    fn tell(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.0.id().to_string()]).status().unwrap().success());
    }

    /// Ends the server with a signal. Windows has no signals, so there the process is terminated.
    fn end(mut self, signal: &str) {
        if cfg!(windows) {
            return;
        }
        self.tell(signal);
        assert_eq!(self.next().unwrap().1, "shutting down server");
        assert_eq!(self.0.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether opm ends because of its cache, which olmkit does not have.
fn is_about_the_cache(case: &Case) -> bool {
    let starts = ["integrity check failed", "cache directory has unexpected contents"];
    case.log.iter().any(|(level, text, _)| level == "fatal" && starts.iter().any(|start| text.starts_with(start)))
}

#[test]
#[cfg_attr(windows, ignore = "Windows has no signals")]
fn it_starts_and_ends_as_opm_does() {
    // olmkit's own behavior: it names a missing directory, and an extra argument is a usage error as for every command.
    let own_way = ["configs-missing", "no-argument-extra"];
    for case in cases::<Case>("registry/serve-startup.jsonl", Least { own: 2, shared: 33 }, |_| true) {
        if own_way.contains(&case.name.as_str()) {
            continue;
        }
        let folder = Folder::new(&case.name, &case.files);
        let cache = folder.0.with_extension("cache").display().to_string();
        let args: Vec<String> =
            case.args.iter().map(|arg| arg.replace("CACHE", &cache).replace("50992", "0")).collect();
        let mut server = Server::start(&folder.0, &args);
        let serves =
            case.exit == "served" || is_about_the_cache(&case) && !args.iter().any(|arg| arg == "--cache-only");
        let mut log = Vec::new();
        while let Some(line) = server.next() {
            if line.1 == "serving registry" {
                server.tell("-TERM");
            }
            log.push(line);
        }
        let code = server.0.wait().unwrap().code();
        let expected: Vec<_> = if is_about_the_cache(&case) { Vec::new() } else { lines(&case) };
        let shown = |(level, text, fields): (String, String, String)| {
            let port = fields.split("port=").nth(1).map_or("", |rest| rest.split(' ').next().unwrap()).to_owned();
            let fields = fields.replace(&folder.0.display().to_string(), "CONFIGS");
            (level, text, if port.is_empty() { fields } else { fields.replace(&port, "50992") })
        };
        let log: Vec<_> = log.into_iter().map(shown).collect();
        if expected.is_empty() && serves {
            assert_eq!(log.len(), 2, "{}: {log:?}", case.name);
        } else {
            assert_eq!(log, expected, "{}", case.name);
        }
        let exit = if serves || is_about_the_cache(&case) { 0 } else { case.exit.as_i64().unwrap() };
        assert_eq!(code.map(i64::from), Some(exit), "{}", case.name);
        let log = std::fs::read_to_string(folder.0.with_extension("log")).unwrap_or_default();
        assert_eq!(log.contains("level=fatal"), exit == 1, "{}: {log:?}", case.name);
    }
}

/// The recorded lines that are not about the cache.
fn lines(case: &Case) -> Vec<(String, String, String)> {
    let of_cache = ["building cache", "cache requires rebuild", "found existing cache contents"];
    let is_own = |text: &str| !of_cache.contains(&text) && !text.starts_with("cache directory is empty");
    let without_cache =
        |fields: &str| fields.split(' ').filter(|field| !field.starts_with("cache=")).collect::<Vec<_>>().join(" ");
    let own = case.log.iter().filter(|(_, text, _)| is_own(text));
    own.map(|(level, text, fields)| (level.clone(), text.clone(), without_cache(fields))).collect()
}

const GOOD: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1.0.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
";

#[test]
fn a_change_is_served_and_an_invalid_one_is_reported() {
    let folder = Folder::new("watch", &BTreeMap::from([("catalog.yaml".to_owned(), GOOD.to_owned())]));
    let mut server = Server::start(&folder.0, &["--port", "0", "--watch"].map(str::to_owned));
    assert_eq!(server.next().unwrap().1, "serving registry");
    // Replace the file at once: an empty file would be a valid catalog for a moment.
    let change = |text: &str| {
        let next = folder.0.with_extension("next");
        std::fs::write(&next, text).unwrap();
        std::fs::rename(next, folder.0.join("catalog.yaml")).unwrap();
    };
    change(&GOOD.replace("stable\n", "beta\n"));
    let (level, text, fields) = server.next().unwrap();
    assert_eq!((level.as_str(), text.as_str()), ("info", "serving the changed catalog"));
    assert!(fields.contains("bundles=1") && fields.contains("packages=1"), "{fields}");
    change("schema: [");
    let (level, text, fields) = server.next().unwrap();
    assert!(level == "error" && text.contains("the previous one is kept: error converting YAML to JSON"), "{text}");
    assert!(fields.contains("file=catalog.yaml"), "{fields}");
    server.end("-INT");
}

/// Sends one request over HTTP/1.1.
fn get(address: &str, path: &str) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(address.replace("[::]", "127.0.0.1")).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn several_catalogs_are_served_over_http() {
    let files = |name: &str| BTreeMap::from([("catalog.yaml".to_owned(), GOOD.replace("foo", name))]);
    let (one, other) = (Folder::new("http-one", &files("one")), Folder::new("http-other", &files("other")));
    let named = format!("other={}", other.0.display());
    let mut server =
        Server::start(&one.0, &[named, "--http".to_owned(), "127.0.0.1:0".to_owned(), "--watch".to_owned()]);
    let (_, text, fields) = server.next().unwrap();
    assert_eq!(text, "serving catalogs");
    let address = address(&fields);
    let name = one.0.file_name().unwrap().to_str().unwrap();
    assert!(get(&address, &format!("/catalogs/{name}/api/v1/all")).ends_with("\"schema\":\"olm.bundle\"}\n"));
    assert!(get(&address, "/catalogs/other/api/v1/metas?schema=olm.package").contains("\"name\":\"other\""));
    assert!(get(&address, "/catalogs/none/api/v1/all").starts_with("HTTP/1.1 404"));
    std::fs::write(other.0.join("catalog.yaml"), GOOD.replace("foo", "new")).unwrap();
    assert_eq!(server.next().unwrap().1, "serving the changed catalog");
    assert!(get(&address, "/catalogs/other/api/v1/metas?schema=olm.package").contains("\"name\":\"new\""));
    server.end("-TERM");
}

/// A folder as Kubernetes mounts a ConfigMap or an image: `..data` is a link to the current state.
#[cfg(unix)]
struct Mount(Folder);

#[cfg(unix)]
impl Mount {
    const TIME: std::time::SystemTime = std::time::SystemTime::UNIX_EPOCH;
    const FILES: usize = 40;

    fn new(name: &str) -> Self {
        let mount = Mount(Folder::new(name, &BTreeMap::new()));
        mount.change("a");
        std::os::unix::fs::symlink("..data/catalog", mount.catalog()).unwrap();
        mount
    }

    fn catalog(&self) -> PathBuf {
        self.0.0.join("catalog")
    }

    /// Replaces the state by one in which the names of the packages have this suffix. All states have the same sizes
    /// and times.
    fn change(&self, end: &str) {
        let state = self.0.0.join(format!("..{end}"));
        std::fs::create_dir_all(state.join("catalog")).unwrap();
        for at in 0..Mount::FILES {
            let path = state.join(format!("catalog/{at}.yaml"));
            std::fs::write(&path, GOOD.replace("foo", &format!("p{at}-{end}"))).unwrap();
            std::fs::File::options().write(true).open(path).unwrap().set_modified(Mount::TIME).unwrap();
        }
        self.lead_to(end);
    }

    fn lead_to(&self, end: &str) {
        let next = self.0.0.join("..next");
        std::os::unix::fs::symlink(format!("..{end}"), &next).unwrap();
        std::fs::rename(next, self.0.0.join("..data")).unwrap();
    }
}

/// The suffixes of the package names that a server has.
#[cfg(unix)]
fn states(address: &str) -> std::collections::BTreeSet<char> {
    let answer = get(address, "/catalogs/catalog/api/v1/metas?schema=olm.package");
    let names: Vec<&str> = answer.split("\"name\":\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(names.len(), Mount::FILES, "{answer}");
    names.iter().filter_map(|name| name.chars().last()).collect()
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_replaced_by_a_rename_is_served_whole() {
    let mount = Mount::new("mount");
    let args = ["--http", "127.0.0.1:0", "--watch"].map(str::to_owned);
    let mut server = Server::start(&mount.catalog(), &args);
    let address = address(&server.next().unwrap().2);
    assert_eq!(states(&address), ['a'].into());
    mount.change("b");
    assert_eq!(server.next().unwrap().1, "serving the changed catalog");
    assert_eq!(states(&address), ['b'].into());
    // Rename while the files are read: a request must never see a mixture.
    let until = std::time::Instant::now() + std::time::Duration::from_secs(3);
    let (mut pause, mut at) = (2, 0);
    while std::time::Instant::now() < until {
        mount.lead_to(if at % 2 == 0 { "a" } else { "b" });
        std::thread::sleep(std::time::Duration::from_millis(pause));
        assert_eq!(states(&address).len(), 1);
        (pause, at) = (pause % 40 + 3, at + 1);
    }
    mount.change("c");
    while states(&address) != ['c'].into() {
        let line = server.next().unwrap();
        assert!(line.1.contains("the changed catalog"), "{line:?}");
    }
    server.end("-TERM");
}

#[test]
fn a_folder_that_vanishes_and_comes_back_is_served_again() {
    let files = |text: &str| BTreeMap::from([("catalog.yaml".to_owned(), text.to_owned())]);
    let folder = Folder::new("vanishes", &files(GOOD));
    let name = folder.0.file_name().unwrap().to_str().unwrap();
    let mut server = Server::start(&folder.0, &["--http", "127.0.0.1:0", "--watch"].map(str::to_owned));
    let address = address(&server.next().unwrap().2);
    let has = |package: &str| {
        let answer = get(&address, &format!("/catalogs/{name}/api/v1/metas?schema=olm.package"));
        answer.contains(&format!("\"name\":\"{package}\""))
    };
    let moved = folder.0.with_extension("moved");
    std::fs::rename(&folder.0, &moved).unwrap();
    let (level, text, _) = server.next().unwrap();
    assert!(level == "error" && text.contains("the previous one is kept: "), "{text}");
    assert!(has("foo"));
    std::fs::write(moved.join("catalog.yaml"), GOOD.replace("foo", "back")).unwrap();
    std::fs::rename(&moved, &folder.0).unwrap();
    assert_eq!(server.next().unwrap().1, "serving the changed catalog");
    assert!(has("back") && !has("foo"));
    server.end("-TERM");
}

fn address(fields: &str) -> String {
    fields.split(' ').find_map(|field| field.strip_prefix("address=")).unwrap().trim_matches('"').to_owned()
}

#[test]
fn http_alone_has_no_port_of_grpc() {
    let folder = Folder::new("http-only", &BTreeMap::from([("catalog.yaml".to_owned(), GOOD.to_owned())]));
    let mut server = Server::start(&folder.0, &["--http", "127.0.0.1:0"].map(str::to_owned));
    assert_eq!(server.next().unwrap().1, "serving catalogs");
    server.end("-TERM");
    let mut both = Server::start(&folder.0, &["--http", "127.0.0.1:0", "--port", "0"].map(str::to_owned));
    assert_eq!(both.next().unwrap().1, "serving registry");
    assert_eq!(both.next().unwrap().1, "serving catalogs");
}

#[test]
fn a_catalog_that_cannot_be_read_does_not_end_the_others() {
    let files = |text: &str| BTreeMap::from([("catalog.yaml".to_owned(), text.to_owned())]);
    // opm rejects the second catalog, but catalogd serves it.
    let two_packages = format!("{GOOD}---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n");
    let (good, invalid) = (Folder::new("ok", &files(GOOD)), Folder::new("invalid", &files(&two_packages)));
    let bad = Folder::new("bad", &files("schema: ["));
    let named = [format!("invalid={}", invalid.0.display()), format!("bad={}", bad.0.display())];
    let args = [&named[..], &["--http", "127.0.0.1:0", "--watch"].map(str::to_owned)].concat();
    let mut server = Server::start(&good.0, &args);
    let (level, text, fields) = server.next().unwrap();
    assert!(level == "error" && text.starts_with("the catalog cannot be read; requests for it get 404: "), "{text}");
    assert!(fields.contains("catalog=bad") && fields.contains("file=catalog.yaml"), "{fields}");
    let address = address(&server.next().unwrap().2);
    assert!(get(&address, "/catalogs/invalid/api/v1/all").starts_with("HTTP/1.1 200"));
    assert!(get(&address, "/catalogs/bad/api/v1/all").starts_with("HTTP/1.1 404"));
    assert!(get(&address, "/catalogs/bad/api/v1/metas?schema=olm.package").starts_with("HTTP/1.1 404"));
    std::fs::write(bad.0.join("catalog.yaml"), GOOD).unwrap();
    assert_eq!(server.next().unwrap().1, "serving the changed catalog");
    assert!(get(&address, "/catalogs/bad/api/v1/all").starts_with("HTTP/1.1 200"));
    server.end("-TERM");
    std::fs::write(bad.0.join("catalog.yaml"), "schema: [").unwrap();
    let mut alone = Server::start(&bad.0, &["--http", "127.0.0.1:0"].map(str::to_owned));
    assert_eq!(alone.next().unwrap().0, "fatal", "there is nothing to serve");
    let other = Folder::new("other", &files("schema: ["));
    let named = [format!("other={}", other.0.display())];
    let mut both = Server::start(&bad.0, &[&named[..], &["--http", "127.0.0.1:0"].map(str::to_owned)].concat());
    let (level, text, fields) = both.next().unwrap();
    assert!(level == "error" && text.starts_with("the catalog cannot be read: "), "{level} {text}");
    assert!(fields.contains("file=catalog.yaml"), "{fields}");
    assert_eq!(both.next().unwrap().0, "fatal", "all problems are logged");
}

#[test]
#[cfg_attr(windows, ignore = "Windows has no signals")]
fn a_silent_connection_does_not_keep_a_stopping_server() {
    let folder = Folder::new("silent", &BTreeMap::from([("catalog.yaml".to_owned(), GOOD.to_owned())]));
    let mut server = Server::start(&folder.0, &["--port", "0"].map(str::to_owned));
    let fields = server.next().unwrap().2;
    let port = fields.split("port=").nth(1).unwrap().split(' ').next().unwrap().trim_matches('"').to_owned();
    let _silent = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    let started = std::time::Instant::now();
    server.end("-TERM");
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn images_are_not_watched() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_olmkit"));
    let output = command.args(["serve", "quay.io/x/y:1", "--watch"]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && err.contains("--watch: quay.io/x/y:1 is an image"), "{err}");
}

#[test]
fn arguments_that_do_not_go_together() {
    for args in
        [&["a", "b"][..], &["a", "b", "--http", ":0", "--port", "1"], &["A_B=a"], &["x=a", "x=b", "--http", ":0"]]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_olmkit")).arg("serve").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_port_alone_needs_its_colon() {
    let args = ["serve", "catalog", "--http", "5511"];
    let refused = Command::new(env!("CARGO_BIN_EXE_olmkit")).args(args).output().unwrap();
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && message.contains("for the port alone, write `:5511`"), "{message}");
}
