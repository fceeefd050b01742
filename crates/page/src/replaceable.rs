//! The entries that a new entry of a channel may replace.

use olmkit_api::EntryRow;
use olmkit_semver::VersionRelease;
use olmkit_text::versioned;

/// The version of an entry. `None` if it is unknown or not valid.
pub fn version(entry: &EntryRow) -> Option<VersionRelease> {
    VersionRelease::parse(entry.version.as_deref()?).ok()
}

/// The entries that a new version may replace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replaceable {
    /// The head if it is older or its version is not known, otherwise the newest older entry.
    pub proposed: String,
    /// The head that is not older.
    pub newer_head: Option<String>,
}

/// What an entry with this name can replace in a channel. `prefix`: the beginning of the names of the channel.
pub fn replaceable(entries: &[EntryRow], prefix: &str, name: &str) -> Replaceable {
    let head = entries.iter().find(|entry| entry.is_head);
    let text = name.strip_prefix(prefix).filter(|_| !prefix.is_empty());
    let text = text.or(versioned(name).map(|(_, version)| version));
    let own = text.and_then(|text| VersionRelease::parse(text).ok());
    let top = head.and_then(version).zip(own).filter(|(top, own)| top >= own);
    let name_of = |entry: Option<&EntryRow>| entry.map(|entry| entry.name.clone());
    let Some((_, own)) = top else {
        return Replaceable { proposed: name_of(head).unwrap_or_default(), newer_head: None };
    };
    let older = entries.iter().filter_map(|entry| Some((version(entry)?, entry))).filter(|(version, _)| *version < own);
    let newest = older.max_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, entry)| entry);
    Replaceable { proposed: name_of(newest).unwrap_or_default(), newer_head: name_of(head) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, version: &str, is_head: bool) -> EntryRow {
        EntryRow { name: name.to_owned(), version: Some(version.to_owned()), is_head, ..EntryRow::default() }
    }

    #[test]
    fn only_older_entries_are_proposed() {
        let entries = [entry("foo.v1.2.0", "1.2.0", true), entry("foo.v1.1.0", "1.1.0", false)];
        let of = |name: &str| {
            let Replaceable { proposed, newer_head } = replaceable(&entries, "foo.v", name);
            (proposed, newer_head)
        };
        assert_eq!(of("foo.v1.3.0"), ("foo.v1.2.0".to_owned(), None));
        assert_eq!(of("foo"), ("foo.v1.2.0".to_owned(), None), "the version is not known");
        assert_eq!(of("com.vmware.foo.v1.1.5").0, "foo.v1.1.0", "the version is the last part");
        let head = Some("foo.v1.2.0".to_owned());
        assert_eq!(of("foo.v1.1.5"), ("foo.v1.1.0".to_owned(), head.clone()));
        assert_eq!(of("foo.v1.0.0"), (String::new(), head));
    }
}
