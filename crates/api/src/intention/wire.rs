//! The wire format of intentions: a flat record.
//!
//! serde's code for a tagged enum with many variants deserializes each value twice, and accounted for a twelfth of the
//! engine's wasm.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{EntryPosition, Intention};
use crate::release::NewEntry;

/// The string fields of all intentions. The value of another field may have any type, so it is not read.
const TEXTS: [&str; 12] = [
    "do",
    "package",
    "channel",
    "entry",
    "name",
    "from",
    "successor",
    "replaces",
    "skipRange",
    "schema",
    "message",
    "mediatype",
];

/// All fields of all intentions.
#[derive(Debug, Default)]
pub(super) struct Flat {
    /// The string fields, by name. A struct field for each would take six times the code.
    texts: Vec<(String, String)>,
    /// `Some(None)` is `null`.
    to: Option<Option<To>>,
    skips: Option<Vec<String>>,
    entries: Option<Vec<NewEntry>>,
    position: Option<EntryPosition>,
    reconnect: Option<bool>,
    /// The problem found while reading, if any.
    problem: Option<Problem>,
}

/// Why an object is not a valid intention, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Problem {
    #[error("lacks the field `{0}`")]
    Missing(String),
    #[error("needs a string in `to`, not an array")]
    NotString,
    #[error("needs an array in `to`, not a string")]
    NotArray,
    #[error("has an unknown `do`: `{0}`")]
    UnknownVerb(String),
    #[error("has an unknown field `{0}`")]
    UnknownKey(String),
}

impl<'de> Deserialize<'de> for Flat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Flat;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an intention")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Flat, A::Error> {
                let mut flat = Flat::default();
                while let Some(name) = fields.next_key::<String>()? {
                    match name.as_str() {
                        "to" => flat.to = Some(fields.next_value()?),
                        "skips" => flat.skips = fields.next_value()?,
                        "entries" => flat.entries = fields.next_value()?,
                        "position" => flat.position = fields.next_value()?,
                        "reconnect" => flat.reconnect = fields.next_value()?,
                        text if TEXTS.contains(&text) => {
                            flat.texts.extend(fields.next_value::<Option<String>>()?.map(|text| (name, text)));
                        }
                        _ => return Err(A::Error::custom(Problem::UnknownKey(name))),
                    }
                }
                Ok(flat)
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// `to` is a string, except for `skips`.
#[derive(Debug)]
enum To {
    Text(String),
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for To {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrList;
        impl<'de> Visitor<'de> for TextOrList {
            type Value = To;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string or an array of strings")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<To, E> {
                Ok(To::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<To, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(To::List(list))
            }
        }
        deserializer.deserialize_any(TextOrList)
    }
}

impl Flat {
    fn optional(&mut self, name: &str) -> Option<String> {
        let at = self.texts.iter().position(|(own, _)| own == name)?;
        Some(self.texts.swap_remove(at).1)
    }

    /// Returns a required field. If it is missing, records the first missing field and continues: an early return at
    /// every field would generate code at each of them to drop the values read so far.
    fn text(&mut self, name: &str) -> String {
        self.optional(name).unwrap_or_else(|| self.missing(name))
    }

    fn missing(&mut self, name: &str) -> String {
        self.problem.get_or_insert_with(|| Problem::Missing(name.to_owned()));
        String::new()
    }

    fn channel(&mut self) -> String {
        self.text("channel")
    }

    fn entry(&mut self) -> String {
        self.text("entry")
    }

    fn to(&mut self) -> String {
        self.nullable_to().unwrap_or_else(|| self.missing("to"))
    }

    /// `null` removes a value. A missing `to` is an error.
    fn nullable_to(&mut self) -> Option<String> {
        match self.to.take() {
            Some(Some(To::Text(text))) => return Some(text),
            Some(Some(To::List(_))) => self.problem = Some(Problem::NotString),
            Some(None) => {}
            None => drop(self.missing("to")),
        }
        None
    }

    fn list_to(&mut self) -> Vec<String> {
        match self.to.take() {
            Some(Some(To::List(list))) => return list,
            Some(Some(To::Text(_))) => self.problem = Some(Problem::NotArray),
            _ => drop(self.missing("to")),
        }
        Vec::new()
    }

    fn new_entry(&mut self) -> NewEntry {
        NewEntry {
            name: self.text("name"),
            replaces: self.optional("replaces"),
            skips: self.skips.take().unwrap_or_default(),
            skip_range: self.optional("skipRange"),
        }
    }

    fn read(&mut self) -> Intention {
        let verb = self.optional("do").unwrap_or_default();
        let package = self.text("package");
        match verb.as_str() {
            "add-channel" => Intention::AddChannel {
                package,
                channel: self.channel(),
                entries: self.entries.take().unwrap_or_default(),
            },
            "rename-channel" => Intention::RenameChannel { package, channel: self.channel(), to: self.to() },
            "remove-channel" => Intention::RemoveChannel { package, channel: self.channel() },
            "add-entry" => Intention::AddEntry {
                package,
                channel: self.channel(),
                entry: self.new_entry(),
                position: self.position.take().unwrap_or_default(),
                successor: self.optional("successor"),
            },
            "remove-entry" => Intention::RemoveEntry {
                package,
                channel: self.channel(),
                entry: self.entry(),
                reconnect: self.reconnect.take().unwrap_or_default(),
            },
            "remove-bundle" => Intention::RemoveBundle { package, name: self.text("name") },
            "set-replaces" => {
                Intention::SetReplaces { package, channel: self.channel(), entry: self.entry(), to: self.nullable_to() }
            }
            "set-skips" => {
                Intention::SetSkips { package, channel: self.channel(), entry: self.entry(), to: self.list_to() }
            }
            "set-skip-range" => Intention::SetSkipRange {
                package,
                channel: self.channel(),
                entry: self.entry(),
                to: self.nullable_to(),
            },
            "set-default-channel" => Intention::SetDefaultChannel { package, to: self.to() },
            "set-description" => Intention::SetDescription { package, to: self.nullable_to() },
            "set-icon" => {
                let to = self.nullable_to();
                let mediatype = if to.is_some() { Some(self.text("mediatype")) } else { None };
                Intention::SetIcon { package, to, mediatype }
            }
            "rename-entry" => {
                Intention::RenameEntry { package, channel: self.channel(), entry: self.entry(), to: self.to() }
            }
            "rename" => {
                Intention::Rename { package, schema: self.text("schema"), name: self.text("name"), to: self.to() }
            }
            "promote-entry" => {
                Intention::PromoteEntry { package, entry: self.entry(), from: self.text("from"), to: self.to() }
            }
            "deprecate" => Intention::Deprecate {
                package,
                schema: self.text("schema"),
                name: self.optional("name"),
                message: self.text("message"),
            },
            verb => {
                // An unknown verb is reported before a missing field.
                if verb.is_empty() {
                    self.problem = Some(Problem::Missing("do".to_owned()));
                } else if verb != "undeprecate" {
                    self.problem = Some(Problem::UnknownVerb(verb.to_owned()));
                }
                Intention::Undeprecate { package, schema: self.text("schema"), name: self.optional("name") }
            }
        }
    }

    /// Returns a field that is not part of the intention.
    fn left(&self) -> Option<&str> {
        let others = [
            ("to", matches!(self.to, Some(Some(_)))),
            ("skips", self.skips.is_some()),
            ("entries", self.entries.is_some()),
            ("position", self.position.is_some()),
            ("reconnect", self.reconnect.is_some()),
        ];
        let other = others.into_iter().find(|(_, is_left)| *is_left).map(|(name, _)| name);
        self.texts.first().map(|(name, _)| name.as_str()).or(other)
    }
}

impl TryFrom<Flat> for Intention {
    type Error = Problem;

    fn try_from(mut flat: Flat) -> Result<Self, Problem> {
        let read = flat.read();
        match (flat.problem.take(), flat.left()) {
            (Some(problem), _) => Err(problem),
            (None, Some(field)) => Err(Problem::UnknownKey(field.to_owned())),
            (None, None) => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Intention;

    fn read(text: &str) -> Result<Intention, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let base = r#""package": "p", "channel": "c""#;
        let texts = [
            format!(r#"{{"do": "add-channel", {base}, "entries": [{{"name": "a"}}]}}"#),
            format!(r#"{{"do": "rename-channel", {base}, "to": "d"}}"#),
            format!(r#"{{"do": "remove-channel", {base}}}"#),
            format!(r#"{{"do": "add-entry", {base}, "name": "a", "skips": ["b"], "skipRange": "<1.0.0"}}"#),
            format!(r#"{{"do": "add-entry", {base}, "name": "a", "replaces": "b", "successor": "c"}}"#),
            format!(r#"{{"do": "remove-entry", {base}, "entry": "a", "reconnect": true}}"#),
            r#"{"do": "remove-bundle", "package": "p", "name": "b"}"#.to_owned(),
            format!(r#"{{"do": "set-replaces", {base}, "entry": "a", "to": null}}"#),
            format!(r#"{{"do": "set-skips", {base}, "entry": "a", "to": ["b", "c"]}}"#),
            format!(r#"{{"do": "set-skip-range", {base}, "entry": "a", "to": "<1.0.0"}}"#),
            r#"{"do": "set-default-channel", "package": "p", "to": "c"}"#.to_owned(),
            r#"{"do": "set-description", "package": "p", "to": null}"#.to_owned(),
            r#"{"do": "set-icon", "package": "p", "to": "AA==", "mediatype": "image/png"}"#.to_owned(),
            r#"{"do": "set-icon", "package": "p", "to": null}"#.to_owned(),
            format!(r#"{{"do": "rename-entry", {base}, "entry": "a", "to": "b"}}"#),
            r#"{"do": "rename", "package": "p", "schema": "olm.bundle", "name": "b", "to": "c"}"#.to_owned(),
            r#"{"do": "promote-entry", "package": "p", "entry": "a", "from": "c", "to": "d"}"#.to_owned(),
            r#"{"do": "deprecate", "package": "p", "schema": "olm.package", "message": "m"}"#.to_owned(),
            r#"{"do": "undeprecate", "package": "p", "schema": "olm.bundle", "name": "b"}"#.to_owned(),
        ];
        for text in texts {
            let intention = read(&text).unwrap();
            let written = serde_json::to_string(&intention).unwrap();
            assert_eq!(read(&written).unwrap(), intention, "{text}");
            assert!(written.contains(text.split('"').nth(3).unwrap()), "{written}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = [
            (r#"{"package": "p"}"#, "lacks the field `do`"),
            (r#"{"do": "dance", "package": "p"}"#, "unknown `do`: `dance`"),
            (r#"{"do": "remove-entry", "package": "p", "channel": "c"}"#, "lacks the field `entry`"),
            (r#"{"do": "remove-entry", "channel": "c", "entry": "e"}"#, "lacks the field `package`"),
            (r#"{"do": "remove-channel", "package": "p", "channel": "c", "to": "d"}"#, "has an unknown field `to`"),
            (r#"{"do": "remove-channel", "package": "p", "channel": "c", "x": "d"}"#, "has an unknown field `x`"),
            (r#"{"do": "remove-channel", "package": "p", "channel": "c", "x": 1}"#, "has an unknown field `x`"),
            (r#"{"x": {"y": []}, "do": "remove-channel", "package": "p", "channel": "c"}"#, "has an unknown field `x`"),
            (r#"{"do": "remove-channel", "package": "p", "channel": "c", "x": null}"#, "has an unknown field `x`"),
            (r#"{"do": "set-default-channel", "package": "p", "to": ["c"]}"#, "needs a string"),
            (r#"{"do": "set-replaces", "package": "p", "channel": "c", "entry": "e"}"#, "lacks the field `to`"),
            (r#"{"do": "set-skip-range", "package": "p", "channel": "c", "entry": "e"}"#, "lacks the field `to`"),
            (r#"{"do": "set-description", "package": "p"}"#, "lacks the field `to`"),
            (r#"{"do": "set-icon", "package": "p"}"#, "lacks the field `to`"),
            (r#"{"do": "set-icon", "package": "p", "to": "AA=="}"#, "lacks the field `mediatype`"),
            (r#"{"do": "set-skips", "package": "p", "channel": "c", "entry": "e", "to": "a"}"#, "needs an array"),
            (r#"{"do": "remove-entry", "package": "p", "channel": "c", "entry": 1}"#, "invalid type: integer"),
        ];
        for (text, expected) in refused {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
