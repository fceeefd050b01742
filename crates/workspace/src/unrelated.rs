//! Files that are not part of the catalog. opm reads every file of a folder, whatever its name: it fails on a README, a
//! Dockerfile or an image, and ignores the content of a template. A line in `.indexignore` excludes such a file.

use olmkit_catalog::rules::documents::{meta_root_object, meta_schema_required, unknown_schema};
use olmkit_catalog::template_schemas::{RENDERED, template_kind};
use olmkit_catalog::{IGNORE_FILE, is_ignore_file, syntax_rule};
#[cfg(feature = "bundle")]
use olmkit_catalog::{LoadedDocument, template_schemas::TEMPLATES};
use olmkit_collections::{HashMap, HashSet, Table, order};
use olmkit_diagnostics::Rule;
use olmkit_folders::TextKind;
use olmkit_text::{LineIndex, TextSize, listed};
use olmkit_yaml::SyntaxRule;

use crate::api::{Creation, Diagnostic, Edit, Fix, Plan, Range, Report, Safety, Severity, UnrelatedFiles};
use crate::convert::shown;
use crate::file::Source;
use crate::open_path::OpenPath;
use crate::text::to_u32;
use crate::workspace::Workspace;

/// A document without a schema has a finding of one of these rules.
static WITHOUT_SCHEMA: [&Rule; 2] = [&meta_schema_required::RULE, &meta_root_object::RULE];
/// The number of bytes at the start of a file that are searched for the key `schema`.
const START: usize = 1 << 20;
/// The maximum number of templates that are named.
const NAMED: usize = 4;
/// The start of the schemas and types of OLM's documents.
const OLM: &[u8] = b"olm.";

const ABOUT: &str = "This file is not part of the catalog. opm reads every file of the folder, whatever its name, and \
    fails on this one. Exclude it with a line in `.indexignore`, or move it out of the folder.";

/// The files that are not part of the catalog, and the others.
struct Unrelated<'r> {
    /// Files that opm fails on.
    failing: Vec<&'r str>,
    /// The same, to look them up.
    set: HashSet<&'r str>,
    /// Templates, with their kinds. opm ignores their content.
    templates: Vec<(&'r str, &'static str)>,
    /// Whether other files are a catalog. Without one, nothing has to be excluded.
    has_catalog: bool,
}

impl Workspace {
    /// Returns the files that are not part of the catalog, and how to exclude them; `None` if there are no such files.
    pub fn unrelated(&mut self) -> Option<UnrelatedFiles> {
        let report = self.report();
        let found = self.unrelated_in(&report)?;
        let (text, fix, command) = match (found.failing.is_empty(), found.templates.as_slice()) {
            (false, _) if found.has_catalog => {
                (Some(about_all(&found.failing)), Some(self.exclude(&found.failing, &self.names())), None)
            }
            (_, templates @ [(path, kind), ..]) => {
                let command = command(path, kind);
                (Some(news_of_templates(templates, command.as_deref())), None, command)
            }
            _ => (None, None, None),
        };
        Some(UnrelatedFiles { text, fix, command })
    }

    /// Replaces help and fixes of the findings in files that are not part of the catalog: such a file should be
    /// excluded rather than corrected.
    pub(crate) fn advise(&self, report: &mut Report) {
        let Some(found) = self.unrelated_in(report) else { return };
        let names = self.names();
        let all = (found.failing.len() > 1).then(|| self.exclude(&found.failing, &names));
        let mut advice = Vec::new();
        let mut explained = HashSet::default();
        for (number, finding) in report.diagnostics.iter().enumerate() {
            let (path, kind) = (finding.path.as_str(), self.template(finding));
            if kind.is_none() && !(found.has_catalog && found.set.contains(path)) {
                continue;
            }
            let (mut help, mut fixes) = (String::new(), Vec::new());
            if explained.insert(path) {
                help = kind.map_or_else(|| ABOUT.to_owned(), |kind| about_template(path, kind));
                fixes.extend(found.has_catalog.then(|| self.exclude(&[path], &names)));
                fixes.extend(all.clone().filter(|_| found.failing.first() == Some(&path)));
            }
            advice.push((number, help, fixes));
        }
        for (number, help, fixes) in advice {
            if let Some(finding) = report.diagnostics.get_mut(number) {
                (finding.help, finding.fixes) = (help, fixes);
            }
        }
    }

    fn unrelated_in<'r>(&self, report: &'r Report) -> Option<Unrelated<'r>> {
        let (mut failing, templates) = (self.unrelated_paths(report), self.templates(report));
        failing.retain(|path| !cfg!(feature = "bundle") || !has_line_break(path));
        if failing.is_empty() && templates.is_empty() {
            return None;
        }
        let set: HashSet<&str> = failing.iter().copied().collect();
        let is_catalog = |path: &str| {
            !is_ignore_file(path)
                && matches!(OpenPath::of(path), OpenPath::Catalog(_))
                && !set.contains(path)
                && templates.binary_search_by_key(&path, |(path, _)| path).is_err()
        };
        let has_catalog = self.paths().any(is_catalog);
        Some(Unrelated { failing, set, templates, has_catalog })
    }

    /// Adds lines to `.indexignore` that exclude the files that are not part of the catalog. Creates `.indexignore` if
    /// necessary.
    pub fn exclude_unrelated(&mut self) -> Plan {
        #[cfg(feature = "bundle")] // not in the engine of the page, whose size is limited
        let report = self.report();
        #[cfg(feature = "bundle")]
        if let Some(path) = self.unrelated_paths(&report).into_iter().find(|path| has_line_break(path)) {
            return Plan::refused(format!(
                "`{path}` has a line break in its name, so a line in `{IGNORE_FILE}` cannot exclude it; rename the file"
            ));
        }
        let Some(fix) = self.unrelated().and_then(|found| found.fix) else {
            return Plan::refused("every file that opm reads is part of the catalog");
        };
        let is_new = self.text(IGNORE_FILE).is_none();
        let (created, edits): (Vec<Edit>, Vec<Edit>) = fix.edits.into_iter().partition(|_| is_new);
        let creates = created.into_iter().map(|Edit { path, text, .. }| Creation { path, text }).collect();
        Plan::Edits { ok: true, label: fix.title, edits, creates, notes: Vec::new() }
    }

    /// Returns files that opm fails on and that cannot be intended as part of the catalog, judged by their name or
    /// because no document has a schema. Documents that cannot be read are searched for the key.
    fn unrelated_paths<'r>(&self, report: &'r Report) -> Vec<&'r str> {
        let mut rules: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut at: HashMap<&str, usize> = HashMap::default();
        for found in report.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
            let number = *at.entry(&found.path).or_insert(rules.len());
            match rules.get_mut(number) {
                Some((_, rules)) => rules.push(&found.rule),
                None => rules.push((&found.path, vec![&found.rule])),
            }
        }
        rules.into_iter().filter(|(path, rules)| self.is_unrelated(path, rules)).map(|(path, _)| path).collect()
    }

    fn is_unrelated(&self, path: &str, rules: &[&str]) -> bool {
        if matches!(OpenPath::of(path), OpenPath::Apart(_)) {
            return false;
        }
        if !has_catalog_name(path) {
            return true;
        }
        let Ok(file) = self.find(path) else { return false };
        let documents = self.files.get(file).map_or(0, |file| file.documents.len());
        let unreadable = rules.iter().filter(|rule| is_syntax(rule)).count();
        let without = rules.iter().filter(|rule| WITHOUT_SCHEMA.iter().any(|known| known.id == **rule)).count();
        if documents > without.saturating_add(unreadable) {
            return false;
        }
        let text = self.sources.get(file).map_or(&[][..], Source::text);
        let text = text.get(..START).unwrap_or(text);
        // A document such as `shcema: olm.channel` is part of the catalog.
        let has_olm = text.windows(OLM.len()).any(|word| word == OLM);
        !has_olm && (unreadable == 0 || !has_schema_key(text))
    }

    /// Returns the paths of templates, with their kinds.
    fn templates<'r>(&self, report: &'r Report) -> Vec<(&'r str, &'static str)> {
        let kinds = report.diagnostics.iter().filter_map(|found| Some((found.path.as_str(), self.template(found)?)));
        order::unique(kinds)
    }

    /// The kind of template that a finding is about, determined by the schema at its place, or by the text of a document
    /// that cannot be read.
    fn template(&self, found: &Diagnostic) -> Option<&'static str> {
        #[cfg(feature = "bundle")] // not in the engine of the page, whose size is limited
        if is_syntax(&found.rule) {
            let file = self.find(&found.path).ok()?;
            let is_before = |document: &&LoadedDocument| u32::from(document.range.start()) <= found.range.start.offset;
            let document = self.files.get(file)?.documents.iter().rev().find(is_before)?;
            let text = self.sources.get(file)?.part(document.range);
            return intended_template(text.get(..START).unwrap_or(text));
        }
        if found.rule != unknown_schema::RULE.id {
            return None;
        }
        let range = found.range.start.offset as usize..found.range.end.offset as usize;
        let schema = std::str::from_utf8(self.text(&found.path)?.get(range)?).ok()?.trim_matches(['"', '\'']);
        template_kind(schema)
    }

    /// How often each name of a file or folder occurs.
    fn names(&self) -> Table<&str, usize> {
        let mut names = Table::default();
        for name in self.paths().flat_map(|path| path.split('/')) {
            let uses: &mut usize = names.or_insert(name, 0);
            *uses = uses.saturating_add(1);
        }
        names
    }

    /// Returns a fix that excludes files with lines at the end of `.indexignore`. The file may not exist yet.
    fn exclude(&self, some: &[&str], names: &Table<&str, usize>) -> Fix {
        let title = match some {
            [path] => format!("Exclude {path}"),
            _ => format!("Exclude {} files that are not part of the catalog", some.len()),
        };
        let text = self.text(IGNORE_FILE).unwrap_or_default();
        let lines = excluding(&String::from_utf8_lossy(text), some.iter().map(|path| pattern(path, names)));
        let end = shown(LineIndex::new(text).position(text, TextSize::new(to_u32(text.len()))));
        let edit = Edit { path: IGNORE_FILE.to_owned(), range: Range { start: end, end }, text: lines };
        Fix { title, safety: Safety::Unsafe, edits: vec![edit] }
    }
}

/// Returns the lines to append to an `.indexignore` with this text, with the line endings of the text. The last line
/// ends as the text does, so that several of these texts can follow each other.
pub fn excluding(text: &str, patterns: impl IntoIterator<Item = String>) -> String {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let is_ended = text.is_empty() || text.ends_with('\n');
    let (before, after) = if is_ended { ("", line_end) } else { (line_end, "") };
    patterns.into_iter().map(|pattern| [before, &pattern, after].concat()).collect()
}

/// Returns the kind of template that a text names, which cannot be read as a document.
#[cfg(feature = "bundle")]
fn intended_template(text: &[u8]) -> Option<&'static str> {
    let has = |schema: &str| text.windows(schema.len()).any(|word| word == schema.as_bytes());
    let (_, kind) = TEMPLATES.iter().find(|(schema, _)| has(schema)).filter(|_| has_schema_key(text))?;
    Some(kind)
}

fn is_syntax(rule: &str) -> bool {
    SyntaxRule::ALL.iter().any(|known| syntax_rule(*known).id == rule)
}

/// Whether a path has the extension of YAML or JSON, or no extension.
pub(crate) fn has_catalog_name(path: &str) -> bool {
    TextKind::of(path).is_some() || !path.rsplit('/').next().unwrap_or_default().contains('.')
}

/// Whether the key `schema:` occurs, quoted or not.
fn has_schema_key(text: &[u8]) -> bool {
    const KEY: &[u8] = b"schema";
    text.windows(KEY.len()).enumerate().any(|(at, word)| {
        let behind = text.get(at.saturating_add(KEY.len())..).unwrap_or_default();
        let behind = behind.strip_prefix(b"\"").or_else(|| behind.strip_prefix(b"'")).unwrap_or(behind);
        word.eq_ignore_ascii_case(KEY) && behind.trim_ascii_start().first() == Some(&b':')
    })
}

/// Whether a path consists of several lines, so that no pattern can name it.
fn has_line_break(path: &str) -> bool {
    path.contains('\n')
}

/// Returns a pattern that excludes only this file: its name if the name is unique, otherwise its path from the root.
fn pattern(path: &str, names: &Table<&str, usize>) -> String {
    let mut literal = String::new();
    for character in path.chars() {
        if matches!(character, '\\' | '*' | '?' | '[') {
            literal.push('\\');
        }
        literal.push(character);
    }
    // opm trims lines, so only a class keeps a blank at the end.
    #[cfg(feature = "bundle")] // not in the engine of the page, whose size is limited
    if let Some(blank) = path.chars().next_back().filter(|last| last.is_whitespace()) {
        literal.pop();
        literal.extend(['[', blank, ']']);
    }
    let is_unique = names.get(path) == Some(&1);
    let has_sign = path.starts_with(['!', '#']) || path.starts_with(char::is_whitespace);
    if !has_sign && (is_unique || path.contains('/')) { literal } else { format!("/{literal}") }
}

fn command(path: &str, kind: &str) -> Option<String> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_./-".contains(character);
    let quoted =
        if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) };
    RENDERED.contains(&kind).then(|| format!("olmkit template {kind} {quoted} --catalog CATALOG -o yaml"))
}

fn about_template(path: &str, kind: &str) -> String {
    let by =
        command(path, kind).map_or_else(String::new, |command| format!(": `{command}`, where CATALOG has the bundles"));
    format!(
        "This file is a template for a catalog{by}. If it is in the folder of a catalog, exclude it with a line in \
        `.indexignore`."
    )
}

fn about_all(unrelated: &[&str]) -> String {
    let names = match unrelated {
        [only] => format!("{only} is"),
        [first, second] => format!("{first} and {second} are"),
        [first, rest @ ..] => format!("{first} and {} other files are", rest.len()),
        [] => String::new(),
    };
    let what = if unrelated.len() == 1 { "this file" } else { "these files" };
    format!(
        "{names} not part of the catalog. opm reads every file of a folder, whatever its name, and fails on {what}."
    )
}

/// `command`: the one that renders the first template.
fn news_of_templates(templates: &[(&str, &str)], command: Option<&str>) -> String {
    let by =
        command.map_or_else(String::new, |command| format!(" {command} renders the catalog; CATALOG has the bundles."));
    let mut names = Vec::new();
    for (path, _) in templates {
        names.push((*path).to_owned());
    }
    let names = listed(names, NAMED, "and");
    match templates {
        [(_, kind)] => format!("{names} is a {kind} template, not part of a catalog. opm ignores its content.{by}"),
        _ => format!("{names} are templates, not part of a catalog. opm ignores their content.{by}"),
    }
}
