//! Rules, their severities and the profiles that change them.

use serde::{Deserialize, Serialize};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Not reported.
    Off,
    /// Worth knowing; nothing breaks.
    Info,
    /// Probably wrong, or wrong for some users.
    Warning,
    /// The catalog is rejected, or clusters break.
    Error,
}

/// Which part of the work a rule belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Reading YAML and JSON.
    Syntax,
    /// Loading documents: schemas and types.
    Schema,
    /// Packages, channels, bundles and what they name.
    Reference,
    /// The upgrade graph.
    Upgrade,
    /// Deprecations.
    Deprecation,
    /// Legal, but hardly meant.
    Suspicious,
}

/// Who rejects what the rule finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Enforcement {
    /// `opm validate` fails: the rule is part of opm's verdict.
    Opm,
    /// `opm validate` passes, `opm serve` fails.
    OpmServe,
    /// No upstream tool says anything.
    Olmkit,
}

/// A smallest catalog that shows a rule. Examples are executed by the tests and printed on the rule's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// One line: what it shows.
    pub title: &'static str,
    /// Whether the rule must find something (`false`: it must stay silent).
    pub bad: bool,
    /// Files of the catalog: path and text.
    pub files: &'static [(&'static str, &'static str)],
}

/// One rule: everything about it but its code.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Kebab-case id, stable: `channel-multiple-heads`.
    pub id: &'static str,
    /// Short code, stable, never reused: `FBC031`.
    pub code: &'static str,
    /// One line: what is wrong.
    pub title: &'static str,
    /// Markdown: what it finds, why it matters on a cluster, how to fix it, where the rule comes from. Made by [`docs`].
    pub docs: &'static str,
    /// Group.
    pub category: Category,
    /// Who enforces it.
    pub enforcement: Enforcement,
    /// Severity in the default profile.
    pub severity: Severity,
    /// Version of olmkit that first had it.
    pub since: &'static str,
    /// Executed examples, at least one bad and one good. Made by [`examples`].
    pub examples: &'static [Example],
}

/// The text of a rule's page from its four parts, put together where the program is compiled.
#[macro_export]
macro_rules! page {
    ($finds:expr, $why:expr, $fix:expr, $source:expr) => {
        concat!(
            "## What it finds\n",
            $finds,
            "\n\n## Why it matters\n",
            $why,
            "\n\n## How to fix\n",
            $fix,
            "\n\n## Source\n",
            $source,
            "\n"
        )
    };
}

/// The text of a page, where pages are wanted (the feature `pages`); else nothing, and the text is not in the binary.
#[must_use]
pub const fn docs(text: &'static str) -> &'static str {
    if cfg!(feature = "pages") { text } else { "" }
}

/// The examples of a page, where pages are wanted; see [`docs`].
#[must_use]
pub const fn examples(examples: &'static [Example]) -> &'static [Example] {
    if cfg!(feature = "pages") { examples } else { &[] }
}

/// A named choice of severities. A profile never changes opm's verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// What a maintainer wants to know.
    #[default]
    Default,
    /// Exactly opm's verdict: errors of opm, nothing else.
    Opm,
    /// Everything, one step more severe.
    Strict,
}

impl Profile {
    /// Every profile, in the order of the documentation.
    pub const ALL: [Profile; 3] = [Profile::Default, Profile::Opm, Profile::Strict];

    /// The profile of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Profile> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Profile::Default => "default",
            Profile::Opm => "opm",
            Profile::Strict => "strict",
        }
    }

    /// Severity of a rule in this profile.
    #[must_use]
    pub fn severity(self, rule: &Rule) -> Severity {
        match (self, rule.enforcement, rule.severity) {
            (_, Enforcement::Opm, _) => Severity::Error,
            (Profile::Opm, _, _) => Severity::Off,
            (Profile::Default, _, severity) => severity,
            (Profile::Strict, _, Severity::Off | Severity::Info) => Severity::Warning,
            (Profile::Strict, _, _) => Severity::Error,
        }
    }
}
