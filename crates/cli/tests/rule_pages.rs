//! Generates the rule pages in docs from the rules, with the output of `olmkit` for their examples. The test compares
//! them; with `OLMKIT_WRITE=1` it writes them (`npm run docs`).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common;
use crate::common::Memory;
use crate::common::situations::Situation;
use olmkit_bundle::sample::{self, Changed};
use olmkit_diagnostics::{
    BundleProfile, Category, Change, Enforcement, Example, ExampleInput, ExamplePath, Profile, Rule, Scope, Severity,
};
use olmkit_workspace::RULES;

const CATEGORIES: [(Category, &str); 6] = [
    (Category::Syntax, "Syntax"),
    (Category::Schema, "Schema"),
    (Category::Reference, "References"),
    (Category::Upgrade, "Upgrade graph"),
    (Category::Deprecation, "Deprecations"),
    (Category::Suspicious, "Suspicious"),
];

fn enforced_by(rule: &Rule) -> String {
    let (suites, by) = (rule.suites, rule.enforcement);
    if !suites.is_empty() {
        let suites = suites.iter().map(|(suite, severity)| format!("{} ({})", suite.title(), severity.name()));
        return suites.collect::<Vec<_>>().join(", ");
    }
    let name = match by {
        Enforcement::Opm => "`opm validate`",
        Enforcement::OpmServe => "`opm serve`",
        Enforcement::Olmkit => "olmkit only",
    };
    name.to_owned()
}

/// The severity of a rule in each profile of its scope.
fn severities(rule: &Rule) -> Vec<(&'static str, Severity)> {
    match rule.scope {
        Scope::Bundle => BundleProfile::ALL
            .map(|profile| (profile.name(), rule.severity_of_bundles(profile).unwrap_or(Severity::Off)))
            .to_vec(),
        Scope::Catalog | Scope::Dependencies | Scope::Images => {
            Profile::ALL.map(|profile| (profile.name(), profile.severity(rule))).to_vec()
        }
        Scope::Template | Scope::Configuration => Vec::new(),
    }
}

/// A fence that is longer than any run of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2).saturating_add(1))
}

/// The files of an example as a user has them: path and text.
fn files(example: &Example) -> Vec<(String, String)> {
    match example.input {
        ExampleInput::Change(change) => {
            let Changed { mut files, earlier } = sample::changed(&change).unwrap();
            if change.is_earlier {
                files.iter_mut().for_each(|(path, _)| path.insert_str(0, "new/"));
                files.extend(earlier.into_iter().map(|(path, text)| (format!("old/{path}"), text)));
            }
            files
        }
        ExampleInput::Files(files) => {
            let has_base = files.iter().any(|(path, _)| matches!(ExamplePath::of(path), ExamplePath::Base(_)));
            let shown = |path: &str| match ExamplePath::of(path) {
                ExamplePath::Base(path) => Some(format!("old/{path}")),
                ExamplePath::Own(path) if has_base => Some(format!("new/{path}")),
                ExamplePath::Own(path) => Some(path.to_owned()),
                ExamplePath::Answers => None,
            };
            files.iter().filter_map(|(path, text)| Some((shown(path)?, (*text).to_owned()))).collect()
        }
    }
}

/// The commands that can report the rule for these files, in order of preference.
fn commands(rule: &Rule, files: &[(String, String)]) -> Vec<String> {
    let has_old = files.iter().any(|(path, _)| path.starts_with("old/"));
    let (verb, paths) = match rule.scope {
        Scope::Catalog if has_old => ("validate", "--base old new"),
        Scope::Catalog => ("validate", "."),
        Scope::Configuration => return vec!["olmkit --print-config catalog.yaml".to_owned()],
        Scope::Bundle if has_old => ("bundle validate", "--before old new"),
        Scope::Bundle => ("bundle validate", "."),
        Scope::Dependencies => ("dependencies", "."),
        Scope::Images => ("validate --suite images", "."),
        Scope::Template => ("check", "."),
    };
    let selected = format!("olmkit {verb} --select {} {paths}", rule.id);
    let all = format!("olmkit {verb} {paths}");
    // A suppression is reported as unused only if its rule is checked.
    vec![selected, all]
}

/// The responses of registries in an example.
fn answers(example: &Example) -> &'static str {
    example.files().iter().find(|(path, _)| ExamplePath::of(path) == ExamplePath::Answers).map_or("", |(_, text)| text)
}

/// The output of a command on a terminal without colors.
fn printed(command: &str, files: &[(String, String)], answers: &str) -> String {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut machine = Memory::new(&files);
    machine.answers = answers.to_owned();
    printed_on(machine, command)
}

fn printed_on(mut machine: Memory, command: &str) -> String {
    machine.terminal = true;
    machine.env.insert("NO_COLOR".to_owned(), "1".to_owned());
    let (_, out, err) = machine.run(command.strip_prefix("olmkit ").unwrap());
    out + &err
}

/// The command that reports the rule for these files, and its output. `None` if no command does.
fn reported(rule: &Rule, files: &[(String, String)], answers: &str) -> Option<(String, String)> {
    let outputs = commands(rule, files).into_iter().map(|command| (printed(&command, files, answers), command));
    outputs.map(|(output, command)| (command, output)).find(|(_, output)| names(output, rule))
}

/// Whether an output reports the rule.
fn names(output: &str, rule: &Rule) -> bool {
    match rule.scope {
        Scope::Configuration => output.starts_with("olmkit: "),
        Scope::Catalog | Scope::Bundle | Scope::Dependencies | Scope::Images | Scope::Template => {
            output.contains(&format!("[{}]", rule.id))
        }
    }
}

fn output(out: &mut String, command: &str, output: &str) {
    let fence = fence(output);
    writeln!(out, "\n`{command}` prints:\n\n{fence}text\n{}\n{fence}", output.trim_end()).unwrap();
}

fn example(out: &mut String, rule: &Rule, example: &Example) {
    let files = files(example);
    match example.input {
        ExampleInput::Files(_) => {
            match if example.bad { "Reported" } else { "Not reported" } {
                verdict if verdict == example.title => writeln!(out, "\n### {verdict}").unwrap(),
                verdict => writeln!(out, "\n### {verdict}: {}", example.title).unwrap(),
            }
            files.iter().for_each(|(path, text)| file(out, path, text));
            if !answers(example).is_empty() {
                writeln!(out, "\nRegistries answer:\n\n```text\n{}\n```", answers(example).trim_end()).unwrap();
            }
        }
        ExampleInput::Change(of) => change(out, if example.bad { "Reported" } else { "Not reported" }, &of),
    }
    let reported = reported(rule, &files, answers(example));
    if reported.is_some() != example.bad {
        let printed =
            commands(rule, &files).into_iter().map(|command| printed(&command, &files, answers(example)) + &command);
        panic!("{}, {}: {}", rule.id, example.title, printed.collect::<String>());
    }
    if let Some((command, printed)) = reported {
        output(out, &command, &printed);
    }
}

/// The input of a rule that no example can show, with the output for it.
fn situation(out: &mut String, rule: &Rule, of: &Situation) {
    writeln!(out, "\n## Example\n\n{}", of.input).unwrap();
    of.shown.iter().for_each(|(path, text)| file(out, path, text));
    let printed = printed_on(of.machine(), of.command);
    assert!(names(&printed, rule), "{}: {printed}", rule.id);
    output(out, of.command, &printed);
}

fn file(out: &mut String, path: &str, text: &str) {
    let odd = text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{feff}');
    let (shown, note) = match text.ends_with("\n\n") {
        _ if odd => {
            (text.escape_debug().to_string().replace("\\n", "\n"), " (control characters are written as escapes)")
        }
        // An empty line at the end would be invisible in a code block.
        true => (text.replace('\n', "\\n\n"), " (line breaks are written as escapes)"),
        false => (text.to_owned(), ""),
    };
    let fence = fence(&shown);
    let language = if path.ends_with(".json") { "json" } else { "yaml" };
    writeln!(out, "\n`{path}`{note}:\n\n{fence}{language}\n{}\n{fence}", shown.trim_end_matches('\n')).unwrap();
}

fn change(out: &mut String, verdict: &str, change: &Change) {
    let lines = |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let block = |text: &str| format!("```yaml\n{}\n```", lines(text));
    let path = if change.is_earlier { format!("old/{}", change.path) } else { change.path.to_owned() };
    match (change.old, change.new) {
        ("", "") => writeln!(out, "\n{verdict}: `{path}` is empty."),
        ("", new) => writeln!(out, "\n{verdict}: `{path}` is\n\n{}", block(new)),
        (old, "") => writeln!(out, "\n{verdict}: in `{path}` this is missing:\n\n{}", block(old)),
        (old, new) => writeln!(out, "\n{verdict}: in `{path}`\n\n{}\n\nbecomes\n\n{}", block(old), block(new)),
    }
    .unwrap();
}

fn page(rule: &Rule, situations: &[Situation]) -> String {
    let mut out = format!("<!-- Made from the rule by `npm run docs`. -->\n# {}\n\n", rule.title);
    let (_, category) = CATEGORIES.iter().find(|(category, _)| *category == rule.category).unwrap();
    let group = if rule.scope == Scope::Catalog { format!(" · {category}") } else { String::new() };
    let since = if rule.is_preview() { "preview".to_owned() } else { format!("since {}", rule.since) };
    write!(out, "`{}` · {}{group} · {since}\n\nEnforced by {}. ", rule.id, rule.code, enforced_by(rule)).unwrap();
    if rule.is_preview() {
        out.push_str("Any version may change or remove the rule; only `--preview`, or its name, enables it. ");
    }
    let severities = severities(rule);
    if severities.is_empty() {
        writeln!(out, "Severity: {}.", rule.severity.name()).unwrap();
    } else {
        let each = severities.iter().map(|(profile, severity)| format!("`{profile}` {}", severity.name()));
        writeln!(out, "Profiles:\n{}.", each.collect::<Vec<_>>().join(",\n")).unwrap();
    }
    writeln!(out, "\n{}", rule.docs.trim()).unwrap();
    // The good examples of a rule without an example that it reports explain nothing.
    if let Some(of) = situations.iter().find(|of| of.rule == rule.id) {
        situation(&mut out, rule, of);
        return out;
    }
    out.push_str("\n## Examples\n");
    if rule.scope == Scope::Bundle {
        out.push_str("\nChanges to [a good bundle](README.md#the-good-bundle).\n");
    }
    rule.examples.iter().for_each(|one| example(&mut out, rule, one));
    out
}

fn row(out: &mut String, rule: &Rule) {
    let (id, title, by) = (rule.id, rule.title.replace('|', "\\|"), enforced_by(rule));
    let level = rule.severity.name();
    writeln!(out, "| {} | [{id}]({id}.md) | {title} | {by} | {level} |", rule.code).unwrap();
}

fn index(scope: Scope) -> String {
    const HEAD: &str = "\n| code | rule | what is wrong | enforced by | default |\n|---|---|---|---|---|\n";
    let title = match scope {
        Scope::Catalog => "# Rules\n",
        Scope::Bundle => "# Rules about bundles\n",
        Scope::Dependencies => "# Rules about dependencies\n\n`olmkit dependencies` reports them.\n",
        Scope::Images => {
            "# Rules about images\n\n`olmkit validate --suite images` and `olmkit bundle validate --suite images` report \
             them.\n"
        }
        Scope::Template => "# Rules about templates\n\n`olmkit check` reports them.\n",
        Scope::Configuration => "# Rules about the configuration\n",
    };
    let mut out = format!("<!-- Made from the rules by `npm run docs`. -->\n{title}");
    let mut rules: Vec<&Rule> = RULES.all().filter(|rule| rule.scope == scope).collect();
    if scope != Scope::Catalog {
        out.push_str(HEAD);
        rules.iter().for_each(|rule| row(&mut out, rule));
        if scope == Scope::Bundle {
            good_bundle(&mut out);
        }
        return out;
    }
    rules.sort_by_key(|rule| rule.code);
    for (category, title) in CATEGORIES {
        let group: Vec<&&Rule> = rules.iter().filter(|rule| rule.category == category).collect();
        if group.is_empty() {
            continue;
        }
        write!(out, "\n## {title}\n{HEAD}").unwrap();
        group.into_iter().for_each(|rule| row(&mut out, rule));
    }
    out
}

/// The bundle that the examples change.
fn good_bundle(out: &mut String) {
    out.push_str("\n## The good bundle\n\nThe examples of the rules are changes to this bundle.\n");
    for (path, text) in &sample::files() {
        file(out, path, text);
    }
}

#[test]
fn every_page_has_an_input_that_is_reported() {
    let has_example = |rule: &&Rule| rule.examples.iter().any(|example| example.bad);
    let without: Vec<&str> = RULES.all().filter(|rule| !has_example(rule)).map(|rule| rule.id).collect();
    let mut described: Vec<&str> = common::situations::all().iter().map(|of| of.rule).collect();
    described.sort_unstable();
    let mut expected = without;
    expected.sort_unstable();
    assert_eq!(described, expected, "rules with a situation, and rules without a bad example");
}

/// Asserts that messages of the rule contain neither an empty name in backticks nor a doubled period.
fn assert_messages(path: &str, page: &str) {
    let own = format!("[{}]", path.trim_end_matches(".md"));
    let mut is_own = false;
    let is_message = |line: &&str| {
        let starts = ["error[", "warning[", "info["].iter().any(|start| line.starts_with(start));
        is_own = if starts { line.contains(&own) } else { is_own };
        is_own && (starts || line.starts_with("help: "))
    };
    let fault = page.lines().filter(is_message).find(|line| line.contains("``") || line.ends_with(".."));
    assert_eq!(fault, None, "{path}");
}

#[test]
fn pages_are_current() {
    let situations = common::situations::all();
    for scope in Scope::ALL {
        let rules = RULES.all().filter(|rule| rule.scope == scope);
        let pages: BTreeMap<String, String> = rules
            .map(|rule| (format!("{}.md", rule.id), page(rule, &situations)))
            .chain([("README.md".to_owned(), index(scope))])
            .collect();
        pages.iter().for_each(|(path, text)| assert_messages(path, text));
        olmkit_testing::hold_pages(&format!("docs/{}", scope.folder()), &pages);
    }
}
