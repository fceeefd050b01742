use serde_json::{Value, json};

use super::server::{CHANNEL, FILE, PACKAGE, Server, rules, uri_of};

const BROKEN: &str = "schema: olm.channel\npackage: foo\nname: other\n";
/// A channel with a finding that does not make opm reject the catalog, so that the configuration applies to it.
const ODD: &str =
    "schema: olm.channel\npackage: foo\nname: other\nentries:\n- name: foo.v1.0.0\n  skipRange: '>=2.0.0 <1.0.0'\n";

#[test]
fn files_beside_the_open_one_are_followed() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    assert!(server.findings(FILE).is_empty());
    server.write("foo/channels/other.yaml", BROKEN);
    server.touched(&["foo/channels/other.yaml"]);
    assert_eq!(rules(&server.findings("foo/channels/other.yaml")), ["ch-empty"]);
    assert!(server.findings(FILE).is_empty());
    // `.indexignore` excludes it.
    server.write("foo/.indexignore", "other.yaml\n");
    server.touched(&["foo/.indexignore"]);
    assert!(server.findings("foo/channels/other.yaml").is_empty());
    server.findings(FILE);
    std::fs::remove_file(server.folder.path().join("foo/.indexignore")).unwrap();
    server.touched(&["foo/.indexignore"]);
    assert!(!server.findings("foo/channels/other.yaml").is_empty());
    server.findings(FILE);
    // A folder that was removed with all its content.
    std::fs::create_dir(server.folder.path().join("foo/more")).unwrap();
    std::fs::rename(
        server.folder.path().join("foo/channels/other.yaml"),
        server.folder.path().join("foo/more/other.yaml"),
    )
    .unwrap();
    server.touched(&["foo/channels/other.yaml", "foo/more"]);
    assert!(server.findings("foo/channels/other.yaml").is_empty());
    server.findings(FILE);
    assert!(!server.findings("foo/more/other.yaml").is_empty());
    std::fs::remove_dir_all(server.folder.path().join("foo/more")).unwrap();
    server.touched(&["foo/more"]);
    server.findings(FILE);
    assert!(server.findings("foo/more/other.yaml").is_empty());
    server.stop();
}

#[test]
fn the_configuration_is_followed() {
    let mut server = Server::start();
    server.write("foo/channels/other.yaml", ODD);
    server.open(FILE, CHANNEL);
    assert_eq!(server.findings("foo/channels/other.yaml")[0]["severity"], 2);
    server.findings(FILE);
    server.write("olmkit.yaml", "ignore: [olm.channel]\n");
    server.touched(&["olmkit.yaml"]);
    server.findings("foo/channels/other.yaml");
    server.findings(FILE);
    let mistake = server.findings("olmkit.yaml");
    assert!(mistake[0]["message"].as_str().unwrap().contains("olm.channel"), "{mistake:?}");
    assert_eq!(mistake[0]["range"]["start"]["line"], 0);
    server.write("olmkit.yaml", "severity: {skiprange-never: info}\n");
    server.touched(&["olmkit.yaml"]);
    let found = server.findings("foo/channels/other.yaml");
    assert_eq!(found[0]["severity"], 3, "{found:?}");
    server.findings(FILE);
    assert!(server.findings("olmkit.yaml").is_empty());
    server.stop();
}

#[test]
fn a_saved_configuration_in_a_catalog_is_read_although_it_is_open() {
    let mut server = Server::start();
    server.write("foo/.indexignore", "olmkit.yaml\n");
    server.write("foo/channels/other.yaml", ODD);
    server.write("foo/olmkit.yaml", "profile: strict\n");
    server.open(FILE, CHANNEL);
    assert_ne!(server.findings("foo/channels/other.yaml")[0]["severity"], 3);
    server.findings(FILE);
    let changed = "severity: {skiprange-never: info}\n";
    server.open("foo/olmkit.yaml", changed);
    server.write("foo/olmkit.yaml", changed);
    server.tell("textDocument/didSave", json!({ "textDocument": { "uri": server.uri("foo/olmkit.yaml") } }));
    let other = server.uri("foo/channels/other.yaml");
    let published = std::iter::repeat_with(|| server.receive()).take(9);
    let mut severities = published.filter(|message| message["params"]["uri"] == other.as_str());
    assert!(severities.any(|message| message["params"]["diagnostics"][0]["severity"] == 3));
    server.findings(FILE);
    server.findings("foo/olmkit.yaml");
    server.stop();
}

/// Neovim on Linux does not watch files by default.
#[test]
fn a_saved_configuration_is_followed_by_clients_that_do_not_watch() {
    let mut server = Server::start();
    server.write("foo/channels/other.yaml", ODD);
    server.write("olmkit.yaml", "profil: strict\n");
    server.open(FILE, CHANNEL);
    server.findings("foo/channels/other.yaml");
    server.findings(FILE);
    assert_eq!(server.findings("olmkit.yaml").len(), 1);
    let fixed = "severity: {skiprange-never: info}\n";
    server.open("olmkit.yaml", fixed);
    server.write("olmkit.yaml", fixed);
    server.tell("textDocument/didSave", json!({ "textDocument": { "uri": server.uri("olmkit.yaml") } }));
    assert_eq!(server.findings("foo/channels/other.yaml")[0]["severity"], 3);
    server.findings(FILE);
    assert!(server.findings("olmkit.yaml").is_empty());
    server.stop();
}

#[test]
fn a_client_can_ask_which_files_a_catalog_has() {
    let mut server = Server::start();
    server.write("olmkit.yaml", "profile: strict\n");
    server.write("foo/.indexignore", "other.yaml\n");
    server.write("foo/channels/other.yaml", BROKEN);
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    let catalog = server.ask("olmkit/catalog", json!({ "uri": server.uri(FILE) }));
    assert_eq!(catalog["root"], server.uri("foo"));
    let files = ["foo/.indexignore", "foo/channels/other.yaml", FILE, "foo/package.yaml", "olmkit.yaml"];
    assert_eq!(catalog["files"], json!(files.map(|file| server.uri(file))));
    // An unsaved document is a separate catalog.
    let uri = "untitled:Untitled-1";
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": CHANNEL });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    server.receive();
    let alone = server.ask("olmkit/catalog", json!({ "uri": uri }));
    assert_eq!(alone, json!({ "root": null, "files": [uri] }));
    server.stop();
}

#[test]
fn the_command_line_is_stronger_than_the_configuration() {
    let mut server = Server::start_with(&["--clientProcessId=1", "--severity", "skiprange-never=info"]);
    server.write("olmkit.yaml", "severity: {skiprange-never: error}\n");
    server.write("foo/channels/other.yaml", ODD);
    server.open(FILE, CHANNEL);
    assert_eq!(server.findings("foo/channels/other.yaml")[0]["severity"], 3);
    server.findings(FILE);
    server.stop();
}

#[test]
fn a_package_that_appears_above_makes_one_catalog() {
    let mut server = Server::start();
    std::fs::remove_file(server.folder.path().join("foo/package.yaml")).unwrap();
    server.open(FILE, CHANNEL);
    assert_eq!(rules(&server.findings(FILE))[0], "ch-unknown-package");
    server.write("foo/package.yaml", PACKAGE);
    server.touched(&["foo/package.yaml"]);
    // Once from the catalog that the file has left, once from its new one.
    let last = [server.findings(FILE), server.findings(FILE)];
    assert!(last[1].is_empty(), "{last:?}");
    let definition = server.ask("textDocument/definition", server.at(FILE, 1, 10));
    assert_eq!(definition["uri"], server.uri("foo/package.yaml").as_str());
    server.stop();
}

#[test]
fn folders_come_and_go() {
    let mut server = Server::start();
    let more = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(more.path().join("below")).unwrap();
    std::fs::write(more.path().join("catalog.yaml"), format!("{PACKAGE}---\n{CHANNEL}")).unwrap();
    std::fs::write(more.path().join("below/broken.yaml"), BROKEN).unwrap();
    let uri = |path: &str| uri_of(&more.path().join(path.trim_start_matches('/')));
    let text = std::fs::read_to_string(more.path().join("catalog.yaml")).unwrap();
    let document = json!({ "uri": uri("/catalog.yaml"), "languageId": "yaml", "version": 1, "text": text });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(server.receive()["params"]["uri"], uri("/catalog.yaml").as_str());
    // A workspace folder is read recursively.
    let folder = json!({ "uri": uri(""), "name": "more" });
    server.tell("workspace/didChangeWorkspaceFolders", json!({ "event": { "added": [folder], "removed": [] } }));
    let message = server.receive();
    assert_eq!(message["params"]["uri"], uri("/below/broken.yaml").as_str(), "{message}");
    assert_eq!(server.receive()["params"]["uri"], uri("/catalog.yaml").as_str());
    server.tell("workspace/didChangeWorkspaceFolders", json!({ "event": { "added": [], "removed": [folder] } }));
    let message = server.receive();
    assert_eq!(
        (&message["params"]["uri"], &message["params"]["diagnostics"]),
        (&json!(uri("/below/broken.yaml")), &json!([]))
    );
    server.receive();
    server.stop();
}

#[test]
fn documents_that_are_not_saved_are_checked_alone() {
    let mut server = Server::start();
    let open = |server: &mut Server, uri: &str, text: &str| {
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    };
    // It becomes a catalog as soon as it has OLM content.
    open(&mut server, "untitled:Untitled-1", "");
    let start = json!({ "line": 0, "character": 0 });
    let change = json!([{ "range": { "start": start, "end": start }, "text": format!("{PACKAGE}---\n{CHANNEL}") }]);
    let document = json!({ "uri": "untitled:Untitled-1", "version": 7 });
    server.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": change }));
    let message = server.receive();
    assert_eq!((&message["params"]["uri"], &message["params"]["version"]), (&json!("untitled:Untitled-1"), &json!(7)));
    assert_eq!(message["params"]["diagnostics"], json!([]));
    open(&mut server, "untitled:Untitled-2", PACKAGE);
    let message = server.receive();
    assert_eq!(message["params"]["uri"], "untitled:Untitled-2");
    assert_eq!(message["params"]["diagnostics"][0]["code"], "pkg-default-channel-exists", "{message}");
    let at = json!({ "textDocument": { "uri": "untitled:Untitled-1" }, "position": { "line": 2, "character": 17 } });
    assert_eq!(server.ask("textDocument/definition", at)["uri"], "untitled:Untitled-1");
    server.tell("textDocument/didClose", json!({ "textDocument": { "uri": "untitled:Untitled-2" } }));
    let message = server.receive();
    assert_eq!(
        (&message["params"]["uri"], &message["params"]["diagnostics"]),
        (&json!("untitled:Untitled-2"), &json!([]))
    );
    server.stop();
}

#[test]
fn the_client_is_asked_to_watch() {
    let capabilities = json!({ "workspace": {
        "didChangeWatchedFiles": { "dynamicRegistration": true }, "codeLens": { "refreshSupport": true },
    } });
    let mut server = Server::start_for(capabilities, Value::Null);
    let asked = server.receive();
    assert_eq!(asked["method"], "client/registerCapability");
    let registration = &asked["params"]["registrations"][0];
    assert_eq!(registration["method"], "workspace/didChangeWatchedFiles");
    assert_eq!(registration["registerOptions"]["watchers"][1]["globPattern"], "**/.indexignore");
    server.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }));
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    server.write("foo/package.yaml", &format!("{PACKAGE}# changed\n"));
    server.touched(&["foo/package.yaml"]);
    assert_eq!(server.receive()["method"], "workspace/codeLens/refresh");
    server.findings(FILE);
    // The same if the catalog has another change that is not published yet.
    server.together(|server| {
        server.change(FILE, [4, 0, 0], "#");
        server.touched(&["foo/package.yaml"]);
    });
    assert_eq!(server.receive()["method"], "workspace/codeLens/refresh");
    server.findings(FILE);
    server.stop();
}

/// What an editor sends when it replaces every occurrence, and when it repeats a change above and below others.
#[test]
fn changes_of_one_message_apply_in_turn() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    assert!(server.findings(FILE).is_empty());
    let change = |[line, from, to]: [u32; 3], text: &str| json!({ "range": { "start": { "line": line, "character": from }, "end": { "line": line, "character": to } }, "text": text });
    let changes = json!([
        change([10, 6, 9], "bar"),
        change([5, 12, 15], "bar"),
        change([4, 8, 11], "bar"),
        change([4, 8, 8], "x"),
        change([4, 8, 9], ""),
        change([6, 8, 11], "bar"),
        change([17, 6, 9], "bar"),
        change([0, 0, 0], "# a\n"),
        change([0, 2, 3], "the channel"),
    ]);
    let document = json!({ "uri": server.uri(FILE), "version": 2 });
    server.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    let found = server.findings(FILE);
    assert!(found.is_empty(), "the channel and its bundles have the new names: {found:?}");
    let symbols = server.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": server.uri(FILE) } }));
    let text = symbols.to_string();
    assert!(text.contains("bar.v1.1.0") && text.contains("bar.v1.0.0") && !text.contains("foo.v"), "{text}");
    server.stop();
}

/// The annotations of a ClusterServiceVersion start with `olm.` too, but no document of a bundle has a schema of OLM.
#[test]
fn the_manifests_of_a_bundle_are_not_a_catalog() {
    let mut server = Server::start();
    let manifests = server.folder.path().join("bundle/manifests");
    std::fs::create_dir_all(&manifests).unwrap();
    let csv = "\
kind: ClusterServiceVersion
metadata: {name: foo.v1.0.0, annotations: {olm.skipRange: '<1.0.0'}}
spec: {customresourcedefinitions: {owned: [{openAPIV3Schema: none}]}}
";
    for (name, text) in [("csv.yaml", csv), ("crd.yaml", "kind: CustomResourceDefinition\n")] {
        std::fs::write(manifests.join(name), text).unwrap();
    }
    server.open("bundle/manifests/csv.yaml", csv);
    server.open(FILE, CHANNEL);
    assert!(server.findings(FILE).is_empty());
}
