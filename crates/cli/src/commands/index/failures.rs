//! Bundle images that cannot be exported. Each reason and each piece of advice is printed once.

use olmkit_collections::{SortedMap, SortedSet};

use crate::load_error::LoadError;

/// Bundle images grouped by the error and the advice.
#[derive(Default)]
pub(super) struct Failures {
    by_reason: SortedMap<String, Vec<String>>,
    advice: SortedSet<String>,
}

impl Failures {
    pub(super) fn is_empty(&self) -> bool {
        self.by_reason.is_empty()
    }

    /// Adds an image and its error.
    pub(super) fn add(&mut self, image: &str, error: &LoadError) {
        let (reason, advice) = error.reason(image);
        let images = self.by_reason.entry(reason).or_default();
        if !images.iter().any(|known| known == image) {
            images.push(image.to_owned());
        }
        self.advice.extend(advice.iter().flat_map(|advice| advice.lines()).map(str::to_owned));
    }

    /// The lines of a message.
    pub(super) fn message(&self) -> String {
        let mut lines = Vec::new();
        for (reason, images) in &self.by_reason {
            match images.as_slice() {
                [image] => lines.push(format!("exporting bundle image:{image} failed with {reason}")),
                _ => {
                    lines.push(format!("exporting {} bundle images failed with {reason}", images.len()));
                    lines.extend(images.iter().map(|image| format!("  {image}")));
                }
            }
        }
        lines.extend(self.advice.iter().cloned());
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::Failures;
    use crate::host::{Failure, HostError, PathError};

    /// A pull that fails for the same reason for every image.
    fn pull(image: &str) -> HostError {
        let parsed = olmkit_registry::Reference::parse("h").unwrap_err();
        HostError::Pull { reference: image.to_owned(), source: parsed }
    }

    #[test]
    fn each_reason_and_each_advice_is_printed_once() {
        let mut failures = Failures::default();
        for image in ["h/a:1", "h/a:2", "h/a:1"] {
            failures.add(image, &pull(image).into());
        }
        failures.add("x", &PathError::at("x")(Failure::Missing).into());
        let error = pull("h/a:1").to_string();
        let (_, help) = error.split_once('\n').unwrap();
        let message = failures.message();
        assert!(message.starts_with("exporting bundle image:x failed with no such file or directory\n"), "{message}");
        assert!(message.contains("exporting 2 bundle images failed with "), "{message}");
        assert!(message.ends_with(&format!("\n  h/a:1\n  h/a:2\n{help}")), "{message}");
    }
}
