//! `olm.template.substitutes`: a catalog in which bundles substitute for others.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use olmkit_catalog::{Catalog, CheckOptions, Input, check, load};
use olmkit_collections::HashSet;
use olmkit_semver::{VersionRelease, parse_release};
use olmkit_yaml::{NodeRef, TextSize};

use super::channel::{Channel, Entry};
use super::error::TemplateError;
use super::semver::package_and_version;
use super::shape::{DOCUMENT, place_of, values};
use super::{Bundles, Image, STEPS, expect_schema, first_document, load_entries};
use crate::document::{Document, Place, read_json};
use crate::typed::{field, object_data, text};
use crate::{Rendering, go_quote};
use olmkit_yaml::decode::Type;

pub(super) use olmkit_catalog::template_schemas::SUBSTITUTES as SCHEMA;

const SUBSTITUTE: Type = Type::Struct(
    "substitutes.Substitute",
    "Substitute",
    &[("name", Type::Text("string")), ("base", Type::Text("string"))],
);
const TEMPLATE: Type = Type::Struct(
    "substitutes.SubstitutesTemplateData",
    "SubstitutesTemplateData",
    &[
        ("schema", Type::Text("string")),
        ("entries", Type::List("*declcfg.Meta", &DOCUMENT)),
        ("substitutions", Type::List("substitutes.Substitute", &SUBSTITUTE)),
    ],
);

struct Substitution {
    /// The image of the substitute: `name` in the template.
    image: Image,
    /// The name of the substituted bundle.
    base: String,
    /// The byte offset of `base` in the template.
    place_of_base: TextSize,
}

pub(super) struct Substitutes {
    entries: Rendering,
    /// The byte offset of `entries` in the template.
    place_of_entries: TextSize,
    substitutions: Vec<Substitution>,
}

impl Substitutes {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, TemplateError> {
        let parsed = first_document(bytes, STEPS, &TEMPLATE, |root| {
            expect_schema(root, SCHEMA)?;
            Ok((substitutions(root), load_entries(root), place_of(root, "entries")))
        });
        let ((mut substitutions, entries, place_of_entries), offset) =
            parsed.map_err(|error| error.in_step("render: unable to parse template"))?;
        substitutions.iter_mut().for_each(|one| one.shift(offset));
        let entries = entries
            .map_err(|error| error.moved(offset).in_step("render: unable to create declarative config from entries"))?;
        let place_of_entries = place_of_entries.checked_add(offset).unwrap_or(place_of_entries);
        Ok(Substitutes { entries, place_of_entries, substitutions })
    }

    pub(super) fn images(&self) -> impl Iterator<Item = &Image> {
        self.substitutions.iter().map(|one| &one.image).filter(|image| !image.name.is_empty())
    }

    pub(super) fn render(&self, bundles: &Bundles) -> Result<Rendering, TemplateError> {
        let mut rendering = Rendering { documents: self.entries.documents.clone() };
        validate(&rendering)
            .map_err(|error| error.in_step("render: entries are not valid FBC").at(self.place_of_entries))?;
        let mut used = Used::default();
        for one in &self.substitutions {
            one.check_reuse(&mut used).map_err(|error| error.in_step("render"))?;
            let (base, name) = (go_quote(&one.base), go_quote(&one.image.name));
            one.apply(&mut rendering, bundles).map_err(|error| {
                error.in_step(format!("render: error processing substitution {base} -> {name}")).at(one.image.place)
            })?;
        }
        Ok(rendering)
    }
}

/// If the key occurs more than once, the last list counts.
fn substitutions(root: NodeRef<'_>) -> Vec<Substitution> {
    let text = |node: NodeRef<'_>, name: &str| {
        let mut texts = values(node, name).into_iter().filter_map(NodeRef::as_str);
        texts.next_back().unwrap_or_default().into_owned()
    };
    let lists = values(root, "substitutions");
    let items = lists.last().into_iter().flat_map(|list| list.items());
    items
        .map(|one| Substitution {
            image: Image { name: text(one, "name"), place: place_of(one, "name") },
            base: text(one, "base"),
            place_of_base: place_of(one, "base"),
        })
        .collect()
}

/// Returns opm's error if it rejects the catalog.
fn validate(rendering: &Rendering) -> Result<(), TemplateError> {
    let json: Vec<&str> = rendering.documents.iter().map(|document| document.json.as_str()).collect();
    let json = json.join("\n");
    let files = load(&[Input { path: "catalog.json", content: Ok(json.as_bytes()) }]);
    let verdict = check(&Catalog::new(&files), &CheckOptions::default()).verdict;
    if verdict.accepted { Ok(()) } else { Err(TemplateError::Refused(verdict.message)) }
}

/// The bases and names of earlier substitutions.
#[derive(Default)]
struct Used<'s> {
    bases: HashSet<&'s str>,
    names: HashSet<&'s str>,
}

impl Substitution {
    /// Adds the offset of the document in the template.
    fn shift(&mut self, by: TextSize) {
        self.image.shift(by);
        self.place_of_base = self.place_of_base.checked_add(by).unwrap_or(self.place_of_base);
    }

    /// Checks that base and substitute are not used by an earlier substitution.
    fn check_reuse<'s>(&'s self, used: &mut Used<'s>) -> Result<(), TemplateError> {
        let reused = |what: &str, name: &str| {
            let text = format!("cannot reuse the same substitution {what} {}", go_quote(name));
            TemplateError::Refused(text).explained(
                format!("An earlier substitution has the same `{what}`: `{name}`."),
                "Remove one of the two.",
            )
        };
        if !used.bases.insert(&self.base) {
            return Err(reused("base", &self.base).at(self.place_of_base));
        }
        if !used.names.insert(&self.image.name) {
            return Err(reused("name", &self.image.name).at(self.image.place));
        }
        Ok(())
    }

    fn apply(&self, rendering: &mut Rendering, bundles: &Bundles) -> Result<(), TemplateError> {
        if self.image.name.is_empty() {
            return Err(TemplateError::refused("substitution name cannot be empty"));
        }
        if self.base.is_empty() {
            return Err(TemplateError::refused("substitution base cannot be empty").at(self.place_of_base));
        }
        if self.image.name == self.base {
            return Err(TemplateError::refused("substitution name and base cannot be the same"));
        }
        let (base_name, image) = (go_quote(&self.base), go_quote(&self.image.name));
        let substitute = self
            .image
            .bundle(bundles)
            .map_err(|error| error.in_step(format!("failed to render bundle image reference {image}")))?;
        let base =
            rendering.documents.iter().find(|one| matches!(&one.place, Place::Bundle(name) if *name == self.base));
        let base = base.ok_or_else(|| {
            TemplateError::Refused(format!("base bundle {base_name} does not exist in catalog")).at(self.place_of_base)
        })?;
        let new =
            Document::read(&substitute.json).ok_or_else(|| TemplateError::refused("the bundle is not valid JSON"))?;
        let Place::Bundle(name) = new.place.clone() else {
            return Err(TemplateError::refused("the image contains no bundle"));
        };
        if version_release(&base.json, &self.base)? >= version_release(&new.json, &name)? {
            return Err(TemplateError::Refused(format!(
                "base bundle {base_name} is not less than substitute bundle {image}"
            )));
        }
        for document in &mut rendering.documents {
            let is_channel = matches!(document.place, Place::Channel(_));
            let channel = is_channel.then(|| document.with(Channel::read)).flatten();
            if let Some(mut channel) = channel
                && substitute_in(&mut channel, &self.base, &name)
            {
                *document = channel.document();
            }
        }
        rendering.push(new);
        validate(rendering).map_err(|error| error.in_step("resulting config is not valid FBC"))
    }
}

/// Inserts the substitute for an entry. Returns false if the base is not in the channel.
fn substitute_in(channel: &mut Channel, base: &str, name: &str) -> bool {
    let Some(entry) = channel.entries.iter_mut().find(|entry| entry.name == base) else { return false };
    let mut new = Entry { name: base.to_owned(), ..Entry::default() };
    std::mem::swap(entry, &mut new);
    name.clone_into(&mut new.name);
    new.skips.push(base.to_owned());
    for entry in &mut channel.entries {
        if entry.replaces == base {
            name.clone_into(&mut entry.replaces);
            entry.skips.push(base.to_owned());
        } else if entry.skips.iter().any(|skip| skip == base) {
            entry.skips.retain(|skip| skip != base);
            entry.skips.push(name.to_owned());
        }
    }
    channel.entries.push(new);
    true
}

/// The version and release of a bundle. For older bundles that substitute for others, build metadata is the release
/// (specification 5.4).
fn version_release(json: &str, name: &str) -> Result<VersionRelease, TemplateError> {
    const LONGEST_RELEASE: usize = 20;
    let document = read_json(json);
    let root = document.root().ok_or_else(|| TemplateError::refused("the bundle is not valid JSON"))?;
    let (_, mut version) = package_and_version(root, name)?;
    let properties = || field(root, "properties").into_iter().flat_map(|list| list.items());
    let kind = |property: NodeRef<'_>| text(property, "type").unwrap_or_default();
    let package = properties().find(|property| kind(*property) == PACKAGE_PROPERTY).and_then(|one| field(one, "value"));
    let mut release = package.and_then(|package| text(package, "release")).unwrap_or_default();
    if release.is_empty() && !version.build.is_empty() && substitutes_for(&properties().collect::<Vec<_>>()) {
        release = version.build.join(".");
        if release.len() > LONGEST_RELEASE {
            return Err(TemplateError::Refused(format!(
                "release {} of bundle {} is too long",
                go_quote(&release),
                go_quote(name)
            )));
        }
        version.build.clear();
    }
    if release.is_empty() {
        return Ok(VersionRelease { version, release: None });
    }
    let parsed = parse_release(&release);
    let release = parsed.map_err(|error| {
        let step = format!("bundle {} has invalid release", go_quote(name));
        TemplateError::Refused(error.to_string()).in_step(step)
    })?;
    Ok(VersionRelease { version, release: Some(release) })
}

/// Whether a CSV in the properties has `olm.substitutesFor`. The first CSV that is an object decides.
fn substitutes_for(properties: &[NodeRef<'_>]) -> bool {
    let says = |annotations: Option<NodeRef<'_>>| {
        let annotation = annotations.and_then(|map| map.get("olm.substitutesFor")).and_then(|text| text.as_str());
        annotation.is_some_and(|text| !text.is_empty())
    };
    for property in properties {
        match (text(*property, "type").as_deref(), field(*property, "value")) {
            (Some("olm.csv.metadata"), Some(value)) if says(field(value, "annotations")) => return true,
            (Some("olm.bundle.object"), _) => {
                let Some(data) = object_data(*property) else { continue };
                let document = olmkit_yaml::read_document(&data, olmkit_yaml::Format::Yaml);
                let Some(root) = document.root() else { continue };
                if root.get("kind").and_then(|kind| kind.as_str()).as_deref() == Some("ClusterServiceVersion") {
                    return says(root.get("metadata").and_then(|metadata| metadata.get("annotations")));
                }
            }
            _ => {}
        }
    }
    false
}
