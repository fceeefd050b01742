//! Resolves the text of a cell to names of entries. A version, as the table shows it, stands for the name of its entry.

use crate::prelude::*;
use olmkit_api::{Candidate, CandidatesQuestion, EdgeField};

use crate::bridge;
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

/// The only name that equals a text or has it as its version.
fn only<'n>(text: &str, prefix: &str, known: impl Iterator<Item = (&'n str, Option<&'n str>)>) -> Option<String> {
    let version = text.strip_prefix('v').unwrap_or(text);
    let mut found = None;
    let mut is_only = true;
    for (name, own) in known {
        if name == text || (!prefix.is_empty() && name.strip_prefix(prefix) == Some(text)) {
            return Some(name.to_owned());
        }
        if own == Some(version) || name.ends_with(&format!(".v{version}")) {
            is_only &= found.as_deref().is_none_or(|found| found == name);
            found = Some(name.to_owned());
        }
    }
    found.filter(|_| is_only)
}

impl AppState {
    /// The name in the channel that a text stands for.
    pub fn name_in_channel(self, text: &str) -> Option<String> {
        self.channel.table.with_untracked(|table| {
            let table = table.as_ref()?;
            let entries = table.entries.iter().map(|entry| (entry.name.as_str(), entry.version.as_deref()));
            let others = table.rail.rows.iter().map(|row| (row.name.as_str(), None));
            only(text, &table.rail.prefix, entries.chain(others))
        })
    }

    /// The current names in a field of an entry.
    fn names_of(self, (.., name): &EntryAt, field: EdgeField) -> Vec<String> {
        self.channel.table.with_untracked(|table| {
            let entry = table.as_ref().and_then(|table| table.entries.iter().find(|entry| entry.name == *name));
            let names = entry.map(|entry| match field {
                EdgeField::Skips => entry.skips.clone(),
                _ => entry.replaces.iter().cloned().collect(),
            });
            names.unwrap_or_default()
        })
    }

    /// Whether a text starts with the prefix that all names of the channel have.
    fn is_whole(self, text: &str) -> bool {
        self.channel.table.with_untracked(|table| {
            let prefix = table.as_ref().map_or("", |table| table.rail.prefix.as_str());
            text.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && !prefix.is_empty())
        })
    }

    /// The value that Enter commits if none has been selected: the first one, unless the text is a complete name or
    /// version that is not among the values.
    pub fn preselected(self, asked: &CandidatesQuestion, values: &[Candidate]) -> Option<usize> {
        let text = asked.text.trim();
        if text.is_empty() || asked.field == EdgeField::SkipRange {
            return None;
        }
        if let Some(name) = self.name_in_channel(text) {
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
        asked: Option<CandidatesQuestion>,
    ) -> Result<Vec<String>, UnknownName> {
        let parts = parts(field, text);
        let now = self.names_of(at, field);
        let in_channel = |part: &String| {
            let is_written = now.contains(part) || warned.contains(part);
            is_written.then(|| part.clone()).or_else(|| self.name_in_channel(part))
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
        let mut names = Vec::new();
        for (part, name) in found {
            let in_package = || {
                let matrix = matrix.as_ref()?;
                only(&part, &matrix.prefix, matrix.rows.iter().map(|row| (row.name.as_str(), None)))
            };
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
    async fn offered(self, asked: Option<&CandidatesQuestion>) -> Option<Vec<String>> {
        let asked = asked?;
        let values = bridge::candidates(asked).await.ok()?;
        values.get(self.preselected(asked, &values)?).map(|value| value.values.clone())
    }
}
