//! Recorded answers of opm for templates.

use std::collections::BTreeMap;

use olmkit_catalog::{Catalog, Input, load, mermaid};
use olmkit_render::{Bundles, Level, Output, Rendering, Template, TemplateKind};
use olmkit_testing::{Least, cases, same_text};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Case {
    r#type: String,
    output: String,
    template: String,
    /// The files of the registry. If empty, the bundles come from catalogs that are not recorded.
    catalog: BTreeMap<String, String>,
    accepted: bool,
    error: Option<String>,
}

impl Case {
    fn bundles(&self) -> Bundles {
        let inputs = self.catalog.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) });
        let files = load(&inputs.collect::<Vec<_>>());
        let texts: Vec<&[u8]> = files.iter().map(|file| self.catalog[&file.path].as_bytes()).collect();
        let mut rendering = Rendering::default();
        rendering.add(&files, &texts).unwrap();
        rendering.into_bundles(Level::None).unwrap()
    }

    /// opm's message without the prefix of its command.
    fn text(&self) -> &str {
        let text = self.error.as_deref().unwrap_or_default();
        let command = ["rendering template: ", "auto-detecting template type: "];
        command.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text)
    }

    fn ours(&self) -> Result<(), String> {
        let template = Template::read(self.template.as_bytes(), TemplateKind::from_name(&self.r#type));
        let template = template.map_err(|error| error.to_string())?;
        if self.catalog.is_empty() {
            return Ok(());
        }
        let rendering = template.render(&self.bundles()).map_err(|error| error.to_string())?;
        if self.output != "mermaid" {
            return Ok(());
        }
        let json = rendering.write(Output::Json).unwrap();
        let files = load(&[Input { path: "catalog.json", content: Ok(json.as_bytes()) }]);
        let options = mermaid::Options { v0_semantics: true, ..mermaid::Options::default() };
        mermaid::mermaid(&Catalog::new(&files), options).map(|_| ()).map_err(|error| error.to_string())
    }

    /// Whether opm fails before it needs a bundle.
    fn stops_reading(&self) -> bool {
        let text = self.error.as_deref().unwrap_or_default();
        ["unable to read file", "unmarshalling", "auto-detecting", "decoding"].iter().any(|part| text.contains(part))
    }

    fn agrees(&self, ours: &Result<(), String>) -> bool {
        let registry_failed = self.text().starts_with("error converting YAML");
        if self.catalog.is_empty() && !self.stops_reading() {
            return ours.is_ok() || registry_failed;
        }
        let Some(ours) = ours.as_ref().err() else { return self.accepted };
        // The named version depends on Go's random map iteration.
        let known = |text: &str| text.split("differ only by build metadata").next().unwrap_or_default().to_owned();
        let ours = ours.replace("no bundle was provided for the image", "NOTFOUND");
        !self.accepted && same_text(&known(&ours), &known(self.text()), usize::MAX)
    }
}

#[test]
fn verdicts_and_texts() {
    let cases: Vec<Case> = cases("template-cases.jsonl", Least { own: 43, shared: 300 }, |_| true);
    let mut failures = Vec::new();
    for case in &cases {
        let ours = case.ours();
        if !case.agrees(&ours) {
            failures.push(format!("{:?} {}\n  theirs {:?}\n  ours   {ours:?}", case.r#type, case.template, case.error));
        }
    }
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
