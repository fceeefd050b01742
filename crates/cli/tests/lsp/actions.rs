use serde_json::json;

use super::server::{CHANNEL, FILE, Server};

#[test]
fn fixes_are_offered() {
    let mut server = Server::start();
    let text = CHANNEL.replace("- name: foo.v1.1.0\n", "# olmkit-ignore replaces-newer: gone\n- name: foo.v1.1.0\n");
    server.open(FILE, &text);
    let found = server.findings(FILE);
    assert_eq!((found.len(), &found[0]["code"]), (1, &json!("ignore-unused")));
    let params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = server.ask("textDocument/codeAction", params);
    assert_eq!((&actions[0]["kind"], &actions[0]["isPreferred"]), (&json!("quickfix"), &json!(true)));
    let edits = &actions[0]["edit"]["changes"][server.uri(FILE)];
    assert_eq!(edits[0]["newText"], "");
    assert_eq!((&edits[0]["range"]["start"]["line"], &edits[0]["range"]["end"]["line"]), (&json!(4), &json!(5)));
    server.stop();
}

/// A file that is not part of the catalog is excluded, which creates `.indexignore` if the client supports it.
#[test]
fn a_file_that_is_not_part_of_the_catalog_is_excluded() {
    let creates =
        json!({ "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } } });
    for (capabilities, title) in [(creates, json!("Exclude values.yaml")), (json!({}), json!(null))] {
        let mut server = Server::start_for(capabilities, json!({}));
        server.open(FILE, CHANNEL);
        assert!(server.findings(FILE).is_empty());
        server.open("foo/values.yaml", "replicas: 1\n");
        assert!(server.findings(FILE).is_empty());
        let found = server.findings("foo/values.yaml");
        assert!(found[0]["message"].as_str().unwrap().contains("This file is not part of the catalog."), "{found:?}");
        let params = json!({
            "textDocument": { "uri": server.uri("foo/values.yaml") }, "range": found[0]["range"], "context": { "diagnostics": [] },
        });
        let actions = server.ask("textDocument/codeAction", params);
        assert_eq!(actions[0]["title"], title, "{actions}");
        let uri = server.uri("foo/.indexignore");
        if title.is_string() {
            let changes = &actions[0]["edit"]["documentChanges"];
            assert_eq!((&changes[0]["kind"], &changes[0]["uri"]), (&json!("create"), &json!(uri)));
            assert_eq!(changes[1]["edits"][0]["newText"], "values.yaml\n");
        }
        server.stop();
    }
}

#[test]
fn a_finding_can_be_suppressed_with_a_reason() {
    let mut server = Server::start();
    let text = CHANNEL.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  skipRange: '>=2.0.0 <1.0.0'\n");
    server.open(FILE, &text);
    let found = server.findings(FILE);
    let never = found.iter().find(|found| found["code"] == "skiprange-never").unwrap();
    let params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": never["range"], "context": { "diagnostics": [] },
    });
    let actions = server.ask("textDocument/codeAction", params);
    let action =
        actions.as_array().unwrap().iter().find(|action| action["title"] == "Suppress skiprange-never, with a reason");
    let edits = &action.unwrap()["edit"]["changes"][server.uri(FILE)];
    assert_eq!(edits[0]["newText"], "  # olmkit-ignore skiprange-never: reason\n", "{actions}");
    server.stop();
}

#[test]
fn all_safe_fixes_are_one_action() {
    let mut server = Server::start();
    let comment = "# olmkit-ignore replaces-newer: gone\n";
    let text = CHANNEL.replace("- name: ", &format!("{comment}- name: "));
    let count = CHANNEL.matches("- name: ").count();
    server.open(FILE, &text);
    assert_eq!((server.findings(FILE).len(), count), (count, 2));
    let mut params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    let actions = server.ask("textDocument/codeAction", params.clone());
    assert_eq!((&actions[0]["title"], &actions[0]["kind"]), (&json!("Apply 2 safe fixes"), &json!("source.fixAll")));
    assert_eq!(actions[0]["edit"]["changes"][server.uri(FILE)].as_array().unwrap().len(), 2);
    params["context"]["only"] = json!(["refactor"]);
    assert_eq!(server.ask("textDocument/codeAction", params), json!([]));
    server.stop();
}

#[test]
fn several_kinds_are_answered_together() {
    let mut server = Server::start();
    server.open(FILE, &CHANNEL.replace("- name: ", "# olmkit-ignore replaces-newer: gone\n- name: "));
    let found = server.findings(FILE);
    let mut params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let mut kinds = |only: serde_json::Value| {
        params["context"]["only"] = only;
        let actions = server.ask("textDocument/codeAction", params.clone());
        let mut kinds: Vec<String> =
            actions.as_array().unwrap().iter().map(|action| action["kind"].as_str().unwrap().to_owned()).collect();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(json!(["quickfix", "source.fixAll"])), ["source.fixAll", "quickfix"]);
    assert_eq!(kinds(json!([""])), ["source.fixAll", "quickfix"], "the empty kind contains all others");
    assert_eq!(kinds(json!(["source"])), ["source.fixAll"]);
    assert_eq!(kinds(json!(["quickfix"])), ["quickfix"]);
    server.stop();
}

#[test]
fn errors_of_opm_do_not_use_up_the_suppressions() {
    let mut server = Server::start();
    // Four problems for which opm rejects the catalog, before one that a comment can suppress.
    let text = "schema: olm.channel\npackage: foo\nname: stable\nentries:\n- {name: foo.v1.0.0}\n- {name: ''}\n\
                - {name: foo.v1.0.0}\n- {name: foo.v1.0.0}\n- {name: foo.v1.0.0}\n- {name: foo.v1.0.0}\n\
                - {name: foo.v1.1.0, skipRange: '>=2.0.0 <1.0.0'}\n";
    server.open(FILE, text);
    let found = server.findings(FILE);
    let params = json!({
        "textDocument": { "uri": server.uri(FILE) },
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 20, "character": 0 } },
        "context": { "diagnostics": [] },
    });
    let actions = server.ask("textDocument/codeAction", params);
    let has = |title: &str| actions.as_array().unwrap().iter().any(|action| action["title"] == title);
    assert!(has("Suppress skiprange-never, with a reason"), "{found:?} {actions}");
    server.stop();
}

#[test]
fn a_client_that_asks_for_the_reason_gets_a_command() {
    let mut server = Server::start_for(json!({}), json!({ "commands": ["olmkit.suppress"] }));
    let text = CHANNEL.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  skipRange: '>=2.0.0 <1.0.0'\n");
    server.open(FILE, &text);
    let found = server.findings(FILE);
    let params = json!({
        "textDocument": { "uri": server.uri(FILE) }, "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = server.ask("textDocument/codeAction", params);
    let command =
        actions.as_array().unwrap().iter().find_map(|action| action.get("command").filter(|one| one.is_object()));
    let mut asked = command.unwrap()["arguments"][0].clone();
    assert_eq!(asked, json!({ "uri": server.uri(FILE), "rule": "skiprange-never", "line": 7 }));
    asked["reason"] = json!("kept for clusters of 2019");
    let edit = server.ask("olmkit/suppress", asked);
    let edits = &edit["changes"][server.uri(FILE)];
    assert_eq!(edits[0]["newText"], "  # olmkit-ignore skiprange-never: kept for clusters of 2019\n");
    server.stop();
}

#[test]
fn intentions_become_edits() {
    let mut server = Server::start();
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    let intention = json!({ "do": "remove-entry", "package": "foo", "channel": "stable", "entry": "foo.v1.0.0" });
    let edit = server.ask("olmkit/plan", json!({ "uri": server.uri(FILE), "intention": intention }));
    assert!(!edit["changes"][server.uri(FILE)].as_array().unwrap().is_empty(), "{edit}");
    server.next += 1;
    let params = json!({ "uri": server.uri(FILE), "intention": { "do": "remove-entry", "package": "foo", "channel": "stable", "entry": "bar" } });
    server.send(&json!({ "jsonrpc": "2.0", "id": server.next, "method": "olmkit/plan", "params": params }));
    assert!(server.receive()["error"]["message"].as_str().unwrap().contains("bar"));
    server.stop();
}
