//! Real catalogs with small damage, compared with recordings of opm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::{fits::fits, run_file};
use olmkit_testing::{Least, Mutant, Source, same_text, sources};

/// The length in characters to which longer messages are truncated in the recordings.
const RECORDED: usize = 300;

#[derive(Debug, Default)]
struct Score {
    verdicts: Vec<String>,
    rejected: usize,
    rules: Vec<String>,
    texts: Vec<String>,
}

fn judge(mutant: &Mutant, base: &str, score: &Mutex<Score>) {
    let text = mutant.text(base);
    let verdict = run_file(text.as_bytes()).verdict;
    if let Some(folder) = std::env::var_os("KEEP_MUTANTS").filter(|_| verdict.accepted != mutant.accepted) {
        std::fs::write(Path::new(&folder).join(format!("{}.yaml", mutant.id)), &text).unwrap();
    }
    let line = || {
        let ours: String = verdict.message.chars().take(300).collect();
        format!(
            "{} {:?}\n  theirs {} {}\n  ours   {:?} {ours}",
            mutant.id, mutant.kinds, mutant.accepted, mutant.message, verdict.first
        )
    };
    let mut score = score.lock().unwrap();
    if verdict.accepted != mutant.accepted {
        score.verdicts.push(line());
    }
    if mutant.accepted {
        return;
    }
    score.rejected += 1;
    if !same_text(&verdict.message, &mutant.message, RECORDED) {
        score.texts.push(line());
    }
    if !verdict.first.is_some_and(|rule| fits(rule, &mutant.message)) {
        score.rules.push(line());
    }
}

#[test]
fn mutants() {
    let found = |source: Source| {
        let mutants = source.cases("mutants.jsonl", Least { own: 6, shared: 6000 }, |_: &Mutant| true);
        let catalogs = source.path("corpus/catalogs");
        mutants.into_iter().map(move |mutant| (catalogs.join(&mutant.base), mutant))
    };
    let mutants: Vec<(PathBuf, Mutant)> = sources().into_iter().flat_map(found).collect();
    let mut by_base: BTreeMap<&Path, Vec<&Mutant>> = BTreeMap::new();
    for (base, mutant) in &mutants {
        by_base.entry(base).or_default().push(mutant);
    }
    let waiting: Mutex<Vec<_>> = Mutex::new(by_base.into_iter().collect());
    let score = Mutex::new(Score::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some((base, mutants)) = waiting.lock().unwrap().pop() else { return };
                    let text = std::fs::read_to_string(base).unwrap();
                    mutants.iter().for_each(|mutant| judge(mutant, &text, &score));
                }
            });
        }
    });
    let mut score = score.into_inner().unwrap();
    score.verdicts.sort();
    score.rules.sort();
    let all = mutants.len();
    println!("verdicts: {} of {all} agree", all - score.verdicts.len());
    println!("first rules: {} of {} fit", score.rejected - score.rules.len(), score.rejected);
    println!("{}", score.rules.join("\n"));
    assert!(score.verdicts.is_empty(), "{} of {all} differ:\n{}", score.verdicts.len(), score.verdicts.join("\n"));
    assert!(score.rules.len() * 50 <= score.rejected, "first rules fit less than 98 %");
    assert!(score.texts.is_empty(), "{} texts differ:\n{}", score.texts.len(), score.texts.join("\n"));
}
