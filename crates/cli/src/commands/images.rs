//! `olmkit images`.

use std::collections::BTreeMap;

use olmkit_k8s::image::{parse, pullable};
use olmkit_workspace::Options;
use olmkit_workspace::api::ImageUse;
use serde_json::{Value, json};

use crate::args::{Args, ImagesArgs};
use crate::format::json::pretty;
use crate::format::{Format, visible};
use crate::host::Host;
use crate::load::load;
use crate::{CLEAN, FINDINGS};

/// What is said of an image that exists.
const EXISTS: &str = "exists";

/// What is known of an image.
struct Known {
    /// `exists`, `missing`, `wrong-platform` or `not-checked`.
    verdict: &'static str,
    /// Why, if there is more to say.
    reason: String,
}

/// Lists the images of catalogs, and asks the registries for them.
pub(crate) fn run(own: &ImagesArgs, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let mut uses: Vec<ImageUse> = Vec::new();
    for path in &own.paths {
        let mut loaded = load(path, None, &Options::default(), host)?;
        let mut found = loaded.workspace.images();
        for one in &mut found {
            one.path = loaded.shown(&one.path);
        }
        uses.extend(found);
    }
    let mut by_image: BTreeMap<String, Vec<ImageUse>> = BTreeMap::new();
    for one in uses {
        by_image.entry(normal(&one.image)).or_default().push(one);
    }
    let known = if own.check { Some(check(&by_image, args)?) } else { None };
    let text = match own.format {
        Format::Json => listed(&by_image, known.as_ref()),
        _ => table(&by_image, known.as_ref()),
    };
    host.out(text.as_bytes());
    let Some(known) = known else { return Ok(CLEAN) };
    let count = |verdict: &str| known.values().filter(|known| known.verdict == verdict).count();
    let (missing, wrong) = (count("missing"), count("wrong-platform"));
    let summary = format!(
        "{} images: {} exist, {missing} missing, {wrong} without the platform, {} not checked\n",
        known.len(),
        count(EXISTS),
        count("not-checked")
    );
    host.err(summary.as_bytes());
    Ok(if missing > 0 || wrong > 0 { FINDINGS } else { CLEAN })
}

/// The complete name of an image. What is not valid is asked for by no name.
fn normal(image: &str) -> String {
    parse(image).unwrap_or_else(|_| image.to_owned())
}

/// What is asked for: of a tag with a digest the digest, of neither the tag that container runtimes take.
fn asked(image: &str) -> Result<String, String> {
    let (named, digest) = image.split_once('@').map_or((image, None), |(named, digest)| (named, Some(digest)));
    let name_at = named.rfind('/').map_or(0, |at| at.saturating_add(1));
    let tag = named.get(name_at..).and_then(|last| last.split_once(':')).map(|(_, tag)| tag);
    let bare = tag.and_then(|tag| named.strip_suffix(tag)?.strip_suffix(':')).unwrap_or(named);
    let text = match (digest, tag) {
        (Some(digest), _) => format!("{bare}@{digest}"),
        (None, Some(_)) => named.to_owned(),
        (None, None) => format!("{named}:latest"),
    };
    pullable(&text).map(|_| ()).map_err(|error| error.to_string()).map(|()| text)
}

#[cfg(feature = "native")]
fn check(images: &BTreeMap<String, Vec<ImageUse>>, args: &Args) -> Result<BTreeMap<String, Known>, String> {
    use olmkit_registry::{Reference, Verdict};

    let (mut known, mut names, mut references) = (BTreeMap::new(), Vec::new(), Vec::new());
    for image in images.keys() {
        match asked(image).and_then(|text| Reference::parse(&text).map_err(|error| error.message)) {
            Ok(reference) => {
                names.push(image.clone());
                references.push(reference);
            }
            Err(reason) => drop(known.insert(image.clone(), Known { verdict: "not-checked", reason })),
        }
    }
    let runs: Vec<&Reference> = names
        .iter()
        .zip(&references)
        .filter(|(name, _)| images.get(*name).is_some_and(|uses| uses.iter().any(|one| one.is_bundle)))
        .map(|(_, reference)| reference)
        .collect();
    let registries = crate::registries::registries(&args.pulling)?;
    let verdicts = registries.exist(&references, |reference| runs.contains(&reference));
    for (name, verdict) in names.into_iter().zip(verdicts) {
        let (verdict, reason) = match verdict {
            Verdict::Exists => (EXISTS, String::new()),
            Verdict::Missing => ("missing", "the registry does not have it".to_owned()),
            Verdict::NotForPlatform(reason) => ("wrong-platform", reason),
            Verdict::Unknown(reason) => ("not-checked", reason),
        };
        known.insert(name, Known { verdict, reason });
    }
    Ok(known)
}

#[cfg(not(feature = "native"))]
fn check(images: &BTreeMap<String, Vec<ImageUse>>, _: &Args) -> Result<BTreeMap<String, Known>, String> {
    match images.keys().map(|image| asked(image)).next() {
        None => Ok(BTreeMap::new()),
        Some(_) => Err("registries are asked by the native binary only".to_owned()),
    }
}

fn listed(images: &BTreeMap<String, Vec<ImageUse>>, known: Option<&BTreeMap<String, Known>>) -> String {
    let one = |(image, uses): (&String, &Vec<ImageUse>)| {
        let mut value = json!({ "image": image, "byDigest": image.contains('@'), "uses": uses });
        let found = known.and_then(|known| known.get(image));
        if let (Some(found), Some(members)) = (found, value.as_object_mut()) {
            members.insert("verdict".to_owned(), found.verdict.into());
            members.insert("reason".to_owned(), found.reason.as_str().into());
        }
        value
    };
    pretty(&json!({ "version": 1, "images": images.iter().map(one).collect::<Vec<Value>>() }))
}

/// An image a line; with verdicts, what is wrong stands at the places that name it.
fn table(images: &BTreeMap<String, Vec<ImageUse>>, known: Option<&BTreeMap<String, Known>>) -> String {
    let mut out = String::new();
    for (image, uses) in images {
        let Some(known) = known else {
            let bundles: Vec<&str> = uses.iter().map(|one| one.bundle.as_str()).collect();
            let role = if uses.iter().any(|one| one.is_bundle) { "bundle" } else { "related" };
            out.push_str(&format!("{role:<7}  {}  {}\n", visible(image), visible(&bundles.join(", "))));
            continue;
        };
        let Some(found) = known.get(image) else { continue };
        let tag = if image.contains('@') { "" } else { " (by tag, which may change)" };
        if found.verdict == EXISTS {
            out.push_str(&format!("{EXISTS}: {}{tag}\n", visible(image)));
            continue;
        }
        for one in uses {
            let start = one.range.start;
            let place = format!("{}:{}:{}", one.path, start.line, start.column);
            let line = format!("{place}: {}: {}: {}{tag}: {}", found.verdict, one.bundle, one.image, found.reason);
            out.push_str(&format!("{}\n", visible(&line)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn fields_become_what_is_asked_for() {
        let digest = format!("sha256:{}", "0".repeat(64));
        for (image, expected) in [
            ("h:5000/a".to_owned(), "h:5000/a:latest".to_owned()),
            ("h:5000/a:1".to_owned(), "h:5000/a:1".to_owned()),
            (format!("h:5000/a:1@{digest}"), format!("h:5000/a@{digest}")),
            (format!("q.io/a@{digest}"), format!("q.io/a@{digest}")),
        ] {
            assert_eq!(asked(&image), Ok(expected));
        }
        assert!(asked("q.io/A").is_err());
    }
}
