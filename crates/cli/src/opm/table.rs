//! The commands and flags of opm, and their equivalents in olmkit.

use clap_complete::Shell;

use super::shape::{Does, Flag, Run, Takes, Verb, long_value, switch, value};
use super::{bundle, verbs};

use Does::{Ignore, Pass, Read, Refuse};

const OUTPUT: Flag =
    Flag { default: Some("json"), values: &["json", "yaml"], ..or_empty(value("output", 'o', Pass("output"))) };
const TEMPLATE_OUTPUT: Flag = Flag { values: &["json", "yaml", "mermaid"], ..OUTPUT };
const LEVEL: Flag = long_value("migrate-level", Pass("migrate-level"));
const MANY: usize = usize::MAX;
const CLUSTER: &str = "the ConfigMap is printed, not written to a cluster";
const DESCRIPTIONS: &[Flag] = &[switch("no-descriptions", None, Read)];

/// A flag whose empty value has a meaning.
const fn or_empty(flag: Flag) -> Flag {
    Flag { takes: Takes::ValueOrEmpty, ..flag }
}

pub(super) const fn verb(
    path: &'static [&'static str],
    about: &'static str,
    arguments: &'static [&'static str],
) -> Verb {
    Verb { path, about, operands: (0, 0), usage: "", arguments, flags: &[], pulls: false, run: Run::Olmkit }
}

/// The groups of commands.
pub(super) const GROUPS: [(&[&str], &str); 8] = [
    (&["alpha"], "Commands that may change"),
    (&["alpha", "bundle"], "Build and check bundles"),
    (&["alpha", "convert-template"], "Print a catalog as a template"),
    (&["alpha", "list"], "List the contents of a catalog"),
    (&["completion"], "Print the completion script of a shell"),
    (&["generate"], "Write files for building catalog images"),
    (&["index"], "Print the olmkit commands for index images"),
    (&["registry"], "Print the olmkit commands for databases"),
];

/// The commands that opm has.
pub(super) static VERBS: [Verb; 23] = [
    Verb {
        operands: (1, 1),
        usage: "<directory>",
        flags: &[value("output", 'o', Read)],
        run: Run::Own(verbs::validate),
        ..verb(&["validate"], "Check a catalog", &[])
    },
    Verb {
        operands: (1, MANY),
        usage: "[catalog-image | catalog-directory | bundle-image | bundle-directory | sqlite-file]...",
        flags: &[
            OUTPUT,
            switch("migrate", None, Pass("migrate")),
            LEVEL,
            long_value("alpha-image-ref-template", Pass("image")),
        ],
        pulls: true,
        run: Run::Own(verbs::render),
        ..verb(&["render"], "Print catalogs and bundles as one catalog", &["render"])
    },
    Verb {
        operands: (0, 2),
        usage: "[TYPE] [FILE]",
        flags: &[TEMPLATE_OUTPUT, LEVEL],
        pulls: true,
        ..verb(&["alpha", "render-template"], "Render a template to a catalog", &["template"])
    },
    Verb {
        operands: (0, 1),
        usage: "[<fbc-file> | -]",
        flags: &[OUTPUT],
        ..verb(&["alpha", "convert-template", "basic"], "As a basic template", &["template", "convert", "basic"])
    },
    Verb {
        operands: (0, 1),
        usage: "[<fbc-file> | -]",
        flags: &[OUTPUT],
        ..verb(
            &["alpha", "convert-template", "substitutes"],
            "As a template with substitutes",
            &["template", "convert", "substitutes"],
        )
    },
    Verb {
        operands: (1, 1),
        usage: "<indexRef>",
        pulls: true,
        ..verb(&["alpha", "list", "packages"], "List packages", &["list", "packages"])
    },
    Verb {
        operands: (1, 2),
        usage: "<indexRef> [packageName]",
        pulls: true,
        ..verb(&["alpha", "list", "channels"], "List channels", &["list", "channels"])
    },
    Verb {
        operands: (1, 2),
        usage: "<indexRef> <packageName>",
        pulls: true,
        ..verb(&["alpha", "list", "bundles"], "List bundles", &["list", "bundles"])
    },
    Verb {
        operands: (1, MANY),
        usage: "[index-image | fbc-dir]",
        flags: &[
            long_value("minimum-edge", Pass("minimum-edge")),
            value("package-name", 'p', Pass("package")),
            switch("draw-v0-semantics", None, Read),
        ],
        pulls: true,
        run: Run::Own(verbs::render_graph),
        ..verb(&["alpha", "render-graph"], "Draw channels", &["graph"])
    },
    Verb {
        flags: &[
            value("directory", 'd', Pass("directory")),
            value("package", 'p', Pass("package")),
            value("channels", 'c', Pass("channels")),
            value("default", 'e', Pass("default")),
            value("output-dir", 'u', Pass("output-dir")),
            long_value("base-image", Pass("base-image")),
        ],
        ..verb(
            &["alpha", "bundle", "generate"],
            "Write the annotations and the Dockerfile of a bundle",
            &["bundle", "generate", "--overwrite"],
        )
    },
    Verb {
        flags: &[
            value("directory", 'd', Pass("directory")),
            value("package", 'p', Pass("package")),
            value("channels", 'c', Pass("channels")),
            value("default", 'e', Pass("default")),
            value("output-dir", 'u', Pass("output-dir")),
            long_value("base-image", Pass("base-image")),
            switch("overwrite", Some('o'), Pass("overwrite")),
            value("tag", 't', Read),
            value("image-builder", 'b', Read),
        ],
        run: Run::Own(bundle::build),
        ..verb(&["alpha", "bundle", "build"], "Build the image of a bundle", &["bundle", "generate"])
    },
    Verb {
        flags: &[value("tag", 't', Read), value("image-builder", 'b', Ignore), value("optional-validators", 'o', Read)],
        pulls: true,
        run: Run::Own(bundle::validate),
        ..verb(&["alpha", "bundle", "validate"], "Check a bundle", &["bundle", "validate", "--profile=opm"])
    },
    Verb {
        flags: &[
            value("manifestsdir", 'm', Pass("manifestsdir")),
            value("configmapname", 'c', Pass("name")),
            Flag {
                default: Some("openshift-operator-lifecycle-manager"),
                ..value("namespace", 'n', Pass("namespace"))
            },
            value("datalimit", 'l', Pass("limit")),
            switch("gzip", Some('z'), Pass("gzip")),
            switch("debug", None, Ignore),
            value("kubeconfig", 'k', Refuse(CLUSTER)),
        ],
        run: Run::Own(bundle::extract),
        ..verb(&["alpha", "bundle", "extract"], "Print a bundle as a ConfigMap", &["bundle", "extract"])
    },
    Verb {
        operands: (1, 1),
        usage: "BUNDLE_NAME[:TAG|@DIGEST]",
        flags: &[
            value("out", 'o', Read),
            value("root-ca", 'c', Read),
            switch("skip-validation", Some('v'), Read),
            switch("debug", Some('d'), Ignore),
        ],
        pulls: true,
        run: Run::Own(bundle::unpack),
        ..verb(&["alpha", "bundle", "unpack"], "Write the files of the image of a bundle", &[])
    },
    Verb {
        operands: (2, 2),
        usage: "<indexRef> <outputDir>",
        flags: &[OUTPUT, LEVEL],
        pulls: true,
        ..verb(&["migrate"], "Rewrite a catalog with one file per package", &["migrate"])
    },
    Verb {
        operands: (1, 1),
        usage: "<packageName>",
        flags: &[
            value("default-channel", 'c', Pass("default-channel")),
            value("description", 'd', Pass("description")),
            value("icon", 'i', Pass("icon")),
            OUTPUT,
        ],
        ..verb(&["init"], "Print an olm.package document", &["init"])
    },
    Verb {
        operands: (1, 1),
        usage: "<fbcRootDir>",
        flags: &[
            or_empty(value("base-image", 'i', Pass("base-image"))),
            or_empty(value("builder-image", 'b', Pass("builder-image"))),
            Flag { takes: Takes::List, ..value("extra-labels", 'l', Pass("extra-labels")) },
            or_empty(long_value("binary-image", Pass("binary-image"))),
        ],
        ..verb(&["generate", "dockerfile"], "Write the Dockerfile of a catalog", &["generate", "dockerfile"])
    },
    Verb {
        operands: (1, 1),
        usage: "<source_path>",
        flags: &[
            or_empty(value("port", 'p', Pass("port"))),
            long_value("cache-dir", Pass("cache-dir")),
            switch("cache-only", None, Pass("cache-only")),
            switch("cache-enforce-integrity", None, Pass("cache-enforce-integrity")),
            or_empty(value("termination-log", 't', Pass("termination-log"))),
            switch("debug", None, Pass("debug")),
            long_value("pprof-addr", Refuse("olmkit does not serve profiles")),
            switch("pprof-capture-profiles", None, Refuse("olmkit does not serve profiles")),
        ],
        pulls: true,
        run: Run::Own(verbs::serve),
        ..verb(&["serve"], "Serve a catalog over gRPC", &["serve"])
    },
    Verb { run: Run::Own(verbs::version), ..verb(&["version"], "Print the version", &[]) },
    Verb { flags: DESCRIPTIONS, run: Run::Completion(Shell::Bash), ..verb(&["completion", "bash"], "For bash", &[]) },
    Verb { flags: DESCRIPTIONS, run: Run::Completion(Shell::Fish), ..verb(&["completion", "fish"], "For fish", &[]) },
    Verb {
        flags: DESCRIPTIONS,
        run: Run::Completion(Shell::PowerShell),
        ..verb(&["completion", "powershell"], "For PowerShell", &[])
    },
    Verb { flags: DESCRIPTIONS, run: Run::Completion(Shell::Zsh), ..verb(&["completion", "zsh"], "For zsh", &[]) },
];
