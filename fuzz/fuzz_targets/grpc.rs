//! The server responds or closes the connection, whatever it receives over HTTP/2. Bytes are sent unchanged as frames.
//! Choices are a request for a method with the bytes as its message.
#![no_main]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use libfuzzer_sys::fuzz_target;
use olmkit_catalog::{Input, load};
use olmkit_serve::{Content, Index, Served, listen, serve_grpc, services};

const CATALOG: &[u8] = b"schema: olm.package
name: foo
defaultChannel: a
---
schema: olm.channel
package: foo
name: a
entries: [{name: foo.v1}]
---
schema: olm.bundle
package: foo
name: foo.v1
image: quay.io/x/foo:1
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
";
/// The start of every connection: the preface, and settings without changes.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
const METHODS: [&str; 8] = [
    "/api.Registry/ListBundles",
    "/api.Registry/GetPackage",
    "/api.Registry/GetBundle",
    "/api.Registry/GetChannelEntriesThatReplace",
    "/api.Registry/GetDefaultBundleThatProvides",
    "/api.ExperimentalRegistry/ExperimentalListPackageCustomSchemas",
    "/grpc.health.v1.Health/Check",
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
];
/// The server does not have to close a connection immediately.
const TIMEOUT: Duration = Duration::from_millis(200);

static SERVER: OnceLock<SocketAddr> = OnceLock::new();

fn start() -> SocketAddr {
    let files = load(&[Input { path: "catalog.yaml", content: Ok(CATALOG) }]);
    let content = Content { files, texts: vec![CATALOG.to_vec()] };
    let served = Served::new(Index::new(content), SystemTime::UNIX_EPOCH);
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = listen(0).await.expect("a port");
            let port = listener.local_addr().expect("an address").port();
            sender.send(SocketAddr::from(([127, 0, 0, 1], port))).expect("a listener");
            serve_grpc(listener, services(served), std::future::pending()).await;
        });
    });
    receiver.recv().expect("an address")
}

fn frame(kind: u8, flags: u8, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&length[1..], &[kind, flags, 0, 0, 0, 1], content].concat()
}

/// Returns a request on stream 1. Its headers are not compressed.
fn request(method: &str, message: &[u8]) -> Vec<u8> {
    let headers = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", method),
        (":authority", "x"),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
        ("x-acknowledge-experimental", "true"),
    ];
    let text = |text: &str| [&[u8::try_from(text.len()).unwrap_or(0)], text.as_bytes()].concat();
    let block: Vec<u8> = headers.iter().flat_map(|(name, value)| [vec![0], text(name), text(value)].concat()).collect();
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX).to_be_bytes();
    let framed = [&[0], &length[..], message].concat();
    [frame(1, 4, &block), frame(0, 1, &framed)].concat()
}

fuzz_target!(|data: &[u8]| {
    let address = SERVER.get_or_init(start);
    let sent = match data.split_first() {
        Some((first, message)) if *first < 8 => request(METHODS[usize::from(*first)], message),
        _ => data.to_vec(),
    };
    let mut stream = match TcpStream::connect(address) {
        Ok(stream) => stream,
        // The ports of closed connections are available again after a minute.
        Err(error) if error.kind() == ErrorKind::AddrNotAvailable => return,
        Err(error) => panic!("the server does not accept: {error}"),
    };
    let _ = stream.set_read_timeout(Some(TIMEOUT));
    let _ = stream.write_all(&[PREFACE, &sent].concat()).and_then(|()| stream.shutdown(Shutdown::Write));
    let _ = stream.read_to_end(&mut Vec::new());
});
