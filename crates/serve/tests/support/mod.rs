//! Helpers shared by the tests of this crate.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use bytes::{Buf, BufMut, Bytes};
use olmkit_catalog::{Input, load};
use olmkit_serve::{Content, Index, Served};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// Files of a recording: path and content.
pub(crate) type Files = BTreeMap<String, String>;

pub(crate) fn content(files: &Files) -> Content {
    let mut texts: Vec<(&String, &String)> = files.iter().collect();
    texts.sort_by(|a, b| olmkit_catalog::walk_order(a.0, b.0));
    let inputs: Vec<Input<'_>> =
        texts.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) }).collect();
    Content { files: load(&inputs), texts: texts.iter().map(|(_, text)| text.as_bytes().to_vec()).collect() }
}

/// The files of a folder.
pub(crate) fn files_of(folder: &Path) -> Files {
    let name = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    let files = olmkit_testing::files(folder).into_iter();
    files.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

pub(crate) fn served(files: &Files) -> Served {
    let content = content(files);
    assert_eq!(content.refused(), None);
    Served::new(Index::new(content), SystemTime::UNIX_EPOCH)
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a value equals the recorded one. Long strings and long lists of skips are recorded as hashes.
pub(crate) fn is_recorded(own: &Value, recorded: &Value) -> bool {
    match (own, recorded) {
        (Value::String(text), Value::Object(_)) => {
            *recorded == json!({ "sha256": sha256(text.as_bytes()), "len": text.len() })
        }
        (Value::Array(items), Value::Object(_)) => long_list(items) == *recorded,
        (Value::Array(own), Value::Array(recorded)) => {
            own.len() == recorded.len() && own.iter().zip(recorded).all(|(own, recorded)| is_recorded(own, recorded))
        }
        (Value::Object(own), Value::Object(recorded)) => {
            let same = |(key, own)| recorded.get(key).is_some_and(|recorded| is_recorded(own, recorded));
            own.len() == recorded.len() && own.iter().all(same)
        }
        // Numbers of a struct are doubles, whatever their notation.
        (Value::Number(own), Value::Number(recorded)) => own.as_f64() == recorded.as_f64(),
        (own, recorded) => own == recorded,
    }
}

fn long_list(items: &[Value]) -> Value {
    let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
    let hash = sha256(items.join("\n").as_bytes());
    json!({ "count": items.len(), "first": items.first(), "last": items.last(), "sha256": hash })
}

/// A codec that passes messages as bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Raw;

impl Codec for Raw {
    type Encode = Vec<u8>;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw
    }

    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
