//! Compares converted databases with the output of `opm render`.

use olmkit_sqlite::read;
use olmkit_testing::{Least, Source, sources};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Answer {
    db: String,
    schema: i64,
    #[serde(flatten)]
    given: Given,
    #[serde(default)]
    variants: Vec<Given>,
}

#[derive(Deserialize)]
struct Given {
    catalog: Option<Vec<Value>>,
    #[serde(rename = "renderError")]
    error: Option<String>,
    panic: Option<String>,
}

/// Normalizes a document like the recorded answers: objects are counted, skips and images are sorted.
fn shown(mut document: Value) -> Value {
    let object = document.as_object_mut().unwrap();
    for entry in object.get_mut("entries").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(skips) = entry.get_mut("skips").and_then(Value::as_array_mut) {
            skips.sort_by_key(ToString::to_string);
        }
    }
    if let Some(images) = object.get_mut("relatedImages").and_then(Value::as_array_mut) {
        images.sort_by_key(ToString::to_string);
    }
    if let Some(properties) = object.get_mut("properties").and_then(Value::as_array_mut) {
        let all = properties.len();
        properties.retain(|property| property["type"] != "olm.bundle.object");
        let objects = all - properties.len();
        if objects > 0 {
            object.insert("objects".to_owned(), json!(objects));
        }
    }
    document
}

fn documents(files: &[(String, Vec<u8>)]) -> Vec<Value> {
    let documents = files.iter().flat_map(|(_, text)| serde_json::Deserializer::from_slice(text).into_iter());
    documents.map(|document| shown(document.unwrap())).collect()
}

impl Given {
    fn agrees(&self, content: &[u8], schema: i64) -> Result<(), String> {
        let converted = read(content);
        let is_same = match (&self.catalog, &self.error, &converted) {
            (Some(catalog), _, Ok(converted)) => {
                let theirs: Vec<Value> = catalog.iter().cloned().map(shown).collect();
                let ours = documents(&converted.files);
                ours == theirs && converted.rejected.is_none() && converted.notes.is_empty()
            }
            // A database that opm cannot migrate is converted, with a note and opm's error.
            (None, Some(error), Ok(converted)) if schema < 5 => {
                converted.notes.len() == 1 && converted.rejected.is_none() && converted.unmigrated == Some(error)
            }
            (None, Some(error), Ok(converted)) => converted.rejected.as_ref() == Some(error),
            (None, Some(error), Err(ours)) => ours.to_string() == *error,
            (None, None, Err(ours)) => self.panic.is_some() && ours.to_string().contains("default channel"),
            _ => false,
        };
        let shown = || match &converted {
            Ok(converted) => {
                format!("{:?} {:?} {:?}", documents(&converted.files), converted.rejected, converted.notes)
            }
            Err(error) => error.to_string(),
        };
        if is_same { Ok(()) } else { Err(format!("{}\n{:?} {:?}", shown(), self.catalog, self.error)) }
    }
}

#[test]
fn databases_are_converted_as_opm_does() {
    for source in sources() {
        let least = Least { own: 2, shared: 40 };
        agree(&source, &source.cases("registry/sqlite/answers.jsonl", least, |_| true));
    }
}

fn agree(source: &Source, answers: &[Answer]) {
    let mut wrong = Vec::new();
    for answer in answers {
        let content = std::fs::read(source.path("conformance/registry/sqlite").join(&answer.db)).unwrap();
        let alternatives =
            if answer.variants.is_empty() { std::slice::from_ref(&answer.given) } else { &answer.variants };
        let tried: Vec<_> = alternatives.iter().map(|given| given.agrees(&content, answer.schema)).collect();
        if tried.iter().all(Result::is_err) {
            wrong.push(format!("{}: {}", answer.db, tried[0].as_ref().unwrap_err()));
        }
    }
    println!("{} of {} databases agree", answers.len() - wrong.len(), answers.len());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
