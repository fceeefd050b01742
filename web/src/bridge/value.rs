//! Deserialization of JavaScript values with serde.
//!
//! serde_wasm_bindgen passes a struct as a map, so serde's code for each struct compares names and checks for
//! duplicates. This passes a struct as a sequence: the values of its fields, in their order. What is not inlined is
//! compiled once for each type, not for each of its uses. Arguments of npm's functions are read by `olmkit_js`, which
//! refuses unknown keys and describes what is wrong.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::vec::IntoIter;

use js_sys::{Array, JsString, Object};
use serde::de::{self, DeserializeSeed, Deserializer, Error as _, Expected, MapAccess, SeqAccess, Unexpected, Visitor};
use wasm_bindgen::prelude::*;

/// Why a value cannot be decoded. `undefined` if the value is missing: fields with a default often are.
#[derive(Debug)]
pub struct Error(JsValue);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.as_string().unwrap_or_else(|| "a value is missing".to_owned()))
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Error(reason.to_string().into())
    }

    // Without what serde knows of the values: its text is more code, and it contains floats.
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Error::custom("invalid type")
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Error::custom("invalid value")
    }

    /// A field or an item is missing.
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Error(JsValue::UNDEFINED)
    }
}

#[wasm_bindgen]
extern "C" {
    /// An object with fields.
    type Fields;
    #[wasm_bindgen(method, indexing_getter)]
    fn get(this: &Fields, name: &JsString) -> JsValue;
}

/// The names of a struct's fields.
type Names = &'static [&'static str];

/// The address of names, and the names as JavaScript strings.
type Converted = (*const [&'static str], Rc<[JsString]>);

thread_local! {
    /// In the order of addresses.
    static NAMES: RefCell<Vec<Converted>> = const { RefCell::new(Vec::new()) };
}

fn converted(fields: Names) -> Rc<[JsString]> {
    let address: *const [&str] = fields;
    NAMES.with_borrow_mut(|names| match names.binary_search_by_key(&address, |(of, _)| *of) {
        Ok(at) => names.get(at).map(|(_, converted)| Rc::clone(converted)).unwrap_or_default(),
        Err(at) => {
            let converted: Rc<[JsString]> = fields.iter().map(|name| JsString::from(*name)).collect();
            names.insert(at, (address, Rc::clone(&converted)));
            converted
        }
    })
}

/// A JavaScript value.
pub struct Value(pub JsValue);

impl Value {
    #[cold]
    fn unexpected(&self) -> Error {
        if self.0.is_undefined() {
            return Error(JsValue::UNDEFINED);
        }
        Error::custom(format_args!("invalid type: {:?}", self.0))
    }

    fn is_none(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }

    fn boolean(&self) -> Result<bool, Error> {
        self.0.as_bool().ok_or_else(|| self.unexpected())
    }

    fn text(&self) -> Result<String, Error> {
        self.0.as_string().ok_or_else(|| self.unexpected())
    }

    fn number(&self) -> Result<f64, Error> {
        self.0.as_f64().ok_or_else(|| self.unexpected())
    }

    fn integer(&self) -> Result<i64, Error> {
        self.0.as_f64().and_then(whole).ok_or_else(|| self.unexpected())
    }

    fn items(&self) -> Result<Box<Values>, Error> {
        let array = self.0.dyn_ref::<Array>().ok_or_else(|| self.unexpected())?;
        Ok(Values::new(array.to_vec(), &[]))
    }

    /// The values of a struct's fields.
    fn fields(&self, fields: Names) -> Result<Box<Values>, Error> {
        if !self.0.is_object() {
            return Err(self.unexpected());
        }
        let object: &Fields = self.0.unchecked_ref();
        Ok(Values::new(converted(fields).iter().map(|name| object.get(name)).collect(), fields))
    }

    fn entries(&self) -> Result<Entries, Error> {
        if !self.0.is_object() {
            return Err(self.unexpected());
        }
        let pairs = Object::entries(self.0.unchecked_ref()).to_vec().into_iter();
        Ok(Entries { pairs, value: JsValue::UNDEFINED })
    }

    /// The name of an enum's variant, and what it contains.
    fn variant(&self) -> Result<Variant, Error> {
        if self.0.is_string() {
            return Ok(Variant { name: Value(self.0.clone()), contents: Value(JsValue::UNDEFINED) });
        }
        let mut entries = self.entries()?;
        let name = entries.next().ok_or_else(|| self.unexpected())?;
        if entries.pairs.len() > 0 {
            return Err(self.unexpected());
        }
        Ok(Variant { name, contents: entries.value() })
    }
}

/// A number without a fraction.
fn whole(number: f64) -> Option<i64> {
    #[allow(clippy::cast_possible_truncation, reason = "compared afterwards")]
    let integer = number as i64;
    #[allow(clippy::cast_precision_loss, reason = "JavaScript's numbers are floats")]
    let is_same = integer as f64 == number;
    is_same.then_some(integer)
}

impl<'de> Deserializer<'de> for Value {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_none() {
            return visitor.visit_unit();
        }
        if let Some(is_so) = self.0.as_bool() {
            return visitor.visit_bool(is_so);
        }
        if let Some(number) = self.0.as_f64() {
            return match whole(number) {
                Some(integer) => visitor.visit_i64(integer),
                None => visitor.visit_f64(number),
            };
        }
        if let Some(text) = self.0.as_string() {
            return visitor.visit_string(text);
        }
        if Array::is_array(&self.0) {
            return self.deserialize_seq(visitor);
        }
        self.deserialize_map(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_none() { visitor.visit_unit() } else { Err(self.unexpected()) }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let is_so = self.boolean()?;
        visitor.visit_bool(is_so)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.number()?;
        visitor.visit_f64(number)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.integer()?;
        visitor.visit_i64(number)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.text()?;
        visitor.visit_string(text)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.text()?;
        visitor.visit_str(&text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    #[inline(never)]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut items = self.items()?;
        visitor.visit_seq(&mut *items)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    #[inline(never)]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let entries = self.entries()?;
        visitor.visit_map(entries)
    }

    #[inline(never)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: Names,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut values = self.fields(fields)?;
        visitor.visit_seq(&mut *values).map_err(|error| values.explained(error))
    }

    #[inline(never)]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = self.variant()?;
        visitor.visit_enum(variant)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 char bytes byte_buf unit_struct tuple_struct ignored_any
    }
}

/// The items of an array, or the values of a struct's fields. In a box, so that the code for each type does not copy it.
struct Values {
    values: IntoIter<JsValue>,
    /// The names of the values that follow.
    fields: std::slice::Iter<'static, &'static str>,
    /// The name of the last value.
    field: Option<&'static str>,
    /// Whether the last value is a field that is missing.
    is_missing: bool,
}

impl Values {
    fn new(values: Vec<JsValue>, fields: Names) -> Box<Self> {
        Box::new(Values { values: values.into_iter(), fields: fields.iter(), field: None, is_missing: false })
    }

    fn next(&mut self) -> Option<Value> {
        let value = self.values.next()?;
        self.field = self.fields.next().copied();
        self.is_missing = self.field.is_some() && value.is_undefined();
        Some(Value(value))
    }

    /// The error of a struct, with the name of its field.
    #[cold]
    fn explained(&self, error: Error) -> Error {
        match self.field {
            Some(field) if self.is_missing => Error::missing_field(field),
            Some(field) => Error::custom(format_args!("{error} in field `{field}`")),
            None => error,
        }
    }
}

impl<'de> SeqAccess<'de> for Values {
    type Error = Error;

    #[inline(never)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.next() else { return Ok(None) };
        match seed.deserialize(value) {
            // serde then takes the default of the field, if there is one.
            Err(_) if self.is_missing => Ok(None),
            found => found.map(Some),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The entries of an object.
struct Entries {
    pairs: IntoIter<JsValue>,
    /// The value of the last key.
    value: JsValue,
}

impl Entries {
    fn next(&mut self) -> Option<Value> {
        let pair: Array = self.pairs.next()?.unchecked_into();
        self.value = pair.get(1);
        Some(Value(pair.get(0)))
    }

    fn value(&mut self) -> Value {
        Value(std::mem::replace(&mut self.value, JsValue::UNDEFINED))
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.next().map(|key| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(self.value())
    }
}

/// A variant of an enum: its name, and what it contains.
struct Variant {
    name: Value,
    contents: Value,
}

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Value;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Value), Error> {
        Ok((seed.deserialize(self.name)?, self.contents))
    }
}

impl<'de> de::VariantAccess<'de> for Value {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        de::Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}
