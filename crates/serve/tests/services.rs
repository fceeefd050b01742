//! Health, reflection and unknown methods, compared with recordings of `opm serve`.

use crate::support::{Files, Raw, served};
use olmkit_serve::services;
use olmkit_testing::{Least, cases};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tonic::client::Grpc;
use tonic::{Request, Status};
use tonic_reflection::pb::{v1, v1alpha};

#[derive(Debug, Deserialize)]
struct Case {
    service: String,
    rpc: Option<String>,
    request: Option<Value>,
    code: Option<i32>,
    message: Option<String>,
    response: Option<Value>,
    services: Option<Vec<String>>,
    files: Option<usize>,
    error: Option<Value>,
}

/// The first response to a request.
async fn call(path: &str, request: Vec<u8>) -> Result<Vec<u8>, Status> {
    let mut client = Grpc::new(services(served(&Files::new())));
    let request = Request::new(tokio_stream::once(request));
    let mut answers = client.streaming(request, path.parse().unwrap(), Raw).await?.into_inner();
    answers.next().await.unwrap().map(|bytes| bytes.to_vec())
}

fn pool() -> DescriptorPool {
    let mut pool = DescriptorPool::new();
    for set in [v1::FILE_DESCRIPTOR_SET, v1alpha::FILE_DESCRIPTOR_SET, tonic_health::pb::FILE_DESCRIPTOR_SET] {
        pool.decode_file_descriptor_set(set).unwrap();
    }
    pool
}

async fn answer(case: &Case) -> Result<Value, Status> {
    let rpc = case.rpc.as_deref().unwrap_or("ServerReflectionInfo");
    let pool = pool();
    let method =
        pool.get_service_by_name(&case.service).and_then(|service| service.methods().find(|one| one.name() == rpc));
    let encoded = |method: &prost_reflect::MethodDescriptor| {
        let request = case.request.clone().unwrap_or_else(|| json!({}));
        DynamicMessage::deserialize(method.input(), &request).unwrap().encode_to_vec()
    };
    let bytes = call(&format!("/{}/{rpc}", case.service), method.as_ref().map(encoded).unwrap_or_default()).await?;
    Ok(serde_json::to_value(DynamicMessage::decode(method.unwrap().output(), &*bytes).unwrap()).unwrap())
}

#[tokio::test]
async fn services_beside_the_registry_answer_as_those_of_opm() {
    for case in cases::<Case>("registry/grpc-services.jsonl", Least { own: 3, shared: 14 }, |_| true) {
        let answer = match answer(&case).await {
            Ok(answer) => answer,
            Err(status) => {
                let own = (Some(i32::from(status.code())), Some(status.message().to_owned()));
                assert_eq!(own, (case.code, case.message.clone()), "{case:?}");
                continue;
            }
        };
        assert_eq!(case.code.unwrap_or_default(), 0, "{case:?}: {answer}");
        if let Some(response) = &case.response {
            assert_eq!(answer, *response, "{case:?}");
        }
        if let Some(services) = &case.services {
            let listed = answer["listServicesResponse"]["service"].as_array().unwrap().clone();
            let names: Vec<&str> = listed.iter().map(|service| service["name"].as_str().unwrap()).collect();
            assert_eq!(names, *services, "{case:?}");
        }
        if let Some(files) = case.files {
            let sent = answer["fileDescriptorResponse"]["fileDescriptorProto"].as_array().unwrap();
            assert_eq!(sent.len(), files, "{case:?}");
        }
        if let Some(error) = &case.error {
            let own = &answer["errorResponse"];
            assert_eq!(own["errorCode"], error["error_code"], "{case:?}");
            // Depending on the build, Go writes a space or a non-breaking space here.
            let message = error["error_message"].as_str().unwrap().replace('\u{a0}', " ");
            assert_eq!(own["errorMessage"], message, "{case:?}");
        }
    }
}

#[tokio::test]
async fn unknown_services_and_symbols() {
    let status = call("/no.such/Method", Vec::new()).await.unwrap_err();
    assert_eq!((i32::from(status.code()), status.message()), (12, "unknown service no.such"));
    let symbols = ["api.Bundle.csvName", "api.Registry.GetBundle", "grpc.health.v1.HealthCheckResponse.SERVING"];
    for symbol in symbols {
        let request = v1::server_reflection_request::MessageRequest::FileContainingSymbol(symbol.to_owned());
        let request = v1::ServerReflectionRequest { host: String::new(), message_request: Some(request) };
        let bytes = call("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", request.encode_to_vec()).await;
        let answer = v1::ServerReflectionResponse::decode(&*bytes.unwrap()).unwrap();
        let found = answer.message_response.unwrap();
        let has_files = matches!(found, v1::server_reflection_response::MessageResponse::FileDescriptorResponse(_));
        assert!(has_files, "{symbol}: {found:?}");
    }
}
