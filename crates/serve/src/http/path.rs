//! Parses paths and queries as Go's net/http does.

use olmkit_gostd::{check_escapes, percent_decoded};

use crate::lines::Query;

const LONGEST: usize = 253;

/// The target of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// All documents of a catalog.
    All(String),
    /// The documents of a catalog that match the query.
    Metas(String),
    /// The path is not normalized. Contains the normalized path.
    Redirect(String),
    Nothing,
}

pub(super) fn target(path: &str) -> Target {
    let clean = clean(path);
    if clean != path {
        return Target::Redirect(clean);
    }
    let parts: Option<Vec<String>> = path.split('/').map(|part| unescape(part, false)).collect();
    let parts = parts.unwrap_or_default();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["", "catalogs", name, "api", "v1", "all"] => Target::All((*name).to_owned()),
        ["", "catalogs", name, "api", "v1", "metas"] => Target::Metas((*name).to_owned()),
        _ => Target::Nothing,
    }
}

/// Removes empty segments, `.` and `..`. A trailing `/` is kept.
fn clean(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(kept.pop()),
            part => kept.push(part),
        }
    }
    let end = if path.ends_with('/') && !kept.is_empty() { "/" } else { "" };
    format!("/{}{end}", kept.join("/"))
}

/// Returns why a name is not a valid RFC 1123 subdomain. The message is that of Kubernetes.
#[must_use]
pub fn name_problem(name: &str) -> Option<String> {
    if name.len() > LONGEST {
        return Some(format!("must be no more than {LONGEST} characters"));
    }
    let is_inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_label = |label: &str| {
        let ends = [label.bytes().next(), label.bytes().last()];
        ends.into_iter().all(|end| end.is_some_and(is_inner)) && label.bytes().all(|b| is_inner(b) || b == b'-')
    };
    let text = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must \
                start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
                '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    (!name.split('.').all(is_label)).then(|| text.to_owned())
}

/// Parses a query. Of duplicate keys, the first value is used. Pairs with invalid escapes are ignored. Returns `None`
/// if a key is not part of the API.
pub(super) fn query(text: &str) -> Option<Query> {
    let mut found: [Option<String>; 3] = [None, None, None];
    for pair in text.split('&').filter(|pair| !pair.is_empty() && !pair.contains(';')) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(key), Some(value)) = (unescape(key, true), unescape(value, true)) else { continue };
        let at = ["schema", "package", "name"].iter().position(|own| *own == key)?;
        if let Some(slot) = found.get_mut(at) {
            slot.get_or_insert(value);
        }
    }
    let [schema, package, name] = found.map(Option::unwrap_or_default);
    Some(Query { schema, package, name })
}

/// Decodes `%xx`, and in queries also `+` as a space. `None` if an escape is not valid.
fn unescape(text: &str, is_query: bool) -> Option<String> {
    check_escapes(text).ok()?;
    let text = if is_query { text.replace('+', " ") } else { text.to_owned() };
    Some(String::from_utf8_lossy(&percent_decoded(&text)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (path, clean) in [("//a", "/a"), ("/a/./b/../c/", "/a/c/"), ("/..", "/"), ("/", "/"), ("/a//", "/a/")] {
            assert_eq!(target(path), Target::Redirect(clean.to_owned()).clone_unless(path == clean), "{path}");
        }
        assert_eq!(target("/catalogs/a%20b/api/v1/all"), Target::All("a b".to_owned()));
        assert_eq!(target("/catalogs/%zz/api/v1/all"), Target::Nothing);
    }

    impl Target {
        fn clone_unless(self, is_clean: bool) -> Target {
            if is_clean { Target::Nothing } else { self }
        }
    }

    #[test]
    fn queries() {
        let of = |schema: &str, name: &str| {
            Some(Query { schema: schema.to_owned(), name: name.to_owned(), ..Query::default() })
        };
        assert_eq!(query("schema=a&schema=b&name=x+y%2B"), of("a", "x y+"));
        assert_eq!(query("name=%z&schema=a;b&&name"), of("", ""));
        assert_eq!(query("other=1"), None);
        assert_eq!(query("=1"), None);
    }
}
