//! Invariants of all fixes, for any errors in a catalog: a safe fix does not add errors or make a verdict worse, alone
//! and together with all others; no offered fix turns an accepted catalog into a rejected one; and fixing twice does
//! not change anything.
//!
//! In CI, and with `OLMKIT_ALL=1`, all recorded catalogs are tested, otherwise some of them.

use crate::common;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::common::generate;
use olmkit_testing::{Choices, Least, Mutant, Source, cases, damaged, folders, property, sources};
use olmkit_workspace::api::{Change, Diagnostic, Edit, Encoding, FixQuery, Report, Safety, Severity};
use olmkit_workspace::{Options, Workspace};
use serde::Deserialize;

type Files = Vec<(String, Vec<u8>)>;

fn opened(files: &Files) -> Workspace {
    common::opened(files.iter().map(|(path, text)| (path.as_str(), text.as_slice())))
}

fn after(files: &Files, edits: &[Edit]) -> Files {
    let mut by_path: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
    for edit in edits {
        let change = Change { from: edit.range.start.offset, to: edit.range.end.offset, text: edit.text.clone() };
        by_path.entry(&edit.path).or_default().push(change);
    }
    let mut workspace = opened(files);
    let mut files = files.clone();
    for (path, changes) in &by_path {
        if workspace.text(path).is_none() {
            workspace.open(path, Vec::new());
            files.push(((*path).to_owned(), Vec::new()));
        }
        workspace.change(path, changes, Encoding::Utf8).unwrap();
    }
    let text = |path: &str| workspace.text(path).map(<[u8]>::to_vec);
    files.into_iter().map(|(path, old)| (text(&path).unwrap_or(old), path)).map(|(text, path)| (path, text)).collect()
}

/// The number of occurrences of each error.
fn errors<'r, K: Ord>(report: &'r Report, key: impl Fn(&'r Diagnostic) -> K) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for found in report.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        *counts.entry(key(found)).or_default() += 1;
    }
    counts
}

/// The errors that are new after a fix. `strict`: a changed message makes an error new. The message names what it is about,
/// so another entry does not: the entry of `channel-multiple-heads` is the one to change, if the cause is known.
fn new_errors(before: &Report, after: &Report, strict: bool) -> Vec<String> {
    let key = |found: &Diagnostic| {
        let subject = if strict { found.message.clone() } else { found.entry.clone().unwrap_or_default() };
        (found.rule.clone(), found.package.clone(), found.channel.clone(), subject)
    };
    let known = errors(before, key);
    let more = errors(after, key).into_iter().filter(|(key, count)| known.get(key).is_none_or(|known| known < count));
    more.map(|(key, count)| format!("{count} {key:?}")).collect()
}

fn story(files: &Files, edits: &[Edit]) -> String {
    let edits: Vec<String> =
        edits.iter().map(|edit| format!("{}:{} {:?}", edit.path, edit.range.start.line, edit.text)).collect();
    let texts = files.iter().filter(|(_, text)| text.len() < 4000);
    let texts: Vec<String> =
        texts.map(|(path, text)| format!("== {path}\n{}", String::from_utf8_lossy(text))).collect();
    format!("{}\n{}", edits.join("\n"), texts.concat())
}

#[derive(Debug, Default, Clone, Copy)]
struct Tried {
    catalogs: usize,
    safe: usize,
    others: usize,
    made: usize,
    made_with_unsafe: usize,
}

impl Tried {
    fn and(self, other: Tried) -> Tried {
        Tried {
            catalogs: self.catalogs + other.catalogs,
            safe: self.safe + other.safe,
            others: self.others + other.others,
            made: self.made + other.made,
            made_with_unsafe: self.made_with_unsafe + other.made_with_unsafe,
        }
    }
}

macro_rules! ensure {
    ($holds:expr, $($text:tt)+) => {
        if !$holds {
            return Err(format!($($text)+));
        }
    };
}

/// Tries every fix of a catalog alone, and all of them together.
fn hold(name: &str, files: &Files) -> Result<Tried, String> {
    let mut tried = Tried { catalogs: 1, ..Tried::default() };
    let mut workspace = opened(files);
    let before = workspace.report();
    for found in &before.diagnostics {
        for fix in &found.fixes {
            let is_safe = fix.safety == Safety::Safe;
            let after = opened(&after(files, &fix.edits)).report();
            let story =
                || format!("{name}: {} {:?}: {}\n{}", found.rule, fix.safety, fix.title, story(files, &fix.edits));
            ensure!(after.opm.accepted || !before.opm.accepted, "opm rejects it now. {}", story());
            let new = new_errors(&before, &after, is_safe);
            // A document that could not be read may have hidden errors, which are now found.
            let may_be_hidden = !is_safe && !before.opm.accepted;
            ensure!(new.is_empty() || may_be_hidden, "new errors {new:?}. {}", story());
            if is_safe {
                tried.safe += 1;
            } else {
                tried.others += 1;
            }
        }
    }
    for with_unsafe in [false, true] {
        let query = FixQuery { with_unsafe, rule: None };
        let plan = workspace.plan_fixes(&query);
        ensure!(workspace.report() == before, "{name}: a plan changes nothing");
        let fixed = after(files, &plan.edits);
        let mut fresh = opened(&fixed);
        let after = fresh.report();
        let story = || format!("{name}: all together ({with_unsafe})\n{}", story(files, &plan.edits));
        ensure!(after.opm.accepted || !before.opm.accepted, "opm rejects it now. {}", story());
        let new = new_errors(&before, &after, !with_unsafe);
        let may_be_hidden = with_unsafe && !before.opm.accepted;
        ensure!(new.is_empty() || may_be_hidden, "new errors {new:?}. {}", story());
        ensure!(plan.with_unsafe + plan.without_fix == after.diagnostics.len(), "counts. {}", story());
        let again = fresh.fix(&query).unwrap();
        ensure!(again.edits.is_empty() && again.fixed == 0, "not at the first time: {:?}. {}", again.edits, story());
        let made = if with_unsafe { &mut tried.made_with_unsafe } else { &mut tried.made };
        *made += plan.fixed;
        let mut same = opened(files);
        ensure!(same.fix(&query).as_ref() == Ok(&plan), "another plan. {}", story());
        ensure!(fixed.iter().all(|(path, text)| same.text(path).is_none_or(|own| own == text)), "{}", story());
    }
    Ok(tried)
}

/// Calls `judge` for many items, on all cores.
fn hold_all<T: Send>(items: Vec<T>, judge: impl Fn(&T) -> Option<Result<Tried, String>> + Sync) -> Tried {
    let (waiting, sum) = (Mutex::new(items), Mutex::new(Tried::default()));
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(item) = waiting.lock().unwrap().pop() else { return };
                    let tried = match judge(&item) {
                        Some(Ok(tried)) => tried,
                        Some(Err(failure)) => {
                            failures.lock().unwrap().push(failure);
                            continue;
                        }
                        None => continue,
                    };
                    let mut sum = sum.lock().unwrap();
                    *sum = sum.and(tried);
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort_by_key(String::len);
    let shown: Vec<String> = failures.iter().take(12).cloned().collect();
    assert!(failures.is_empty(), "{} do not hold, of them:\n{}", failures.len(), shown.join("\n\n"));
    let sum = *sum.lock().unwrap();
    println!("{sum:?}");
    sum
}

/// Tests one of `number` recorded catalogs; all of them with `OLMKIT_ALL`, and in CI.
fn every(number: usize) -> usize {
    let tests_all = ["CI", "OLMKIT_ALL"].iter().any(|name| std::env::var_os(name).is_some());
    if tests_all { 1 } else { number }
}

fn bytes_of(files: &[(String, String)]) -> Files {
    files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect()
}

/// Tries the fixes of catalogs generated from random bytes.
fn hold_random(cases: u32, most: usize, make: impl Fn(&mut Choices<'_>) -> Vec<(String, String)>) -> Tried {
    let sum = Cell::new(Tried::default());
    property(cases / every(20) as u32, most, |bytes| {
        let tried = hold("random", &bytes_of(&make(&mut Choices::new(bytes))));
        sum.set(sum.get().and(tried.unwrap_or_else(|failure| panic!("{failure}"))));
    });
    println!("{:?}", sum.get());
    sum.get()
}

#[test]
fn examples_of_rules() {
    let examples: Vec<(&str, Vec<(String, String)>)> = olmkit_catalog::rules::all()
        .iter()
        .flat_map(|rule| rule.examples.iter().map(|example| (rule.id, example)))
        .map(|(id, example)| {
            (id, example.files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
        })
        .collect();
    hold_all(examples.clone(), |(name, files)| Some(hold(name, &bytes_of(files))));
    let tried = hold_random(40_000, 60, |choices| {
        let (_, files) = &examples[choices.below(examples.len())];
        files.iter().map(|(path, text)| (path.clone(), damaged(text, choices))).collect()
    });
    assert!(tried.safe > 20 && tried.others > 20 && tried.made > 20, "{tried:?}");
}

#[test]
fn random_combinations_of_damage() {
    let tried = hold_random(8_000, 800, generate::catalog);
    assert!(tried.safe > 300 && tried.others > 300 && tried.made > 300, "{tried:?}");
}

fn safe_titles(text: &str) -> Vec<String> {
    let report = opened(&vec![("catalog.yaml".to_owned(), text.as_bytes().to_vec())]).report();
    let fixes = report.diagnostics.iter().flat_map(|found| &found.fixes);
    fixes.filter(|fix| fix.safety == Safety::Safe).map(|fix| fix.title.clone()).collect()
}

/// A document that cannot be read hides errors. A fix that makes them visible has to be reviewed by the user.
#[test]
fn a_fix_that_uncovers_errors_is_not_safe() {
    let package = |default: &str| format!("schema: olm.package\nname: foo\ndefaultChannel: {default}\n");
    let entry = "---\nschema: olm.channel\npackage: foo\nname: on\nentries:\n- name: foo.v1.0.0\n";
    let bundle = "---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\nimage: quay.io/x/foo:v1\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.0.0}\n";
    assert_eq!(safe_titles(&(package("\"on\"") + entry + bundle)), ["Quote on"]);
    // The bundle of the channel is missing, which is found only if the channel can be read.
    assert!(safe_titles(&(package("\"on\"") + entry)).is_empty());
    // What a package without a name lacks stays hidden.
    let nameless = "---\nschema: olm.package\ndefaultChannel: stable\n";
    let channel = entry.replace("name: on", "name: 'yes'");
    assert_eq!(safe_titles(&(package("yes") + &channel + bundle)), ["Quote yes"]);
    assert_eq!(safe_titles(&(package("yes") + &channel + bundle + nameless)), ["Quote yes"]);
}

#[derive(Debug, Deserialize)]
struct Case {
    #[serde(default)]
    files: BTreeMap<String, String>,
}

#[test]
fn recorded_cases() {
    for (name, own, shared, step) in [
        ("fbc-cases.jsonl", 10, 700, 1),
        ("fbc-rule-examples.jsonl", 6, 144, 1),
        ("fbc-edges.jsonl", 5, 2000, every(5)),
    ] {
        let all: Vec<Case> = cases(name, Least { own, shared }, |_| true);
        let all: Vec<(usize, Case)> = all.into_iter().enumerate().step_by(step).collect();
        let tried = hold_all(all, |(number, case)| {
            let files: Vec<(String, String)> = case.files.clone().into_iter().collect();
            (!files.is_empty()).then(|| hold(&format!("{name} {number}"), &bytes_of(&files)))
        });
        assert!(tried.catalogs > 0, "{name}: {tried:?}");
    }
}

#[test]
fn recorded_mutants() {
    let found = |source: Source| {
        let mutants = source.cases("mutants.jsonl", Least { own: 6, shared: 6000 }, |_: &Mutant| true);
        let catalogs = source.path("corpus/catalogs");
        mutants.into_iter().map(move |mutant| (catalogs.join(&mutant.base), mutant))
    };
    let is_small = |(base, _): &(std::path::PathBuf, Mutant)| {
        every(2) == 1 || std::fs::metadata(base).is_ok_and(|file| file.len() < 300_000)
    };
    let all: Vec<_> = sources().into_iter().flat_map(found).filter(is_small).step_by(every(20)).collect();
    let tried = hold_all(all, |(base, mutant)| {
        let base = std::fs::read_to_string(base).unwrap();
        Some(hold(&mutant.id, &vec![("catalog.yaml".to_owned(), mutant.text(&base).into_bytes())]))
    });
    assert!(tried.catalogs > 0, "{tried:?}");
}

#[test]
fn real_catalogs() {
    let versions = sources().into_iter().flat_map(|source| source.catalogs());
    let packages: Vec<_> = versions.flat_map(|version| folders(&version)).step_by(every(6)).collect();
    let tried = hold_all(packages, |folder| {
        let name = |path: &std::path::Path| path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        let files = olmkit_testing::files(folder);
        let files = files.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect();
        Some(hold(&folder.display().to_string(), &files))
    });
    assert!(tried.catalogs > 0, "{tried:?}");
}

#[test]
fn only_the_fixes_of_a_rule_are_made_when_it_is_named() {
    let text = "schema: olm.package\nname: foo\ndefaultChannel: 1.10\n---\nschema: olm.channel\npackage: foo\n\
        name: 1.10\nentries:\n- name: foo.v1.0.0\n---\nschema: olm.bundle\npackage: foo\nname: foo.v1.0.0\n\
        image: example.org/foo:v1\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.0.0}\n";
    let fixed = |rule: Option<&str>| {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("catalog.yaml", text.as_bytes().to_vec());
        let made = workspace.fix(&FixQuery { rule: rule.map(str::to_owned), ..FixQuery::default() }).unwrap();
        (made.fixed, String::from_utf8(workspace.text("catalog.yaml").unwrap().to_vec()).unwrap())
    };
    let (number, own) = fixed(Some("meta-key-not-string"));
    assert_eq!(number, 1);
    assert!(own.contains("name: \"1.10\"\n") && own.contains("defaultChannel: 1.10\n"), "{own}");
    let (number, all) = fixed(None);
    assert_eq!(number, 2);
    assert!(all.contains("defaultChannel: \"1.10\"\n"), "{all}");
    assert_eq!(fixed(Some("stranded-v0")).0, 0);
}

#[test]
fn a_check_for_the_verdict_alone_tries_no_fix() {
    let text = format!("# olmkit-ignore replaces-newer: no longer\n{}", olmkit_testing::CATALOG);
    let tries = |options: &Options| {
        let mut workspace = Workspace::new(options).unwrap();
        workspace.open("c.yaml", text.clone().into_bytes());
        let mut stages = Vec::new();
        workspace.check_in_stages(&mut |stage| stages.push(stage.name()));
        assert!(workspace.report().opm.accepted);
        stages.contains(&"fixes")
    };
    assert_eq!([Options::default(), Options::of_opm()].map(|options| tries(&options)), [true, false]);
}
