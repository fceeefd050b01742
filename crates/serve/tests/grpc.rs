//! Recorded responses of `opm serve`: every request directly through the services, and over the network.

use std::collections::BTreeMap;

use crate::support::{Files, Raw, files_of, is_recorded, served};
use olmkit_serve::{api, listen, serve_grpc, services};
use olmkit_testing::{Least, Source, sources};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MethodDescriptor};
use serde::Deserialize;
use serde_json::Value;
use tokio_stream::StreamExt;
use tonic::client::{Grpc, GrpcService};
use tonic::codegen::{Body, StdError};
use tonic::{Request, Status};

#[derive(Deserialize)]
struct Head {
    catalog: String,
    files: Option<Files>,
    requests: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Case {
    rpc: String,
    request: Value,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
    response: Option<Value>,
    stream: Option<Vec<Value>>,
    any_of: Option<Vec<Value>>,
    #[serde(default)]
    unordered: bool,
    code: Option<i32>,
    message: Option<String>,
}

struct Recording {
    catalog: String,
    files: Files,
    cases: Vec<Case>,
}

fn recordings() -> Vec<Recording> {
    let of_source = |source: &Source| {
        let paths = olmkit_testing::files(&source.path("conformance/registry/grpc"));
        let found: Vec<Recording> = paths.iter().map(|path| recording(source, path)).collect();
        source.require("requests", found.iter().map(|one| one.cases.len()).sum(), Least { own: 20, shared: 1426 });
        found
    };
    sources().iter().flat_map(of_source).collect()
}

fn recording(source: &Source, path: &std::path::Path) -> Recording {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap()).unwrap();
    let cases: Vec<Case> =
        lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    assert_eq!(cases.len(), head.requests, "{}", head.catalog);
    let folder = || files_of(&source.path("corpus/catalogs").join(&head.catalog));
    Recording { files: head.files.clone().unwrap_or_else(folder), catalog: head.catalog, cases }
}

/// All messages of a response.
async fn call<T>(client: &mut Grpc<T>, case: &Case, method: &MethodDescriptor) -> Result<Vec<Value>, Status>
where
    T: GrpcService<tonic::body::Body>,
    T::ResponseBody: Body + Send + 'static,
    <T::ResponseBody as Body>::Error: Into<StdError>,
{
    let message = DynamicMessage::deserialize(method.input(), &case.request).unwrap();
    let mut request = Request::new(tokio_stream::once(message.encode_to_vec()));
    for (key, value) in &case.metadata {
        let key: tonic::metadata::MetadataKey<_> = key.parse().unwrap();
        request.metadata_mut().insert(key, value.parse().unwrap());
    }
    let path = format!("/{}/{}", method.parent_service().full_name(), method.name()).parse().unwrap();
    let ready = client.ready().await;
    assert!(ready.is_ok(), "the server is not ready");
    let mut answers = client.streaming(request, path, Raw).await?.into_inner();
    let mut messages = Vec::new();
    while let Some(bytes) = answers.next().await {
        let message = DynamicMessage::decode(method.output(), bytes?).unwrap();
        messages.push(serde_json::to_value(&message).unwrap());
    }
    Ok(messages)
}

fn sorted(mut list: Vec<Value>) -> Value {
    list.sort_by_cached_key(Value::to_string);
    Value::Array(list)
}

fn differs(case: &Case, answer: Result<Vec<Value>, Status>) -> Option<String> {
    let answer = match answer {
        Err(status) => {
            let own = (Some(i32::from(status.code())), Some(status.message()));
            let same = own == (case.code, case.message.as_deref());
            return (!same).then(|| format!("{status:?}"));
        }
        Ok(answer) => answer,
    };
    let is = |recorded: &Value| answer.len() == 1 && is_recorded(&answer[0], recorded);
    let same = match case {
        Case { code: Some(_), .. } => false,
        Case { any_of: Some(all), .. } => all.iter().any(is),
        Case { response: Some(one), .. } => is(one),
        Case { stream: Some(all), unordered: true, .. } => sorted(answer.clone()) == sorted(all.clone()),
        Case { stream: Some(all), .. } => is_recorded(&Value::from(answer.clone()), &Value::from(all.clone())),
        _ => false,
    };
    (!same).then(|| serde_json::to_string_pretty(&answer).unwrap())
}

async fn check<T>(recording: &Recording, mut client: Grpc<T>) -> Vec<String>
where
    T: GrpcService<tonic::body::Body>,
    T::ResponseBody: Body + Send + 'static,
    <T::ResponseBody as Body>::Error: Into<StdError>,
{
    let pool = DescriptorPool::decode(api::DESCRIPTORS).unwrap();
    let methods: Vec<MethodDescriptor> =
        pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()).collect();
    let mut problems = Vec::new();
    for case in &recording.cases {
        let method = methods.iter().find(|method| method.name() == case.rpc).unwrap();
        let answer = call(&mut client, case, method).await;
        if let Some(own) = differs(case, answer) {
            problems.push(format!("{}: {case:?}\nown: {own}", recording.catalog));
        }
    }
    problems
}

fn assert_none(problems: &[String]) {
    let shown: String =
        problems.iter().take(3).map(|problem| problem.chars().take(6000).collect::<String>() + "\n\n").collect();
    assert!(problems.is_empty(), "{} requests differ\n{shown}", problems.len());
}

#[tokio::test]
async fn answers_are_those_of_opm() {
    let mut problems = Vec::new();
    for recording in recordings() {
        problems.extend(check(&recording, Grpc::new(services(served(&recording.files)))).await);
    }
    assert_none(&problems);
}

#[tokio::test]
async fn answers_are_those_of_opm_over_the_wire() {
    let mut problems = Vec::new();
    for recording in recordings() {
        let listener = listen(0).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let server =
            tokio::spawn(serve_grpc(listener, services(served(&recording.files)), async { drop(stopped.await) }));
        let channel = tonic::transport::Endpoint::from_shared(format!("http://127.0.0.1:{port}")).unwrap();
        let client = Grpc::new(channel.connect().await.unwrap()).max_decoding_message_size(usize::MAX);
        problems.extend(check(&recording, client).await);
        stop.send(()).unwrap();
        server.await.unwrap();
    }
    assert_none(&problems);
}
