//! Resolves the text of a cell to names of entries. A version, as the table shows it, stands for the name of its entry.

use crate::prelude::*;
use olmkit_api::{Candidate, CandidatesQuery, EdgeField};

use olmkit_collections::{SortedMap, SortedSet};

use crate::bridge;
use crate::live::memo;
use crate::state::AppState;

/// Package, channel and entry.
pub type EntryAt = (String, String, String);

/// A name that is neither an entry nor a bundle of the package, or that of the entry itself.
pub struct UnknownName(pub String);

/// The names of a list in a text field.
pub fn names(text: &str) -> Vec<String> {
    text.split([',', ' ', '\n']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The parts of a text that stand for names.
fn parts(field: EdgeField, text: &str) -> Vec<String> {
    match field {
        EdgeField::Skips => names(text),
        _ => Some(text.trim().to_owned()).filter(|text| !text.is_empty()).into_iter().collect(),
    }
}

/// The names of a channel or package, by the texts that stand for them: a field can have thousands.
#[derive(Debug, Clone, Default, PartialEq)]
struct Known {
    /// The prefix that all names have.
    prefix: String,
    names: SortedSet<String>,
    /// The name of each version; `None` if several names have it.
    of_version: SortedMap<String, Option<String>>,
}

impl Known {
    /// `names`: each with its version, if that is known.
    fn new<'n>(prefix: &str, names: impl Iterator<Item = (&'n str, Option<&'n str>)>) -> Self {
        let mut known = Known { prefix: prefix.to_owned(), ..Known::default() };
        for (name, version) in names {
            let in_name = name.match_indices(".v").filter_map(|(at, dot)| name.get(at.saturating_add(dot.len())..));
            for version in in_name.chain(version) {
                let found = known.of_version.entry(version.to_owned()).or_insert_with(|| Some(name.to_owned()));
                if found.as_deref() != Some(name) {
                    *found = None;
                }
            }
            known.names.insert(name.to_owned());
        }
        known
    }

    /// The only name that equals a text, with or without the prefix, or has it as its version.
    fn find(&self, text: &str) -> Option<String> {
        if self.names.contains(text) {
            return Some(text.to_owned());
        }
        let whole = format!("{}{text}", self.prefix);
        if self.names.contains(&whole) {
            return Some(whole);
        }
        self.of_version.get(text.strip_prefix('v').unwrap_or(text)).cloned().flatten()
    }
}

/// Resolves texts to the names of the shown channel. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Names {
    app: AppState,
    known: Memo<Known>,
}

impl Names {
    pub fn new(app: AppState) -> Self {
        let known = memo(move |_| {
            app.channel.table.with(|table| {
                let Some(table) = table else { return Known::default() };
                let entries = table.entries.iter().map(|entry| (entry.name.as_str(), entry.version.as_deref()));
                let others = table.rail.rows.iter().map(|row| (row.name.as_str(), None));
                Known::new(&table.rail.prefix, entries.chain(others))
            })
        });
        Names { app, known }
    }

    /// The name in the channel that a text stands for.
    pub fn in_channel(self, text: &str) -> Option<String> {
        self.known.with_untracked(|known| known.find(text))
    }

    /// The current names in a field of an entry.
    fn of_entry(self, (.., name): &EntryAt, field: EdgeField) -> SortedSet<String> {
        self.app.channel.table.with_untracked(|table| {
            let entry = table.as_ref().and_then(|table| table.entries.iter().find(|entry| entry.name == *name));
            let names = entry.map(|entry| match field {
                EdgeField::Skips => entry.skips.iter().cloned().collect(),
                _ => entry.replaces.iter().cloned().collect(),
            });
            names.unwrap_or_default()
        })
    }

    /// Whether a text starts with the prefix that all names of the channel have.
    fn is_whole(self, text: &str) -> bool {
        self.known.with_untracked(|Known { prefix, .. }| {
            text.strip_prefix(prefix.as_str()).is_some_and(|rest| !rest.is_empty() && !prefix.is_empty())
        })
    }

    /// The value that Enter commits if none has been selected: the first one, unless the text is a complete name or
    /// version that is not among the values.
    pub fn preselected(self, asked: &CandidatesQuery, values: &[Candidate]) -> Option<usize> {
        let text = asked.text.trim();
        if text.is_empty() || asked.field == EdgeField::SkipRange {
            return None;
        }
        if let Some(name) = self.in_channel(text) {
            return values.iter().position(|value| value.values == [name.as_str()]);
        }
        let is_whole = self.is_whole(text) || text.matches('.').count() > 1;
        (!is_whole && !values.is_empty()).then_some(0)
    }

    /// The names that a text stands for.
    ///
    /// `warned`: the names that the user has already been warned about. `asked`: the query for the name that was being typed.
    ///
    /// # Errors
    /// The first name that needs a warning: that of the entry itself, or one that is neither an entry nor a bundle of the
    /// package.
    pub async fn names_for(
        self,
        at: &EntryAt,
        field: EdgeField,
        text: &str,
        warned: &[String],
        asked: Option<CandidatesQuery>,
    ) -> Result<Vec<String>, UnknownName> {
        let parts = parts(field, text);
        let now = self.of_entry(at, field);
        let in_channel = |part: &String| {
            let is_written = now.contains(part) || warned.contains(part);
            is_written.then(|| part.clone()).or_else(|| self.in_channel(part))
        };
        let found: Vec<(String, Option<String>)> =
            parts.into_iter().map(|part| (part.clone(), in_channel(&part))).collect();
        let (.., own) = at;
        let is_own = |(_, name): &(_, Option<String>)| name.as_ref() == Some(own);
        if found.iter().any(is_own) && !now.contains(own) && !warned.contains(own) {
            return Err(UnknownName(own.clone()));
        }
        if found.iter().all(|(_, name)| name.is_some()) {
            return Ok(found.into_iter().filter_map(|(_, name)| name).collect());
        }
        let matrix = bridge::matrix(&at.0).await.ok().flatten();
        let package = matrix.map(|matrix| {
            let names = matrix.rows.iter().map(|row| (row.name.as_str(), None));
            Known::new(&matrix.prefix, names)
        });
        let mut names = Vec::new();
        for (part, name) in found {
            let in_package = || package.as_ref()?.find(&part);
            if let Some(name) = name.or_else(in_package).or_else(|| self.is_whole(&part).then(|| part.clone())) {
                names.push(name);
                continue;
            }
            let typed = asked.as_ref().filter(|asked| asked.text.trim() == part);
            names.extend(self.offered(typed).await.ok_or(UnknownName(part))?);
        }
        Ok(names)
    }

    /// The first suggestion for a text that is being typed.
    async fn offered(self, asked: Option<&CandidatesQuery>) -> Option<Vec<String>> {
        let asked = asked?;
        let values = bridge::candidates(asked).await.ok()?;
        values.get(self.preselected(asked, &values)?).map(|value| value.values.clone())
    }
}
