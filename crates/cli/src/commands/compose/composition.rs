//! The file that `olmkit compose` takes. The schema in pkg/schema is made of these types.

use olmkit_collections::SortedSet;

use olmkit_registry::Reference;
use serde::Deserialize;

use crate::mistake::Mistake;
use crate::typed::{self, Step};

/// A catalog that is put together from others, and the image it becomes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Composition {
    /// Address of this schema, for editors.
    #[serde(rename = "$schema", default)]
    pub(super) _schema: Option<String>,
    /// The folder of the catalog, beside this file.
    pub(super) name: String,
    /// The repository of the image: `quay.io/example/catalog`.
    pub(super) repo: String,
    /// The tag of the image.
    pub(super) tag: String,
    /// What the catalog consists of.
    pub(super) references: Vec<Part>,
}

/// A part of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    /// The folder of the part, in that of the catalog.
    pub(super) name: String,
    /// The image of a catalog or of a bundle; or a path from the folder of this file, beginning with `./` or `../`.
    pub(super) image: String,
}

impl Composition {
    /// Parses a file.
    pub(super) fn read(path: &str, text: &[u8]) -> Result<Self, Mistake> {
        let own: Composition = typed::read(path, text, "a file for compose")?;
        let refused = |steps: &[Step<'_>], message: &str| Err(typed::at(path, text, steps, message));
        if !is_folder(&own.name) {
            return refused(&[Step::Key("name")], &not_a_folder(&own.name));
        }
        if let Err(error) = Reference::parse(&own.image()) {
            let message = format!("repo and tag are not a valid name of an image: {}", error.message);
            return refused(&[Step::Key("repo")], &message);
        }
        if own.references.is_empty() {
            return refused(&[Step::Key("references")], "references: list at least one catalog or bundle");
        }
        let mut names = SortedSet::new();
        for (number, part) in own.references.iter().enumerate() {
            let steps = [Step::Key("references"), Step::Item(number), Step::Key("name")];
            if !is_folder(&part.name) {
                return refused(&steps, &not_a_folder(&part.name));
            }
            if !is_path(&part.image)
                && let Err(error) = Reference::parse(&part.image)
            {
                let message = format!(
                    "`{}` is neither a path, which begins with ./ or ../, nor a valid name of an image: {}",
                    part.image, error.message
                );
                return refused(&[Step::Key("references"), Step::Item(number), Step::Key("image")], &message);
            }
            if !names.insert(&part.name) {
                return refused(&steps, &format!("two references have the name `{}`", part.name));
            }
        }
        Ok(own)
    }

    /// The reference of the image.
    pub(super) fn image(&self) -> String {
        format!("{}:{}", self.repo, self.tag)
    }
}

/// Whether an image is a path relative to the folder of the file.
pub(super) fn is_path(image: &str) -> bool {
    image.starts_with("./") || image.starts_with("../")
}

/// Whether a name is that of a single folder that is not hidden.
fn is_folder(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0'])
}

fn not_a_folder(name: &str) -> String {
    format!("`{name}` is not the name of a folder. Use letters, digits, `-` and `_`.")
}

#[cfg(test)]
mod tests {
    use super::Composition;

    const GOOD: &str = "name: c\nrepo: quay.io/x/c\ntag: v1\nreferences:\n- name: a\n  image: quay.io/x/a:1\n- name: b\n  \
                        image: ./b\n";

    #[test]
    fn mistakes_have_their_places() {
        assert!(Composition::read("c.yaml", GOOD.as_bytes()).is_ok());
        for (old, new, expected) in [
            ("name: c", "nam: c", "c.yaml:1:1: unknown field `nam`; did you mean `name`?"),
            ("tag: v1\n", "", "c.yaml:1:1: lacks the field `tag`"),
            ("  image: ./b\n", "", "c.yaml:7:3: references[1]: lacks the field `image`"),
            ("name: b", "name: a", "c.yaml:7:9: two references have the name `a`"),
            ("name: b", "name: ../b", "c.yaml:7:9: `../b` is not the name of a folder"),
            ("name: c", "name: x/y", "c.yaml:1:7: `x/y` is not the name of a folder"),
            (
                "image: ./b",
                "image: own",
                "c.yaml:8:10: `own` is neither a path, which begins with ./ or ../, nor a valid",
            ),
            ("image: ./b", "image: /x/b", "c.yaml:8:10: `/x/b` is neither a path"),
            ("tag: v1", "tag: v/1", "c.yaml:2:7: repo and tag are not a valid name of an image: "),
            ("tag: v1", "tag: 1", "c.yaml:3:6: tag: must be a string, not the number 1"),
        ] {
            let text = GOOD.replacen(old, new, 1);
            let mistake = Composition::read("c.yaml", text.as_bytes()).unwrap_err().to_string();
            assert!(mistake.starts_with(expected), "{mistake}");
        }
        let none = "name: c\nrepo: quay.io/x/c\ntag: v1\nreferences: []\n";
        let mistake = Composition::read("c.yaml", none.as_bytes()).unwrap_err().to_string();
        assert_eq!(mistake, "c.yaml:4:13: references: list at least one catalog or bundle");
    }

    #[test]
    fn the_published_schema_is_current() {
        let schema = schemars::schema_for!(Composition);
        let current = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/schema/composition.v1.json");
        if std::env::var_os("OLMKIT_WRITE").is_some() {
            std::fs::write(path, &current).unwrap();
        }
        let published = std::fs::read_to_string(path).unwrap_or_default();
        assert!(published == current, "run with OLMKIT_WRITE=1 and look at the difference: it must stay compatible");
    }
}
