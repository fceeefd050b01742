use serde_json::{Value, json};

use super::server::{CHANNEL, FILE, Server};

fn document(server: &Server) -> Value {
    json!({ "textDocument": { "uri": server.uri(FILE) } })
}

fn opened(capabilities: Value, options: Value) -> Server {
    let mut server = Server::start_for(capabilities, options);
    server.open(FILE, CHANNEL);
    server.findings(FILE);
    server
}

#[test]
fn documents_have_an_outline() {
    let trees = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut server = opened(trees, Value::Null);
    let symbols = server.ask("textDocument/documentSymbol", document(&server));
    let names: Vec<_> = symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["stable", "foo.v1.1.0", "foo.v1.0.0"]);
    assert_eq!(symbols[0]["children"][0]["name"], "foo.v1.1.0");
    assert_eq!(symbols[0]["children"][0]["detail"], "replaces foo.v1.0.0");
    assert_eq!(symbols[0]["selectionRange"]["start"], json!({ "line": 2, "character": 6 }));
    server.stop();
}

#[test]
fn clients_without_trees_get_a_list() {
    let mut server = opened(json!({}), Value::Null);
    let symbols = server.ask("textDocument/documentSymbol", document(&server));
    let shown: Vec<_> =
        symbols.as_array().unwrap().iter().map(|symbol| (&symbol["name"], &symbol["containerName"])).collect();
    assert_eq!(shown[..2], [(&json!("stable"), &Value::Null), (&json!("foo.v1.1.0"), &json!("stable"))]);
    server.stop();
}

#[test]
fn names_are_found_in_the_workspace() {
    let mut server = opened(json!({}), Value::Null);
    let found = server.ask("workspace/symbol", json!({ "query": "1.1" }));
    assert_eq!((&found[0]["name"], &found[0]["containerName"]), (&json!("foo.v1.1.0"), &json!("foo stable")));
    assert_eq!(found[0]["location"]["uri"], server.uri(FILE).as_str());
    assert_eq!(
        server.ask("workspace/symbol", json!({ "query": "foo" }))[0]["location"]["uri"],
        server.uri("foo/package.yaml").as_str()
    );
    server.stop();
}

#[test]
fn the_same_name_is_highlighted() {
    let mut server = opened(json!({}), Value::Null);
    let found = server.ask("textDocument/documentHighlight", server.at(FILE, 5, 15));
    let shown: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["range"]["start"]["line"].as_u64().unwrap(), one["kind"].as_u64().unwrap()))
        .collect();
    // Read in `replaces`, written in the entry, read in the bundle.
    assert_eq!(shown, [(5, 2), (6, 3), (17, 2)]);
    server.stop();
}

#[test]
fn documents_and_values_fold() {
    let mut server = opened(json!({}), Value::Null);
    let folds = server.ask("textDocument/foldingRange", document(&server));
    let shown: Vec<_> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| (fold["startLine"].as_u64().unwrap(), fold["endLine"].as_u64().unwrap()))
        .collect();
    assert_eq!(shown[..3], [(0, 6), (3, 6), (4, 5)]);
    server.stop();
}

#[test]
fn names_are_highlighted_by_what_they_name() {
    let mut server = opened(json!({}), Value::Null);
    assert_eq!(
        server.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"],
        json!(["namespace", "enum", "class"])
    );
    let tokens = server.ask("textDocument/semanticTokens/full", document(&server));
    // `package: foo` refers to the package, `name: stable` declares the channel, the entry declares, `replaces` refers.
    let expected = json!([1, 9, 3, 0, 0, 1, 6, 6, 1, 1, 2, 8, 10, 2, 1, 1, 12, 10, 2, 0]);
    assert_eq!(tokens["data"].as_array().unwrap()[..20], expected.as_array().unwrap()[..]);
    server.stop();
}

#[test]
fn entries_have_hints() {
    let mut server = Server::start();
    server.open(
        FILE,
        &CHANNEL.replace("  replaces: foo.v1.0.0\n", "  replaces: foo.v1.0.0\n  skipRange: '>=1.0.0 <1.1.0'\n"),
    );
    server.findings(FILE);
    let mut params = document(&server);
    params["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = server.ask("textDocument/inlayHint", params);
    let shown: Vec<_> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap(), hint["label"].as_str().unwrap()))
        .collect();
    assert_eq!(shown, [(4, "head"), (6, "matches 1.0.0"), (7, "1 step to the head")]);
    server.stop();
}

#[test]
fn channels_have_a_lens() {
    let mut server = opened(json!({}), json!({ "commands": ["olmkit.openGraph"] }));
    let lenses = server.ask("textDocument/codeLens", document(&server));
    let command = &lenses[0]["command"];
    assert_eq!((&command["title"], &command["command"]), (&json!("2 entries, head 1.1.0"), &json!("olmkit.openGraph")));
    assert_eq!(
        (&command["arguments"][0]["package"], &command["arguments"][0]["channel"]),
        (&json!("foo"), &json!("stable"))
    );
    server.stop();
    // A client that does not support the command gets only the text.
    let mut server = opened(json!({}), Value::Null);
    let lenses = server.ask("textDocument/codeLens", document(&server));
    assert_eq!(lenses[0]["command"]["command"], "");
    server.stop();
}

#[test]
fn a_channel_is_drawn() {
    let mut server = opened(json!({}), Value::Null);
    let graph = server.ask("olmkit/graph", json!({ "uri": server.uri(FILE), "package": "foo", "channel": "stable" }));
    let svg = graph["svg"].as_str().unwrap();
    let nodes = graph["nodes"].as_array().unwrap();
    assert_eq!((svg.matches("<g>").count(), nodes.len()), (2, 2), "{svg}");
    assert_eq!((&nodes[0]["name"], &nodes[0]["range"]["start"]["line"]), (&json!("foo.v1.1.0"), &json!(4)));
    assert_eq!(graph["channels"], json!([{ "package": "foo", "channel": "stable" }]));
    let first = server.ask("olmkit/graph", json!({ "uri": server.uri(FILE) }));
    assert_eq!(first["channel"], "stable");
    server.stop();
}

#[test]
fn graphs_of_unknown_names_are_refused_with_a_suggestion() {
    let mut server = opened(json!({}), Value::Null);
    for (params, expected) in [
        (json!({ "package": "fop" }), "unknown package `fop`; did you mean `foo`?"),
        (json!({ "package": "other", "channel": "stable" }), "unknown package `other` (known: foo)"),
        (json!({ "package": "foo", "channel": "stabel" }), "unknown channel `stabel`; did you mean `stable`?"),
        (json!({ "channel": "stabel" }), "unknown channel `stabel`; did you mean `stable`?"),
        (json!({ "semantics": "v2" }), "semantics: unknown value `v2` (known: v0 and v1)"),
    ] {
        let mut whole = json!({ "uri": server.uri(FILE) });
        whole.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        let error = server.refused("olmkit/graph", whole);
        assert_eq!((error["code"].as_i64(), error["message"].as_str()), (Some(-32602), Some(expected)), "{params}");
    }
    server.stop();
}
