//! The behavior that the tests of `olm.constraint` in operator-framework/api show (`pkg/constraints`), with
//! constraints of our own. docs/conformance.md lists what is compared.

use olmkit_k8s::cel::{Value, compile};
use olmkit_k8s::{Constraint, ConstraintId, ConstraintKind, MAX_SIZE};
use olmkit_yaml::{Format, read_document};

fn read(yaml: &str) -> Result<Constraint, String> {
    let document = read_document(yaml.as_bytes(), Format::Yaml);
    let (constraint, problems) = Constraint::read(document.root().unwrap());
    match problems.first() {
        Some(problem) => Err(problem.upstream.clone()),
        None => Ok(constraint),
    }
}

/// Formats a constraint on one line: for each node its message, its condition and its children.
fn described(constraint: &Constraint, at: ConstraintId) -> String {
    let node = constraint.nodes().get(at).unwrap();
    let parts = |name: &str, list: &[ConstraintId]| {
        let parts: Vec<String> = list.iter().map(|at| described(constraint, *at)).collect();
        format!("{name}({})", parts.join(", "))
    };
    let what = match node.kind() {
        ConstraintKind::Gvk(gvk) => gvk.to_string(),
        ConstraintKind::Package(package) => format!("{} {}", package.name, package.range),
        ConstraintKind::All(list) => parts("all", list),
        ConstraintKind::Any(list) => parts("any", list),
        ConstraintKind::Not(list) => parts("not", list),
        ConstraintKind::Cel(rule) => format!("cel {rule}"),
        ConstraintKind::Empty => "nothing".to_owned(),
    };
    if node.failure_message.is_empty() { what } else { format!("[{}] {what}", node.failure_message) }
}

#[test]
fn what_is_read() {
    let cases = [
        ("{failureMessage: why, gvk: {group: trees.io, version: v1, kind: Oak}}", "[why] Oak (trees.io/v1)"),
        ("{failureMessage: why, package: {packageName: oak, versionRange: '>=1.0.0'}}", "[why] oak >=1.0.0"),
        (
            "{failureMessage: why, all: {constraints: [{failureMessage: in, package: {packageName: oak, versionRange: '>=1.0.0'}}]}}",
            "[why] all([in] oak >=1.0.0)",
        ),
        (
            "{failureMessage: why, any: {constraints: [{failureMessage: in, package: {packageName: oak, versionRange: '>=1.0.0'}}]}}",
            "[why] any([in] oak >=1.0.0)",
        ),
        (
            "{failureMessage: why, not: {constraints: [{failureMessage: in, package: {packageName: oak, versionRange: '>=1.0.0'}}]}}",
            "[why] not([in] oak >=1.0.0)",
        ),
        ("{failureMessage: why, cel: {rule: 'true'}}", "[why] cel true"),
    ];
    for (yaml, expected) in cases {
        let constraint = read(yaml).unwrap();
        let root = constraint.nodes().ids().next().unwrap();
        assert_eq!(described(&constraint, root), expected, "{yaml}");
    }
}

#[test]
fn nested_values_keep_their_positions_and_messages() {
    let yaml = "
failureMessage: outer
all:
  constraints:
  - package: {packageName: oak, versionRange: '>=1.0.0'}
  - gvk: {group: trees.io, version: v1, kind: Elm}
  - failureMessage: stable ones
    all:
      constraints:
      - package: {packageName: ash, versionRange: '>=1.0.0'}
      - gvk: {group: trees.io, version: v1, kind: Ash}
  - failureMessage: any version
    any:
      constraints:
      - gvk: {group: trees.io, version: v1beta1, kind: Yew}
      - gvk: {group: trees.io, version: v1beta2, kind: Yew}
      - gvk: {group: trees.io, version: v1, kind: Yew}
  - not:
      constraints:
      - gvk: {group: trees.io, version: v1alpha1, kind: Fir}
";
    let expected = "[outer] all(oak >=1.0.0, Elm (trees.io/v1), [stable ones] all(ash >=1.0.0, Ash (trees.io/v1)), \
        [any version] any(Yew (trees.io/v1beta1), Yew (trees.io/v1beta2), Yew (trees.io/v1)), \
        not(Fir (trees.io/v1alpha1)))";
    let constraint = read(yaml).unwrap();
    assert_eq!(described(&constraint, constraint.nodes().ids().next().unwrap()), expected);
    assert_eq!(constraint.nodes().len(), 12);
}

#[test]
fn what_is_refused() {
    let unknown = read("{failureMessage: why, random: {some: thing}}");
    assert_eq!(unknown.unwrap_err(), "json: unknown field \"random\"");
    // The name of `not` in an earlier version of the API.
    assert_eq!(read("{none: {constraints: []}}").unwrap_err(), "json: unknown field \"none\"");
    let too_large = format!("olm.constraint value is greater than max constraint size {MAX_SIZE} bytes");
    let text = format!("\"{}\"", "x".repeat(MAX_SIZE - 1));
    assert_eq!(text.len(), MAX_SIZE + 1);
    assert_eq!(read(&text).unwrap_err(), too_large, "the size is looked at before anything else");
}

#[test]
fn cel_over_one_property() {
    let document = read_document(b"[{type: trees.height, value: 1.0.0}]", Format::Yaml);
    let properties = Value::from_node(document.root().unwrap());
    let cases = [
        ("'1.0.0') == 0", true),
        ("'1.0.1') == 0", false),
        ("'1.0.0') < 0", false),
        ("'1.0.0') > 0", false),
        ("'1.0.1') < 0", true),
        ("'0.9.9') > 0", true),
    ];
    for (comparison, expected) in cases {
        let rule = format!("properties.exists(p, p.type == 'trees.height' && (semver_compare(p.value, {comparison}))");
        assert_eq!(compile(&rule).unwrap().evaluate(&properties, &mut 2_000_000), Ok(expected), "{rule}");
    }
    for rule in ["properties.exists(p, p.type == 'trees.height' && (grows(p.value, '1.0.0') == 0))", "1"] {
        assert!(compile(rule).is_err(), "{rule}");
    }
}
