//! The commands `index` and `registry`, which opm no longer has, and the commands of olmkit that replace them.

use olmkit_k8s::image::{pullable, without_version};

use super::shape::{Call, Does, Flag, Run, Verb, long_value, switch, value};
use super::table::verb;

use Does::{Ignore, Pass, Read};

/// The groups of commands that opm no longer has.
pub(super) const GROUPS: [&str; 2] = ["index", "registry"];
/// Whether opm no longer has a command.
pub(super) fn is_removed(path: &[&str]) -> bool {
    path.first().is_some_and(|group| GROUPS.contains(group))
}

/// A placeholder for a folder of the user.
const CATALOG: &str = "CATALOG";
/// The database that opm used by default.
const DATABASE: &str = "bundles.db";

const BUNDLES: Flag = value("bundles", 'b', Read);
const BUNDLE_IMAGES: Flag = value("bundle-images", 'b', Read);
const PACKAGES: Flag = value("packages", 'p', Read);
const OPERATORS: Flag = value("operators", 'o', Read);
const INDEX: Flag = value("from-index", 'f', Read);
const DATABASE_FILE: Flag = value("database", 'd', Read);
const TAG: Flag = value("tag", 't', Read);
const GENERATE: Flag = switch("generate", None, Read);
const BINARY_IMAGE: Flag = value("binary-image", 'i', Read);
const DOCKERFILE: Flag = value("out-dockerfile", 'd', Ignore);
const TOOL: Flag = value("container-tool", 'c', Ignore);
const BUILD_TOOL: Flag = value("build-tool", 'u', Ignore);
const PULL_TOOL: Flag = value("pull-tool", 'p', Ignore);
const MODE: Flag = long_value("mode", Pass("mode"));
const OVERWRITE: Flag = switch("overwrite-latest", None, Pass("overwrite-latest"));
const ALPHA: Flag = switch("enable-alpha", None, Pass("enable-alpha"));
const PERMISSIVE: Flag = switch("permissive", None, Pass("permissive"));
const REMOVAL: Flag = switch("allow-package-removal", None, Pass("allow-package-removal"));
const CA_FILE: Flag = long_value("ca-file", Pass("ca-file"));
const DEBUG: Flag = switch("debug", None, Ignore);

/// The flags of `opm index add`, `rm` and `deprecatetruncate` together.
const INDEX_FLAGS: &[Flag] = &[
    BUNDLES,
    OPERATORS,
    MODE,
    OVERWRITE,
    ALPHA,
    REMOVAL,
    PERMISSIVE,
    INDEX,
    TAG,
    GENERATE,
    BINARY_IMAGE,
    DOCKERFILE,
    TOOL,
    BUILD_TOOL,
    PULL_TOOL,
    CA_FILE,
    DEBUG,
];

const fn removed(path: &'static [&'static str], arguments: &'static [&'static str], flags: &'static [Flag]) -> Verb {
    let run = Run::Removed(change);
    Verb { flags, pulls: true, run, ..verb(path, "Print the olmkit command that does the same", arguments) }
}

/// The commands that opm no longer has.
pub(super) static VERBS: [Verb; 13] = [
    removed(&["index", "add"], &["add"], INDEX_FLAGS),
    removed(&["index", "rm"], &["rm"], INDEX_FLAGS),
    removed(
        &["index", "prune"],
        &["prune"],
        &[PACKAGES, PERMISSIVE, INDEX, TAG, GENERATE, BINARY_IMAGE, DOCKERFILE, TOOL, CA_FILE, DEBUG],
    ),
    removed(
        &["index", "prune-stranded"],
        &["prune-stranded"],
        &[INDEX, TAG, GENERATE, BINARY_IMAGE, DOCKERFILE, TOOL, CA_FILE, DEBUG],
    ),
    removed(&["index", "deprecatetruncate"], &["deprecate-truncate"], INDEX_FLAGS),
    Verb {
        run: Run::Removed(export),
        ..removed(
            &["index", "export"],
            &["export"],
            &[
                value("index", 'i', Read),
                value("package", 'p', Read),
                value("download-folder", 'f', Pass("output")),
                TOOL,
                DEBUG,
            ],
        )
    },
    removed(
        &["registry", "add"],
        &["add"],
        &[BUNDLE_IMAGES, MODE, OVERWRITE, ALPHA, PERMISSIVE, DATABASE_FILE, CA_FILE, TOOL, DEBUG],
    ),
    removed(&["registry", "rm"], &["rm"], &[value("packages", 'o', Read), PERMISSIVE, DATABASE_FILE, DEBUG]),
    removed(&["registry", "prune"], &["prune"], &[PACKAGES, PERMISSIVE, DATABASE_FILE, DEBUG]),
    removed(&["registry", "prune-stranded"], &["prune-stranded"], &[DATABASE_FILE, DEBUG]),
    removed(
        &["registry", "deprecatetruncate"],
        &["deprecate-truncate"],
        &[BUNDLE_IMAGES, REMOVAL, PERMISSIVE, DATABASE_FILE, DEBUG],
    ),
    Verb {
        run: Run::Removed(serve),
        ..removed(
            &["registry", "serve"],
            &["serve"],
            &[
                DATABASE_FILE,
                value("port", 'p', Pass("port")),
                value("termination-log", 't', Pass("termination-log")),
                switch("skip-migrate", None, Ignore),
                long_value("timeout-seconds", Ignore),
                DEBUG,
            ],
        )
    },
    Verb {
        operands: (0, 2),
        usage: "[FROM] [REGISTRY]",
        run: Run::Removed(mirror),
        ..removed(&["registry", "mirror"], &[], &[DATABASE_FILE, switch("to-manifests", None, Ignore), DEBUG])
    },
];

/// The hint for a call of a command that opm no longer has.
pub(super) fn hint_of(call: &Call, commands: &[Vec<String>]) -> String {
    let name = call.verb.path.join(" ");
    let quoted = |command: &Vec<String>| command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = commands.iter().map(|command| format!("  olmkit {}", quoted(command))).collect();
    format!("opm {name} worked on sqlite databases. For file-based catalogs use:\n{}", lines.join("\n"))
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@=,+%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Call {
    /// The values of a flag with list values.
    fn list(&self, flag: &str) -> impl Iterator<Item = String> {
        let values = self.values.get(flag).into_iter().flatten();
        values.flat_map(|value| value.split(',')).filter(|value| !value.is_empty()).map(str::to_owned)
    }
}

/// An index operation, followed by the command that builds the image that opm would have built.
fn change(call: &Call) -> Vec<Vec<String>> {
    let source = ["from-index", "database"].iter().find_map(|flag| call.value(flag));
    let catalog = source.unwrap_or(CATALOG).to_owned();
    let items: Vec<String> =
        ["bundles", "bundle-images", "operators", "packages"].iter().flat_map(|flag| call.list(flag)).collect();
    let items = |otherwise: &str| if items.is_empty() { vec![otherwise.to_owned()] } else { items.clone() };
    let mut arguments: Vec<String> = call.verb.arguments.iter().map(|word| (*word).to_owned()).collect();
    match call.verb.arguments {
        ["add"] => arguments.extend([items("BUNDLE"), vec!["--to".to_owned(), catalog]].concat()),
        ["prune"] => arguments.extend([catalog, "--keep".to_owned(), items("PACKAGE").join(",")]),
        ["prune-stranded"] => arguments.push(catalog),
        ["rm"] => arguments.extend([vec![catalog], items("PACKAGE")].concat()),
        _ => arguments.extend([vec![catalog], items("BUNDLE")].concat()),
    }
    arguments.extend(call.flags());
    if source.is_some() {
        arguments.extend(["--output", CATALOG].map(str::to_owned));
    }
    let mut commands = vec![arguments];
    if call.verb.path.first() == Some(&"index") {
        commands.push(image(call));
    }
    commands
}

/// The command that builds an image of the catalog, or the file for building one.
fn image(call: &Call) -> Vec<String> {
    let base = call.value("binary-image");
    let mut arguments: Vec<String>;
    if call.is_on("generate") {
        arguments = ["generate", "dockerfile", CATALOG].map(str::to_owned).to_vec();
        arguments.extend(base.map(|image| format!("--binary-image={image}")));
    } else {
        arguments =
            ["build", CATALOG, "--tag", call.value("tag").unwrap_or("REF"), "--push"].map(str::to_owned).to_vec();
        arguments.extend(base.map(|image| format!("--base-image={image}")));
        arguments.extend(call.pulling());
    }
    arguments
}

fn export(call: &Call) -> Vec<Vec<String>> {
    let mut arguments = vec!["export".to_owned(), call.value("index").unwrap_or(CATALOG).to_owned()];
    arguments.extend(call.list("package"));
    arguments.extend(call.flags());
    vec![arguments]
}

fn serve(call: &Call) -> Vec<Vec<String>> {
    let mut arguments = vec!["serve".to_owned(), call.value("database").unwrap_or(DATABASE).to_owned()];
    arguments.extend(call.flags());
    vec![arguments]
}

/// The commands that copy the catalog's image, and list the other images to copy.
fn mirror(call: &Call) -> Vec<Vec<String>> {
    let mut operands = call.operands.iter().map(String::as_str);
    let (from, to) = (operands.next().unwrap_or("FROM"), operands.next().unwrap_or("REGISTRY"));
    let to = target(from, to);
    let [mut copy, mut list] = [vec!["copy", from, &to], vec!["images", from]]
        .map(|arguments| arguments.into_iter().map(str::to_owned).collect::<Vec<_>>());
    copy.extend(call.pulling());
    list.extend(call.pulling());
    vec![copy, list]
}

/// The reference of an image in the target registry. As in opm, it keeps its name there. A complete reference is used
/// unchanged.
fn target(from: &str, to: &str) -> String {
    if to.contains('/') && pullable(to).is_ok() {
        return to.to_owned();
    }
    let name = from.split_once('/').map(|(_, name)| name).filter(|_| without_version(from) != from);
    format!("{}/{}", to.trim_end_matches('/'), name.unwrap_or("NAME:TAG"))
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn a_mirror_is_in_the_registry_that_is_named() {
        for (from, to, expected) in [
            ("a.io/b:1", "c.io", "c.io/b:1"),
            ("a.io/x/b:1", "localhost:5000", "localhost:5000/x/b:1"),
            ("a.io/b:1", "c.io/team/", "c.io/team/b:1"),
            ("a.io/b:1", "c.io/d:2", "c.io/d:2"),
            ("bundles.db", "c.io", "c.io/NAME:TAG"),
        ] {
            assert_eq!(target(from, to), expected);
        }
    }
}
