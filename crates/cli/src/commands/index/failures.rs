//! Bundle images that cannot be exported. Each reason and each piece of advice is printed once.

use olmkit_collections::{SortedMap, SortedSet};

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

    /// Adds an image and its error. The text of the error names the image more than once, and gives advice on further
    /// lines.
    pub(super) fn add(&mut self, image: &str, error: &str) {
        let (reason, advice) = error.split_once('\n').unwrap_or((error, ""));
        let prefixes = [
            format!("{image}: "),
            format!("failed to pull image \"{image}\": "),
            format!("initializing source docker://{image}: "),
        ];
        let reason = prefixes.iter().fold(reason, |reason, prefix| reason.strip_prefix(prefix).unwrap_or(reason));
        let images = self.by_reason.entry(reason.to_owned()).or_default();
        if !images.iter().any(|known| known == image) {
            images.push(image.to_owned());
        }
        self.advice.extend(advice.lines().map(str::to_owned));
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

    #[test]
    fn reasons_and_advice_are_said_once() {
        let mut failures = Failures::default();
        for image in ["h/a:1", "h/a:2", "h/a:1"] {
            let source = format!("{image}: failed to pull image \"{image}\": initializing source docker://{image}: ");
            failures
                .add(image, &format!("{source}pinging container registry h: refused\nCheck that the registry runs."));
        }
        failures.add("x", "x: no such file or directory");
        let expected = "exporting bundle image:x failed with no such file or directory\n\
                        exporting 2 bundle images failed with pinging container registry h: refused\n  h/a:1\n  h/a:2\n\
                        Check that the registry runs.";
        assert_eq!(failures.message(), expected);
    }
}
