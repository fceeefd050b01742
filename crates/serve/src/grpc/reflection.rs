//! The reflection service as grpc-go implements it: files are sent with their imports, and errors are messages of the
//! stream.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::pin::Pin;
use std::sync::Arc;

use prost::Message;
use prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorProto, FileDescriptorSet};
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Request, Response, Status, Streaming};
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_reflection::pb::v1::{
    ErrorResponse, ExtensionNumberResponse, FileDescriptorResponse, ListServiceResponse, ServerReflectionRequest,
    ServerReflectionResponse, ServiceResponse, server_reflection_server,
};
use tonic_reflection::pb::v1alpha;

use super::known::DESCRIPTORS;

/// Both versions of the service. Their messages have the same wire format.
#[derive(Debug, Clone)]
pub(super) struct Reflection(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    files: HashMap<String, FileDescriptorProto>,
    /// The file of each symbol.
    symbols: HashMap<String, String>,
    messages: HashSet<String>,
    services: BTreeMap<String, ()>,
}

impl Reflection {
    pub(super) fn new() -> Self {
        let sets = DESCRIPTORS.iter().map(|set| FileDescriptorSet::decode(*set).unwrap_or_default());
        let mut known = Known::default();
        for file in sets.flat_map(|set| set.file) {
            known.add(&file);
            known.files.insert(file.name().to_owned(), file);
        }
        Reflection(Arc::new(known))
    }
}

impl Known {
    fn add(&mut self, file: &FileDescriptorProto) {
        let package = file.package();
        for message in &file.message_type {
            self.add_message(package, message, file.name());
        }
        for of in &file.enum_type {
            self.add_enum(package, of, file.name());
        }
        for service in &file.service {
            let name = format!("{package}.{}", service.name());
            for method in &service.method {
                self.symbols.insert(format!("{name}.{}", method.name()), file.name().to_owned());
            }
            self.symbols.insert(name.clone(), file.name().to_owned());
            self.services.insert(name, ());
        }
    }

    fn add_message(&mut self, within: &str, message: &DescriptorProto, file: &str) {
        let name = format!("{within}.{}", message.name());
        for field in &message.field {
            self.symbols.insert(format!("{name}.{}", field.name()), file.to_owned());
        }
        for of in &message.enum_type {
            self.add_enum(&name, of, file);
        }
        for nested in &message.nested_type {
            self.add_message(&name, nested, file);
        }
        self.symbols.insert(name.clone(), file.to_owned());
        self.messages.insert(name);
    }

    /// Values of an enum are symbols in the scope that contains the enum.
    fn add_enum(&mut self, within: &str, of: &EnumDescriptorProto, file: &str) {
        let values = of.value.iter().map(|value| value.name());
        for name in values.chain([of.name()]) {
            self.symbols.insert(format!("{within}.{name}"), file.to_owned());
        }
    }

    /// A file with its imports, except those already sent to this client. The file itself is always included.
    fn with_imports(&self, name: &str, sent: &mut HashSet<String>) -> Option<MessageResponse> {
        self.files.get(name)?;
        let mut waiting = VecDeque::from([name]);
        let mut found: Vec<Vec<u8>> = Vec::new();
        while let Some(name) = waiting.pop_front() {
            let Some(file) = self.files.get(name) else { continue };
            if sent.insert(name.to_owned()) || found.is_empty() {
                found.push(file.encode_to_vec());
            }
            waiting.extend(file.dependency.iter().map(String::as_str));
        }
        Some(MessageResponse::FileDescriptorResponse(FileDescriptorResponse { file_descriptor_proto: found }))
    }

    fn answer(&self, request: &MessageRequest, sent: &mut HashSet<String>) -> Option<MessageResponse> {
        match request {
            MessageRequest::FileByFilename(name) => self.with_imports(name, sent),
            MessageRequest::FileContainingSymbol(symbol) => self.with_imports(self.symbols.get(symbol)?, sent),
            // No service defines extensions.
            MessageRequest::FileContainingExtension(_) => None,
            MessageRequest::AllExtensionNumbersOfType(name) => self.messages.get(name).map(|name| {
                let of_type = ExtensionNumberResponse { base_type_name: name.clone(), extension_number: Vec::new() };
                MessageResponse::AllExtensionNumbersResponse(of_type)
            }),
            MessageRequest::ListServices(_) => {
                let service = self.services.keys().map(|name| ServiceResponse { name: name.clone() }).collect();
                Some(MessageResponse::ListServicesResponse(ListServiceResponse { service }))
            }
        }
    }

    fn respond(
        &self,
        request: ServerReflectionRequest,
        sent: &mut HashSet<String>,
    ) -> Result<ServerReflectionResponse, Status> {
        let Some(message) = &request.message_request else {
            return Err(Status::invalid_argument("invalid MessageRequest: <nil>"));
        };
        let not_found = || {
            let error_message = "proto: not found".to_owned();
            MessageResponse::ErrorResponse(ErrorResponse { error_code: Code::NotFound.into(), error_message })
        };
        let answer = self.answer(message, sent).unwrap_or_else(not_found);
        Ok(ServerReflectionResponse {
            valid_host: request.host.clone(),
            message_response: Some(answer),
            original_request: Some(request),
        })
    }
}

type Messages<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl server_reflection_server::ServerReflection for Reflection {
    type ServerReflectionInfoStream = Messages<ServerReflectionResponse>;

    async fn server_reflection_info(
        &self,
        request: Request<Streaming<ServerReflectionRequest>>,
    ) -> Result<Response<Self::ServerReflectionInfoStream>, Status> {
        let (known, mut sent) = (Arc::clone(&self.0), HashSet::new());
        let answers = request.into_inner().map(move |request| known.respond(request?, &mut sent));
        Ok(Response::new(Box::pin(answers)))
    }
}

#[tonic::async_trait]
impl v1alpha::server_reflection_server::ServerReflection for Reflection {
    type ServerReflectionInfoStream = Messages<v1alpha::ServerReflectionResponse>;

    async fn server_reflection_info(
        &self,
        request: Request<Streaming<v1alpha::ServerReflectionRequest>>,
    ) -> Result<Response<Self::ServerReflectionInfoStream>, Status> {
        let (known, mut sent) = (Arc::clone(&self.0), HashSet::new());
        let answers = request.into_inner().map(move |request| {
            let answer = known.respond(same_bytes(&request?)?, &mut sent)?;
            same_bytes(&answer)
        });
        Ok(Response::new(Box::pin(answers)))
    }
}

/// Decodes a message as another type with the same wire format.
fn same_bytes<T: Message + Default>(message: &impl Message) -> Result<T, Status> {
    T::decode(message.encode_to_vec().as_slice()).map_err(|error| Status::internal(error.to_string()))
}
