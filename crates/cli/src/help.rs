//! The help texts.

/// The help text.
pub(crate) const HELP: &str = "\
olmkit checks, explains and edits OLM file-based catalogs.

Usage: olmkit COMMAND [OPTIONS]

Commands:
  validate PATH...   check catalogs: a directory, a file, an archive (.tar, .tar.gz, .tar.zst, .zip) or - (its input)
  fix PATH...        apply the fixes that are certain (--unsafe: all; --diff: only show them)
  edit VERB PATH KEY=VALUE...
                     change a catalog by the smallest text edits (--diff: only show them); all want package=P, those
                     about a channel or an entry channel=C and entry=E too:
                     add-channel channel= entries=A,B; rename-channel to=; remove-channel; set-default to=CHANNEL;
                     add-entry name= replaces= skips=A,B skipRange= position=newest|end under=; remove-entry; bridge
                     (remove-entry, and what replaced it replaces what it replaced); rename-entry to=; promote entry=
                     from=CHANNEL to=CHANNEL; mend (the head skips it); set-replaces to=; set-skips to=A,B;
                     set-skip-range to=; set-description to=; set-icon to=BASE64 mediatype=; deprecate schema= name=
                     message=; undeprecate schema= name=
  path CATALOG PACKAGE FROM [TO]
                     where the upgrades of an installed version lead: to TO, or to the head
  stranded CATALOG...
                     versions that cannot reach the head of their channel, why, and what mends it
  graph CATALOG      channels as mermaid (as opm draws them), dot, svg or json
  diff OLD NEW       what changed in meaning: versions, paths, heads, defaults, contents, deprecations
  dependencies CATALOG...
                     what bundles require, what meets it in OLM's order of preference, and what does not add up
  resolve CATALOG... --install PACKAGE[@CHANNEL]
                     what OLM v0, or with --olm v1 OLM v1, would install, or the shortest explanation why nothing
  bundle validate PATH...
                     check operator bundles: directories or their files, archives, image archives (OCI, docker save);
                     files of OLM's own objects (RukPak, ClusterExtension, ClusterCatalog, InstallPlan, CatalogSource);
                     package manifests
  bundle render BUNDLE [--image REF] [--migrate]
                     its olm.bundle document, as opm render gives it; migrated: with olm.csv.metadata
  bundle generate MANIFESTS --package P --channels C [--default C] [--output-dir DIR] [--base-image REF]
                     metadata/annotations.yaml and bundle.Dockerfile (one that is there stays, but for --overwrite)
  bundle extract BUNDLE --name N --namespace NS [--gzip] [--limit BYTES]
                     the ConfigMap that OLM unpacks it into
  bundle build BUNDLE --tag REF --output FILE.tar
                     an image archive (OCI, docker load), without a container engine
  render PATH... [-o json|jsonl|yaml] [--migrate]
                     catalogs and bundles (directories, archives) as one catalog, as opm render writes it
  list packages|channels|bundles CATALOG [PACKAGE]
                     tables of a catalog that opm accepts
  init PACKAGE [--default-channel C] [--description FILE] [--icon FILE]
                     an olm.package document
  migrate CATALOG DIR [-o yaml|json]
                     the catalog written again, a file for each package
  generate dockerfile DIR [--base-image REF] [--builder-image REF] [--extra-labels KEY=VALUE]
                     DIR.Dockerfile, beside DIR
  template [basic|semver|substitutes] [FILE] [-o json|yaml|mermaid]
                     the catalog that a template makes; bundles come from --catalog and --bundle, not from a registry
  template convert basic|substitutes [CATALOG]
                     a catalog as a template
  explain RULE       what a rule finds, why it matters, how to fix it
  rules              list all rules
  lsp --stdio        a language server for editors (native binary only): findings, fixes, explanations, definitions
  completions SHELL  completion of commands and options for bash, zsh or fish
  man                this text as a manual page
  help [COMMAND]     this text, or the part about a command

Every PATH is one catalog. Directories are read as opm reads them: every file, hidden ones too, but not what
.indexignore excludes.

Options of validate and fix:
  -p, --profile NAME          default, opm (exactly what opm rejects) or strict
      --select RULES          only these rules: ids, codes, starts of codes, categories; separated by commas
      --ignore RULES          not these rules
      --severity RULE=LEVEL   error, warning, info or off for a rule
  -f, --format NAME           pretty, concise, json, jsonl, sarif, github, gitlab, junit, checkstyle, rdjson,
                              markdown, html, opm; json also for explain and rules
                              (pretty on a terminal, else concise)
      --color WHEN            auto, always or never; NO_COLOR and FORCE_COLOR are respected
      --config FILE           read this configuration (-: standard input) instead of the nearest olmkit.yaml: in PATH,
                              beside it, or above it as far as PATH goes
      --no-config             read no configuration
      --print-config FILE     only print what holds for this file of a catalog; with -f json also what is wrong with a
                              configuration that cannot be used
      --baseline FILE         validate: report only what this file does not list; what it lists and is found no longer
                              is an error
      --write-baseline        validate: list everything that is found now (in olmkit-baseline.json, or --baseline)
      --prune                 validate: take out of the baseline what is found no longer
      --base PATH             validate: an older state of the catalog; what clusters may run of it must still upgrade
                              (`olmkit explain versions-removed`)
      --watch                 validate: check again whenever a file changes (native binary only)
      --assertions FILE       validate: what must stay true; see `olmkit explain assertion-failed`
  -q, --quiet                 write nothing but to the files of --report; the exit code tells
      --report FORMAT=FILE    write this format to a file too; may be given several times
      --fail-on LEVEL         exit 1 from this severity on: error (the default), warning, info or never
      --max-warnings N        fail on more than N warnings
      --exit-zero             exit 0 in spite of findings
      --stdin-filename NAME   the name to show for standard input

Options of bundle validate: those of validate, with other profiles:
      --profile NAME          default (every tool), api (operator-framework/api: loader, csv, crd, bundle),
                              opm (opm alpha bundle validate), sdk (the released operator-sdk bundle validate),
                              upstream-head, olm-v0, olm-v1, community-pipeline, certified-pipeline, k8s-operatorhub
      --suite NAMES           only these suites of the profile: api-load, api-csv, api-crd, api-bundle, operator-hub,
                              capabilities, categories, good-practices, deprecated-apis, community, object,
                              opm-format, opm-content, opm-render, sdk, package, rukpak, olm-v0, olm-v1,
                              olm-v1-api, k8s-operatorhub, olmkit; asked by name or by a profile only:
                              rukpak-registry, multiarch, pipeline-common, pipeline-community, pipeline-isv
      --before PATH           the version before: what must not change is compared, CRDs as OLM v1 does; its examples,
                              and objects beside its manifests, must fit the new CRDs, as OLM v0 asks
      --objects PATH          objects of a cluster (a file or a directory) that must fit the new CRDs; may be given
                              several times
      --k8s-version VERSION   the Kubernetes to check for: what it removed is an error
      --index-path FILE       the file of the bundle that has the labels of its image
      --categories FILE       categories instead of the standard ones: JSON with a list `categories`

Options of diff:
      --forbid KINDS          exit 1 on these changes; path-lost, channel-removed, package-removed and bundle-changed
                              are forbidden from the start
      --allow KINDS           not on these

Options of path, stranded and graph:
      --channel NAME          the channel to follow, or to look at
      --semantics v0|v1       whose resolver: OLM v0 (default of path) or OLM v1; stranded shows both
      --include-gone          stranded: also versions that only replaces and skips still name
  -p, --package NAME          stranded, graph: only this package
      --minimum-edge NAME     graph as mermaid: from this bundle on
  -f, --format NAME           json; graph: mermaid (with --semantics v0 as OLM v0 sees it), dot, svg, json

Options of dependencies and resolve:
      --priority CATALOG=N    priority of a catalog (0); its name is the last part of its path
      --partial               dependencies: clusters have other catalogs too; what is missing here is a warning
  -p, --package NAME          dependencies: only this package
      --olm v0|v1             resolve: whose resolver (v0; --semantics is the same)
      --install PACKAGE[@CHANNEL]
                              resolve: a subscription; may be given several times. OLM v1: the package of the
                              ClusterExtension, with none, one or several channels (@stable,fast)
      --starting-csv NAME     resolve: the version that the subscription before it starts with
      --installed NAME[@VERSION]
                              resolve: a bundle that is installed; it belongs to the subscription of its package. The
                              version is for one that no catalog has any more: skipRanges are asked about it
      --version-range RANGE   resolve, OLM v1: spec.source.catalog.version: '>=1.2, <2', '~1.2', '1.x || 3.0.0'
      --policy POLICY         resolve, OLM v1: upgradeConstraintPolicy: CatalogProvided (default) or SelfCertified
      --label CATALOG=KEY=VALUE
                              resolve, OLM v1: a label of a catalog
      --selector LABELS       resolve, OLM v1: only catalogs with these labels: KEY=VALUE,KEY!=VALUE,KEY,!KEY
  -f, --format NAME           pretty or json

Options of render, migrate and template:
  -o, --output FORMAT         json (default of render and template) or yaml (default of migrate); render: jsonl too,
                              a document a line; template: mermaid too
      --migrate               render, template: all migrations
      --migrate-level LEVEL   none, bundle-object-to-csv-metadata or all
      --image TEMPLATE        render: the image of bundles, as with opm's --alpha-image-ref-template: {{.Package}},
                              {{.Name}} and {{.Version}} are replaced
  -c, --catalog CATALOG       template: bundles by the images that this catalog names
  -b, --bundle IMAGE=PATH     template: the bundle of an image

  -h, --help                  this text
  -V, --version               version of olmkit, and of the opm whose verdict it gives; with --verbose also what a
                              report of a mistake should name

Exit code: 0 no errors found, 1 errors found (path: does not get there; stranded: somebody is; resolve: nothing can
be installed), 2 wrong usage, 3 internal error.
Findings are written to standard output, everything else to standard error.
";

/// The part of the help that is about a command; nothing for an unknown one.
pub(crate) fn about(command: &str) -> Option<String> {
    let is_named = |words: &str| words.split([' ', ',', ':', '.']).any(|word| word == command);
    let mut out = String::new();
    let (mut in_commands, mut kept) = (false, false);
    for line in HELP.lines() {
        let is_entry = in_commands && line.starts_with("  ") && !line.starts_with("   ");
        if line == "Commands:" || line.is_empty() {
            (in_commands, kept) = (!line.is_empty(), false);
        } else if is_entry {
            kept = line.trim_start().split(' ').next() == Some(command);
            if kept {
                out.push_str("olmkit ");
            }
        } else if line.starts_with("Options of ") {
            kept = is_named(line);
        } else if line.starts_with("Exit code:") || line.starts_with("  -h, --help") {
            kept = true;
        }
        let is_heading = kept && (line.starts_with("Options of ") || line.starts_with("Exit code:"));
        if is_heading {
            out.push('\n');
        }
        if kept {
            out.push_str(if is_entry { line.trim_start() } else { line });
            out.push('\n');
        }
    }
    out.starts_with("olmkit ").then_some(out)
}

/// The opm whose verdict is given.
pub(crate) const OPM_COMMIT: &str = "4f9d6f22";

/// `--version`.
pub(crate) fn version(verbose: bool) -> String {
    let short = format!("olmkit {} (opm {OPM_COMMIT})\n", env!("CARGO_PKG_VERSION"));
    if !verbose {
        return short;
    }
    let (catalogs, bundles) =
        (olmkit_workspace::rule_list().rules.len(), olmkit_workspace::bundle::bundle_rules().count());
    let target = format!("{}, {}", std::env::consts::ARCH, std::env::consts::OS);
    let target = if cfg!(target_family = "wasm") { "wasm32, Node".to_owned() } else { target };
    format!(
        "{short}opm: github.com/operator-framework/operator-registry at {OPM_COMMIT}, August 2026\n\
         rules: {catalogs} of catalogs, {bundles} of bundles, {} of dependencies\nhost: {target}\n",
        olmkit_resolver::RULES.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_help() {
        for command in ["validate", "fix", "edit", "path", "stranded", "graph", "diff", "bundle", "explain", "rules"] {
            let text = about(command).unwrap_or_default();
            assert!(
                text.starts_with(&format!("olmkit {command}")) && text.contains("Exit code: 0"),
                "{command}: {text}"
            );
        }
        let text = about("resolve").unwrap_or_default();
        assert!(text.contains("--install PACKAGE[@CHANNEL]") && !text.contains("--suite"), "{text}");
        assert!(about("template").is_some_and(|text| text.contains("--bundle IMAGE=PATH")));
        assert_eq!(about("frobnicate"), None);
        assert!(HELP.lines().all(|line| line.chars().count() <= 120));
    }
}
