//! RukPak's `Bundle` and `BundleDeployment`.

use super::{Resource, same};
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;
use olmkit_gostd::leaves_root;
use olmkit_k8s::apimachinery;

const BUNDLE: &str = "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec:\n  \
provisionerClassName: core-rukpak-io-plain\n  source: {type: image, image: {ref: 'q/x:1'}}\n";

rule! {
    IMMUTABLE, "rukpak-bundle-immutable", "BDL200", "Changed `spec` of a Bundle",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "Two versions of a `Bundle` whose `spec` differs.",
    why: "The webhook of RukPak rejects the update: `bundle.spec is immutable`.",
    fix: "Create a new Bundle with another name. A BundleDeployment does this automatically.",
    source: "RukPak v0.16, webhook of Bundle.",
    bad: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: image, image: {ref: 'q/x:1'}}}\n\
---\napiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: image, image: {ref: 'q/x:2'}}}\n")],
    good: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: image, image: {ref: 'q/x:1'}}}\n\
---\napiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a, labels: {b: c}}\nspec: {source: {image: {ref: 'q/x:1'}, type: image}, provisionerClassName: p}\n")],
}

rule! {
    SOURCE, "rukpak-src-missing", "BDL201", "Source without the field for its type",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A source of type `image`, `git` or `configMaps` without the field of that name, or without `ref`, \
`repository` or `url` in it.",
    why: "RukPak rejects the object.",
    fix: "Add the field.",
    source: "RukPak, webhook and schema; messages `bundle.spec.source.image must be set for source type \"image\"`.",
    bad: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: git}}\n"),
        (OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: configMaps, configMaps: []}}\n")],
    good: [(OBJECTS, "", BUNDLE)],
}

rule! {
    TYPE, "rukpak-src-type", "BDL202", "Unknown source type",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A source whose `type` is not `image`, `git`, `configMaps`, `upload` or `http` (v1alpha2 has no `upload`).",
    why: "RukPak cannot unpack it: `source type \"T\" not supported`.",
    fix: "Use a known type. Types are case-sensitive.",
    source: "RukPak, unpacker.",
    bad: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: Image, image: {ref: 'q/x:1'}}}\n")],
    good: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: upload, upload: {}}}\n")],
}

rule! {
    DIRECTORY, "rukpak-src-git-dir", "BDL203", "Directory outside the repository",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A `git.directory` that starts with `../` or is `..`.",
    why: "RukPak rejects the object. `..` alone is accepted and fails later.",
    fix: "Use a directory of the repository.",
    source: "RukPak, webhook of Bundle.",
    bad: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: git, git: {repository: r, directory: ../x, ref: {tag: v1}}}}\n")],
    good: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: git, git: {repository: r, directory: ./x, ref: {tag: v1}}}}\n")],
}

rule! {
    PATH, "rukpak-src-cm-path", "BDL204", "Path outside the bundle",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A `configMaps[].path` that leads outside the bundle.",
    why: "RukPak rejects the object.",
    fix: "Use a path below the root of the bundle.",
    source: "RukPak, webhook of Bundle.",
    bad: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: configMaps, configMaps: [{configMap: {name: c}, path: a/../../b}]}}\n")],
    good: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: configMaps, configMaps: [{configMap: {name: c}, path: a/../b}]}}\n")],
}

rule! {
    CONFIG_MAP, "rukpak-src-cm-name", "BDL205", "Mutable ConfigMap of a Bundle",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A ConfigMap that is the source of a Bundle and is not `immutable: true`. ConfigMaps that are not in the \
files are not checked.",
    why: "RukPak rejects the Bundle, and the ConfigMap too once it is used.",
    fix: "Set `immutable: true` on the ConfigMap.",
    source: "RukPak, webhooks of Bundle and ConfigMap.",
    bad: [(OBJECTS, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: configMaps, configMaps: [{configMap: {name: c}}]}}\n")],
    good: [(OBJECTS, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nimmutable: true\n---\napiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: configMaps, configMaps: [{configMap: {name: c}}]}}\n")],
}

rule! {
    SHAPE, "rukpak-shape", "BDL206", "RukPak object that its schema rejects",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A name that is too long (Bundle 52, BundleDeployment 45 characters), a missing or invalid \
`provisionerClassName`, a missing `source` or `template`, an `installNamespace` that is not a label of at most 63 \
characters, or a `git.ref` with more than one field.",
    why: "The API server rejects the object. Of several fields of `git.ref`, only one has an effect.",
    fix: "Correct the field.",
    source: "RukPak, custom resource definitions of v1alpha1 and v1alpha2.",
    bad: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\nspec: {provisionerClassName: core.rukpak, source: {type: upload}}\n"),
        (OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha2\nkind: BundleDeployment\nmetadata: {name: a}\nspec: {provisionerClassName: p, source: {type: image, image: {ref: x}}}\n")],
    good: [(OBJECTS, "", "apiVersion: core.rukpak.io/v1alpha2\nkind: BundleDeployment\nmetadata: {name: a}\nspec: {installNamespace: b, provisionerClassName: p, source: {type: image, image: {ref: x}}}\n")],
}

pub(crate) fn check(object: &Resource<'_>, before: Option<&Resource<'_>>, all: &[Resource<'_>], to: &mut Target<'_>) {
    let Some(spec) = object.view.get("spec") else {
        return shape(object.view, format!("The {} has no `spec`.", object.kind), "Add it.", to);
    };
    let is_bundle = object.kind == "Bundle";
    if let Some(before) = before.filter(|before| is_bundle && !same(before.view.get("spec"), Some(spec))) {
        let message = format!("The `spec` of the Bundle `{}` changes. RukPak rejects the update.", object.name);
        let help = "Create a new Bundle with another name.";
        let found = to.found(&IMMUTABLE, object.view.key_place("spec"), message, help, "bundle.spec is immutable");
        found.map(|finding| finding.related(before.view.key_place("spec"), "the previous `spec`"));
    }
    let longest = if is_bundle { 52 } else { 45 };
    if object.name.len() > longest {
        let place = object.view.get("metadata").unwrap_or(object.view);
        shape(
            place,
            format!("The name of a {} can have at most {longest} characters.", object.kind),
            "Shorten it.",
            to,
        );
    }
    provisioner(spec, to);
    if object.version == "v1alpha2" {
        let namespace = spec.string("installNamespace");
        if namespace.len() > 63 || !apimachinery::is_label(&namespace) {
            let message = "`installNamespace` must be a label: at most 63 lower-case letters, digits and `-`.";
            shape(spec.get("installNamespace").unwrap_or(spec), message, "Write the name of a namespace.", to);
        }
        return source(spec, "bundledeployment.spec.source", false, all, to);
    }
    if is_bundle {
        return source(spec, "bundle.spec.source", true, all, to);
    }
    let template = spec.get("template");
    let part = |field: &str| template.and_then(|template| template.get(field));
    if part("metadata").is_none() || part("spec").is_none() {
        let message = "A BundleDeployment needs `template` with `metadata` and `spec`.";
        shape(template.unwrap_or(spec), message, "Add it.", to);
    }
    if let Some(template) = part("spec") {
        provisioner(template, to);
        source(template, "bundle.spec.source", true, all, to);
    }
}

fn shape(at: View<'_>, message: impl Into<String>, help: &str, to: &mut Target<'_>) {
    to.found(&SHAPE, at.start(), message, help, "");
}

fn provisioner(spec: View<'_>, to: &mut Target<'_>) {
    let name = spec.string("provisionerClassName");
    if !apimachinery::is_label(&name) {
        let message = "`provisionerClassName` must consist of lower-case letters, digits and `-`.";
        shape(spec.get("provisionerClassName").unwrap_or(spec), message, "For example `core-rukpak-io-plain`.", to);
    }
}

fn source(spec: View<'_>, path: &str, with_upload: bool, all: &[Resource<'_>], to: &mut Target<'_>) {
    let Some(source) = spec.get("source") else { return shape(spec, "`source` is missing.", "Add it.", to) };
    let kind = source.string("type").into_owned();
    let place = source.place_at("type");
    let missing = |field: &str, to: &mut Target<'_>| {
        let name = field.to_lowercase();
        let message = format!("A source of type `{kind}` needs `{field}`.");
        // RukPak's webhook does not check sources of type `http`.
        let upstream = format!("{path}.{name} must be set for source type \"{name}\"");
        let upstream = if field == "http" { String::new() } else { upstream };
        to.found(&SOURCE, place, message, format!("Add `{field}`."), upstream);
    };
    let needs = |inner: View<'_>, field: &str, to: &mut Target<'_>| {
        if inner.string(field).is_empty() {
            let message = format!("`{field}` is missing.");
            to.found(&SOURCE, inner.start(), message, format!("Add `{field}`."), "");
        }
    };
    match kind.as_str() {
        "image" | "http" | "git" => match source.get(&kind) {
            None => missing(&kind, to),
            Some(inner) => {
                let field = match kind.as_str() {
                    "image" => "ref",
                    "http" => "url",
                    _ => "repository",
                };
                needs(inner, field, to);
                if kind == "git" {
                    check_git(inner, path, to);
                }
            }
        },
        "configMaps" if source.list("configMaps").is_empty() => missing("configMaps", to),
        "configMaps" => config_maps(source, path, all, to),
        "upload" if with_upload => {}
        other => {
            let message = format!("`{other}` is not a source type of RukPak.");
            let help = "Use `image`, `git`, `configMaps`, `http` or, in v1alpha1, `upload`.";
            to.found(&TYPE, place, message, help, format!("source type \"{other}\" not supported"));
        }
    }
}

fn check_git(git: View<'_>, path: &str, to: &mut Target<'_>) {
    let directory = git.string("directory");
    if directory.starts_with("../") || directory == ".." {
        let message = format!("`{directory}` is outside the repository.");
        // RukPak's webhook accepts `..`.
        let upstream = match directory == ".." {
            true => String::new(),
            false => {
                format!("{path}.git.directory begins with \"../\": directory must define path within the repository")
            }
        };
        to.found(&DIRECTORY, git.place_at("directory"), message, "Use a directory of the repository.", upstream);
    }
    let Some(reference) = git.get("ref") else { return };
    let named = ["branch", "tag", "commit"].into_iter().filter(|name| !reference.string(name).is_empty()).count();
    if named > 1 {
        let message = "`ref` has more than one field: a branch takes precedence over a tag, a tag over a commit.";
        shape(reference, message, "Keep one of them.", to);
    }
}

fn config_maps(source: View<'_>, path: &str, all: &[Resource<'_>], to: &mut Target<'_>) {
    for (at, item) in source.list("configMaps").into_iter().enumerate() {
        let below = item.string("path");
        if leaves_root(&below) {
            let upstream = format!("{path}.configmaps[{at}].path is invalid: \"{below}\" is outside bundle root");
            let message = format!("`{below}` is outside the bundle.");
            to.found(&PATH, item.place_at("path"), message, "Use a path below the root of the bundle.", upstream);
        }
        let Some(reference) = item.get("configMap") else { continue };
        let name = reference.string("name").into_owned();
        let Some(map) = all.iter().find(|one| one.is("", "ConfigMap") && one.name == name) else { continue };
        if map.view.flag("immutable") != Some(true) {
            let upstream =
                format!("{path}.configmaps[{at}].configmap.name is invalid: configmap \"{name}\" is not immutable");
            let message = format!("The ConfigMap `{name}` is not immutable.");
            let found = to.found(&CONFIG_MAP, reference.place_at("name"), message, "Set `immutable: true`.", upstream);
            found.map(|finding| finding.related(map.view.start(), "the ConfigMap"));
        }
    }
}
