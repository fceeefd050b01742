//! Values to JSON text.

use serde::ser::{self, Impossible, Serialize};

use super::Error;

/// The value as compact JSON.
///
/// # Errors
/// On floats, bytes and keys that are no text: no answer has them.
pub fn write(value: &impl Serialize) -> Result<String, Error> {
    let mut out = String::new();
    value.serialize(Writer { out: &mut out })?;
    Ok(out)
}

impl ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Error(message.to_string())
    }
}

fn unsupported<T>() -> Result<T, Error> {
    Err(Error("this value has no JSON here".to_owned()))
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        match special.as_bytes().first() {
            Some(b'"') => out.push_str("\\\""),
            Some(b'\\') => out.push_str("\\\\"),
            Some(b'\n') => out.push_str("\\n"),
            Some(&byte) => out.push_str(&format!("\\u{byte:04x}")),
            None => {}
        }
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.push('"');
}

#[derive(Debug)]
struct Writer<'o> {
    out: &'o mut String,
}

/// The inside of a list or an object.
#[derive(Debug)]
struct Inside<'o> {
    out: &'o mut String,
    first: bool,
    end: &'static str,
}

impl<'o> Writer<'o> {
    fn inside(self, begin: &str, end: &'static str) -> Inside<'o> {
        self.out.push_str(begin);
        Inside { out: self.out, first: true, end }
    }
}

impl Inside<'_> {
    fn separate(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.out.push(',');
        }
    }

    fn key(&mut self, key: &str) {
        self.separate();
        quote(key, self.out);
        self.out.push(':');
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer { out: &mut *self.out })
    }

    fn finish(self) -> Result<(), Error> {
        self.out.push_str(self.end);
        Ok(())
    }
}

macro_rules! integers {
    ($($name:ident $type:ty),+) => {$(
        fn $name(self, value: $type) -> Result<(), Error> {
            self.out.push_str(&value.to_string());
            Ok(())
        }
    )+};
}

impl<'o> ser::Serializer for Writer<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Inside<'o>;
    type SerializeTuple = Inside<'o>;
    type SerializeTupleStruct = Inside<'o>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Inside<'o>;
    type SerializeStruct = Inside<'o>;
    type SerializeStructVariant = Inside<'o>;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64
    );

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        unsupported()
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        unsupported()
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        quote(value.encode_utf8(&mut [0; 4]), self.out);
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        quote(text, self.out);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        unsupported()
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut inside = self.inside("{", "}");
        inside.key(variant);
        inside.value(value)?;
        inside.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'o>, Error> {
        Ok(self.inside("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'o>, Error> {
        Ok(self.inside("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'o>, Error> {
        Ok(self.inside("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>, Error> {
        unsupported()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'o>, Error> {
        Ok(self.inside("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'o>, Error> {
        Ok(self.inside("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'o>, Error> {
        let mut inside = self.inside("{", "}}");
        inside.key(variant);
        inside.out.push('{');
        inside.first = true;
        Ok(inside)
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident),+) => {$(
        impl ser::$trait for Inside<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.separate();
                self.value(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )+};
}

lists!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field);

macro_rules! objects {
    ($($trait:ident),+) => {$(
        impl ser::$trait for Inside<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.key(key);
                self.value(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )+};
}

objects!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        let start = self.out.len();
        self.value(key)?;
        if !self.out.get(start..).is_some_and(|key| key.starts_with('"')) {
            return unsupported();
        }
        self.out.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Shape {
        Unit,
        One(Vec<u8>),
        Some { deep: Option<i64>, text: char },
    }

    #[derive(Serialize)]
    struct Everything<'t> {
        text: &'t str,
        none: Option<bool>,
        yes: bool,
        shapes: [Shape; 3],
        map: BTreeMap<String, (u32, i32)>,
        #[serde(flatten)]
        more: BTreeMap<&'t str, ()>,
    }

    #[test]
    fn writes_what_serde_json_writes() {
        let value = Everything {
            text: "a \"quoted\" \\ \n\r\t\u{1}\u{7f}\u{2028} ü 😀",
            none: None,
            yes: true,
            shapes: [Shape::Unit, Shape::One(vec![1, 2]), Shape::Some { deep: Some(i64::MIN), text: '"' }],
            map: BTreeMap::from([("k".to_owned(), (u32::MAX, -1)), (String::new(), (0, 0))]),
            more: BTreeMap::from([("x", ())]),
        };
        let written = super::write(&value).expect("it has only what can be written");
        let read: serde_json::Value = serde_json::from_str(&written).expect("it is JSON");
        assert_eq!(read, serde_json::to_value(&value).expect("it is JSON"));
        assert!(written.starts_with(r#"{"text":"a \"quoted\" \\ \n\u000d\u0009\u0001"#), "{written}");
    }

    #[test]
    fn what_json_cannot_say_is_refused() {
        assert!(super::write(&0.5).is_err());
        assert!(super::write(&BTreeMap::from([(1, 2)])).is_err());
    }
}
