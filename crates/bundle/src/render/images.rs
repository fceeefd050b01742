//! The related images of a rendered bundle.

use olmkit_collections::SortedSet;

use olmkit_yaml::Value;

use super::error::{RenderError, fits, json_kind};
use crate::go::Mode;
use crate::view::View;

/// The images of a bundle.
#[derive(Default)]
pub(super) struct Images {
    /// Names and images in `relatedImages` of the CSV, in document order.
    listed: Vec<(String, String)>,
    /// Images of the deployments.
    used: SortedSet<String>,
}

impl Images {
    /// Reads the images in the spec of a CSV.
    pub(super) fn new(spec: View<'_>) -> Result<Self, RenderError> {
        let listed = spec.with(Mode::Converter).get("relatedImages").map_or(Ok(Vec::new()), |list| listed(list))?;
        let folded = spec.with(Mode::Json);
        fits(folded, "ImagesSpec")?;
        let mut images = Images { listed, used: SortedSet::new() };
        let install = folded.get("install").filter(|install| install.string("strategy") == "deployment");
        let deployments = install.and_then(|install| install.get("spec")).map(|spec| spec.list("deployments"));
        for deployment in deployments.unwrap_or_default() {
            let Some(pod) = deployment.path(&["spec", "template", "spec"]) else { continue };
            let containers = pod.list("containers").into_iter().chain(pod.list("initContainers"));
            images.used.extend(containers.map(|container| container.string("image").into_owned()));
        }
        Ok(images)
    }

    /// All images, including the bundle image, in upstream's order.
    ///
    /// Upstream adds the images of deployments in random order. They are sorted here, so that the output is
    /// deterministic.
    pub(super) fn with(self, bundle_image: &str) -> Vec<(String, String)> {
        let mut all = self.listed;
        let known: SortedSet<String> = all.iter().map(|(_, image)| image.clone()).collect();
        if !bundle_image.is_empty() && !known.contains(bundle_image) {
            all.push((String::new(), bundle_image.to_owned()));
        }
        all.extend(self.used.into_iter().filter(|image| !known.contains(image)).map(|image| (String::new(), image)));
        olmkit_gostd::sort_slice(&mut all, |a, b| a.1 < b.1);
        all
    }
}

fn listed(list: View<'_>) -> Result<Vec<(String, String)>, RenderError> {
    if list.node.value() != Value::Sequence {
        let found = json_kind(list);
        return Err(RenderError::Other(format!(
            "json: cannot unmarshal {found} into Go value of type []declcfg.RelatedImage"
        )));
    }
    let one = |entry: View<'_>| {
        let entry = entry.with(Mode::Json);
        fits(entry, "RelatedImage")?;
        Ok((entry.string("name").into_owned(), entry.string("image").into_owned()))
    };
    list.items().into_iter().map(one).collect()
}
