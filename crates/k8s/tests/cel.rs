//! CEL as OLM evaluates it (bundle specification 5.6).

use olmkit_k8s::cel::{Error, EvalError, Value, compile};
use olmkit_yaml::{Format, read_document};

fn properties() -> Value {
    let text = br#"
- {type: olm.package, value: {packageName: foo, version: 1.2.0}}
- {type: olm.gvk, value: {group: g.example.com, version: v1, kind: K}}
- {type: olm.maxOpenShiftVersion, value: "4.14"}
- {type: stars, value: 5}
- {type: list, value: [1, two, null]}
- {type: nothing, value: null}
"#;
    Value::from_node(read_document(text, Format::Yaml).root().unwrap())
}

fn evaluate(rule: &str) -> Result<bool, EvalError> {
    compile(rule).unwrap_or_else(|error| panic!("{rule}: {error}")).evaluate(&properties(), &mut 2_000_000)
}

#[test]
fn true_expressions() {
    let rules = [
        "true",
        "!false && !!true",
        "properties.exists(p, p.type == 'olm.package' && p.value.packageName == 'foo')",
        "properties.exists(p, p.type == \"olm.package\" && semver_compare(p.value.version, '1.0') == 1)",
        // Items without the key are ignored if another item decides the result.
        "properties.exists(p, p.value.packageName == 'foo')",
        "!properties.all(p, p.value.packageName == 'bar')",
        "properties.exists(p, p.value > 4)",
        "properties.exists(p, p.value == 5)",
        "properties.exists_one(p, p.type == 'stars')",
        "properties.existsOne(p, p.type == 'stars')",
        "properties.filter(p, p.type.startsWith('olm.')).size() == 3",
        "size(properties.map(p, p.type)) == 6",
        "properties.map(p, p.type == 'stars', p.value)[0] == 5.0",
        "'stars' in properties.map(p, p.type)",
        "has({'a': 1}.a) && !has({'a': 1}.b)",
        "properties.exists(p, has(p.value.packageName) && p.value.packageName.matches('^fo+$'))",
        "semver_compare('v1.2.3', ' 1.2.3 ') == 0",
        "semver_compare(1, 1.0) == 0 && semver_compare('1.0.0-rc1', '1.0.0') == -1",
        "false && properties[99].value == 1 || true",
        "properties[99].type == 'x' || true",
        "(properties.size() > 3 ? 'a' : 'b') == 'a'",
        "1 + 2 * 3 - 4 / 2 % 3 == 5",
        "-9223372036854775808 < 0 && 0xFF == 255 && 10u > 9u && 1.5e3 == 1500.0 && .5 < 1.0",
        "1 < 2.5 && 2u >= 1 && 3.0 > 2u",
        "'a\\n\\x41\\u00e9\\101' == \"a\\nA\u{e9}A\" && r'\\n' == '\\\\n' && b'\\xff' != b'a'",
        "'''multi\nline'''.contains('\\n')",
        "[1, 'a', null].size() == 3 && {'k': [1, 2]}['k'][1] == 2 && [1,].size() == 1",
        "type(1) == int && type('a') == string && type(null) == null_type && type([]) == list",
        "int('42') == 42 && string(1.5) == '1.5' && double('2') == 2.0 && uint(3) == 3u && bool('true')",
        "string(1000000.0) == '1e+06' && string(100000.0) == '100000' && string(0.0001) == '0.0001'",
        "timestamp('2024-02-29T12:30:00+02:00') == timestamp('2024-02-29T10:30:00Z')",
        "timestamp('2024-02-29T12:30:00Z').getDayOfWeek() == 4 && timestamp('2024-03-01T00:00:00Z').getDayOfYear() == 60",
        "timestamp('2024-01-01T00:00:00Z') - timestamp('2023-12-31T23:00:00Z') == duration('1h')",
        "string(timestamp('2000-12-31T23:59:59.5Z')) == '2000-12-31T23:59:59.5Z' && duration('1.5s').getMilliseconds() == 1500",
        "properties.exists(p, p.type == 'list' && p.value.exists(v, v == 'two'))",
        "{'a': 1, 'b': 2}.all(k, k < 'c')",
        "dyn('x') == dyn(1) || true // a comment",
        "\n  properties\n    .exists(p,\n p.type == 'stars')\n",
        "[[1, 2], [3]].map(l, l.size()) == [2, 1]",
        "properties.exists(as_, as_.type == 'stars')",
    ];
    for rule in rules {
        assert_eq!(evaluate(rule), Ok(true), "{rule}");
    }
}

#[test]
fn false_expressions_and_errors() {
    for rule in ["properties.exists(p, p.type == 'nowhere')", "1 > 2", "'a' == 'b'", "properties == []"] {
        assert_eq!(evaluate(rule), Ok(false), "{rule}");
    }
    let errors = [
        "properties[0].value.missing == 1",
        "properties.exists(p, p.value.missing == 1)",
        "semver_compare('abc', '1.0.0') == 0",
        "1 / 0 == 1",
        "9223372036854775807 + 1 > 0",
        "properties[99].type == 'x'",
        "properties.map(p, p.value.packageName) == []",
        "'a'.matches('(')",
        "properties[3].value",
    ];
    for rule in errors {
        match compile(rule) {
            Ok(program) => assert!(program.evaluate(&properties(), &mut 2_000_000).is_err(), "{rule}"),
            Err(error) => assert_eq!(error, Error::NotBool, "{rule}"),
        }
    }
}

#[test]
fn what_cel_go_refuses() {
    let undeclared = |name: &str| format!("undeclared reference to '{name}' (in container '')");
    let overload = |name: &str, of: &str| format!("found no matching overload for '{name}' applied to '{of}'");
    let cases = [
        ("", "Syntax error: mismatched input '<EOF>'".to_owned()),
        ("   // nothing", "Syntax error: mismatched input '<EOF>'".to_owned()),
        ("properties.exists(p, ", "Syntax error: mismatched input '<EOF>'".to_owned()),
        ("true true", "Syntax error: mismatched input 'true'".to_owned()),
        ("1 = 1", "Syntax error: token recognition error at: '='".to_owned()),
        ("foo == 1", undeclared("foo")),
        ("foo(1) == 1", undeclared("foo")),
        ("'a'.lowerAscii() == 'a'", undeclared("lowerAscii")),
        ("optional.of(1) == 1", undeclared("optional")),
        ("properties.exists(p, q.type == 'x')", undeclared("q")),
        ("Foo{a: 1} == 1", undeclared("Foo")),
        ("properties.exists(p, p.type == 'x') && p.type == 'x'", undeclared("p")),
        ("1 + 'a' == 1", overload("_+_", "(int, string)")),
        ("1 == 'a'", overload("_==_", "(int, string)")),
        ("1 == 1.0", overload("_==_", "(int, double)")),
        ("!1", overload("!_", "(int)")),
        ("!-1", overload("!_", "(int)")),
        ("'a'.startsWith(1)", overload("startsWith", "string.(int)")),
        ("size(1) == 1", overload("size", "(int)")),
        ("semver_compare('1') == 1", overload("semver_compare", "(string)")),
        ("1 && true", overload("_&&_", "(bool, int)")),
        ("properties.all(p, 1)", overload("_&&_", "(bool, int)")),
        ("1 in ['a']", overload("@in", "(int, list(string))")),
        ("true ? 1 : 'a'", overload("_?_:_", "(bool, int, string)")),
        (
            "'abc'.all(c, true)",
            "expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)".to_owned(),
        ),
        ("'abc'.length", "type 'string' does not support field selection".to_owned()),
        ("has(properties)", "invalid argument to has() macro".to_owned()),
        ("properties.all(1, true)", "argument must be a simple name".to_owned()),
        ("package == 1", "reserved identifier: package".to_owned()),
        ("properties[?0] == 1", "unsupported syntax '?'".to_owned()),
        ("9223372036854775808 > 0", "invalid int literal".to_owned()),
        ("1 + 1", Error::NotBool.to_string()),
        ("'true'", Error::NotBool.to_string()),
        ("properties[0].value", Error::NotBool.to_string()),
        ("dyn(true)", Error::NotBool.to_string()),
        ("properties", Error::NotBool.to_string()),
        ("null", Error::NotBool.to_string()),
    ];
    for (rule, expected) in cases {
        match compile(rule) {
            Ok(_) => panic!("{rule} compiles"),
            Err(error) => assert_eq!(error.message(), expected, "{rule}"),
        }
    }
}

#[test]
fn errors_show_the_place() {
    let error = compile("true &&\n  foo").unwrap_err();
    assert_eq!(
        error.to_string(),
        "ERROR: <input>:2:3: undeclared reference to 'foo' (in container '')\n |   foo\n | ..^"
    );
    assert_eq!(error.range("true &&\n  foo"), 10..11);
    assert_eq!(compile("1").unwrap_err(), Error::NotBool);
    assert_eq!(compile("1 + 1").unwrap_err().range("1 + 1"), 0..5);
    assert_eq!(compile("true && ").unwrap_err().range("true && "), 8..8);
}

#[test]
fn nothing_grows_without_bounds() {
    let deep = format!("{}true{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(compile(&deep).unwrap_err().message().contains("recursion limit"));
    let wide = vec!["properties.exists(p, p.type == 'x')"; 2_000].join(" || ");
    assert_eq!(evaluate(&wide), Ok(false));
    let types = format!("[1]{} == []", ".map(x, {x: x})".repeat(40).replace("x:", "'a':"));
    assert!(compile(&types).is_ok());
    let doubling = format!("[1]{} == []", ".map(y, {y: y})".repeat(60));
    assert_eq!(compile(&doubling).unwrap_err().message(), "the type of the expression is too large");
    let strings = format!("['ab']{}.size() == 1", ".map(s, s + s)".repeat(60));
    assert_eq!(evaluate(&strings), Err(EvalError::TooMuchWork));
    let loops = "properties.all(a, properties.all(b, properties.all(c, properties.all(d, properties.all(e, \
        properties.all(f, properties.all(g, properties.all(h, properties.all(i, true)))))))))";
    assert_eq!(evaluate(loops), Err(EvalError::TooMuchWork));
}

/// `&&`, `||` and loops: a part that was not evaluated could have decided.
#[test]
fn a_limit_takes_precedence_over_an_error_but_not_over_a_result() {
    let (limit, error) = ("timestamp(0).getHours('Europe/Berlin') == 1", "properties[99].type == 'x'");
    for rule in [
        format!("{error} || {limit}"),
        format!("{limit} || {error}"),
        format!("!({error} && {limit})"),
        format!("[1, 2].exists(x, x == 1 ? {error} : {limit})"),
        format!("[1, 2].all(x, x == 1 ? {limit} : {error})"),
    ] {
        assert!(evaluate(&rule).unwrap_err().is_limit(), "{rule}");
    }
    assert_eq!(evaluate(&format!("{limit} || {error} || true")), Ok(true));
    assert!(!evaluate(error).unwrap_err().is_limit());
    assert!(evaluate("'a'.matches(r'\\p{Greek}')").unwrap_err().is_limit());
    assert!(!evaluate("'a'.matches('(')").unwrap_err().is_limit(), "RE2 refuses it too");
}

#[test]
fn evaluations_can_share_a_budget() {
    let (program, mut left) = (compile("properties.exists(p, p.type == 'stars')").unwrap(), 100);
    assert_eq!(program.evaluate(&properties(), &mut left), Ok(true));
    assert!(left < 100);
    while program.evaluate(&properties(), &mut left).is_ok() {}
    assert_eq!(left, 0);
}

#[test]
fn patterns_cost_text_times_program() {
    let text = "a".repeat(100_000);
    let value = Value::List([Value::property("text", Value::text(&text))].into());
    let evaluate = |pattern: &str| {
        let program = compile(&format!("properties.all(p, p.value.matches('{pattern}'))")).unwrap();
        program.evaluate(&value, &mut 50_000_000)
    };
    assert_eq!(evaluate("(a?){1000}c"), Err(EvalError::TooMuchWork));
    assert_eq!(evaluate("^a+$"), Ok(true));
}

#[test]
fn compiled_patterns_are_kept() {
    let program = compile("['a'].exists(a, a.matches('^a{99}$'))").unwrap();
    let cost = || {
        let mut left = 2_000_000_usize;
        program.evaluate(&properties(), &mut left).unwrap();
        2_000_000 - left
    };
    assert!(cost() > cost());
    assert_eq!(cost(), cost());
}

#[test]
fn a_large_pattern_is_a_limit() {
    let error = evaluate("'ab'.matches('(a?){1000}(a?){1000}b')").unwrap_err();
    assert!(error.is_limit(), "{error}");
}
