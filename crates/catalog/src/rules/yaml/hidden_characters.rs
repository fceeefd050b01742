//! `hidden-characters`: A name or message with hidden or look-alike characters.

use crate::facts::{Body, Facts, Text};
use crate::rules::declare::{foo, rule};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "hidden-characters", "FBC130", "A name or message with hidden or look-alike characters",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "A name of a package, channel or entry that contains a character outside ASCII. A deprecation message that \
        contains a character that hides or reorders text: bidirectional overrides, zero-width spaces, tags.",
    why: "Two names can look alike and still differ. An edge to the wrong one has no effect, and a reviewer cannot see \
        the mistake. A bundle with such a name cannot be installed either, because its name becomes the name of a \
        Kubernetes object.",
    fix: "Retype the name in ASCII, and remove the hidden characters.",
    source: "olmkit; no upstream tool checks it. Names of Kubernetes objects are lower-case ASCII letters, digits, `-` \
        and `.`.",
    bad: [
        { foo!("\
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skips: [f\u{43e}o.v0.9.0]
- name: foo.v1.0.0
"; "1.1.0", "1.0.0") }
        { foo!(), r#"---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.bundle, name: foo.v1.0.0}
  message: "Do not use\u202e this"
"# }
    ],
    good: [{ foo!(), "\
---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.bundle, name: foo.v1.0.0}
  message: Bitte auf 2.0.0 gehen – für alle 😀
" }],
}

/// Checks the names and messages of one document.
pub(crate) fn check(_: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    let mut name = |name: &Text| report(name, |character| !character.is_ascii(), sink);
    facts.package.iter().chain(&facts.name).for_each(&mut name);
    match &facts.body {
        Body::Package(body) => body.default_channel.iter().for_each(name),
        Body::Channel(body) => {
            let texts =
                body.entries.iter().flat_map(|entry| entry.name.iter().chain(&entry.replaces).chain(&entry.skips));
            texts.for_each(name);
        }
        Body::Deprecations(body) => {
            body.entries.iter().filter_map(|entry| entry.name.as_ref()).for_each(name);
            let messages = body.entries.iter().filter_map(|entry| entry.message.as_ref());
            messages.for_each(|message| report(message, hides, sink));
        }
        _ => {}
    }
}

fn report(text: &Text, is_odd: impl Fn(char) -> bool, sink: &mut Sink) {
    if text.value.is_ascii() {
        return;
    }
    let Some(odd) = text.value.chars().find(|character| is_odd(*character)) else { return };
    let looks = if hides(odd) { "it is invisible" } else { "names must be ASCII" };
    let message = format!("This text contains the character U+{:04X}; {looks}.", u32::from(odd));
    sink.add(&RULE, text.range, message, "Retype the text without this character.".to_owned(), None);
}

/// Whether it is a zero-width character, or changes the direction of the following text.
fn hides(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}
