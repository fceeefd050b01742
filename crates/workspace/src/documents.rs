//! The documents of a file, for hosts that show single documents or compare them.

use olmkit_catalog::LoadedDocument;
use olmkit_catalog::facts::Body;
use olmkit_diagnostics::TextSize;
use olmkit_yaml::{Format, read_document};

use crate::api::{DocumentInfo, Position};
use crate::file::Source;
use crate::visit;
use crate::workspace::Workspace;

/// Returns the documents of a file, in order.
#[must_use]
pub fn documents(text: Vec<u8>) -> Vec<DocumentInfo> {
    let mut source = Source::new(text);
    let found = source.read(olmkit_catalog::documents);
    let places = source.places(&found);
    let at = |offset: TextSize| places.position(offset).utf16;
    let info = |loaded: &LoadedDocument| DocumentInfo {
        range: (at(loaded.range.start()), at(loaded.range.end())),
        ..info(&source, loaded)
    };
    found.iter().map(info).collect()
}

impl Workspace {
    /// Returns the document that contains a position of a file.
    pub(crate) fn document_at(&self, path: &str, start: Position) -> Option<DocumentInfo> {
        let file = self.find(path).ok()?;
        let documents = &self.files.get(file)?.documents;
        let document = documents.iter().rev().find(|document| u32::from(document.range.start()) <= start.offset)?;
        Some(info(self.sources.get(file)?, document))
    }
}

fn info(source: &Source, loaded: &LoadedDocument) -> DocumentInfo {
    let facts = &loaded.facts;
    let mut info = DocumentInfo {
        schema: facts.schema.as_ref().map_or_else(String::new, |schema| schema.value.clone()),
        package: facts.package_name().to_owned(),
        name: facts.own_name().to_owned(),
        is_json: loaded.format == Format::Json,
        ..DocumentInfo::default()
    };
    if let Body::Bundle(bundle) = &facts.body {
        let document = read_document(source.part(loaded.range), loaded.format);
        let Some(root) = document.root() else { return info };
        info.version = bundle.written_version().map_or_else(String::new, |version| version.value.clone());
        info.image = visit::text(root, "image");
        info.images = visit::images(root).collect();
        let types = visit::items(root, "properties").map(|property| visit::text(property, "type"));
        info.properties = types.filter(|kind| !kind.is_empty()).collect();
    }
    info
}

#[cfg(test)]
mod tests {
    use super::documents;

    #[test]
    fn each_document_with_its_place_in_utf16_units() {
        let bundle = "schema: olm.bundle\npackage: a\nname: a.v1\nimage: r/a:1\nrelatedImages:\n- {name: ü, image: r/b:1}\nproperties:\n- type: olm.package\n  value: {packageName: a, version: 1.0.0}\n- &gvk\n  type: olm.gvk\n- *gvk\n";
        let text = format!("\u{FEFF}# 😀\nschema: olm.package\nname: a\n---\n{bundle}");
        let found = documents(text.clone().into_bytes());
        let units: Vec<u16> = text.encode_utf16().collect();
        let [package, last] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((package.schema.as_str(), package.name.as_str(), package.is_json), ("olm.package", "a", false));
        assert_eq!((last.package.as_str(), last.name.as_str()), ("a", "a.v1"));
        assert_eq!(last.image, "r/a:1");
        assert_eq!(last.images, ["r/a:1", "r/b:1"]);
        assert_eq!(last.properties, ["olm.package", "olm.gvk", "olm.gvk"]);
        let shown = &units[last.range.0 as usize..last.range.1 as usize];
        assert!(String::from_utf16(shown).unwrap().ends_with(bundle), "{:?}", last.range);
    }

    #[test]
    fn json_is_json_whatever_its_strings_contain() {
        let text = "{\"schema\": \"olm.bundle\", \"image\": \"r/a:1\", \"note\": \"\\n---\\n\"}\n\n {\"schema\":\"x\"}";
        let found = documents(text.as_bytes().to_vec());
        let [bundle, other] = found.as_slice() else { panic!("{found:?}") };
        assert!(bundle.is_json && other.is_json);
        assert_eq!(bundle.images, ["r/a:1"]);
        assert_eq!(&text[other.range.0 as usize..other.range.1 as usize], "{\"schema\":\"x\"}");
        assert!(documents(Vec::new()).is_empty());
        assert_eq!(documents(b"a: [".to_vec()).len(), 1);
    }
}
