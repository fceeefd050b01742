//! References to catalogs, as oc-mirror splits them. It does not use the grammar of image references.

use super::error::InvalidOperator;

/// A reference without its transport, and its parts.
struct Reference<'r> {
    whole: &'r str,
    /// The reference without tag and digest.
    name: &'r str,
    /// The part of the name that a target replaces.
    path: &'r str,
}

/// Returns the name under which the result is mirrored. Two catalogs with the same name are duplicates.
pub(super) fn unique_name(catalog: &str, target: &str, target_tag: &str) -> Result<String, InvalidOperator> {
    let Reference { whole, name, path } = parse(catalog)?;
    let tagged = if target_tag.is_empty() { whole.to_owned() } else { format!("{name}:{target_tag}") };
    if target.is_empty() {
        return Ok(tagged);
    }
    if !target.split('/').all(is_path_component) {
        return Err(InvalidOperator::Target(target.to_owned()));
    }
    Ok(tagged.replacen(path, target, 1))
}

fn parse(catalog: &str) -> Result<Reference<'_>, InvalidOperator> {
    let split: Vec<&str> = catalog.split("://").collect();
    let (is_docker, whole) = match split.as_slice() {
        [whole] => (true, *whole),
        [transport, whole] => (*transport == "docker", *whole),
        _ => (false, ""),
    };
    let mut name = whole;
    let mut has_version = false;
    if let Some((before, digest)) = whole.split_once('@') {
        let digest = digest.split('@').next().unwrap_or_default();
        if !is_digest(digest) {
            return Err(InvalidOperator::Digest(catalog.to_owned()));
        }
        (name, has_version) = (before, true);
    }
    if is_docker && let Some((before, tag)) = split_tag(name) {
        name = before;
        has_version |= !tag.is_empty();
    }
    if name.is_empty() {
        return Err(InvalidOperator::NoReference);
    }
    if is_docker && !has_version {
        return Err(InvalidOperator::NoVersion(catalog.to_owned()));
    }
    let path = if is_docker { name.split_once('/').map_or(name, |(_, path)| path) } else { name };
    Ok(Reference { whole, name, path })
}

/// Splits at the last colon, unless it is the one of a port.
fn split_tag(name: &str) -> Option<(&str, &str)> {
    let (before, tag) = name.rsplit_once(':')?;
    let slash = name.find('/');
    slash.is_none_or(|slash| slash > 0 && before.len() > slash).then_some((before, tag))
}

/// Whether the text is a digest: `sha256:` and 64 hexadecimal digits, or a longer one of another algorithm.
fn is_digest(text: &str) -> bool {
    let lengths = [("sha256", 64), ("sha384", 96), ("sha512", 128)];
    text.split_once(':').is_some_and(|(algorithm, hex)| {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        lengths.contains(&(algorithm, hex.len())) && hex.bytes().all(is_hex)
    })
}

/// Whether the text consists of lower-case letters and digits, separated by `.`, `_`, `__` or any number of `-`.
fn is_path_component(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_separator = |text: &str| matches!(text, "." | "_" | "__") || text.bytes().all(|byte| byte == b'-');
    let (starts, ends) = (text.starts_with(is_word), text.ends_with(is_word));
    starts && ends && text.split(is_word).all(is_separator)
}

#[cfg(test)]
mod tests {
    use super::unique_name;

    #[test]
    fn a_target_replaces_the_path_and_keeps_the_host() {
        let name = |catalog: &str, target: &str, tag: &str| {
            unique_name(catalog, target, tag).map_err(|error| error.to_string())
        };
        assert_eq!(name("docker://quay.io/x/cat:v1", "", ""), Ok("quay.io/x/cat:v1".to_owned()));
        assert_eq!(name("quay.io/x/cat:v1", "a/b", ""), Ok("quay.io/a/b:v1".to_owned()));
        assert_eq!(name("quay.io:80/x/cat:v1", "a/b", "v2"), Ok("quay.io:80/a/b:v2".to_owned()));
        assert_eq!(name("oci:///tmp/cat", "", "v2"), Ok("/tmp/cat:v2".to_owned()));
        let missing = "unable to parse image correctly : tag and digest are empty";
        assert_eq!(name("quay.io:80/x/cat", "", ""), Err(format!("quay.io:80/x/cat {missing}")));
        assert_eq!(name("", "", ""), Err("unknown image : reference name is empty".to_owned()));
        assert!(name("quay.io/x/cat:v1", "A", "").unwrap_err().starts_with("invalid target path component \"A\""));
        assert!(name("quay.io/x/cat@sha256:0", "", "").unwrap_err().ends_with("invalid digest"));
    }
}
