//! The CSV that the registry API returns for a bundle with `olm.csv.metadata` instead of manifests.

use olmkit_yaml::NodeRef;

use super::json::{object, quote};
use super::metadata::{
    API, API_SERVICE, CRD, LINK, MAINTAINER, MODE, definitions, items, map, strings, structure, text,
};
use crate::view::View;

/// The inputs of [`csv_of_metadata`].
#[derive(Debug, Clone, Copy)]
pub struct CsvParts<'d> {
    /// The name of the bundle.
    pub name: &'d str,
    /// The version of the bundle in its normal form.
    pub version: &'d str,
    /// The value of `olm.csv.metadata`.
    pub metadata: NodeRef<'d>,
    /// The description of the package, used if the CSV has none.
    pub package_description: &'d str,
    /// The icon of the package: base64 data and media type.
    pub icon: Option<(&'d str, &'d str)>,
    /// Names and images.
    pub related_images: &'d [(String, String)],
}

/// Returns the CSV as compact JSON in the format of encoding/json: fields in the order of the struct, HTML characters
/// escaped.
#[must_use]
pub fn csv_of_metadata(parts: &CsvParts<'_>) -> String {
    let members = [
        ("kind", quote("ClusterServiceVersion")),
        ("apiVersion", quote("operators.coreos.com/v1alpha1")),
        ("metadata", metadata(parts)),
        ("spec", spec(parts)),
        ("status", r#"{"cleanup":{}}"#.to_owned()),
    ];
    // JSON contains these characters only in strings.
    object(&members).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn metadata(parts: &CsvParts<'_>) -> String {
    let view = View::detached(parts.metadata);
    let of = |field| Some((field, map(view.get(field)?)?));
    let optional = ["labels", "annotations"].into_iter().filter_map(of);
    let members: Vec<(&str, String)> = std::iter::once(("name", quote(parts.name))).chain(optional).collect();
    object(&members)
}

fn spec(parts: &CsvParts<'_>) -> String {
    let view = View::detached(parts.metadata);
    let of = |field| view.get(field);
    let description = text(of("description"));
    let package = || Some(parts.package_description).filter(|text| !text.is_empty()).map(quote);
    let provider = of("provider").map_or_else(|| "{}".to_owned(), |provider| structure(provider, LINK));
    let mut members: Vec<(&str, String)> = Vec::new();
    let mut add = |key: &'static str, value: Option<String>| members.extend(value.map(|value| (key, value)));
    add("install", Some(r#"{"strategy":"deployment","spec":{"deployments":null}}"#.to_owned()));
    add("version", Some(quote(parts.version)));
    add("maturity", text(of("maturity")));
    add("customresourcedefinitions", Some(definitions(of("crdDescriptions"), CRD)));
    add("apiservicedefinitions", Some(definitions(of("apiServiceDefinitions"), API_SERVICE)));
    add("nativeAPIs", items(of("nativeAPIs"), API));
    add("minKubeVersion", text(of("minKubeVersion")));
    add("displayName", Some(text(of("displayName")).unwrap_or_else(|| quote(""))));
    add("description", description.or_else(package));
    add("keywords", strings(of("keywords")));
    add("maintainers", items(of("maintainers"), MAINTAINER));
    add("provider", Some(provider));
    add("links", items(of("links"), LINK));
    add("icon", parts.icon.map(icon));
    add("installModes", items(of("installModes"), MODE));
    add("cleanup", Some(r#"{"enabled":false}"#.to_owned()));
    add("relatedImages", related(parts.related_images));
    object(&members)
}

fn icon((data, media): (&str, &str)) -> String {
    format!("[{}]", object(&[("base64data", quote(data)), ("mediatype", quote(media))]))
}

fn related(images: &[(String, String)]) -> Option<String> {
    let image = |(name, image): &(String, String)| object(&[("name", quote(name)), ("image", quote(image))]);
    let images: Vec<String> = images.iter().map(image).collect();
    (!images.is_empty()).then(|| format!("[{}]", images.join(",")))
}

#[cfg(test)]
mod tests {
    use olmkit_yaml::{Format, read_document};

    use super::*;

    fn made(metadata: &str, package_description: &str) -> String {
        let document = read_document(metadata.as_bytes(), Format::Json);
        let metadata = document.root().unwrap();
        let parts =
            CsvParts { name: "a.v1", version: "1.0.0", metadata, package_description, icon: None, related_images: &[] };
        csv_of_metadata(&parts)
    }

    #[test]
    fn fields_that_are_always_there() {
        assert_eq!(
            made("{}", ""),
            "{\"kind\":\"ClusterServiceVersion\",\"apiVersion\":\"operators.coreos.com/v1alpha1\",\"metadata\":\
             {\"name\":\"a.v1\"},\"spec\":{\"install\":{\"strategy\":\"deployment\",\"spec\":{\"deployments\":null}},\
             \"version\":\"1.0.0\",\"customresourcedefinitions\":{},\"apiservicedefinitions\":{},\"displayName\":\"\",\
             \"provider\":{},\"cleanup\":{\"enabled\":false}},\"status\":{\"cleanup\":{}}}"
        );
    }

    #[test]
    fn the_description_of_the_package_is_the_fallback() {
        assert!(made("{}", "of <a>").contains(r#""description":"of \u003ca\u003e""#));
        assert!(made(r#"{"description":"own"}"#, "of a").contains(r#""description":"own""#));
    }

    #[test]
    fn what_metadata_keeps_of_a_csv_is_in_the_csv_made_of_it() {
        let spec = r#"{"version":"1.0.0","displayName":"A","maturity":"alpha","keywords":["k"],
            "customresourcedefinitions":{"owned":[{"name":"as.x","version":"v1","kind":"A","displayName":"d"}]}}"#;
        let csv = format!(r#"{{"kind":"ClusterServiceVersion","metadata":{{"name":"a.v1"}},"spec":{spec}}}"#);
        let metadata = super::super::csv_metadata(csv.as_bytes()).unwrap();
        let again = super::super::csv_metadata(made(&metadata, "").as_bytes()).unwrap();
        assert_eq!(metadata, again);
    }
}
