//! A serde deserializer for JavaScript values. It is strict and does not convert values.

use js_sys::{Array, ArrayBuffer, Function, Number, Reflect, Uint8Array};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use wasm_bindgen::prelude::*;

use crate::problem::{Problem, alternatives, is_of_class, number_text};
use crate::safe::{is_array, keys, length};

/// The maximum nesting. Deeper values are rejected, because an object may contain itself.
const DEEPEST: u8 = 64;

/// The names of a struct's fields.
type Names = &'static [&'static str];

/// A value and its nesting depth.
pub(crate) struct Value<'j> {
    value: &'j JsValue,
    depth: u8,
}

impl<'j> Value<'j> {
    pub(crate) fn new(value: &'j JsValue) -> Self {
        Value { value, depth: 0 }
    }

    fn unexpected<T>(&self, expected: &str) -> Result<T, Problem> {
        Err(Problem::unexpected(self.value, expected))
    }

    /// An integer in a range.
    fn whole(&self, least: f64, most: f64) -> Result<f64, Problem> {
        let whole = self.value.as_f64().filter(|number| number.fract() == 0.0 && (least..=most).contains(number));
        whole.map_or_else(
            || self.unexpected(&format!("a whole number from {} to {}", number_text(least), number_text(most))),
            Ok,
        )
    }

    fn deeper(&self) -> Result<u8, Problem> {
        let depth = self.depth.saturating_add(1);
        if depth > DEEPEST { Err(Problem::custom("is nested too deeply")) } else { Ok(depth) }
    }

    fn text(&self) -> Result<String, Problem> {
        self.value.as_string().map_or_else(|| self.unexpected("a string"), Ok)
    }

    fn list<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_seq(self.items()?)
    }

    fn items(&self) -> Result<Items<'j>, Problem> {
        if !is_array(self.value) {
            return self.unexpected("an array");
        }
        let length = length(self.value).ok_or_else(Problem::throws)?;
        Ok(Items { list: self.value, length, at: 0, item: JsValue::UNDEFINED, depth: self.deeper()? })
    }

    fn object<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_map(self.keys()?)
    }

    fn keys(&self) -> Result<Keys<'j>, Problem> {
        // The check does not use the class, because objects of other realms are not instances of this realm's `Object`.
        if !self.value.is_object() || is_array(self.value) || bytes(self.value).is_some() {
            return self.unexpected("an object");
        }
        let keys = keys(self.value).ok_or_else(Problem::throws)?;
        // The content of a Map, a Date or another class is not in its own keys, and would be ignored.
        if keys.length() == 0 && is_of_class(self.value) {
            return self.unexpected("an object");
        }
        Ok(Keys {
            object: self.value,
            keys,
            at: 0,
            name: String::new(),
            value: JsValue::UNDEFINED,
            depth: self.deeper()?,
        })
    }

    /// The values of a struct's fields.
    fn fields(&self, names: Names) -> Result<Fields, Problem> {
        let mut keys = self.keys()?;
        let mut values = vec![JsValue::UNDEFINED; names.len()];
        while keys.next()? {
            let field = names.iter().position(|name| *name == keys.name).and_then(|at| values.get_mut(at));
            *field.ok_or_else(|| Problem::unknown_field(&keys.name, names))? = std::mem::take(&mut keys.value);
        }
        Ok(Fields { names, values, at: 0, depth: keys.depth })
    }

    /// Visits a value according to its own type.
    #[allow(clippy::cast_possible_truncation, reason = "in range")]
    fn any<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Problem> {
        if let Some(text) = self.value.as_string() {
            return visitor.visit_string(text);
        }
        if let Some(number) = self.value.as_f64() {
            let is_whole = Number::is_safe_integer(self.value);
            return if is_whole { visitor.visit_i64(number as i64) } else { visitor.visit_f64(number) };
        }
        if let Some(is) = self.value.as_bool() {
            return visitor.visit_bool(is);
        }
        if self.value.is_undefined() || self.value.is_null() {
            return visitor.visit_unit();
        }
        if let Some(bytes) = bytes(self.value) {
            return visitor.visit_byte_buf(bytes?);
        }
        if is_array(self.value) {
            return self.list(visitor);
        }
        self.object(visitor)
    }
}

/// The bytes of a view or buffer of any realm. Views of numbers that have several bytes are refused.
fn bytes(value: &JsValue) -> Option<Result<Vec<u8>, Problem>> {
    let field = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).ok();
    let size = || field(value, "BYTES_PER_ELEMENT").and_then(|size| size.as_f64());
    let is_view = ArrayBuffer::is_view(value) && size().is_none_or(|size| size <= 1.0);
    let tag = || Reflect::get(value, &js_sys::Symbol::to_string_tag()).ok().and_then(|tag| tag.as_string());
    if !is_view && tag().as_deref() != Some("ArrayBuffer") {
        return None;
    }
    let buffer = if is_view { field(value, "buffer")? } else { value.clone() };
    let number = |name: &str| field(value, name).unwrap_or_else(|| 0.into());
    let arguments =
        if is_view { Array::of3(&buffer, &number("byteOffset"), &number("byteLength")) } else { Array::of1(&buffer) };
    let view = view_of(&arguments).map(|view| view.to_vec());
    Some(view.ok_or_else(|| Problem::custom("was transferred elsewhere, and has no content anymore")))
}

/// `new Uint8Array(...)`, which throws for a detached buffer.
fn view_of(arguments: &Array) -> Option<Uint8Array> {
    let class = Reflect::get(&js_sys::global(), &"Uint8Array".into()).ok()?;
    let class: &Function = class.dyn_ref()?;
    Reflect::construct(class, arguments).ok().map(JsCast::unchecked_into)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "in range")]
impl<'de> Deserializer<'de> for Value<'_> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.any(visitor).map_err(|problem| problem.of(self.value))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.value.as_bool() {
            Some(is) => visitor.visit_bool(is),
            None => self.unexpected("a boolean"),
        }
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_i64(self.whole(-Number::MAX_SAFE_INTEGER, Number::MAX_SAFE_INTEGER)? as i64)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_i64(self.whole(i32::MIN.into(), i32::MAX.into())? as i64)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        // `usize` has 32 bits in the wasm, but serde reads it as 64 bits.
        visitor.visit_u64(self.whole(0.0, u32::MAX.into())? as u64)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_string(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match bytes(self.value) {
            Some(bytes) => visitor.visit_byte_buf(bytes?),
            None => self.unexpected("a Uint8Array or an ArrayBuffer"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.value.is_undefined() || self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.object(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: Names,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let mut fields = self.fields(names)?;
        visitor.visit_seq(&mut fields).map_err(|problem| fields.explained(problem))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.value.as_string() {
            Some(name) => visitor.visit_enum(Variant(name)).map_err(|problem| problem.of(self.value)),
            None => self.unexpected(&alternatives(variants.iter().map(|name| format!("{name:?}")))),
        }
    }

    serde::forward_to_deserialize_any! { i8 i16 i128 u8 u16 u128 f32 f64 char bytes unit unit_struct tuple_struct ignored_any }
}

/// The items of an array.
struct Items<'j> {
    list: &'j JsValue,
    length: f64,
    at: u32,
    /// The current item.
    item: JsValue,
    depth: u8,
}

impl Items<'_> {
    /// Advances to the next item, and returns its index.
    fn next(&mut self) -> Result<Option<u32>, Problem> {
        let at = self.at;
        if f64::from(at) >= self.length {
            return Ok(None);
        }
        self.at = at.saturating_add(1);
        self.item = read(self.list, &at.into()).map_err(|problem| problem.at_index(at))?;
        Ok(Some(at))
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        let Some(at) = self.next()? else { return Ok(None) };
        let read = seed.deserialize(Value { value: &self.item, depth: self.depth });
        read.map(Some).map_err(|problem| problem.at_index(at))
    }
}

/// The values of a struct's fields, in the order of its declaration. serde's code for a sequence is smaller than that for
/// a map, which compares names for each struct.
struct Fields {
    names: Names,
    /// `undefined` for a field that is absent.
    values: Vec<JsValue>,
    at: usize,
    depth: u8,
}

impl Fields {
    /// The problem of a struct whose last field was not read.
    fn explained(&self, problem: Problem) -> Problem {
        let last = self.at.saturating_sub(1);
        match self.names.get(last) {
            Some(name) if self.values.get(last).is_some_and(JsValue::is_undefined) => Problem::missing_field(name),
            _ => problem,
        }
    }
}

impl<'de> SeqAccess<'de> for Fields {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        let Some((value, name)) = self.values.get(self.at).zip(self.names.get(self.at)) else { return Ok(None) };
        self.at = self.at.saturating_add(1);
        match seed.deserialize(Value { value, depth: self.depth }) {
            // serde then uses the default of the field, if there is one.
            Err(_) if value.is_undefined() => Ok(None),
            read => read.map(Some).map_err(|problem| problem.in_key(name)),
        }
    }
}

/// The keys of an object and their values. A key whose value is `undefined` counts as absent.
struct Keys<'j> {
    object: &'j JsValue,
    keys: Array,
    at: u32,
    /// The current key.
    name: String,
    /// The value of the current key.
    value: JsValue,
    depth: u8,
}

impl Keys<'_> {
    /// Advances to the next key; returns false if there is none.
    fn next(&mut self) -> Result<bool, Problem> {
        while self.at < self.keys.length() {
            let key = self.keys.get(self.at);
            self.at = self.at.saturating_add(1);
            self.name = key.as_string().unwrap_or_default();
            self.value = read(self.object, &key).map_err(|problem| problem.in_key(&self.name))?;
            if !self.value.is_undefined() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<'de> MapAccess<'de> for Keys<'_> {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Problem> {
        if !self.next()? {
            return Ok(None);
        }
        seed.deserialize(StrDeserializer::new(&self.name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let read = seed.deserialize(Value { value: &self.value, depth: self.depth });
        read.map_err(|problem| problem.in_key(&self.name))
    }
}

/// Reads a property, whose getter may throw.
fn read(of: &JsValue, key: &JsValue) -> Result<JsValue, Problem> {
    Reflect::get(of, key).map_err(|_| Problem::throws())
}

/// A variant without fields.
struct Variant(String);

impl<'de> EnumAccess<'de> for Variant {
    type Error = Problem;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Problem> {
        seed.deserialize(StrDeserializer::new(&self.0)).map(|variant| (variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Problem> {
        Err(Problem::custom("must be an object"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Problem> {
        Err(Problem::custom("must be an object"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Problem> {
        Err(Problem::custom("must be an object"))
    }
}
