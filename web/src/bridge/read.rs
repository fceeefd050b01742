//! A value of the page's JavaScript as serde reads it. Structs are read as sequences, field by field in their order: what
//! serde derives for them compares no names, and is a third of what it derives for maps.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use js_sys::{Array, Object};
use serde::de::value::{StringDeserializer, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type Keyed;
    #[wasm_bindgen(method, structural, indexing_getter)]
    fn get(this: &Keyed, key: &JsValue) -> JsValue;
}

/// Why a value does not have the shape of its type.
#[derive(Debug)]
pub struct Problem(String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

impl Error for Problem {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Problem(text.to_string())
    }
}

/// A value of JavaScript.
pub struct Value(pub JsValue);

impl Value {
    fn unexpected<T>(&self, expected: &str) -> Result<T, Problem> {
        if self.0.is_undefined() {
            return Err(Problem(format!("{expected} is missing")));
        }
        Err(Problem(format!("{:?} is not {expected}", self.0)))
    }

    fn number(&self) -> Result<f64, Problem> {
        self.0.as_f64().map_or_else(|| self.unexpected("a number"), Ok)
    }

    /// A number without a fraction.
    fn whole(&self) -> Result<f64, Problem> {
        let whole = self.number()?;
        if whole.fract() == 0.0 { Ok(whole) } else { self.unexpected("a whole number") }
    }

    fn text(&self) -> Result<String, Problem> {
        self.0.as_string().map_or_else(|| self.unexpected("a string"), Ok)
    }

    fn items(self) -> Result<Items, Problem> {
        if Array::is_array(&self.0) {
            let list: Array = self.0.unchecked_into();
            Ok(Items { left: list.length(), at: 0, list })
        } else {
            self.unexpected("an array")
        }
    }

    fn fields(self, names: &'static [&'static str]) -> Result<Fields, Problem> {
        if self.0.is_object() {
            Ok(Fields { object: self.0.unchecked_into(), keys: keys(names), names, at: 0, is_absent: false })
        } else {
            self.unexpected("an object")
        }
    }

    fn entries(self) -> Result<Entries, Problem> {
        if self.0.is_object() {
            let all = Object::entries(self.0.unchecked_ref());
            Ok(Entries { left: all.length(), all, at: 0, value: JsValue::UNDEFINED })
        } else {
            self.unexpected("an object")
        }
    }

    /// The index of a variant and its content: of `"name"`, or of an object with the name as its only key.
    fn variant(self, names: &'static [&'static str]) -> Result<Variant, Problem> {
        let (name, content) = match self.0.as_string() {
            Some(name) => (name, JsValue::UNDEFINED),
            None => self.entries()?.next().unwrap_or_default(),
        };
        let index = names.iter().position(|known| *known == name).and_then(|index| u32::try_from(index).ok());
        let index = index.ok_or_else(|| Problem::unknown_variant(&name, names))?;
        Ok(Variant { index, content: Value(content) })
    }
}

macro_rules! numbers {
    ($($method:ident $read:ident $visit:ident $as:ty,)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
                visitor.$visit(self.$read()? as $as)
            }
        )*
    };
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of JavaScript are floats")]
impl<'de> Deserializer<'de> for Value {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if let Some(is) = self.0.as_bool() {
            visitor.visit_bool(is)
        } else if let Some(number) = self.0.as_f64() {
            if number.fract() == 0.0 { visitor.visit_i64(number as i64) } else { visitor.visit_f64(number) }
        } else if self.0.is_undefined() || self.0.is_null() {
            visitor.visit_unit()
        } else if Array::is_array(&self.0) {
            visitor.visit_seq(self.items()?)
        } else {
            visitor.visit_map(self.entries()?)
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0.as_bool() {
            Some(is) => visitor.visit_bool(is),
            None => self.unexpected("a boolean"),
        }
    }

    numbers! {
        deserialize_i8 whole visit_i64 i64,
        deserialize_i16 whole visit_i64 i64,
        deserialize_i32 whole visit_i64 i64,
        deserialize_i64 whole visit_i64 i64,
        deserialize_u8 whole visit_u64 u64,
        deserialize_u16 whole visit_u64 u64,
        deserialize_u32 whole visit_u64 u64,
        deserialize_u64 whole visit_u64 u64,
        deserialize_f32 number visit_f64 f64,
        deserialize_f64 number visit_f64 f64,
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.0.is_undefined() || self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_seq(self.items()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_map(self.entries()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let mut fields = self.fields(names)?;
        visitor.visit_seq(&mut fields).map_err(|problem| fields.explain(problem))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_enum(self.variant(names)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 char bytes byte_buf unit unit_struct identifier }
}

/// The items of an array.
struct Items {
    list: Array,
    at: u32,
    left: u32,
}

impl Iterator for Items {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let item = self.list.get(self.at);
        self.at = self.at.saturating_add(1);
        Some(Value(item))
    }
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        self.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        usize::try_from(self.left).ok()
    }
}

/// The names of the fields of a struct: where they are, and as values of JavaScript.
type Named = (*const &'static str, Rc<[JsValue]>);

thread_local! {
    /// Those of all structs, in the order of their places.
    static KEYS: RefCell<Vec<Named>> = const { RefCell::new(Vec::new()) };
}

fn keys(names: &'static [&'static str]) -> Rc<[JsValue]> {
    KEYS.with_borrow_mut(|all| {
        let at = all.partition_point(|(known, _)| *known < names.as_ptr());
        if let Some((known, keys)) = all.get(at)
            && *known == names.as_ptr()
            && keys.len() == names.len()
        {
            return Rc::clone(keys);
        }
        let keys: Rc<[JsValue]> = names.iter().map(|name| JsValue::from_str(name)).collect();
        all.insert(at, (names.as_ptr(), Rc::clone(&keys)));
        keys
    })
}

/// The fields of an object, in the order of their struct.
struct Fields {
    object: Keyed,
    names: &'static [&'static str],
    keys: Rc<[JsValue]>,
    at: usize,
    /// Whether the object does not have the last field.
    is_absent: bool,
}

impl Fields {
    fn next(&mut self) -> Option<Value> {
        let value = self.object.get(self.keys.get(self.at)?);
        self.at = self.at.saturating_add(1);
        self.is_absent = value.is_undefined();
        Some(Value(value))
    }

    /// The problem, with the name of the field that was read last.
    fn explain(&self, problem: Problem) -> Problem {
        let name = self.at.checked_sub(1).and_then(|at| self.names.get(at)).copied().unwrap_or_default();
        if self.is_absent { Problem(format!("`{name}` is missing")) } else { Problem(format!("`{name}`: {problem}")) }
    }
}

impl<'de> SeqAccess<'de> for Fields {
    type Error = Problem;

    /// A field that is absent is read as `undefined`, which is an option without a value. Of another type it has its
    /// default, if the struct says so.
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        let Some(value) = self.next() else { return Ok(None) };
        match seed.deserialize(value) {
            Ok(read) => Ok(Some(read)),
            Err(_) if self.is_absent => Ok(None),
            Err(problem) => Err(problem),
        }
    }
}

/// The names and values of an object.
struct Entries {
    all: Array,
    at: u32,
    left: u32,
    /// That of the last name.
    value: JsValue,
}

impl Iterator for Entries {
    type Item = (String, JsValue);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let entry: Array = self.all.get(self.at).unchecked_into();
        self.at = self.at.saturating_add(1);
        Some((entry.get(0).as_string().unwrap_or_default(), entry.get(1)))
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Problem> {
        let Some((name, value)) = self.next() else { return Ok(None) };
        self.value = value;
        let name: StringDeserializer<Problem> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Problem> {
        seed.deserialize(Value(std::mem::take(&mut self.value)))
    }
}

/// A variant and what it contains.
struct Variant {
    index: u32,
    content: Value,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Problem;
    type Variant = Value;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Value), Problem> {
        let index: U32Deserializer<Problem> = self.index.into_deserializer();
        seed.deserialize(index).map(|variant| (variant, self.content))
    }
}

impl<'de> VariantAccess<'de> for Value {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Problem> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_struct("", names, visitor)
    }
}
