//! Test cases of operator-pipelines, rewritten: what is rejected (`E`), warned about (`W`) or accepted.

use olmkit_bundle::{Bundle, Input, check};
use olmkit_diagnostics::{Severity, Suite};

type Files = Vec<(String, String)>;

const PACKAGE: &str = "operators.operatorframework.io.bundle.package.v1";
const CHANNELS: &str = "operators.operatorframework.io.bundle.channels.v1";
const OPENSHIFT: &str = "com.redhat.openshift.versions";
const CI: &str = "operators/hello/ci.yaml";

/// A bundle of the operator `hello` in channel `beta`: version, name of the CSV, package, additional annotations and
/// additional fields of its `spec`.
struct Made<'a> {
    version: &'a str,
    csv: &'a str,
    package: &'a str,
    annotations: &'a str,
    spec: &'a str,
}

fn made(version: &str) -> Made<'_> {
    Made { version, csv: "", package: "hello", annotations: "", spec: "" }
}

impl Made<'_> {
    fn files(&self) -> Files {
        let root = format!("operators/hello/{}", self.version);
        let name = if self.csv.is_empty() { format!("hello.v{}", self.version) } else { self.csv.to_owned() };
        let channels = if self.annotations.contains(CHANNELS) {
            ""
        } else {
            "operators.operatorframework.io.bundle.channels.v1: beta\n  "
        };
        let annotations = format!("annotations:\n  {PACKAGE}: {}\n  {channels}{}", self.package, self.annotations);
        let csv = format!("metadata: {{name: {name}}}\nspec: {{version: {}{}}}\n", self.version, self.spec);
        vec![
            (format!("{root}/manifests/hello.clusterserviceversion.yaml"), csv),
            (format!("{root}/metadata/annotations.yaml"), annotations),
        ]
    }
}

fn all(bundles: &[Made<'_>]) -> Files {
    bundles.iter().flat_map(Made::files).collect()
}

fn with(mut files: Files, path: &str, text: &str) -> Files {
    files.retain(|(known, _)| known != path);
    files.push((path.to_owned(), text.to_owned()));
    files
}

/// The findings of one rule in files whose path contains `word`: `E` and `W`, sorted.
fn messages(files: &Files, rule: &str, word: &str) -> String {
    let sorted: std::collections::BTreeMap<_, _> = files.iter().cloned().collect();
    let inputs: Vec<Input<'_>> = sorted.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
    let report = check(&Bundle::new(&inputs));
    let suites = [Suite::PipelineCommon, Suite::PipelineCommunity, Suite::PipelineIsv];
    let mut letters: Vec<char> = Vec::new();
    for finding in report.findings.iter().filter(|finding| finding.rule.id == rule) {
        let path = sorted.keys().nth(finding.place.file.index()).unwrap();
        for tool in finding.tool_reports.iter().filter(|tool| suites.contains(&tool.suite) && path.contains(word)) {
            letters.push(if tool.severity == Severity::Error { 'E' } else { 'W' });
        }
    }
    letters.sort_unstable();
    letters.into_iter().collect()
}

#[test]
fn the_name_of_the_operator() {
    let chain = |third: Made<'_>| all(&[made("0.0.1"), made("0.0.2"), third]);
    let rows = [
        ("names agree", all(&[made("0.0.1")]), "0.0.1", ""),
        ("the only bundle has another package", all(&[Made { package: "foo", ..made("0.0.1") }]), "0.0.1", "EE"),
        (
            "the annotations are empty",
            with(all(&[made("0.0.1")]), "operators/hello/0.0.1/metadata/annotations.yaml", "annotations: {}\n"),
            "0.0.1",
            "E",
        ),
        (
            "another package, and the others do not agree",
            all(&[made("0.0.1"), Made { package: "foo", ..made("0.0.2") }, Made { package: "foo", ..made("0.0.3") }]),
            "0.0.3",
            "WWW",
        ),
        (
            "another CSV, and the others do not agree",
            all(&[
                made("0.0.1"),
                Made { csv: "foo.v0.0.2", ..made("0.0.2") },
                Made { csv: "foo.v0.0.3", ..made("0.0.3") },
            ]),
            "0.0.3",
            "WW",
        ),
        ("another package, and the others agree", chain(Made { package: "foo", ..made("0.0.3") }), "0.0.3", "EWW"),
        ("another CSV, and the others agree", chain(Made { csv: "foo.v0.0.3", ..made("0.0.3") }), "0.0.3", "EW"),
        (
            "all CSVs have the other name",
            all(&[
                Made { csv: "foo.v0.0.1", ..made("0.0.1") },
                Made { csv: "foo.v0.0.2", ..made("0.0.2") },
                Made { csv: "foo.v0.0.3", ..made("0.0.3") },
            ]),
            "0.0.3",
            "W",
        ),
        (
            "an old CSV has no name that can be read",
            all(&[Made { csv: "hello", ..made("0.0.1") }, made("0.0.2"), made("0.0.3")]),
            "0.0.3",
            "",
        ),
        ("the new CSV has no name that can be read", chain(Made { csv: "hello", ..made("0.0.3") }), "0.0.3", "E"),
        (
            "old annotations cannot be read",
            with(chain(made("0.0.3")), "operators/hello/0.0.1/metadata/annotations.yaml", ":invalid"),
            "0.0.3",
            "",
        ),
        (
            "the new annotations cannot be read",
            with(chain(made("0.0.3")), "operators/hello/0.0.3/metadata/annotations.yaml", ":invalid"),
            "0.0.3",
            "E",
        ),
    ];
    for (shows, files, word, expected) in rows {
        assert_eq!(messages(&files, "pipe-operator-name", &format!("/{word}/")), expected, "{shows}");
    }
    // The operator must have one name. The names of the CSVs count, and only without file-based catalogs.
    let one = all(&[made("0.0.1")]);
    let two = all(&[made("0.0.1"), Made { csv: "other.v0.0.2", ..made("0.0.2") }]);
    assert_eq!(messages(&one, "pipe-name-unique", ""), "");
    assert_eq!(messages(&two, "pipe-name-unique", ""), "E");
    assert_eq!(messages(&with(two, CI, "fbc: {enabled: true}\n"), "pipe-name-unique", ""), "");
}

const RELEASE: &str = "operators/hello/0.0.1/release-config.yaml";

#[test]
fn release_configurations() {
    let one = || all(&[made("0.0.1")]);
    let mapping = |list: &str| with(one(), CI, &format!("fbc: {{enabled: true, catalog_mapping: [{list}]}}\n"));
    let template = |name: &str, kind: &str| format!("{{template_name: {name}, type: {kind}, catalog_names: [{name}]}}");
    let basic = mapping(&template("a", "olm.template.basic"));
    let semver: Vec<String> = ["a", "b", "c"].iter().map(|name| template(name, "olm.semver")).collect();
    let semver = mapping(&format!("{}, {}", semver.join(", "), template("d", "olm.template.basic")));
    let rows = [
        ("no configuration", one(), ""),
        ("an empty one", with(one(), RELEASE, ""), ""),
        ("a configuration without file-based catalogs", with(one(), RELEASE, "key: value\n"), "E"),
        (
            "templates that the settings do not list",
            with(
                basic,
                RELEASE,
                "catalog_templates: [{template_name: a, channels: [x]}, {template_name: b, channels: [x]}, \
                 {template_name: c, channels: [x]}]\n",
            ),
            "EE",
        ),
        (
            "channels of semver templates",
            with(
                semver,
                RELEASE,
                "catalog_templates: [{template_name: a, channels: [Fast, Candidate, Stable]}, {template_name: b, \
                 channels: [Fast, Candidate]}, {template_name: c, channels: [Fast, Custom]}, {template_name: d, \
                 channels: [Custom]}]\n",
            ),
            "E",
        ),
    ];
    for (shows, files, expected) in rows {
        assert_eq!(messages(&files, "pipe-release-config", ""), expected, "{shows}");
    }
    let shapes = [
        ("key: value", "E"),
        ("catalog_templates: hello", "E"),
        ("catalog_templates: [{hello: ''}]", "E"),
        ("catalog_templates: [{channels: [foo, bar]}]", "E"),
        ("catalog_templates: [{template_name: foo}]", "E"),
        ("catalog_templates: [{template_name: foo, channels: [foo, bar]}]", ""),
    ];
    for (text, expected) in shapes {
        assert_eq!(messages(&with(one(), RELEASE, text), "pipe-release-config-schema", ""), expected, "{text}");
    }
}

#[test]
fn settings_of_an_operator() {
    let with_ci = |text: &str| with(all(&[made("0.0.1")]), CI, text);
    let shapes = [
        ("fbc: hello", "E"),
        ("fbc: {enabled: true, catalog_mapping: hello}", "E"),
        ("fbc: {enabled: true, catalog_mapping: [{hello: ''}]}", "E"),
        ("fbc: {enabled: true, catalog_mapping: [{type: demo.type}]}", "E"),
        ("fbc: {enabled: true}", ""),
        (
            "fbc: {enabled: true, catalog_mapping: [{template_name: foo, catalog_names: ['1.0', '2.0'], type: olm.template.basic}]}",
            "",
        ),
    ];
    for (text, expected) in shapes {
        assert_eq!(messages(&with_ci(text), "pipe-ci-schema", ""), expected, "{text}");
    }
    for (text, expected) in [
        ("reviewers: [a]", "W"),
        ("updateGraph: replaces-mode", ""),
        ("updateGraph: semver-mode", ""),
        ("updateGraph: unknown-mode", "E"),
    ] {
        assert_eq!(messages(&with_ci(text), "pipe-update-graph", ""), expected, "{text}");
    }
    // Checks that file-based catalogs make obsolete are skipped.
    let lost = || all(&[made("0.0.1"), made("0.0.2")]);
    assert_eq!(messages(&with(lost(), CI, "fbc: {enabled: true}"), "pipe-dangling", ""), "");
    assert_eq!(messages(&with(lost(), CI, "fbc: {enabled: false}"), "pipe-dangling", ""), "E");
    assert_eq!(messages(&with(lost(), CI, "{}"), "pipe-dangling", ""), "E");
}

fn replacing<'a>(version: &'a str, spec: &'a str) -> Made<'a> {
    Made { spec, ..made(version) }
}

#[test]
fn upgrade_graphs() {
    let dangling = |files: &Files| (messages(files, "pipe-dangling", ""), messages(files, "pipe-graph-loop", ""));
    let both = |dangling: &str, circle: &str| (dangling.to_owned(), circle.to_owned());
    let chain = || {
        all(&[
            made("0.0.1"),
            replacing("0.0.2", ", replaces: hello.v0.0.1"),
            replacing("0.0.3", ", replaces: hello.v0.0.2"),
        ])
    };
    assert_eq!(dangling(&chain()), both("", ""));
    // An unknown update graph has its own finding.
    assert_eq!(dangling(&with(chain(), CI, "updateGraph: unknown-mode")), both("", ""));
    let lost =
        [made("0.0.1"), replacing("0.0.2", ", replaces: hello.v0.0.1"), replacing("0.0.3", ", replaces: hello.v0.0.1")];
    assert_eq!(dangling(&all(&lost)), both("E", ""));
    assert_eq!(messages(&all(&lost), "pipe-dangling", "/0.0.2/"), "E");
    assert_eq!(dangling(&all(&[replacing("0.0.1", ", replaces: ''")])), both("E", ""));
    let circle = [replacing("0.0.1", ", replaces: hello.v0.0.2"), replacing("0.0.2", ", replaces: hello.v0.0.1")];
    assert_eq!(dangling(&all(&circle)), both("", "E"));
    // `skips` and `skipRange` are also upgrade edges.
    let range = "x: y\n";
    let skips = [
        made("0.0.1"),
        replacing("0.0.2", ", replaces: hello.v0.0.1"),
        replacing("0.0.3", ", replaces: hello.v0.0.2"),
        Made { spec: ", replaces: hello.v0.0.2, skips: [hello.v0.0.3]", annotations: range, ..made("0.0.4") },
    ];
    assert_eq!(dangling(&all(&skips)), both("", ""));
    let mut ranges = all(&skips);
    ranges.extend(replacing("0.0.5", ", replaces: hello.v0.0.2").files());
    assert_eq!(dangling(&ranges), both("E", ""));
    let csv = "operators/hello/0.0.5/manifests/hello.clusterserviceversion.yaml";
    let of = |range: &str| {
        format!(
            "metadata: {{name: hello.v0.0.5, annotations: {{olm.skipRange: '{range}'}}}}\nspec: {{version: 0.0.5, replaces: hello.v0.0.2}}\n"
        )
    };
    assert_eq!(dangling(&with(ranges.clone(), csv, &of(">=0.0.3 <0.0.5"))), both("", ""));
    // An invalid range is ignored.
    assert_eq!(dangling(&with(ranges, csv, &of("<v0.0.5"))), both("E", ""));
    // The operator's name before the version is ignored, in the CSV's name and in `replaces`.
    assert_eq!(dangling(&all(&[made("0.0.1"), replacing("0.0.2", ", replaces: other.v0.0.1")])), both("", ""));
    let renamed = [Made { csv: "other.v0.0.1", ..made("0.0.1") }, replacing("0.0.2", ", replaces: hello.v0.0.1")];
    assert_eq!(dangling(&all(&renamed)), both("", ""));
    assert_eq!(dangling(&all(&[replacing("0.0.2", ", replaces: hello.v0.0.1")])), both("", ""));
    // With semver mode, every bundle has an upgrade.
    assert_eq!(dangling(&with(all(&[made("0.0.1"), made("0.0.2")]), CI, "updateGraph: semver-mode")), both("", ""));
    // Bundles in different channels.
    let channels = format!("{CHANNELS}: beta,candidate\n");
    let apart = [made("0.0.1"), Made { annotations: &channels, spec: ", replaces: hello.v0.0.1", ..made("0.0.2") }];
    assert_eq!(dangling(&all(&apart)), both("", ""));
}

/// The tool reports of one rule.
fn reports(files: &Files, rule: &str) -> Vec<String> {
    let sorted: std::collections::BTreeMap<_, _> = files.iter().cloned().collect();
    let inputs: Vec<Input<'_>> = sorted.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
    let report = check(&Bundle::new(&inputs));
    let found = report.findings.into_iter().filter(|finding| finding.rule.id == rule);
    found.flat_map(|finding| finding.tool_reports).map(|report| report.text.to_string()).collect()
}

#[test]
fn bundles_without_an_upgrade_are_named_up_to_a_limit() {
    let versions: Vec<String> = (10..23).map(|patch| format!("0.0.{patch}")).collect();
    let files = all(&versions.iter().map(|version| made(version)).collect::<Vec<_>>());
    let found = reports(&files, "pipe-dangling");
    assert_eq!(found.len(), 12);
    let names: Vec<String> = (10..20).map(|patch| format!("hello.v0.0.{patch}")).collect();
    let expected = format!("Channel beta has dangling bundles: {{{}, and 2 more}}", names.join(", "));
    assert!(found.iter().all(|text| *text == expected), "{found:?}");
}

#[test]
fn skip_ranges_are_upgrade_edges() {
    let of = |version: &str, range: &str| {
        let csv = format!(
            "metadata: {{name: hello.v{version}, annotations: {{olm.skipRange: '{range}'}}}}\nspec: {{version: {version}}}\n"
        );
        let path = format!("operators/hello/{version}/manifests/hello.clusterserviceversion.yaml");
        with(made(version).files(), &path, &csv)
    };
    // The lost bundles; the last version is the head.
    for (range, lost) in [
        (">=0.0.1 <0.0.5", ""),
        (">0.0.1 <=0.0.4", "1"),
        ("<0.0.5 !0.0.2 !0.0.3", "2 3"),
        ("0.0.1 || >0.0.3", "2 3"),
        ("<0.0.3 || <0.0.2", "3 4"),
        (">0.0.3 <0.0.2", "1 2 3 4"),
        ("0.0.1 || || 0.0.2", "2 3 4"),
    ] {
        let mut files = of("0.0.5", range);
        ["0.0.1", "0.0.2", "0.0.3", "0.0.4"].iter().for_each(|version| files.extend(made(version).files()));
        let expected: Vec<String> = lost.split_whitespace().map(|patch| format!("hello.v0.0.{patch}")).collect();
        let expected = format!("Channel beta has dangling bundles: {{{}}}", expected.join(", "));
        let found = reports(&files, "pipe-dangling");
        assert_eq!(found.len(), lost.split_whitespace().count(), "{range}: {found:?}");
        assert!(found.iter().all(|text| *text == expected), "{range}: {found:?}");
        assert!(reports(&files, "pipe-graph-loop").is_empty(), "{range}");
    }
    let circle = [of("0.0.1", "0.0.3"), of("0.0.2", "<=0.0.2"), of("0.0.3", "<0.0.3")].concat();
    let expected = "Upgrade graph loop detected: hello.v0.0.1 -> hello.v0.0.2 -> hello.v0.0.3 -> hello.v0.0.1";
    assert_eq!(reports(&circle, "pipe-graph-loop"), [expected]);
}

#[test]
fn versions_of_openshift() {
    let rows = [
        ("neither", "", "", "", ""),
        ("no minKubeVersion", "", "v4.11", "", ""),
        ("no minKubeVersion, and a list", "", "v4.5,v4.7", "", ""),
        ("exactly one", "1.24.0", "=v4.11", "", ""),
        ("exactly one unknown version", "1.0.0", "=v3.1", "", ""),
        ("no version of Kubernetes", "foo", "v4.11", "E", ""),
        ("from one on", "1.24.0", "v4.11", "", ""),
        ("from, to", "1.24.0", "v4.11-v4.13", "", ""),
        ("the list that still counts", "1.16.0", "v4.5,v4.6", "", ""),
        ("another list", "1.16.0", "v4.5,v4.7", "", "W"),
        ("no versions of OpenShift", "1.24.0", "", "E", ""),
        ("one that is too old", "1.24.0", "v4.10", "E", ""),
        ("the patch counts", "1.24.1", "=v4.11", "E", ""),
        ("newer than what is known: the last known one", "1.31.0", "=v4.30", "E", ""),
        ("no version", "1.24.0", "foo", "", "E"),
    ];
    for (shows, kubernetes, openshift, api, range) in rows {
        let spec = if kubernetes.is_empty() { String::new() } else { format!(", minKubeVersion: {kubernetes}") };
        let annotations = if openshift.is_empty() { String::new() } else { format!("{OPENSHIFT}: {openshift}\n") };
        let files = all(&[Made { spec: &spec, annotations: &annotations, ..made("0.0.1") }]);
        assert_eq!(messages(&files, "pipe-api-versions", ""), api, "{shows}");
        assert_eq!(messages(&files, "ocp-label-range", ""), range, "{shows}");
    }
}

/// The findings for a CSV with these annotations and this spec, without those about missing fields.
fn fields(annotations: &str, spec: &str) -> String {
    let csv = format!("metadata: {{name: hello.v0.0.1, annotations: {{{annotations}}}}}\nspec: {{{spec}}}\n");
    let files = with(all(&[made("0.0.1")]), "operators/hello/0.0.1/manifests/hello.clusterserviceversion.yaml", &csv);
    let sorted: std::collections::BTreeMap<_, _> = files.into_iter().collect();
    let inputs: Vec<Input<'_>> = sorted.iter().map(|(path, text)| Input::new(path, text.as_bytes())).collect();
    let report = check(&Bundle::new(&inputs));
    let all = report.findings.iter().filter(|finding| finding.rule.id == "pipe-required-fields");
    let reports = all.flat_map(|finding| &finding.tool_reports);
    let mut letters: Vec<String> = reports
        .filter_map(|tool| Some((tool.severity, tool.text.strip_prefix("CSV contains an invalid value for ")?)))
        .map(|(severity, path)| {
            format!("{}{}", if severity == Severity::Error { "E:" } else { "W:" }, path.rsplit('.').next().unwrap())
        })
        .collect();
    letters.sort_unstable();
    letters.join(" ")
}

#[test]
fn fields_of_the_csv() {
    let missing = all(&[Made { ..made("0.0.1") }]);
    assert_eq!(messages(&missing, "pipe-required-fields", ""), "EEEEEEWWWWWWWW", "all but the version are missing");
    let annotations =
        ["capabilities", "categories", "containerImage", "createdAt", "repository", "support", "description"];
    let empty: Vec<String> = annotations.iter().map(|name| format!("{name}: ''")).collect();
    let spec = "displayName: '', description: '', icon: '', version: '', maintainers: '', provider: {name: ''}, links: '', keywords: ''";
    let found = fields(&empty.join(", "), spec);
    assert_eq!(found.matches("E:").count(), 7, "{found}");
    assert_eq!(found.matches("W:").count(), 8, "{found}");
    let good = "capabilities: Basic Install, categories: 'Storage,Security', containerImage: 'example.com/foo/bar:tag', \
                createdAt: '2023-08-15T12:00:00Z', repository: 'https://example.com/foo/bar.git', \
                support: A team helps., description: It does what it does.";
    let spec = "displayName: The operator, description: The operator does what it does., \
                icon: [{base64data: Zm9v, mediatype: image/svg+xml}], version: 0.0.1, \
                maintainers: [{name: A B, email: a@example.com}], provider: {name: {name: ACME}}, \
                links: [{name: example, url: 'https://example.com/'}], keywords: [foo, bar]";
    assert_eq!(fields(good, spec), "");
    let rows = [
        ("capabilities: 1", "", "W:capabilities"),
        ("capabilities: Full Lifecycle", "", ""),
        ("categories: 1", "", "W:categories"),
        ("categories: Networking", "", ""),
        ("categories: 'Networking,Storage'", "", ""),
        ("categories: 'Networking,foo'", "", "W:categories"),
        ("createdAt: 1", "", "W:createdAt"),
        ("createdAt: 2023-08-17T12:00:00Z", "", ""),
        ("containerImage: 'example/bar:tag'", "", ""),
        ("containerImage: 'example.com/test/nested/foo/bar:tag'", "", ""),
        ("containerImage: 'example.com/f~oo:tag'", "", ""),
        ("containerImage: 'example.com/f~oo'", "", "W:containerImage"),
        ("", "version: 1", "E:version"),
        ("", "version: 1.0.0", ""),
        ("", "version: 1.2.3.4", "E:version"),
        ("", "icon: []", "E:icon"),
        ("", "icon: [{base64data: Zm9v, mediatype: image/png}]", ""),
        ("", "icon: [{base64data: '', mediatype: image/png}]", "E:icon"),
        ("", "icon: [{base64data: foobar, mediatype: image/png}]", "E:icon"),
        ("", "icon: [{base64data: Zm9v, mediatype: text/plain}]", "E:icon"),
        ("", "maintainers: []", "E:maintainers"),
        ("", "maintainers: 1", "E:maintainers"),
        ("", "maintainers: [{name: foo, email: 1}]", "E:maintainers"),
        ("", "maintainers: [{name: foo}]", "E:maintainers"),
        ("", "maintainers: [1]", "E:maintainers"),
        ("", "maintainers: [{name: foo, email: foo@bar.com}]", ""),
        ("", "links: []", "E:links"),
        ("", "links: [{name: foo, url: 'https://foo.com/'}]", ""),
        ("", "keywords: []", "W:keywords"),
        ("", "keywords: [foo]", ""),
        ("", "keywords: [1]", "W:keywords"),
        ("", "displayName: 123", ""),
    ];
    for (annotations, spec, expected) in rows {
        assert_eq!(fields(annotations, spec), expected, "{annotations}{spec}");
    }
}

#[test]
fn skip_ranges_and_the_marketplace() {
    let csv = "operators/hello/0.0.2/manifests/hello.clusterserviceversion.yaml";
    let rows = [
        ("", "", "alpha", ""),
        ("", ", replaces: hello.v1.1", "alpha", ""),
        (">=1.0.2 <6.5.7", "", "alpha", "W"),
        (">=1.0.2 <6.5.7", "", "xyz", ""),
        (">=1.0.2 <6.5.7", "", "xyz,alpha", "W"),
        (">=1.0.2 <6.5.7", ", replaces: hello.v1.1", "alpha", ""),
    ];
    for (range, replaces, channels, expected) in rows {
        let (old, new) = (format!("{CHANNELS}: alpha,beta\n"), format!("{CHANNELS}: '{channels}'\n"));
        let files = all(&[Made { annotations: &old, ..made("0.0.1") }, Made { annotations: &new, ..made("0.0.2") }]);
        let range = if range.is_empty() { String::new() } else { format!("olm.skipRange: '{range}'") };
        let text =
            format!("metadata: {{name: hello.v0.0.2, annotations: {{{range}}}}}\nspec: {{version: 0.0.2{replaces}}}\n");
        assert_eq!(
            messages(&with(files, csv, &text), "pipe-pruned-graph", ""),
            expected,
            "{range} {replaces} {channels}"
        );
    }
    let address = |page: &str| {
        format!("https://marketplace.redhat.com/en-us/operators/hello/{page}?utm_source=openshift_console")
    };
    let (pricing, support) = (address("pricing"), address("support"));
    let rows = [
        ("certified-operators", "", "", ""),
        ("redhat-marketplace", pricing.as_str(), support.as_str(), ""),
        ("redhat-marketplace", "", support.as_str(), "E"),
        ("redhat-marketplace", pricing.as_str(), "", "E"),
    ];
    for (organization, remote, support, expected) in rows {
        let text = format!(
            "metadata:\n  name: hello.v0.0.1\n  annotations:\n    marketplace.openshift.io/remote-workflow: '{remote}'\n    \
             marketplace.openshift.io/support-workflow: '{support}'\nspec: {{version: 0.0.1}}\n"
        );
        let files =
            with(all(&[made("0.0.1")]), "operators/hello/0.0.1/manifests/hello.clusterserviceversion.yaml", &text);
        let files = with(files, "config.yaml", &format!("organization: {organization}\n"));
        assert_eq!(messages(&files, "pipe-marketplace", ""), expected, "{organization} {remote} {support}");
    }
}

#[test]
fn catalogs() {
    let catalog = "schema: olm.bundle\nimage: quay.io/org-foo/b@sha256:123\n---\nschema: olm.bundle\nimage: quay.io/org-bar/b@sha256:123\n";
    let files = |config: &str| {
        let files = with(all(&[made("0.0.1")]), "catalogs/v4.14/hello/catalog.yaml", catalog);
        with(files, "config.yaml", config)
    };
    for (config, expected) in [
        ("{}", ""),
        ("allowed_bundle_registries: [quay.io/org-foo/, quay.io/org-bar/]", ""),
        ("allowed_bundle_registries: [quay.io/org-foo/]", "E"),
    ] {
        assert_eq!(messages(&files(config), "pipe-catalog-registry", ""), expected, "{config}");
    }
    for (name, property, expected) in [
        ("unknown-catalog", "olm.bundle.object", ""),
        ("v4.16", "olm.bundle.object", ""),
        ("v4.17", "olm.bundle.object", "E"),
        ("v4.17", "olm.csv.metadata", ""),
    ] {
        let text = format!("schema: olm.bundle\nproperties: [{{type: {property}}}]\n");
        let files = with(all(&[made("0.0.1")]), &format!("catalogs/{name}/hello/catalog.yaml"), &text);
        assert_eq!(messages(&files, "pipe-catalog-bundle-object", ""), expected, "{name} {property}");
    }
}
