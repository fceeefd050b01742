//! Recorded responses of catalogd over HTTP/1.1: status, headers and bodies.

use std::collections::BTreeMap;
use std::io::Read;
use std::time::SystemTime;

use crate::support::{Files, content, files_of, sha256};
use olmkit_serve::{Catalogs, Index, Served, listen, serve_http};
use olmkit_testing::{Least, Source, sources};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    catalogs: BTreeMap<String, Recorded>,
    last_modified: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Recorded {
    Files(Files),
    Corpus(String),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    method: String,
    path: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    metas: Option<bool>,
    status: u16,
    response_headers: BTreeMap<String, String>,
    body: Option<String>,
    body_sha256: Option<String>,
    body_len: Option<usize>,
    #[serde(default)]
    gzip: bool,
}

struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

/// Sends a request on a new connection.
async fn ask(port: u16, method: &str, path: &str, headers: &BTreeMap<String, String>) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let pairs = lines.map(|line| line.split_once(": ").unwrap());
    let headers: BTreeMap<String, String> =
        pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let body = bytes.split_off(end + 4);
    let is_chunked = headers.get("transfer-encoding").is_some_and(|value| value == "chunked") && method != "HEAD";
    Answer { status, headers, body: if is_chunked { joined(&body) } else { body } }
}

/// Decodes a chunked body.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|window| window == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[end + 2..][..length]);
        chunks = &chunks[end + 2 + length + 2..];
    }
}

fn problem(case: &Case, mut answer: Answer) -> Option<String> {
    // Date, connection and boundary differ in every response.
    for name in ["date", "connection"] {
        answer.headers.remove(name);
    }
    let boundary = |text: &str| text.split_once("boundary=").map(|(_, boundary)| boundary.to_owned());
    let own_boundary = answer.headers.get("content-type").and_then(|text| boundary(text)).unwrap_or_default();
    let expected: BTreeMap<String, String> =
        case.response_headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone())).collect();
    let theirs = expected.get("content-type").and_then(|text| boundary(text)).unwrap_or_default();
    let renamed =
        |text: &str| if own_boundary.is_empty() { text.to_owned() } else { text.replace(&own_boundary, &theirs) };
    let headers: BTreeMap<String, String> =
        answer.headers.iter().map(|(name, value)| (name.clone(), renamed(value))).collect();
    if (answer.status, &headers) != (case.status, &expected) {
        return Some(format!("own: {} {headers:?}", answer.status));
    }
    if case.gzip {
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut plain).unwrap();
        answer.body = plain;
    }
    let body = || renamed(&String::from_utf8_lossy(&answer.body));
    if case.body.as_ref().is_some_and(|recorded| *recorded != body()) {
        return Some(format!("own body: {}", body()));
    }
    let hash = case.body_sha256.as_ref().is_some_and(|recorded| *recorded != sha256(&answer.body));
    (hash || case.body_len.is_some_and(|length| length != answer.body.len())).then(|| format!("own body: {}", body()))
}

fn catalogs(source: &Source, head: &Head) -> Catalogs {
    let stored = httpdate::parse_http_date(&head.last_modified).unwrap();
    let mut by_name = BTreeMap::new();
    for (name, recorded) in &head.catalogs {
        let content = match recorded {
            Recorded::Files(files) => content(files),
            Recorded::Corpus(path) => {
                content(&files_of(&source.path("corpus/catalogs").join(path.trim_start_matches("corpus/"))))
            }
        };
        // catalogd does not store a catalog that it cannot read.
        if content.unreadable().is_none() {
            by_name.insert(name.clone(), Served::new(Index::new(content), stored));
        }
    }
    Catalogs::new(by_name)
}

#[tokio::test]
async fn answers_are_those_of_catalogd() {
    let mut problems = Vec::new();
    for source in sources() {
        let text = source.text("registry/catalogd.jsonl");
        let mut lines = text.lines();
        let catalogs = catalogs(&source, &serde_json::from_str(lines.next().unwrap()).unwrap());
        let cases: Vec<Case> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
        source.require("requests", cases.len(), Least { own: 3, shared: 157 });
        let mut ports = Vec::new();
        for catalogs in [catalogs.clone(), catalogs.without_metas()] {
            let listener = listen(0).await.unwrap();
            ports.push(listener.local_addr().unwrap().port());
            tokio::spawn(serve_http(listener, catalogs, None, std::future::pending()));
        }
        for case in cases {
            let port = ports[usize::from(case.metas == Some(false))];
            let answer = ask(port, &case.method, &case.path, &case.headers).await;
            problems.extend(problem(&case, answer).map(|own| format!("{case:?}\n{own}")));
        }
    }
    let shown: Vec<String> = problems.iter().take(4).map(|one| one.chars().take(3000).collect()).collect();
    assert!(problems.is_empty(), "{} requests differ\n{}", problems.len(), shown.join("\n\n"));
}

#[tokio::test]
async fn compressed_bodies_are_smaller_and_large_enough() {
    let bundle = |at: usize| format!("---\nschema: own.x\nname: n{at:03}\n");
    let catalog = |count: usize| Files::from([("a.yaml".to_owned(), (0..count).map(bundle).collect::<String>())]);
    let served = |files: &Files| Served::new(Index::new(content(files)), SystemTime::UNIX_EPOCH);
    let by_name =
        BTreeMap::from([("small".to_owned(), served(&catalog(2))), ("large".to_owned(), served(&catalog(900)))]);
    let listener = listen(0).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(serve_http(listener, Catalogs::new(by_name), None, std::future::pending()));
    for (name, accepted, encoding) in [
        ("small", "zstd", None),
        ("large", "gzip, zstd", Some("zstd")),
        ("large", "gzip;q=1, zstd;q=0.5", Some("gzip")),
    ] {
        let headers = BTreeMap::from([("Accept-Encoding".to_owned(), accepted.to_owned())]);
        let answer = ask(port, "GET", &format!("/catalogs/{name}/api/v1/all"), &headers).await;
        assert_eq!(answer.headers.get("content-encoding").map(String::as_str), encoding, "{name} {accepted}");
        assert_eq!(answer.headers.get("vary").map(String::as_str), Some("Accept-Encoding"));
    }
}

/// Behavior of Go's server for which there is no recording.
#[tokio::test]
async fn heads_tags_and_empty_catalogs_are_as_go_has_them() {
    let files = |text: &str| Files::from([("a.yaml".to_owned(), text.to_owned())]);
    let served = |text: &str| Served::new(Index::new(content(&files(text))), SystemTime::UNIX_EPOCH);
    let by_name = BTreeMap::from([("a".to_owned(), served("schema: own.x\n")), ("empty".to_owned(), served(""))]);
    let listener = listen(0).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(serve_http(listener, Catalogs::new(by_name), None, std::future::pending()));
    for (method, path, header, status, length, range) in [
        ("HEAD", "nope/api/v1/all", "", 404, Some("14"), None),
        ("HEAD", "A/api/v1/metas", "", 400, Some("288"), None),
        ("HEAD", "a/api/v1/metas?x=1", "", 400, Some("16"), None),
        ("HEAD", "a/api/v1/metas", "If-Modified-Since: garbage", 500, Some("26"), None),
        ("HEAD", "a/api/v1/all", "Range: bytes=99-", 416, Some("33"), Some("bytes */19")),
        ("HEAD", "a/api/v1/all", "If-Match: \"x\"", 412, None, None),
        ("HEAD", "a/api/v1/metas", "", 200, None, None),
        ("GET", "a/api/v1/all", "If-None-Match: \"x\", *", 304, None, None),
        ("GET", "a/api/v1/all", "If-None-Match: x, *", 200, Some("19"), None),
        ("GET", "a/api/v1/all", "If-Match: W/\"x\",\"y\" , *", 200, Some("19"), None),
        ("GET", "a/api/v1/metas", "If-Match: ,", 412, Some("0"), None),
        ("GET", "a/api/v1/all", "Range: bytes=-0", 206, Some("0"), Some("bytes 19-18/19")),
        ("GET", "empty/api/v1/all", "Range: bytes=0-9", 200, Some("0"), None),
        ("GET", "empty/api/v1/all", "Range: bytes=-5", 206, Some("0"), Some("bytes 0--1/0")),
        ("GET", "empty/api/v1/metas", "Range: bytes=0-9", 200, Some("0"), None),
    ] {
        let headers = header.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
        let answer = ask(port, method, &format!("/catalogs/{path}"), &headers.into_iter().collect()).await;
        let of = |name: &str| answer.headers.get(name).map(String::as_str);
        let own = (answer.status, of("content-length"), of("content-range"));
        assert_eq!(own, (status, length, range), "{method} {path} {header}");
        assert!(method != "HEAD" || answer.body.is_empty());
    }
}
