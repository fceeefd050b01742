//! Deserialization of JavaScript values with serde.
//!
//! serde_wasm_bindgen passes a struct as a map, so serde's code for each struct compares names and checks for
//! duplicates. This passes a struct as a sequence: the values of its fields, in their order. What is not inlined is
//! compiled once for each type, not for each of its uses.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::vec::IntoIter;

use js_sys::{Array, JsString, Object};
use olmkit_collections::HashMap;
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

    // Without the value: serde's code to show it contains the standard library's code to write floats.
    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error::custom(format_args!("invalid type, expected {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error::custom(format_args!("invalid value, expected {expected}"))
    }
}

#[wasm_bindgen]
extern "C" {
    /// An object with fields.
    type Fields;
    #[wasm_bindgen(method, indexing_getter)]
    fn get(this: &Fields, name: &JsString) -> JsValue;
}

thread_local! {
    /// The names of fields as JavaScript strings, by the address of their list.
    static NAMES: RefCell<HashMap<*const &'static str, Rc<[JsString]>>> = RefCell::default();
}

fn names(fields: &'static [&'static str]) -> Rc<[JsString]> {
    NAMES.with_borrow_mut(|names| {
        let converted = || fields.iter().map(|name| JsString::from(*name)).collect();
        Rc::clone(names.entry(fields.as_ptr()).or_insert_with(converted))
    })
}

/// A JavaScript value.
pub struct Value(pub JsValue);

impl Value {
    #[cold]
    fn unexpected(&self, expected: &dyn Expected) -> Error {
        if self.0.is_undefined() {
            return Error(JsValue::UNDEFINED);
        }
        Error::custom(format_args!("invalid type: {:?}, expected {expected}", self.0))
    }

    fn is_none(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }

    fn text(&self, expected: &dyn Expected) -> Result<String, Error> {
        self.0.as_string().ok_or_else(|| self.unexpected(expected))
    }

    fn number(&self, expected: &dyn Expected) -> Result<f64, Error> {
        self.0.as_f64().ok_or_else(|| self.unexpected(expected))
    }

    fn integer(&self, expected: &dyn Expected) -> Result<i64, Error> {
        self.0.as_f64().and_then(whole).ok_or_else(|| self.unexpected(expected))
    }

    fn items(&self, expected: &dyn Expected) -> Result<Values, Error> {
        let array = self.0.dyn_ref::<Array>().ok_or_else(|| self.unexpected(expected))?;
        Ok(Values { values: array.to_vec().into_iter(), fields: [].iter(), missing: None })
    }

    /// The values of a struct's fields.
    fn fields(&self, fields: &'static [&'static str], expected: &dyn Expected) -> Result<Values, Error> {
        if !self.0.is_object() {
            return Err(self.unexpected(expected));
        }
        let object: &Fields = self.0.unchecked_ref();
        let values: Vec<JsValue> = names(fields).iter().map(|name| object.get(name)).collect();
        Ok(Values { values: values.into_iter(), fields: fields.iter(), missing: None })
    }

    fn entries(&self, expected: &dyn Expected) -> Result<Entries, Error> {
        let object = self.0.dyn_ref::<Object>().ok_or_else(|| self.unexpected(expected))?;
        Ok(Entries { pairs: Object::entries(object).to_vec().into_iter(), value: JsValue::UNDEFINED })
    }

    /// The name of an enum's variant, and what it contains.
    fn variant(&self, expected: &dyn Expected) -> Result<(Value, Value), Error> {
        if self.0.is_string() {
            return Ok((Value(self.0.clone()), Value(JsValue::UNDEFINED)));
        }
        let mut entries = self.entries(expected)?;
        let name = entries.next().ok_or_else(|| self.unexpected(expected))?;
        if entries.pairs.len() > 0 {
            return Err(self.unexpected(expected));
        }
        Ok((name, entries.value()))
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
        if self.is_none() { visitor.visit_unit() } else { Err(self.unexpected(&visitor)) }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_bool() {
            Some(is_so) => visitor.visit_bool(is_so),
            None => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.number(&visitor)?;
        visitor.visit_f64(number)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.integer(&visitor)?;
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
        let text = self.text(&visitor)?;
        visitor.visit_string(text)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.text(&visitor)?;
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
        let items = self.items(&visitor)?;
        visitor.visit_seq(items)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    #[inline(never)]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let entries = self.entries(&visitor)?;
        visitor.visit_map(entries)
    }

    #[inline(never)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut values = self.fields(fields, &visitor)?;
        visitor.visit_seq(&mut values).map_err(|error| values.missing.map_or(error, Error::missing_field))
    }

    #[inline(never)]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = self.variant(&visitor)?;
        visitor.visit_enum(Variant(variant))
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 char bytes byte_buf unit_struct tuple_struct ignored_any
    }
}

/// The items of an array, or the values of a struct's fields.
struct Values {
    values: IntoIter<JsValue>,
    /// The names of the values that follow.
    fields: std::slice::Iter<'static, &'static str>,
    /// The name of the last value, if it is a field that is missing.
    missing: Option<&'static str>,
}

impl Iterator for Values {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let value = self.values.next()?;
        let field = self.fields.next();
        self.missing = field.copied().filter(|_| value.is_undefined());
        Some(Value(value))
    }
}

impl<'de> SeqAccess<'de> for Values {
    type Error = Error;

    #[inline(never)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.next() else { return Ok(None) };
        match seed.deserialize(value) {
            // serde then takes the default of the field, if there is one.
            Err(_) if self.missing.is_some() => Ok(None),
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
struct Variant((Value, Value));

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Value;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Value), Error> {
        let Variant((name, contents)) = self;
        Ok((seed.deserialize(name)?, contents))
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

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}
