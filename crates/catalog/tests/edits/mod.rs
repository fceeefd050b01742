//! Plans edits of a catalog, and formats them as diffs of whole files.

use olmkit_catalog::edits::{EditPlan, Intention, plan};
use olmkit_catalog::{Catalog, Input, load};

pub(crate) type Files = Vec<(String, String)>;

pub(crate) fn changed(files: &Files, intention: &str) -> Result<(EditPlan, Files), String> {
    let intention: Intention = serde_json::from_str(intention).unwrap();
    let inputs: Vec<Input<'_>> =
        files.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) }).collect();
    let loaded = load(&inputs);
    let catalog = Catalog::new(&loaded);
    let text_of = |file: olmkit_diagnostics::FileId| files[file.index()].1.as_bytes();
    let plan = plan(&catalog, &text_of, &intention).map_err(|refused| refused.reason)?;
    let out = applied(files, &plan);
    Ok((plan, out))
}

/// Applies the edits of a plan.
pub(crate) fn applied(files: &Files, plan: &EditPlan) -> Files {
    let mut out = files.clone();
    for edit in plan.edits.iter().rev() {
        let range = usize::from(edit.place.range.start())..usize::from(edit.place.range.end());
        out[edit.place.file.index()].1.replace_range(range, &edit.text);
    }
    out
}

pub(crate) fn planned(files: &Files, intention: &str) -> Result<(EditPlan, Files), String> {
    let (plan, out) = changed(files, intention)?;
    let inputs: Vec<Input<'_>> = out.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) }).collect();
    let after = load(&inputs);
    for (file, (_, text)) in after.iter().zip(&out) {
        for document in &file.documents {
            assert!(!document.facts.is_broken(), "a document is broken afterwards\n{text}");
        }
    }
    Ok((plan, out))
}

fn diff(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut out = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() || b < new.len() {
        if old.get(a) == new.get(b) {
            (a, b) = (a + 1, b + 1);
            continue;
        }
        let next = (a..=old.len()).flat_map(|x| (b..=new.len()).map(move |y| (x, y)));
        let same = |&(x, y): &(usize, usize)| x < old.len() && y < new.len() && old[x] == new[y] && !old[x].is_empty();
        let (x, y) = next.filter(same).min_by_key(|(x, y)| x + y).unwrap_or((old.len(), new.len()));
        out.extend(old[a..x].iter().map(|line| format!("-{line}")));
        out.extend(new[b..y].iter().map(|line| format!("+{line}")));
        (a, b) = (x, y);
    }
    out.join("\n")
}

/// Checks the plan of an intention. `expected` contains the path and the diff of each changed file.
#[track_caller]
pub(crate) fn expect(files: &Files, intention: &str, expected: &str) -> EditPlan {
    let (plan, after) = planned(files, intention).unwrap();
    let mut found = String::new();
    for ((path, old), (_, new)) in files.iter().zip(&after) {
        if old != new {
            found.push_str(&format!("{path}\n{}\n", diff(old, new)));
        }
    }
    let expected: Vec<&str> = expected.trim_matches('\n').lines().map(str::trim_start).collect();
    let found_lines: Vec<String> = found
        .lines()
        .map(|line| {
            let (sign, rest) = line.split_at(line.len().min(1));
            format!("{sign}{rest}")
        })
        .collect();
    let trimmed: Vec<&str> = found_lines.iter().map(|line| line.trim_end_matches('\r')).collect();
    assert_eq!(trimmed, expected, "\n{found}");
    plan
}

pub(crate) fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn bundle(name: &str, version: &str) -> String {
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: {name}\nimage: quay.io/x/foo:{version}\nproperties:\n\
         - type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
    )
}

pub(crate) fn yaml() -> Files {
    let bundles = bundle("foo.v1.0.0", "1.0.0") + &bundle("foo.v1.1.0", "1.1.0") + &bundle("foo.v1.2.0", "1.2.0");
    files(&[
        ("bundles.yaml", bundles.as_str()),
        (
            "catalog.yaml",
            "---\nschema: olm.package\nname: foo\ndefaultChannel: stable # keep\n---\n# the channel\nschema: olm.channel\n\
             package: foo\nname: stable\nentries:\n  - name: foo.v1.1.0\n    replaces: foo.v1.0.0\n  - name: foo.v1.0.0\n\
             ---\nschema: olm.channel\npackage: foo\nname: fast\nentries:\n  - name: foo.v1.2.0\n    replaces: foo.v1.1.0\n    \
             skips: [foo.v1.0.1]\n    skipRange: '>=1.0.0 <1.2.0'\n  - name: foo.v1.1.0\n    replaces: foo.v1.0.0\n  \
             - name: foo.v1.0.0\n",
        ),
        (
            "deprecations.yaml",
            "schema: olm.deprecations\npackage: foo\nentries:\n- reference:\n    schema: olm.channel\n    name: stable\n  \
             message: use fast\n",
        ),
    ])
}
