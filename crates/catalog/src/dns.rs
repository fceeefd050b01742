//! RFC 1123 labels in the words of the apimachinery that opm is built with.

use crate::apimachinery::is_label;

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end \
with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/// Why a text is not a label: apimachinery's texts, none when it is one.
#[must_use]
pub fn label_errors(text: &str) -> Vec<&'static str> {
    let mut errors = Vec::new();
    if text.len() > 63 {
        errors.push("must be no more than 63 characters");
    }
    if !is_label(text) {
        let subdomain = text.len() <= 253 && text.split('.').all(is_label);
        errors.push(if subdomain { "must not contain dots" } else { LABEL });
    }
    errors
}
