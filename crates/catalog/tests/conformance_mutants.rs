//! Recorded verdicts of opm on damaged real catalogs, and the real catalogs themselves.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::collections::HashMap;

use common::{fits, jsonl, shared, validate};

/// Applies a mutant's splices to its base, as the data's README says.
fn mutate(base: &str, case: &serde_json::Value) -> Vec<u8> {
    let lines: Vec<&str> = base.split('\n').collect();
    let mut mutated: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let mut splices: Vec<&serde_json::Value> = case["splices"].as_array().unwrap().iter().collect();
    splices.sort_by_key(|splice| std::cmp::Reverse(splice[0].as_u64()));
    for splice in splices {
        let at = usize::try_from(splice[0].as_u64().unwrap()).unwrap();
        let deleted = usize::try_from(splice[1].as_u64().unwrap()).unwrap();
        let inserted = splice[2].as_array().unwrap().iter().map(|line| match line.as_u64() {
            Some(number) => lines[usize::try_from(number).unwrap()].to_owned(),
            None => line.as_str().unwrap().to_owned(),
        });
        mutated.splice(at..(at + deleted).min(lines.len()), inserted.collect::<Vec<_>>());
    }
    let text = mutated.join("\n");
    let text = match case["transform"].as_str() {
        Some("crlf") => text.replace('\n', "\r\n"),
        Some("bom") => format!("\u{FEFF}{text}"),
        Some("no-final-newline") => text.trim_end_matches('\n').to_owned(),
        _ => text,
    };
    text.into_bytes()
}

#[test]
fn mutants() {
    let Some(shared) = shared() else { return };
    let cases = jsonl("mutants.jsonl");
    let mut bases: HashMap<String, String> = HashMap::new();
    let (mut wrong, mut unfit, mut rejected) = (Vec::new(), Vec::new(), 0);
    for case in &cases {
        let name = case["base"].as_str().unwrap();
        let base = bases
            .entry(name.to_owned())
            .or_insert_with(|| std::fs::read_to_string(shared.join("corpus/catalogs").join(name)).unwrap());
        let report = validate(&[("catalog.yaml".to_owned(), mutate(base, case))]);
        let (theirs, message) = (case["accepted"].as_bool().unwrap(), case["message"].as_str().unwrap_or_default());
        let what = format!("{} {} {}", name, case["splices"], case["transform"]);
        if report.verdict.accepted != theirs {
            wrong.push(format!(
                "{what}\n  theirs {theirs} {message:?}\n  ours {:?} {:?}",
                report.verdict.first, report.verdict.message
            ));
        } else if !theirs {
            rejected += 1;
            let first = report.verdict.first.unwrap();
            if !fits(first, message) {
                unfit.push(format!("{what}\n  theirs {message:?}\n  ours {first} {:?}", report.verdict.message));
            }
        }
    }
    println!("{} mutants, {} wrong; {rejected} rejected, {} first rules differ", cases.len(), wrong.len(), unfit.len());
    println!("{}", unfit.iter().take(10).cloned().collect::<Vec<_>>().join("\n"));
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
    assert!(unfit.len() * 50 <= rejected, "{} of {rejected} first rules differ", unfit.len());
}

#[test]
fn corpus() {
    let Some(shared) = shared() else { return };
    let mut count = 0;
    for version in sorted(&shared.join("corpus/catalogs")) {
        if !version.is_dir() {
            continue;
        }
        let mut whole = Vec::new();
        for package in sorted(&version) {
            let files = read(&package, &version);
            let report = validate(&files);
            assert!(report.verdict.accepted, "{}: {}", package.display(), report.verdict.message);
            for diagnostic in &report.diagnostics {
                println!(
                    "{} {:?} {} {}",
                    package.display(),
                    diagnostic.severity,
                    diagnostic.rule.id,
                    diagnostic.message
                );
            }
            whole.extend(files);
            count += 1;
        }
        let report = validate(&whole);
        assert!(report.verdict.accepted, "{}: {}", version.display(), report.verdict.message);
    }
    println!("{count} real catalogs accepted");
    assert!(count > 0);
}

fn sorted(path: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut entries: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn read(path: &std::path::Path, root: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    if path.is_dir() {
        return sorted(path).iter().flat_map(|path| read(path, root)).collect();
    }
    let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
    vec![(name, std::fs::read(path).unwrap())]
}
