//! Rules, and the macro that declares them.

use olmkit_api::{Category, Enforcement, RuleSeverity as Severity, Scope};

use crate::former::{FORMER_IDS, current_id};
use crate::suite::{BundleProfile, Suite};

/// A minimal input that demonstrates a rule. The tests run the examples, and the page of the rule shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// One line that says what the example demonstrates.
    pub title: &'static str,
    /// Whether the rule must report a problem (`true`) or must not (`false`).
    pub bad: bool,
    /// The input.
    pub input: ExampleInput,
}

/// The input of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleInput {
    /// Files, with paths and texts.
    Files(&'static [(&'static str, &'static str)]),
    /// A change of the sample from which all examples of the scope start.
    Change(Change),
}

/// A change of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The path of the file.
    pub path: &'static str,
    /// The replaced text. Empty to replace the whole file, which may not exist yet.
    pub old: &'static str,
    /// The new text.
    pub new: &'static str,
    /// Whether the file belongs to the previous version.
    pub is_earlier: bool,
}

impl Change {
    /// Creates a change from its three parts, as examples list them.
    #[must_use]
    pub const fn new((path, old, new): (&'static str, &'static str, &'static str)) -> Self {
        Change { path, old, new, is_earlier: false }
    }

    /// Returns the change for a file of the previous version.
    #[must_use]
    pub const fn earlier(self) -> Self {
        Change { is_earlier: true, ..self }
    }
}

/// The role of a file of an example. It is encoded in the path, because examples are declared as paths and texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExamplePath<'p> {
    /// A file of the checked input.
    Own(&'p str),
    /// A file of an older state of the catalog: its path is prefixed with `//base/`.
    Base(&'p str),
    /// The recorded responses of registries, one line for each image: `//answers`.
    Answers,
}

impl<'p> ExamplePath<'p> {
    /// Parses the path of an example file.
    #[must_use]
    pub fn of(path: &'p str) -> Self {
        match path.strip_prefix("//base/") {
            Some(path) => ExamplePath::Base(path),
            None if path == "//answers" => ExamplePath::Answers,
            None => ExamplePath::Own(path),
        }
    }
}

impl Example {
    /// The files. Empty if the input is a change.
    #[must_use]
    pub const fn files(&self) -> &'static [(&'static str, &'static str)] {
        match self.input {
            ExampleInput::Files(files) => files,
            ExampleInput::Change(_) => &[],
        }
    }

    /// The change. `None` if the input is files.
    #[must_use]
    pub const fn change(&self) -> Option<Change> {
        match self.input {
            ExampleInput::Files(_) => None,
            ExampleInput::Change(change) => Some(change),
        }
    }
}

/// A rule with all its metadata, but without its check. Declared with [`crate::rule!`].
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The kebab-case id, which is stable: `channel-multiple-heads`.
    pub id: &'static str,
    /// The short code, which is stable and never reused: `FBC031`.
    pub code: &'static str,
    /// One line that says what is wrong.
    pub title: &'static str,
    /// The page in Markdown: what the rule finds, why it matters on a cluster, how to fix it, its source. Built by
    /// [`docs`].
    pub docs: &'static str,
    /// The section of the page about the fix.
    pub fix: &'static str,
    /// The scope.
    pub scope: Scope,
    /// The category.
    pub category: Category,
    /// The tool that rejects a catalog because of a finding. Rules about bundles have [`Rule::suites`] instead.
    pub enforcement: Enforcement,
    /// The severity in the default profile.
    pub severity: Severity,
    /// The tools that report the problem for bundles, with the severity in each. Empty for other scopes.
    pub suites: &'static [(Suite, Severity)],
    /// The version of olmkit that introduced the rule, or [`PREVIEW`].
    pub since: &'static str,
    /// Examples that tests run, at least one bad and one good. Built by [`examples`].
    pub examples: &'static [Example],
}

/// How a selector matches a rule, from general to specific.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selection {
    /// It matches all rules.
    All,
    /// It is the category of the rule.
    Category,
    /// It is the start of the code of the rule.
    Prefix,
    /// It is a name of the rule.
    Name,
}

/// Codes are unique.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

/// The value of [`Rule::since`] while a rule may still change or be removed.
pub const PREVIEW: &str = "preview";

impl Rule {
    /// Whether the rule may still change or be removed. No profile enables such a rule: users enable rules in preview,
    /// or this rule by name.
    #[must_use]
    pub fn is_preview(&self) -> bool {
        self.since == PREVIEW
    }

    /// Whether a name is the id, a former id or the code of the rule.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.id == current_id(name) || self.code.eq_ignore_ascii_case(name)
    }

    /// The former ids of the rule.
    pub fn former_ids(&self) -> impl Iterator<Item = &'static str> + use<> {
        let id = self.id;
        FORMER_IDS.iter().filter(move |(_, current)| *current == id).map(|&(former, _)| former)
    }

    /// How a selector matches the rule: by `all`, its category, a prefix of its code (`FBC0`), or its id, a former id or
    /// its code. `None` if it does not match.
    #[must_use]
    pub fn selection(&self, selector: &str) -> Option<Selection> {
        let start = self.code.get(..selector.len()).filter(|start| start.len() >= 3);
        if self.is_named(selector) {
            Some(Selection::Name)
        } else if selector == "all" {
            Some(Selection::All)
        } else if selector == self.category.name() {
            Some(Selection::Category)
        } else {
            start.filter(|start| start.eq_ignore_ascii_case(selector)).map(|_| Selection::Prefix)
        }
    }

    /// Whether a selector matches the rule.
    #[must_use]
    pub fn is_selected(&self, selector: &str) -> bool {
        self.selection(selector).is_some()
    }

    /// The severity in a bundle profile. `None` if none of the profile's tools has the rule.
    #[must_use]
    pub fn severity_of_bundles(&self, profile: BundleProfile) -> Option<Severity> {
        self.severity_of_suites(profile, &[])
    }

    /// Like [`Rule::severity_of_bundles`], for a selection of suites; an empty list selects all suites.
    #[must_use]
    pub fn severity_of_suites(&self, profile: BundleProfile, suites: &[Suite]) -> Option<Severity> {
        let enabled = self.suites.iter().filter(|(suite, _)| profile.enables(*suite, suites));
        enabled.map(|(suite, severity)| profile.severity(*suite, *severity)).max()
    }

    /// The path of the page, relative to the root of the repository.
    #[must_use]
    pub fn page(&self) -> String {
        format!("docs/{}/{}.md", self.scope.folder(), self.id)
    }

    /// The URL of the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}/blob/main/{}", env!("CARGO_PKG_REPOSITORY"), self.page())
    }
}

/// Declares a rule: the name of the constant, id, code and title; the version that introduced it; its scope with its
/// severity; the four parts of its page; bad examples, for which it must report a problem, and good examples, for which
/// it must not.
///
/// Scopes: `catalog: Category, Enforcement, Severity`; `bundle: [Suite Severity, …]`; `dependencies: Severity`;
/// `images: Severity`; `template: Severity`; `configuration: Severity`.
///
/// If the check is in another file, the name has a comment that names the function that reports the rule: ``/// Found
/// by [`crate::decode::syntax_error`].``
///
/// An example consists of the parts of the text of `catalog.yaml` in braces, with an optional title before a colon.
/// Several files, or a file whose path matters, are named: `{ "v4.17/foo/catalog.yaml" => [foo!()] }`. Paths of an
/// older state of the catalog start with `//base/`, and `//answers` contains responses of registries ([`ExamplePath`]).
/// An example about a bundle is a change of the sample in parentheses: path, old text, new text; `[earlier]` before it
/// changes the previous version.
#[macro_export]
macro_rules! rule {
    ($(#[$about:meta])* $name:ident, $id:literal, $code:literal, $title:literal, since: $since:literal,
     catalog: $category:ident, $enforcement:ident, $severity:ident, $($text:tt)*) => {
        $crate::rule!(@declare [$(#[$about])*] $name $id $code $title $since {
            scope: $crate::Scope::Catalog,
            category: $crate::Category::$category,
            enforcement: $crate::Enforcement::$enforcement,
            severity: $crate::Severity::$severity,
            suites: &[],
        } $($text)*);
    };
    ($(#[$about:meta])* $name:ident, $id:literal, $code:literal, $title:literal, since: $since:literal,
     bundle: [$($suite:ident $severity:ident),+ $(,)?], $($text:tt)*) => {
        $crate::rule!(@declare [$(#[$about])*] $name $id $code $title $since {
            scope: $crate::Scope::Bundle,
            category: $crate::Category::Schema,
            enforcement: $crate::Enforcement::Olmkit,
            severity: $crate::Suite::worst(&[$(($crate::Suite::$suite, $crate::Severity::$severity)),+]),
            suites: &[$(($crate::Suite::$suite, $crate::Severity::$severity)),+],
        } $($text)*);
    };
    ($(#[$about:meta])* $name:ident, $id:literal, $code:literal, $title:literal, since: $since:literal,
     dependencies: $severity:ident, $($text:tt)*) => {
        $crate::rule!(@declare [$(#[$about])*] $name $id $code $title $since {
            scope: $crate::Scope::Dependencies,
            category: $crate::Category::Reference,
            enforcement: $crate::Enforcement::Olmkit,
            severity: $crate::Severity::$severity,
            suites: &[],
        } $($text)*);
    };
    ($(#[$about:meta])* $name:ident, $id:literal, $code:literal, $title:literal, since: $since:literal,
     images: $severity:ident, $($text:tt)*) => {
        $crate::rule!(@declare [$(#[$about])*] $name $id $code $title $since {
            scope: $crate::Scope::Images,
            category: $crate::Category::Reference,
            enforcement: $crate::Enforcement::Olmkit,
            severity: $crate::Severity::$severity,
            suites: &[],
        } $($text)*);
    };
    ($(#[$about:meta])* $name:ident, $id:literal, $code:literal, $title:literal, since: $since:literal,
     template: $severity:ident, $($text:tt)*) => {
        $crate::rule!(@declare [$(#[$about])*] $name $id $code $title $since {
            scope: $crate::Scope::Template,
            category: $crate::Category::Schema,
            enforcement: $crate::Enforcement::Olmkit,
            severity: $crate::Severity::$severity,
            suites: &[],
        } $($text)*);
    };
    ($(#[$about:meta])* $name:ident, $id:literal, $code:literal, $title:literal, since: $since:literal,
     configuration: $severity:ident, $($text:tt)*) => {
        $crate::rule!(@declare [$(#[$about])*] $name $id $code $title $since {
            scope: $crate::Scope::Configuration,
            category: $crate::Category::Schema,
            enforcement: $crate::Enforcement::Olmkit,
            severity: $crate::Severity::$severity,
            suites: &[],
        } $($text)*);
    };
    (@declare [$(#[$about:meta])*] $name:ident $id:literal $code:literal $title:literal $since:literal { $($facts:tt)* }
     finds: $finds:expr, why: $why:expr, fix: $fix:expr, source: $source:expr,
     bad: [$($bad:tt)*], good: [$($good:tt)*] $(,)?) => {
        #[doc = $title]
        #[doc = ""]
        $(#[$about])*
        pub static $name: $crate::Rule = $crate::Rule {
            id: $id,
            code: $code,
            title: $title,
            docs: $crate::docs(concat!(
                "## What it finds\n", $finds, "\n\n## Why it matters\n", $why,
                "\n\n## How to fix\n", $fix, "\n\n## Source\n", $source, "\n"
            )),
            fix: $crate::docs($fix),
            since: $since,
            examples: $crate::examples($crate::rule!(@examples [$($bad)*] [$($good)*])),
            $($facts)*
        };
    };
    (@examples [$({ $($bad:tt)* })*] [$({ $($good:tt)* })*]) => {
        &[$($crate::rule!(@files true "Reported", $($bad)*),)* $($crate::rule!(@files false "Not reported", $($good)*),)*]
    };
    (@examples [$($([$bad_state:ident])? ($($bad:tt)*)),* $(,)?] [$($([$good_state:ident])? ($($good:tt)*)),* $(,)?]) => {
        &[
            $($crate::rule!(@change true "Reported", $crate::Change::new(($($bad)*))$(.$bad_state())?),)*
            $($crate::rule!(@change false "Not reported", $crate::Change::new(($($good)*))$(.$good_state())?),)*
        ]
    };
    (@change $is_bad:literal $title:literal, $change:expr) => {
        $crate::Example { title: $title, bad: $is_bad, input: $crate::ExampleInput::Change($change) }
    };
    (@files $is_bad:literal $_default:literal, $title:literal : $($text:tt)+) => {
        $crate::rule!(@files $is_bad $title, $($text)+)
    };
    (@files $is_bad:literal $title:literal, $($path:literal => [$($part:expr),+ $(,)?]),+ $(,)?) => {
        $crate::Example {
            title: $title,
            bad: $is_bad,
            input: $crate::ExampleInput::Files(&[$(($path, concat!($($part),+))),+]),
        }
    };
    (@files $is_bad:literal $title:literal, $($part:expr),+ $(,)?) => {
        $crate::Example {
            title: $title,
            bad: $is_bad,
            input: $crate::ExampleInput::Files(&[("catalog.yaml", concat!($($part),+))]),
        }
    };
}

/// The text of a page. Without the feature `pages` it is empty, so that the binary does not contain the text.
#[must_use]
pub const fn docs(text: &'static str) -> &'static str {
    if cfg!(feature = "pages") { text } else { "" }
}

/// The examples of a page. Empty without the feature `pages`; see [`docs`].
#[must_use]
pub const fn examples(examples: &'static [Example]) -> &'static [Example] {
    if cfg!(feature = "pages") { examples } else { &[] }
}
