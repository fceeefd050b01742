//! Why a file was not saved.

use crate::types::FailedFile;

impl FailedFile {
    /// The message without a period at its end, which names the file once.
    #[must_use]
    pub fn text(&self) -> String {
        let message = self.message.trim_end_matches('.');
        let names_file = message.split_whitespace().next().is_some_and(|first| first == self.path);
        if names_file { message.to_owned() } else { format!("{}: {message}", self.path) }
    }
}

#[cfg(test)]
mod tests {
    use crate::types::FailedFile;

    #[test]
    fn a_file_that_was_not_saved_is_named_once() {
        let text = |message: &str| FailedFile { path: "a/b.yaml".into(), message: message.into() }.text();
        assert_eq!(text("a/b.yaml is read-only."), "a/b.yaml is read-only");
        assert_eq!(text("it is from an archive"), "a/b.yaml: it is from an archive");
    }
}
