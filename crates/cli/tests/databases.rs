//! sqlite databases as input of commands that read a catalog, with the native host.

use std::path::{Path, PathBuf};
use std::process::Command;

use olmkit_testing::{Least, digest, sources};
use rusqlite::{Connection, MAIN_DB};
use serde_json::{Value, json};

use crate::common::{Memory, tar_of};

fn database(version: &str) -> Vec<u8> {
    let mut connection = Connection::open_in_memory().unwrap();
    let sql = format!(
        "CREATE TABLE schema_migrations (version bigint NOT NULL); INSERT INTO schema_migrations VALUES (13);
         CREATE TABLE package (name TEXT, default_channel TEXT); INSERT INTO package VALUES ('rake', 'stable');
         CREATE TABLE channel (name TEXT, package_name TEXT, head_operatorbundle_name TEXT);
         INSERT INTO channel VALUES ('stable', 'rake', 'rake.v1');
         CREATE TABLE channel_entry (entry_id INTEGER PRIMARY KEY, channel_name TEXT, package_name TEXT,
             operatorbundle_name TEXT, replaces INTEGER, depth INTEGER);
         INSERT INTO channel_entry VALUES (1, 'stable', 'rake', 'rake.v1', NULL, 0);
         CREATE TABLE operatorbundle (name TEXT, csv TEXT, bundle TEXT, bundlepath TEXT, skiprange TEXT, version TEXT);
         INSERT INTO operatorbundle VALUES ('rake.v1', '{{}}', '', 'quay.example/rake:1', NULL, '{version}');
         CREATE TABLE related_image (image TEXT, operatorbundle_name TEXT);
         CREATE TABLE properties (type TEXT, value TEXT, operatorbundle_name TEXT);
         CREATE TABLE dependencies (type TEXT, value TEXT, operatorbundle_name TEXT);"
    );
    connection.execute_batch(&sql).unwrap();
    connection.serialize(MAIN_DB).unwrap().to_vec()
}

/// The folder of a test, with a database.
fn folder(name: &str, content: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("index.db"), content).unwrap();
    folder
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_olmkit")).args(args).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_database_is_a_catalog() {
    let content = database("1.0.0");
    let folder = folder("database", &content);
    let (code, out, err) = run(&folder, &["render", "index.db", "-o", "yaml"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("---\ndefaultChannel: stable\nname: rake\nschema: olm.package\n---\n"), "{out}");
    let (code, out, _) = run(&folder, &["list", "bundles", "index.db"]);
    assert!(code == 0 && out.contains("rake.v1"), "{out}");
    assert_eq!(run(&folder, &["validate", "index.db", "--profile", "opm"]).0, 0);
    let (code, _, err) = run(&folder, &["migrate", "index.db", "out"]);
    assert!(code == 0 && folder.join("out/rake/catalog.yaml").is_file(), "{err}");
    let (code, _, err) = run(&folder, &["edit", "set-description", "index.db", "package=rake", "to=x"]);
    assert_eq!(
        (code, err.as_str()),
        (
            2,
            "olmkit: index.db: a database cannot be written; use --diff. To change a copy, write it into a folder first: olmkit migrate index.db DIR\n"
        )
    );
    let (code, _, err) = run(&folder, &["prune", "index.db", "--keep", "rake", "--output", "pruned"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(run(&folder, &["list", "bundles", "pruned"]).1, run(&folder, &["list", "bundles", "index.db"]).1);
    assert_eq!(std::fs::read(folder.join("index.db")).unwrap(), content, "the file is never written");
}

#[test]
fn what_opm_does_not_convert_is_refused_with_its_text() {
    let folder = folder("database-bad", &database("1.0"));
    let text =
        "populate channels: convert bundle \"rake.v1\": parse version \"1.0\": No Major.Minor.Patch elements found";
    let (code, _, err) = run(&folder, &["render", "index.db"]);
    assert_eq!((code, err), (1, format!("olmkit: render reference \"index.db\": {text}\n")));
    let (code, out, _) = run(&folder, &["validate", "index.db", "--profile", "opm", "--format", "concise"]);
    assert!(code == 1 && out.contains(text), "{out}");
    let (code, out, _) = run(&folder, &["validate", "index.db", "--format", "json"]);
    assert_eq!((code, serde_json::from_str::<Value>(&out).unwrap()["opm"]["accepted"].as_bool()), (1, Some(false)));
}

#[test]
fn an_image_with_the_database_label_is_a_catalog() {
    let layer = tar_of(&[("database/index.db".to_owned(), database("1.0.0"))]);
    let labels = json!({"operators.operatorframework.io.index.database.v1": "/database/index.db"});
    let config = json!({"architecture": "amd64", "os": "linux", "config": {"Labels": labels}, "rootfs": {"type": "layers",
        "diff_ids": [digest(&layer)]}});
    let mut files = Vec::new();
    let mut add = |kind: &str, content: Vec<u8>| {
        let digest = digest(&content);
        let of =
            json!({"mediaType": format!("application/vnd.oci.image.{kind}"), "digest": digest, "size": content.len()});
        files.push((format!("blobs/{}", digest.replace(':', "/")), content));
        of
    };
    let (layer, config) = (add("layer.v1.tar", layer), add("config.v1+json", config.to_string().into_bytes()));
    let manifest = json!({"schemaVersion": 2, "config": config, "layers": [layer]}).to_string();
    let manifest = add("manifest.v1+json", manifest.into_bytes());
    let index = json!({"schemaVersion": 2, "manifests": [manifest]}).to_string();
    files.push(("index.json".to_owned(), index.into_bytes()));
    files.push(("oci-layout".to_owned(), br#"{"imageLayoutVersion": "1.0.0"}"#.to_vec()));
    let folder = folder("database-image", &[]);
    std::fs::write(folder.join("image.tar"), tar_of(&files)).unwrap();
    for command in ["render", "validate"] {
        let (code, out, err) = run(&folder, &[command, "image.tar"]);
        assert_eq!(code, 0, "{out}{err}");
        assert!(command == "validate" || out.contains("\"name\": \"rake.v1\""), "{out}");
    }
    let (code, _, err) = run(&folder, &["migrate", "image.tar", "out"]);
    assert!(code == 0 && folder.join("out/rake/catalog.yaml").is_file(), "{err}");
}

#[test]
fn a_build_without_databases_reports_it() {
    let mut machine = Memory::default();
    machine.files.insert("index.db".to_owned(), database("1.0.0"));
    let (code, _, err) = machine.run("render index.db");
    let text = "olmkit: render reference \"index.db\": this build of olmkit does not read sqlite databases. Use the native \
                program: ";
    assert!(code == 1 && err.starts_with(text) && err.contains("/install.sh | sh"), "{err}");
}

#[test]
fn recorded_databases_are_rendered() {
    for source in sources() {
        let least = Least { own: 2, shared: 40 };
        let answers: Vec<Value> = source.cases("registry/sqlite/answers.jsonl", least, |_| true);
        agree(&source.path("conformance/registry/sqlite"), &answers);
    }
}

/// olmkit reads databases that opm cannot migrate. In opm's place it fails as opm does.
#[test]
fn databases_that_opm_cannot_migrate_are_refused_in_its_place() {
    for source in sources() {
        let least = Least { own: 0, shared: 5 };
        let answers: Vec<Value> = source.cases("registry/sqlite/answers.jsonl", least, |_| true);
        let folder = source.path("conformance/registry/sqlite");
        for answer in answers.iter().filter(|answer| answer["schema"].as_i64().unwrap() < 5) {
            let name = answer["db"].as_str().unwrap();
            let expected = format!("Error: render reference \"{name}\": {}\n", answer["renderError"].as_str().unwrap());
            let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unmigrated").display().to_string();
            for verb in [&["render", name][..], &["migrate", name, &out], &["alpha", "list", "packages", name]] {
                let (code, out, err) = run(&folder, &[&["opm"], verb].concat());
                assert_eq!((code, out.as_str(), err), (1, "", expected.clone()), "{verb:?}");
            }
            let (code, out, err) = run(&folder, &["render", name]);
            assert!(code == 0 && out.contains("olm.package") && err.contains("which opm cannot migrate"), "{err}");
        }
    }
}

fn agree(folder: &Path, answers: &[Value]) {
    for answer in answers.iter().filter(|answer| answer["schema"].as_i64().unwrap() >= 5) {
        let name = answer["db"].as_str().unwrap();
        let (code, _, err) = run(folder, &["render", name]);
        match answer["renderError"].as_str() {
            None => assert_eq!(code, i32::from(!answer["panic"].is_null()), "{name}: {err}"),
            Some(text) => {
                let ours = err.replace("olmkit: ", "");
                assert_eq!((code, ours), (1, format!("render reference \"{name}\": {text}\n")), "{name}");
            }
        }
    }
}
