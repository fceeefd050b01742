//! Validation of names and labels with the error messages of apimachinery. An empty list means that the name is valid.

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const QUALIFIED: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_1123: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end \
with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const NON_EMPTY: &str = "must be non-empty";

fn too_long(most: usize) -> String {
    format!("must be no more than {most} bytes")
}

fn lower(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit()
}

/// Whether the text starts and ends with a byte that `edge` accepts, and has only bytes that `edge` accepts or `extra`
/// contains.
fn shaped(text: &str, edge: fn(u8) -> bool, extra: &[u8]) -> bool {
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    ends.iter().all(|b| b.is_some_and(|&b| edge(b))) && bytes.iter().all(|&b| edge(b) || extra.contains(&b))
}

/// Whether the text is a DNS label; the length is not checked.
#[must_use]
pub fn is_label(text: &str) -> bool {
    shaped(text, lower, b"-")
}

/// Whether the text is a DNS subdomain.
#[must_use]
pub fn is_subdomain(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_label)
}

/// The errors of an RFC 1123 label, in the words of the apimachinery version that opm is built with; empty if it is
/// valid.
#[must_use]
pub fn label_errors(text: &str) -> Vec<&'static str> {
    let mut errors = Vec::new();
    if text.len() > 63 {
        errors.push("must be no more than 63 characters");
    }
    if !is_label(text) {
        errors.push(if is_subdomain(text) { "must not contain dots" } else { LABEL_1123 });
    }
    errors
}

fn is_name_part(text: &str) -> bool {
    shaped(text, |b| b.is_ascii_alphanumeric(), b"-_.")
}

/// The errors of `IsDNS1123Subdomain`; empty if the text is valid.
#[must_use]
pub fn subdomain(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if text.len() > 253 {
        errors.push(too_long(253));
    }
    if !text.split('.').all(is_label) {
        errors.push(SUBDOMAIN.to_owned());
    }
    errors
}

/// The errors of `IsDNS1035Label`; empty if the text is valid.
#[must_use]
pub fn label_1035(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if text.len() > 63 {
        errors.push(too_long(63));
    }
    if !is_label(text) || !text.starts_with(|c: char| c.is_ascii_lowercase()) {
        errors.push(LABEL_1035.to_owned());
    }
    errors
}

/// The errors of `IsValidLabelValue`; empty if the text is valid.
#[must_use]
pub fn label_value(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if text.len() > 63 {
        errors.push(too_long(63));
    }
    if !text.is_empty() && !is_name_part(text) {
        errors.push(LABEL_VALUE.to_owned());
    }
    errors
}

/// The errors of `IsQualifiedName`; empty if the text is valid.
#[must_use]
pub fn qualified(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let name = match text.split('/').collect::<Vec<_>>().as_slice() {
        [name] => (*name).to_owned(),
        [prefix, name] => {
            if prefix.is_empty() {
                errors.push(format!("prefix part {NON_EMPTY}"));
            } else {
                errors.extend(subdomain(prefix).into_iter().map(|error| format!("prefix part {error}")));
            }
            (*name).to_owned()
        }
        _ => {
            errors.push("a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')".to_owned());
            return errors;
        }
    };
    if name.is_empty() {
        errors.push(format!("name part {NON_EMPTY}"));
    } else if name.len() > 63 {
        errors.push(format!("name part {}", too_long(63)));
    }
    if !is_name_part(&name) {
        errors.push(format!("name part {QUALIFIED}"));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(subdomain("foo.v1.0.0").is_empty() && label_1035("v1").is_empty());
        for bad in ["", "Foo", "a..b", "-a", "a.", "a_b"] {
            assert_eq!(subdomain(bad), [SUBDOMAIN], "{bad}");
        }
        assert_eq!(subdomain(&"a".repeat(254)), [too_long(253)]);
        assert_eq!(label_1035("1v"), [LABEL_1035]);
        assert!(label_value("").is_empty() && label_value("a_B.c").is_empty());
        assert_eq!(label_value(&"a".repeat(64)), [too_long(63)]);
        assert_eq!(label_value("a b"), [LABEL_VALUE]);
    }

    #[test]
    fn qualified_names() {
        assert!(qualified("foo").is_empty() && qualified("ex.com/Foo_x").is_empty());
        for bad in ["", "/x", "a/", "a/b/c", "UPPER/x", "bad key!"] {
            assert!(!qualified(bad).is_empty(), "{bad}");
        }
    }
}
