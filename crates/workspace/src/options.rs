//! The options of a check: which rules it reports, and their severities.

#[cfg(feature = "pages")]
use olmkit_collections::SortedMap;
use olmkit_collections::{HashMap, order};

use olmkit_catalog::ignore::Ignore;
use olmkit_catalog::{CheckOptions, LoadedFile};
#[cfg(feature = "bundle")]
use olmkit_diagnostics::{BundleProfile, Scope, Suite};
use olmkit_diagnostics::{Diagnostic, Enforcement, FileId, Place, Profile, Rule, Selection, Severity, TextRange};
use olmkit_text::suggestion;
use serde::{Deserialize, Serialize};

use crate::rules::selector_suggestion;

/// Options for a check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The profile: `default`, `opm` or `strict`.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "\"default\" | \"opm\" | \"strict\""))]
    pub profile: Option<String>,
    /// Report only these rules. A selector is an id, a code, the start of a code (`FBC0`), a category, or `all`. What
    /// makes opm reject a catalog is always reported, as an error: no option hides it.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub select: Vec<String>,
    /// Ignore these rules; takes precedence over `select`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub ignore: Vec<String>,
    /// Severities of individual rules, by id or code; take precedence over the profile.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, Severity | \"off\">"))]
    pub severity: HashMap<String, Severity>,
    /// Also check preview rules, which any release may change or remove. By default they are off, unless selected by id
    /// or code.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub preview: bool,
    /// Settings for some files; later ones take precedence.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub overrides: Vec<Override>,
    /// The path of the catalog relative to the folder of the patterns in `overrides`; empty if it is that folder.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub root: String,
}

impl Options {
    /// The options of a host that needs only opm's verdict: finding and trying fixes takes most of the time of a check.
    #[must_use]
    pub fn of_opm() -> Self {
        Options { profile: Some(Profile::Opm.name().to_owned()), ..Options::default() }
    }

    /// Whether the profile is `opm`.
    #[must_use]
    pub fn is_opm(&self) -> bool {
        self.profile.as_deref() == Some(Profile::Opm.name())
    }
}

/// Severities of the findings in some files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Override {
    /// Patterns of paths, with the syntax of `.indexignore`.
    pub files: Vec<String>,
    /// Ignore these rules; takes precedence over `severity`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub ignore: Vec<String>,
    /// Severities of individual rules, by id or code.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, Severity | \"off\">"))]
    pub severity: HashMap<String, Severity>,
}

/// The reason why options are not valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionsError {
    /// The profile does not exist.
    Profile(String),
    /// The profile does not exist for bundles; contains the profiles that exist.
    #[cfg(feature = "bundle")]
    BundleProfile(String, Vec<&'static str>),
    /// No rule matches the selector.
    Rule(String),
    /// A pattern of paths is too long.
    Pattern,
}

impl std::error::Error for OptionsError {}

impl OptionsError {
    /// Returns the unknown name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            OptionsError::Profile(name) | OptionsError::Rule(name) => Some(name),
            #[cfg(feature = "bundle")]
            OptionsError::BundleProfile(name, _) => Some(name),
            OptionsError::Pattern => None,
        }
    }
}

impl std::fmt::Display for OptionsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (what, name, hint) = match self {
            OptionsError::Profile(name) => {
                ("unknown profile", name, suggestion(name, &Profile::ALL.map(Profile::name), usize::MAX))
            }
            #[cfg(feature = "bundle")]
            OptionsError::BundleProfile(name, known) => {
                ("unknown bundle profile", name, suggestion(name, known, usize::MAX))
            }
            OptionsError::Rule(name) => ("no rule matches", name, selector_suggestion(name)),
            OptionsError::Pattern => return f.write_str("a file pattern is too long"),
        };
        write!(f, "{what} `{name}`{hint}")
    }
}

/// The severities that options set, independent of the profile.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// By rule id.
    set: HashMap<String, Severity>,
    /// The ids of the rules that `select` names; `None` if all rules are selected.
    selected: Option<Vec<&'static str>>,
    root: String,
    overrides: Vec<(Ignore, HashMap<String, Severity>)>,
}

impl Chosen {
    /// Checks the options against the rules of a scope.
    pub(crate) fn new(options: &Options, rules: &'static [&'static Rule]) -> Result<Self, OptionsError> {
        let mut set = HashMap::default();
        let rules = Rules { rules, with_preview: options.preview };
        for rule in rules.rules.iter().filter(|rule| !rules.are_selected(rule, "")) {
            set.insert(rule.id.to_owned(), Severity::Off);
        }
        let mut selected = Vec::new();
        for selector in &options.select {
            for rule in rules.matching(selector)? {
                set.remove(rule.id);
                selected.push(rule.id);
            }
        }
        change(&mut set, &options.severity, &options.ignore, rules)?;
        let mut overrides = Vec::with_capacity(options.overrides.len());
        for wanted in &options.overrides {
            let mut changed = HashMap::default();
            change(&mut changed, &wanted.severity, &wanted.ignore, rules)?;
            let mut files = Ignore::default();
            for pattern in &wanted.files {
                files.add("", pattern.as_bytes()).map_err(|_| OptionsError::Pattern)?;
            }
            overrides.push((files, changed));
        }
        let selected = Some(selected).filter(|_| !options.select.is_empty());
        Ok(Chosen { set, selected, root: options.root.clone(), overrides })
    }

    /// The severity of a rule without overrides. `own` is the severity in the profile. A selected rule that is off in
    /// the profile has the severity `default`.
    fn base(&self, rule: &Rule, own: Severity, default: Severity) -> Severity {
        match (self.set.get(rule.id), &self.selected) {
            (Some(set), _) => *set,
            (None, Some(selected)) if !selected.contains(&rule.id) && !rejects(rule) => Severity::Off,
            (None, Some(_)) if own == Severity::Off => default.max(Severity::Info),
            (None, _) => own,
        }
    }

    /// The severity that overrides set for a rule in a file.
    fn overridden(&self, rule: &str, path: &str) -> Option<Severity> {
        let in_tree = if self.root.is_empty() { path.to_owned() } else { format!("{}/{path}", self.root) };
        let hit = |(files, changed): &(Ignore, HashMap<String, Severity>)| {
            changed.get(rule).copied().filter(|_| files.is_ignored(&in_tree))
        };
        self.overrides.iter().rev().find_map(hit)
    }

    /// The severity of a finding in a file. `own` is the severity in the profile; `default` applies if the rule is
    /// selected and off in the profile.
    #[cfg(feature = "bundle")]
    pub(crate) fn severity(&self, rule: &Rule, path: &str, own: Severity, default: Severity) -> Severity {
        self.overridden(rule.id, path).unwrap_or_else(|| self.base(rule, own, default))
    }
}

/// The severities of all rules about catalogs for some options.
#[derive(Debug, Clone)]
pub(crate) struct Severities {
    /// For each rule the highest severity that it has in any file.
    check: CheckOptions,
    chosen: Chosen,
    /// For each rule the severity without overrides; empty if there are no overrides.
    base: HashMap<String, Severity>,
}

/// Returns the profile that options name.
pub(crate) fn profile_of(options: &Options) -> Result<Profile, OptionsError> {
    match options.profile.as_deref() {
        None => Ok(Profile::Default),
        Some(name) => Profile::from_name(name).ok_or_else(|| OptionsError::Profile(name.to_owned())),
    }
}

impl Severities {
    /// Checks the options against the existing rules.
    pub(crate) fn new(options: &Options, rules: &'static [&'static Rule]) -> Result<Self, OptionsError> {
        let profile = profile_of(options)?;
        let chosen = Chosen::new(options, rules)?;
        let mut severities: HashMap<String, Severity> = HashMap::default();
        for rule in rules {
            severities.insert(rule.id.to_owned(), chosen.base(rule, profile.severity(rule), rule.severity));
        }
        let base = if chosen.overrides.is_empty() { HashMap::default() } else { severities.clone() };
        for (rule, severity) in chosen.overrides.iter().flat_map(|(_, changed)| changed) {
            if let Some(highest) = severities.get_mut(rule) {
                *highest = (*highest).max(*severity);
            }
        }
        let check = CheckOptions { profile, severities, ..CheckOptions::default() };
        Ok(Severities { check, chosen, base })
    }

    /// Returns the options for a check of all files.
    pub(crate) fn options(&self) -> &CheckOptions {
        &self.check
    }

    /// Sets whether the base is the state before unreleased edits.
    pub(crate) fn set_base_is_unreleased(&mut self, is_unreleased: bool) {
        self.check.base_is_unreleased = is_unreleased;
    }

    /// Returns the options for a check that evaluates fixes. It includes all errors, even of rules that the user does
    /// not select.
    pub(crate) fn for_fix_checks(&self) -> CheckOptions {
        let severities = olmkit_catalog::rules::all().iter().map(|rule| {
            let own = self.check.severities.get(rule.id).copied().unwrap_or(Severity::Off);
            (rule.id.to_owned(), own.max(Profile::Default.severity(rule)))
        });
        CheckOptions { severities: severities.collect(), findings_only: true, ..self.check.clone() }
    }

    /// The severity of a rule in a file.
    pub(crate) fn of(&self, rule: &str, path: &str) -> Severity {
        let base = if self.chosen.overrides.is_empty() { &self.check.severities } else { &self.base };
        let own = self.chosen.overridden(rule, path).or_else(|| base.get(rule).copied());
        own.unwrap_or(Severity::Off)
    }

    /// Returns the finding for a catalog without documents, at its first file if it has files.
    pub(crate) fn empty(&self) -> Option<Diagnostic> {
        let (rule, message, help) = olmkit_catalog::empty();
        let place = Place { file: FileId::FIRST, range: TextRange::default() };
        let mut found = Diagnostic::new(rule, place, message.to_owned(), help.to_owned());
        found.severity = self.of(rule.id, "");
        Some(found).filter(|found| found.severity != Severity::Off)
    }

    /// Sets the severity of each finding in its file, and removes the findings that are off there.
    pub(crate) fn apply_overrides(&self, files: &[LoadedFile], diagnostics: &mut Vec<Diagnostic>) {
        if self.chosen.overrides.is_empty() {
            return;
        }
        diagnostics.retain_mut(|found| {
            let path = files.get(found.place.file.index()).map_or("", |file| file.path.as_str());
            found.severity = self.of(found.rule.id, path);
            found.severity != Severity::Off
        });
    }
}

/// Returns the severity of each rule for findings in a file, by id.
///
/// # Errors
/// When the options name a profile or a rule that does not exist.
#[cfg(feature = "pages")]
pub fn severities(options: &Options, path: &str) -> Result<SortedMap<&'static str, Severity>, OptionsError> {
    let rules = olmkit_catalog::rules::all();
    let found = Severities::new(options, rules)?;
    Ok(rules.iter().map(|rule| (rule.id, found.of(rule.id, path))).collect())
}

/// Checks that options are valid for the rules of a scope.
///
/// # Errors
/// When the options name a profile or a rule that does not exist.
#[cfg(feature = "bundle")]
pub fn check_options(options: &Options, scope: Scope) -> Result<(), OptionsError> {
    if matches!(scope, Scope::Catalog | Scope::Dependencies) {
        profile_of(options)?;
    }
    Chosen::new(options, rules_of(scope)).map(drop)
}

/// The rules of a scope.
#[cfg(feature = "bundle")]
fn rules_of(scope: Scope) -> &'static [&'static Rule] {
    match scope {
        Scope::Catalog => olmkit_catalog::rules::all(),
        Scope::Bundle => olmkit_bundle::rules::all(),
        Scope::Dependencies => olmkit_resolver::rules::all(),
        Scope::Images => crate::image_rules::RULES,
        Scope::Template => crate::template_rules::RULES,
        Scope::Configuration => &[],
    }
}

/// The rules of a scope that options switch on, by file.
#[cfg(feature = "bundle")]
#[derive(Debug)]
pub struct ActiveRules {
    chosen: Chosen,
    /// Each rule with its severity in the profile.
    rules: Vec<(&'static Rule, Severity)>,
}

#[cfg(feature = "bundle")]
impl ActiveRules {
    /// Reads options. `suites` replace those of the profile, unless the list is empty.
    ///
    /// # Errors
    /// When the options name a profile or a rule that does not exist.
    pub fn new(options: &Options, scope: Scope, suites: &[Suite]) -> Result<Self, OptionsError> {
        let rules = rules_of(scope);
        let chosen = Chosen::new(options, rules)?;
        let rules = rules.iter().copied();
        let rules = if scope == Scope::Bundle {
            let profile = bundle_profile_of(options.profile.as_deref())?;
            let own = |rule: &Rule| rule.severity_of_suites(profile, suites).unwrap_or(Severity::Off);
            rules.map(|rule| (rule, own(rule))).collect()
        } else {
            let profile = profile_of(options)?;
            rules.map(|rule| (rule, profile.severity(rule))).collect()
        };
        Ok(ActiveRules { chosen, rules })
    }

    /// Removes the rules that do not match.
    #[must_use]
    pub fn retain(mut self, keep: impl Fn(&Rule) -> bool) -> Self {
        self.rules.retain(|(rule, _)| keep(rule));
        self
    }

    /// Whether a rule is on in a file, by its path in the catalog or bundle.
    #[must_use]
    pub fn is_on(&self, rule: &str, path: &str) -> bool {
        let own = self.rules.iter().find(|(one, _)| one.id == rule);
        own.is_some_and(|(one, own)| self.chosen.severity(one, path, *own, one.severity) != Severity::Off)
    }
}

/// Returns the bundle profile that options name.
#[cfg(feature = "bundle")]
pub(crate) fn bundle_profile_of(name: Option<&str>) -> Result<BundleProfile, OptionsError> {
    let Some(name) = name else { return Ok(BundleProfile::Default) };
    BundleProfile::from_name(name).ok_or_else(|| {
        let known = BundleProfile::ALL.into_iter().map(BundleProfile::name).collect();
        OptionsError::BundleProfile(name.to_owned(), known)
    })
}

/// Whether opm rejects a catalog because of the rule. Options do not change its severity, so that no host shows a
/// rejected catalog without an error.
fn rejects(rule: &Rule) -> bool {
    rule.enforcement == Enforcement::Opm
}

/// The rules of a scope that options may select.
#[derive(Clone, Copy)]
struct Rules {
    rules: &'static [&'static Rule],
    /// Whether a selector for several rules includes preview rules, too. Selecting a preview rule by name always works.
    with_preview: bool,
}

impl Rules {
    fn are_selected(self, rule: &Rule, selector: &str) -> bool {
        self.with_preview || !rule.is_preview() || rule.is_named(selector)
    }

    fn matching(self, selector: &str) -> Result<Vec<&'static Rule>, OptionsError> {
        let mut found: Vec<&'static Rule> =
            self.rules.iter().copied().filter(|rule| rule.is_selected(selector)).collect();
        if found.is_empty() {
            return Err(OptionsError::Rule(selector.to_owned()));
        }
        found.retain(|rule| self.are_selected(rule, selector) && !rejects(rule));
        Ok(found)
    }
}

fn change(
    severities: &mut HashMap<String, Severity>,
    severity: &HashMap<String, Severity>,
    ignore: &[String],
    rules: Rules,
) -> Result<(), OptionsError> {
    // By name, so that a longer prefix of a code follows a shorter one.
    let mut selected: Vec<(Option<Selection>, &str, Severity)> = Vec::new();
    for (selector, severity) in order::unique(severity.iter().map(|(selector, &severity)| (selector, severity))) {
        let matching = rules.matching(selector)?.into_iter();
        selected.extend(matching.map(|rule| (rule.selection(selector), rule.id, severity)));
    }
    // From general to specific.
    order::sort_by_key(&mut selected, |(selection, ..)| *selection);
    severities.extend(selected.into_iter().map(|(_, rule, severity)| (rule.to_owned(), severity)));
    for selector in ignore {
        for rule in rules.matching(selector)? {
            severities.insert(rule.id.to_owned(), Severity::Off);
        }
    }
    Ok(())
}
