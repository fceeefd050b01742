//! `unknown-keys`: An unknown key.

use crate::rules::declare::{foo, rule};
use crate::rules::yaml::duplicate_keys::is_merged;
use olmkit_diagnostics::Safety;
use olmkit_yaml::{Format, NodeRef};

use crate::facts::LocalFix;
use crate::sink::Sink;
use olmkit_gostd::fold;
use olmkit_text::near_miss;

rule! {
    RULE, "unknown-keys", "FBC056", "An unknown key",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "A key that the schema does not define, at the top level of a document or in a channel entry. Often it is \
        misspelled or in the wrong case.",
    why: "opm silently ignores unknown keys: an edge written as `replace:` does not exist. opm reads keys in another \
        case, but other tools do not.",
    fix: "Correct the key, or remove it.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("\
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skip: [foo.v1.0.1]
- name: foo.v1.0.0
"; "1.1.0", "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.0
"; "1.1.0", "1.0.0") }],
}

/// Checks the keys of one mapping.
pub(crate) fn check(node: NodeRef<'_>, known: &[&'static str], sink: &mut Sink) {
    let mut is_of_several = None;
    for member in node.members() {
        let key = member.key.as_ref();
        // Of several documents without `---` between them, each has its own known keys.
        if known.contains(&key) || *is_of_several.get_or_insert_with(|| is_merged(node)) {
            continue;
        }
        let same = known.iter().copied().find(|field| fold::names_field(key, field));
        let near = same.or_else(|| near_miss(key, &mut known.iter().copied()));
        let message = match (same, near) {
            (Some(same), _) => format!("opm reads `{key}` as `{same}`, but other tools do not."),
            (None, Some(near)) => format!("Unknown key `{key}`; opm ignores it. Did you mean `{near}`?"),
            (None, None) => format!("Unknown key `{key}`; opm ignores it."),
        };
        let help = near.map_or_else(|| "Remove the key.".to_owned(), |near| format!("Write `{near}`."));
        let range = member.key_node.range();
        sink.add(&RULE, range, message, help, None);
        if let Some(near) = near {
            let safety = if same.is_some() { Safety::Safe } else { Safety::Unsafe };
            sink.fix(renaming(member.key_node, near, safety));
        }
    }
}

/// Returns a fix that writes a key in another way.
pub(crate) fn renaming(key: NodeRef<'_>, name: &str, safety: Safety) -> LocalFix {
    let text = if key.format() == Format::Json { format!("\"{name}\"") } else { name.to_owned() };
    LocalFix { title: format!("Write {name}"), safety, edits: vec![(key.range(), text)] }
}
