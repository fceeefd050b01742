//! Requirement that only channels other than default channels satisfy.

use crate::messages::list;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, package, rule};
use crate::shared_requirement::SharedRequirement;

rule! {
    RULE, "dep-only-nondefault", "DEP010", "Requirement satisfied only outside default channels",
    since: "0.1.0",
    dependencies: Warning,
    finds: "A requirement that no bundle in a default channel satisfies.",
    why: "OLM subscribes to the other channel and stays on it.",
    fix: "Widen the range to include a version of the default channel.",
    source: "olmkit; OLM v0 prefers default channels.",
    bad: [{ "Only another channel has the version": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        "\
---
schema: olm.channel
package: bar
name: fast
entries:
- name: bar.v2.0.0
",
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=2.0.0'}}\n"),
        bundle!("bar", "1.0.0"),
        bundle!("bar", "2.0.0") }],
    good: [{ "The default channel has it too": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        "\
---
schema: olm.channel
package: bar
name: fast
entries:
- name: bar.v2.0.0
",
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n"),
        bundle!("bar", "1.0.0"),
        bundle!("bar", "2.0.0") }],
}

/// Reports a requirement that no default channel satisfies.
pub(crate) fn check(shared: &SharedRequirement<'_>, reporter: &mut Reporter<'_>) {
    if shared.shown.by.iter().any(|provider| provider.is_default) {
        return;
    }
    let places = list(&shared.places(), "and");
    let message = format!("{}; only channels that are not the default channel have it: {places}.", shared.needs());
    let help = "OLM subscribes to such a channel and stays on it. Widen the range to include a version of the default \
        channel.";
    reporter.add(&RULE, &shared.subject, message, help);
}
