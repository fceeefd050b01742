//! `olmkit edit`.

use olmkit_catalog::rules::bundles::bundle_not_in_channel;
use olmkit_catalog::rules::channels::ch_empty;
use olmkit_catalog::rules::packages::pkg_default_channel_exists;
use olmkit_catalog::schemas;
use olmkit_diagnostics::Rule;
use olmkit_text::{did_you_mean, sentence};
use olmkit_workspace::api::{Plan, Refusal, StrandedFixQuery, StrandedFixes, SuppressQuery};
use olmkit_workspace::{
    AdditionError, Intention, NotInCatalog, Options, Workspace, choose_channels, declared_edge_notes, new_channel_notes,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::CommandError;
use crate::args::{
    ADD_BUNDLE, ADD_PACKAGE, ADD_RENDERED, Args, EXCLUDE_FILES, EditArgs, FIX_ALL_STRANDED, FIX_STRANDED, Kind,
    SHORT_EDITS, SUPPRESS, UnknownName, edit_fields, kind_of,
};
use crate::changed_files::{self, Emptied};
use crate::commands::fix;
use crate::format::paint::Paint;
use crate::format::visible;
use crate::host::{Host, PathError};
use crate::load::Loaded;
use crate::load_bundle;
use crate::load_error::LoadError;
use crate::problem;
use crate::rejection::Rejection;
use crate::{CLEAN, FINDINGS};

/// Why the fields of an edit are not valid.
#[derive(Debug, thiserror::Error)]
enum EditError {
    #[error("edit {verb}: {reason} Write fields as KEY=VALUE; `olmkit help edit` lists them.")]
    Fields { verb: String, reason: String },
    #[error("edit {verb}: {source}")]
    Field { verb: String, source: UnknownName },
    #[error("edit {verb}: `{key}` is given twice")]
    Twice { verb: String, key: String },
    #[error("{EXCLUDE_FILES} does not support `{0}`")]
    NoField(String),
    #[error("edit {verb}: `entries` is {}", olmkit_serde_messages::in_json_file(.source))]
    Entries { verb: String, source: serde_json::Error },
    #[error("edit {verb}: {key} must be true or false")]
    Flag { verb: String, key: String },
    #[error("edit suppress: line must be a number from 1")]
    Line,
    #[error("edit suppress: {0} is not a file of the catalog")]
    NoFile(String),
    #[error(transparent)]
    Name(#[from] NotInCatalog),
    #[error(transparent)]
    Rule(#[from] UnknownName),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("{path}: {source}")]
    Bundle { path: String, source: AdditionError },
    #[error(transparent)]
    Path(#[from] PathError),
    #[error("{0}: not valid UTF-8")]
    NotUtf8(String),
}

/// The verbs that change what other findings than opm's are about.
const NEEDS_FINDINGS: [&str; 2] = [SUPPRESS, EXCLUDE_FILES];

/// Turns an intention into text edits, and applies or shows them. Exits with 1 if the intention is refused.
pub(crate) fn run(own: &EditArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let EditArgs { verb, path, fields, diff, force, .. } = own;
    single(verb, fields)?;
    known(verb, fields)?;
    let options = if NEEDS_FINDINGS.contains(&verb.as_str()) { args.options.clone() } else { Options::of_opm() };
    let mut catalog = fix::load_to_change(path, (*diff, "--diff"), &options, args, host)?;
    let before = changed_files::texts(&catalog);
    // What was not read may be stranded too.
    let code = if verb == FIX_ALL_STRANDED && catalog.warn_if_unread(host) { FINDINGS } else { CLEAN };
    let unknown = unknown_names(verb, fields, &mut catalog.workspace);
    let old = catalog.workspace.report();
    let planned = if verb == SUPPRESS {
        let query = suppression(fields, &catalog, before.keys())?;
        catalog.workspace.suppress(&query)
    } else {
        plan(verb, fields, &mut catalog.workspace, host)?
    };
    catalog.workspace.apply_plan(&planned)?;
    let (label, is_change, mut notes) = match planned {
        Plan::Edits { label, edits, creates, notes, .. } => (label, !edits.is_empty() || !creates.is_empty(), notes),
        Plan::Refused(Refusal { reason, path, range, .. }) => {
            let at = range.map_or_else(String::new, |range| format!(":{}:{}", range.start.line, range.start.column));
            let place = path.map_or_else(String::new, |path| format!("{}{at}: ", catalog.shown(&path)));
            warn(&[format!("{place}{reason}")], host);
            return Ok(FINDINGS);
        }
    };
    let new = catalog.workspace.report();
    let rejection = Rejection::of(&old, &new).filter(Rejection::is_new);
    let refused = rejection.as_ref().filter(|rejection| !force && !is_first_step(verb, rejection));
    let refused = refused.map(|rejection| format!("{}; {}", after(rejection), advice(full(verb, fields), rejection)));
    if !diff && refused.is_some() {
        warn(&unknown, host);
        tell(&notes, host);
        warn(refused.as_slice(), host);
        return Ok(FINDINGS);
    }
    if *diff {
        changed_files::show(&catalog, &before, Paint::new(args.color, host), host);
    } else {
        changed_files::write(&catalog, &before, Emptied::Kept, host)?;
    }
    let done = if is_change { label } else { format!("{label}: nothing to change") };
    host.err(format!("{}\n", visible(&done)).as_bytes());
    warn(&unknown, host);
    notes.extend(rejection.filter(|_| refused.is_none()).map(|rejection| after(&rejection)));
    tell(&notes, host);
    warn(refused.as_slice(), host);
    Ok(if refused.is_some() { FINDINGS } else { code })
}

fn after(rejection: &Rejection<'_>) -> String {
    format!("opm rejects the catalog after this change: {}", rejection.why())
}

/// Whether opm rejects the catalog only until the next step: the channel of a new package is still empty.
fn is_first_step(verb: &str, rejection: &Rejection<'_>) -> bool {
    verb == ADD_PACKAGE && rejection.added.iter().all(|found| found.rule == ch_empty::RULE.id)
}

/// What to do instead of a refused edit. `verb`: its full name.
fn advice(verb: &str, rejection: &Rejection<'_>) -> String {
    let is_about = |rule: &Rule| rejection.added.iter().any(|found| found.rule == rule.id);
    let other = match verb {
        "remove-entry" if is_about(&bundle_not_in_channel::RULE) => "add bundle=true to remove its bundle too",
        "rename-entry" if is_about(&bundle_not_in_channel::RULE) => {
            "use `edit rename` without channel= to rename the bundle too"
        }
        "remove-channel" if is_about(&pkg_default_channel_exists::RULE) => {
            "set another default channel first (`edit set-default`)"
        }
        _ => return "to write the change anyway, add --force".to_owned(),
    };
    format!("{other}, or --force to write the change anyway")
}

fn warn(warnings: &[String], host: &mut dyn Host) {
    for warning in warnings {
        host.err(problem(&visible(warning)).as_bytes());
    }
}

fn tell(notes: &[String], host: &mut dyn Host) {
    for note in notes {
        host.err(format!("{}\n", visible(note)).as_bytes());
    }
}

/// The bundle that `bundle=true` removes together with its entry: package and name.
fn bundle_too(verb: &str, fields: &[(String, String)]) -> Result<Option<[String; 2]>, EditError> {
    if full(verb, fields) != "remove-entry" {
        return Ok(None);
    }
    let value = |key: &str| fields.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone());
    let is_wanted = value("bundle").map_or(Ok(false), |text| flag(verb, "bundle", &text))?;
    let bundle = value("package").zip(value("entry")).filter(|_| is_wanted);
    Ok(bundle.map(|(package, name)| [package, name]))
}

fn flag(verb: &str, key: &str, value: &str) -> Result<bool, EditError> {
    value.parse().map_err(|_| EditError::Flag { verb: verb.to_owned(), key: key.to_owned() })
}

/// Returns an error if a key is given twice.
fn single(verb: &str, fields: &[(String, String)]) -> Result<(), EditError> {
    let is_repeated = |(at, (key, _)): &(usize, &(String, String))| fields.iter().take(*at).any(|(own, _)| own == key);
    match fields.iter().enumerate().find(is_repeated) {
        Some((_, (key, _))) => Err(EditError::Twice { verb: verb.to_owned(), key: key.clone() }),
        None => Ok(()),
    }
}

/// Returns an error for a key that no verb has.
fn known(verb: &str, fields: &[(String, String)]) -> Result<(), EditError> {
    let Some((key, _)) = fields.iter().find(|(key, _)| !edit_fields().any(|known| known == key)) else { return Ok(()) };
    let source = UnknownName::of("field", key, edit_fields(), "; `olmkit help edit` lists the fields");
    Err(EditError::Field { verb: verb.to_owned(), source })
}

/// The items of a list, separated by commas or spaces. No name contains a space.
fn items(value: &str) -> impl Iterator<Item = &str> {
    value.split(|byte: char| byte == ',' || byte.is_whitespace()).filter(|item| !item.is_empty())
}

/// The edits of a verb.
fn plan(
    verb: &str,
    fields: &[(String, String)],
    workspace: &mut Workspace,
    host: &mut dyn Host,
) -> Result<Plan, EditError> {
    Ok(match verb {
        ADD_BUNDLE => add_bundle(&read(verb, object(fields))?, workspace, host)?,
        ADD_RENDERED => add_rendered(&read(verb, object(fields))?, workspace, host)?,
        ADD_PACKAGE => add_package(&read(verb, object(fields))?, workspace, host)?,
        EXCLUDE_FILES => match fields.first() {
            Some((key, _)) => return Err(EditError::NoField(key.clone())),
            None => workspace.exclude_unrelated(),
        },
        FIX_STRANDED | FIX_ALL_STRANDED => fix_all_stranded(&read(verb, object(fields))?, workspace)?,
        _ => match bundle_too(verb, fields)? {
            None => workspace.plan(&intention(verb, fields)?),
            Some([package, name]) => {
                let label = format!("Remove {name} and its bundle");
                let removal = Intention::RemoveBundle { package, name };
                labelled(workspace.plan_all(&[intention(verb, fields)?, removal], false), label)
            }
        },
    })
}

fn labelled(plan: Plan, label: String) -> Plan {
    match plan {
        Plan::Edits { ok, edits, creates, notes, .. } => Plan::Edits { ok, label, edits, creates, notes },
        refused @ Plan::Refused(_) => refused,
    }
}

fn fix_all_stranded(query: &StrandedFixQuery, workspace: &mut Workspace) -> Result<Plan, NotInCatalog> {
    Ok(match workspace.fix_all_stranded(query)? {
        StrandedFixes::Refused(refusal) => Plan::Refused(refusal),
        StrandedFixes::Edits { ok, title, mut steps, left, edits } => {
            if left > 0 {
                steps.push(format!("Versions that stay stranded: {left}"));
            }
            Plan::Edits { ok, label: title, edits, creates: Vec::new(), notes: steps }
        }
    })
}

/// The fields that name entries, which need not exist: the entries may have been removed.
const EDGES: &[(&str, &[&str])] =
    &[("set-replaces", &["to"]), ("set-skips", &["to"]), ("add-entry", &["name", "replaces", "skips"])];

/// Warns about unknown names in edges. The name of a new entry is unknown, and reported only if it looks misspelled.
fn unknown_names(verb: &str, fields: &[(String, String)], workspace: &mut Workspace) -> Vec<String> {
    let verb = full(verb, fields);
    let Some((_, keys)) = EDGES.iter().find(|(known, _)| *known == verb) else { return Vec::new() };
    let Some((_, package)) = fields.iter().find(|(key, _)| key == "package") else { return Vec::new() };
    let values = fields.iter().filter(|(key, _)| keys.contains(&key.as_str())).flat_map(|(_, value)| items(value));
    let new = fields.iter().find(|(key, _)| key == "name").map(|(_, name)| name.as_str());
    let mut unknown = workspace.unknown_names(package, &values.collect::<Vec<_>>());
    unknown.retain(|(name, near)| near.is_some() || new != Some(*name));
    let warning = |(name, near): (&str, Option<String>)| {
        let hint = near.as_deref().map_or_else(String::new, did_you_mean);
        format!("warning: package `{package}` has no entry or bundle `{name}`{hint}")
    };
    unknown.into_iter().map(warning).collect()
}

/// The fields of `add-bundle`. Missing ones are proposed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddBundle {
    bundle: String,
    image: Option<String>,
    channels: Option<String>,
    migrate: Option<String>,
}

fn add_bundle(options: &AddBundle, workspace: &mut Workspace, host: &mut dyn Host) -> Result<Plan, EditError> {
    let files = load_bundle::load(&options.bundle, host)?.files;
    let mut wanted = workspace
        .propose_addition(&files)
        .map_err(|source| EditError::Bundle { path: options.bundle.clone(), source })?;
    if let Some(image) = &options.image {
        wanted.image.clone_from(image);
    }
    if let Some(migrate) = &options.migrate {
        wanted.migrate = flag(ADD_BUNDLE, "migrate", migrate)?;
    }
    if let Some(channels) = &options.channels {
        choose_channels(&mut wanted, items(channels));
    }
    let mut plan = workspace.plan_addition(&wanted, &files);
    if let Plan::Edits { notes, .. } = &mut plan {
        notes.extend(new_channel_notes(&wanted));
        notes.extend(declared_edge_notes(&wanted, &files));
        if options.image.is_none() {
            notes.push(format!("the image is assumed to be {}; set another one with image=", wanted.image));
        }
    }
    Ok(plan)
}

/// The fields of `add-rendered`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddRendered {
    rendered: String,
    channel: Option<String>,
}

fn add_rendered(options: &AddRendered, workspace: &mut Workspace, host: &mut dyn Host) -> Result<Plan, EditError> {
    let text = rendered(&options.rendered, host)?;
    Ok(workspace.plan_rendered(&text, options.channel.as_deref()))
}

/// The output of opm in a file, or on standard input for `-`.
fn rendered(path: &str, host: &mut dyn Host) -> Result<String, EditError> {
    let text = if path == "-" { host.stdin() } else { host.read(path) };
    let text = text.map_err(PathError::at(path))?;
    String::from_utf8(text).map_err(|_| EditError::NotUtf8(path.to_owned()))
}

/// The fields of `add-package`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddPackage {
    package: String,
    channel: String,
    rendered: Option<String>,
}

fn add_package(options: &AddPackage, workspace: &mut Workspace, host: &mut dyn Host) -> Result<Plan, EditError> {
    let text = options.rendered.as_ref().map(|path| rendered(path, host)).transpose()?;
    Ok(workspace.plan_package(&options.package, &options.channel, text.as_deref()))
}

/// The finding to suppress. The file is given by its path in the catalog or as reports show it.
fn suppression<'f>(
    fields: &[(String, String)],
    catalog: &Loaded,
    mut files: impl Iterator<Item = &'f String> + Clone,
) -> Result<SuppressQuery, EditError> {
    let mut object = object(fields);
    if let Some(line) = object.get("line").and_then(Value::as_str).map(str::parse::<u32>) {
        let line = line.ok().filter(|line| *line > 0).ok_or(EditError::Line)?;
        object.insert("line".to_owned(), line.into());
    }
    let mut query: SuppressQuery = read(SUPPRESS, object)?;
    let Some(rule) = olmkit_workspace::explain(&query.rule) else {
        return Err(UnknownName::rule(&query.rule).into());
    };
    query.rule = rule.id.to_string();
    if !files.clone().any(|file| *file == query.path) {
        let file = files.find(|file| catalog.shown(file) == query.path);
        query.path.clone_from(file.ok_or_else(|| EditError::NoFile(query.path.clone()))?);
    }
    Ok(query)
}

fn object(fields: &[(String, String)]) -> Map<String, Value> {
    fields.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str()))).collect()
}

fn read<T: DeserializeOwned>(verb: &str, object: Map<String, Value>) -> Result<T, EditError> {
    olmkit_serde_messages::from_value(Value::Object(object), "")
        .map_err(|reason| EditError::Fields { verb: verb.to_owned(), reason: sentence(reason.to_string()) })
}

/// The intention that renames a bundle and every entry, edge and deprecation that refers to it.
const RENAME_EVERYWHERE: &str = "rename";

/// The name of the intention for a verb.
fn full<'v>(verb: &'v str, fields: &[(String, String)]) -> &'v str {
    let has = |name: &str| fields.iter().any(|(key, _)| key == name);
    if verb == "rename" {
        return match (has("entry"), has("channel")) {
            (true, true) => "rename-entry",
            (true, false) => RENAME_EVERYWHERE,
            (false, _) => "rename-channel",
        };
    }
    SHORT_EDITS.iter().find(|(short, _)| *short == verb).map_or(verb, |(_, full)| full)
}

/// Entries of the form `a,b`, or as JSON.
fn entries(verb: &str, value: &str) -> Result<Value, EditError> {
    if value.trim_start().starts_with('[') {
        let invalid = |source| EditError::Entries { verb: verb.to_owned(), source };
        return serde_json::from_str(value).map_err(invalid);
    }
    Ok(items(value).map(|name| json!({ "name": name })).collect())
}

/// The value of a field, of the type that the verb takes.
fn typed(verb: &str, key: &str, value: &str) -> Result<Value, EditError> {
    Ok(match kind_of(verb, key) {
        Kind::List => items(value).map(Value::from).collect(),
        Kind::Removable if value.is_empty() => Value::Null,
        Kind::Flag => Value::Bool(flag(verb, key, value)?),
        Kind::Entries => entries(verb, value)?,
        Kind::Text | Kind::Removable => Value::from(value),
    })
}

fn intention(word: &str, fields: &[(String, String)]) -> Result<Intention, EditError> {
    let verb = full(word, fields);
    let mut object = Map::new();
    if word == "reconnect" {
        object.insert("reconnect".to_owned(), Value::Bool(true));
    }
    if verb == RENAME_EVERYWHERE {
        object.insert("schema".to_owned(), Value::from(schemas::BUNDLE));
    }
    for (key, value) in fields.iter().filter(|(key, _)| verb != "remove-entry" || key != "bundle") {
        let key = if verb == RENAME_EVERYWHERE && key == "entry" { "name" } else { key };
        object.insert(key.to_owned(), typed(verb, key, value)?);
    }
    object.insert("do".to_owned(), Value::from(verb));
    read(verb, object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn arguments_become_intentions() {
        let base = [("package", "foo"), ("channel", "stable")];
        let with = |more: &[(&str, &str)]| fields(&[&base, more].concat());
        let made =
            |verb: &str, more: &[(&str, &str)]| serde_json::to_string(&intention(verb, &with(more)).unwrap()).unwrap();
        let stable = |verb: &str, more: &str| format!(r#"{{"do":"{verb}","package":"foo","channel":"stable",{more}}}"#);
        for (verb, more, expected) in [
            ("set-skips", &[("entry", "b"), ("to", "a,c")][..], r#""entry":"b","to":["a","c"]"#),
            ("set-replaces", &[("entry", "b"), ("to", "")], r#""entry":"b","to":null"#),
            ("remove-entry", &[("entry", "b"), ("reconnect", "true")], r#""entry":"b","reconnect":true"#),
            (
                "add-entry",
                &[("name", "c"), ("skips", "a,b"), ("position", "end")],
                r#""name":"c","skips":["a","b"],"position":"end""#,
            ),
            ("add-channel", &[("entries", "[{\"name\": \"a\"}]")], r#""entries":[{"name":"a"}]"#),
        ] {
            assert_eq!(made(verb, more), stable(verb, expected));
        }
        assert!(intention("add-entry", &base.map(|(k, v)| (k.to_owned(), v.to_owned()))).is_err(), "no name");
        assert!(intention("add-entry", &with(&[("name", "c"), ("nmae", "d")])).is_err(), "unknown field");
        assert!(intention("dance", &[]).is_err());
    }
}
