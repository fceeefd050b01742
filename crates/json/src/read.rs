//! JSON text to values.

use olmkit_yaml::{Format, NodeRef, Value, float_text, read_document};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::Error;

/// The value that a JSON text says.
///
/// # Errors
/// When it is not valid JSON, or says something that does not fit the type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let document = read_document(text.as_bytes(), Format::Json);
    if let Some(error) = document.error {
        return Err(Error(error.message));
    }
    match document.root() {
        Some(root) => T::deserialize(Node(root)),
        None => Err(Error("there is no value".to_owned())),
    }
}

impl de::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Error(message.to_string())
    }

    // What serde would do, but for floats: printing them is a lot of code.
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error(format!("invalid type: {}, expected {expected}", words(unexpected)))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error(format!("invalid value: {}, expected {expected}", words(unexpected)))
    }
}

fn words(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => format!("boolean `{value}`"),
        Unexpected::Unsigned(value) => format!("integer `{value}`"),
        Unexpected::Signed(value) => format!("integer `{value}`"),
        Unexpected::Float(value) => format!("number `{}`", float_text(value)),
        Unexpected::Str(text) => format!("text \"{text}\""),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        _ => "an object".to_owned(),
    }
}

#[derive(Debug, Clone, Copy)]
struct Node<'d>(NodeRef<'d>);

#[allow(clippy::cast_possible_truncation, reason = "whole and in range")]
fn whole(number: f64) -> Option<i64> {
    let exact = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0;
    exact.then_some(number as i64)
}

impl<'d> Node<'d> {
    fn mismatch(self, expected: &dyn Expected) -> Error {
        let value = self.0.value();
        let unexpected = match &value {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(number) => whole(*number).map_or(Unexpected::Float(*number), Unexpected::Signed),
            Value::String(text) => Unexpected::Str(text),
            Value::Sequence => Unexpected::Seq,
            Value::Mapping => Unexpected::Map,
        };
        de::Error::invalid_type(unexpected, expected)
    }

    fn number<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Number(number) = self.0.value() else { return Err(self.mismatch(&visitor)) };
        match whole(number) {
            Some(number) => match u64::try_from(number) {
                Ok(number) => visitor.visit_u64(number),
                Err(_) => visitor.visit_i64(number),
            },
            None => visitor.visit_f64(number),
        }
    }

    fn object<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.members() {
            Some(members) => visitor.visit_map(members),
            None => Err(self.mismatch(&visitor)),
        }
    }

    fn members(self) -> Option<Members<'d>> {
        (self.0.value() == Value::Mapping).then(|| {
            let members = self.0.members().map(|member| (member.key.into_owned(), member.value));
            Members { members: members.collect::<Vec<_>>().into_iter(), value: None }
        })
    }

    fn variant(self) -> Result<(String, Option<NodeRef<'d>>), Error> {
        if let Value::String(text) = self.0.value() {
            return Ok((text.into_owned(), None));
        }
        let members = self.members().ok_or_else(|| Error("expected a text".to_owned()))?;
        match members.members.as_slice() {
            [(name, value)] => Ok((name.clone(), Some(*value))),
            _ => Err(Error("expected an object with one member".to_owned())),
        }
    }

    fn items(self) -> Option<Items<'d>> {
        let items = || Items { nodes: self.0.items().collect::<Vec<_>>().into_iter() };
        (self.0.value() == Value::Sequence).then(items)
    }
}

/// Each form has its own method: with one for all, every type is compiled for every form.
macro_rules! forms {
    ($($form:ident: $($name:ident)+;)+) => {$($(
        fn $name<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
            self.$form(visitor)
        }
    )+)+};
}

impl<'d> Deserializer<'d> for Node<'d> {
    type Error = Error;

    forms! {
        number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
            deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64;
        object: deserialize_map;
        deserialize_seq: deserialize_bytes deserialize_byte_buf;
        deserialize_str: deserialize_string deserialize_char deserialize_identifier;
    }

    fn deserialize_any<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.value() {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(_) => self.number(visitor),
            Value::String(text) => visitor.visit_str(&text),
            Value::Sequence => self.deserialize_seq(visitor),
            Value::Mapping => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.value() {
            Value::Bool(value) => visitor.visit_bool(value),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.value() {
            Value::String(text) => visitor.visit_str(&text),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.items() {
            Some(items) => visitor.visit_seq(items),
            None => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'d>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'d>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'d>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.object(visitor)
    }

    fn deserialize_unit<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.value() == Value::Null { visitor.visit_unit() } else { Err(self.mismatch(&visitor)) }
    }

    fn deserialize_unit_struct<V: Visitor<'d>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.value() == Value::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'d>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'d>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (name, value) = self.variant()?;
        visitor.visit_enum(Variant { name: &name, value })
    }

    // Not looked into: it may be deep.
    fn deserialize_ignored_any<V: Visitor<'d>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

#[derive(Debug)]
struct Items<'d> {
    nodes: std::vec::IntoIter<NodeRef<'d>>,
}

impl<'d> SeqAccess<'d> for Items<'d> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'d>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.nodes.next().map(|node| seed.deserialize(Node(node))).transpose()
    }
}

#[derive(Debug)]
struct Members<'d> {
    members: std::vec::IntoIter<(String, NodeRef<'d>)>,
    value: Option<NodeRef<'d>>,
}

impl<'d> MapAccess<'d> for Members<'d> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'d>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.members.next() else { return Ok(None) };
        self.value = Some(value);
        let key: StrDeserializer<'_, Error> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'d>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(Node(value)),
            None => Err(Error("a value without a key".to_owned())),
        }
    }
}

#[derive(Debug)]
struct Variant<'n, 'd> {
    name: &'n str,
    value: Option<NodeRef<'d>>,
}

impl<'d> EnumAccess<'d> for Variant<'_, 'd> {
    type Error = Error;
    type Variant = Content<'d>;

    fn variant_seed<V: DeserializeSeed<'d>>(self, seed: V) -> Result<(V::Value, Content<'d>), Error> {
        let name: StrDeserializer<'_, Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, Content(self.value)))
    }
}

#[derive(Debug)]
struct Content<'d>(Option<NodeRef<'d>>);

impl<'d> Content<'d> {
    fn node(self) -> Result<Node<'d>, Error> {
        self.0.map(Node).ok_or_else(|| Error("expected an object with one member".to_owned()))
    }
}

impl<'d> VariantAccess<'d> for Content<'d> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.0.is_none() { Ok(()) } else { Err(Error("expected a text".to_owned())) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'d>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.node()?)
    }

    fn tuple_variant<V: Visitor<'d>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.node()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'d>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.node()?.deserialize_any(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Shape {
        Unit,
        One(u8),
        Many { deep: bool },
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Everything {
        text: String,
        number: Option<u32>,
        signed: i64,
        float: f64,
        shapes: Vec<Shape>,
        map: BTreeMap<String, bool>,
    }

    fn read(text: &str) -> Result<Everything, String> {
        super::read(text).map_err(|error| error.0)
    }

    #[test]
    fn reads_what_serde_json_reads() {
        let texts = [
            "{}",
            r#"{"text": "a\"\\\n\u00fc\ud83d\ude00", "number": 4294967295, "signed": -7, "float": 0.5}"#,
            r#"{"number": null, "map": {"a": true, "": false}, "shapes": ["unit", {"one": 1}, {"many": {"deep": true}}]}"#,
        ];
        for text in texts {
            assert_eq!(read(text), serde_json::from_str(text).map_err(|error| error.to_string()));
        }
        assert_eq!(super::read::<Shape>("\"unit\""), Ok(Shape::Unit));
        assert_eq!(super::read::<Vec<u32>>("[]"), Ok(Vec::new()));
    }

    #[test]
    fn half_a_character_becomes_a_replacement_as_in_every_text_of_javascript() {
        assert_eq!(read(r#"{"text": "a\ud83d"}"#).map(|read| read.text), Ok("a\u{FFFD}".to_owned()));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = [
            (r#"{"unknown": 1}"#, "unknown field `unknown`"),
            (r#"{"number": -1}"#, "integer `-1`"),
            (r#"{"number": 0.5}"#, "number `0.5`"),
            (r#"{"number": 4294967296}"#, "integer `4294967296`"),
            (r#"{"text": 1}"#, "invalid type: integer `1`, expected a string"),
            (r#"{"text": null}"#, "invalid type: null"),
            (r#"{"text": ["a"]}"#, "invalid type: a list"),
            (r#"{"shapes": ["none"]}"#, "unknown variant `none`"),
            (r#"{"shapes": [{"one": 1, "many": {}}]}"#, "one member"),
            (r#"{"shapes": [1]}"#, "expected a text"),
            ("{", "end"),
            ("", ""),
        ];
        for (text, expected) in refused {
            let error = read(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
