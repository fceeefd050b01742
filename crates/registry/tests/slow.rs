//! Registries that send or accept almost nothing, and slow connections.

use std::io::Read;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use olmkit_registry::{
    CatalogBuild, Environment, Error, Kind, Platform, Pulled, Reference, Registries, Security, Settings,
};
use olmkit_testing::{Answer, Fault, ImageSpec, LayerEntry, Request, Server, Store};

const TIMEOUT: Duration = Duration::from_millis(300);
/// This interval between single bytes is below the minimum rate.
const DRIP: Fault = Fault::Drip(1, Duration::from_millis(20));

fn registries(folder: &tempfile::TempDir, timeout: Duration) -> Registries {
    let env = Environment::of([("HOME".to_owned(), folder.path().display().to_string())], folder.path());
    let mut settings = Settings::new(env);
    settings.security = Security::Insecure;
    (settings.pause, settings.timeout) = (Duration::from_millis(2), timeout);
    settings.cache = Some(folder.path().join("cache"));
    Registries::new(settings).unwrap()
}

fn reference(host: &str) -> Reference {
    Reference::parse(&format!("{host}/a/b:1")).unwrap()
}

fn pull(server: &Server) -> Result<Pulled, Error> {
    pull_within(server, TIMEOUT)
}

fn pull_within(server: &Server, timeout: Duration) -> Result<Pulled, Error> {
    let folder = tempfile::tempdir().unwrap();
    registries(&folder, timeout).pull(&[reference(&server.host())], |_| true).pop().unwrap()
}

/// A registry whose responses to some requests have a fault.
fn slow(is_meant: fn(&Request) -> bool, fault: Fault) -> Server {
    let mut store = Store::default();
    let layers = vec![vec![LayerEntry::file("configs/a.json", &"text ".repeat(9000))]];
    // The configuration of the image is a blob too.
    let labels = Some([("key".to_owned(), "value ".repeat(400))].into());
    let image = store.image(&ImageSpec { labels, layers, gzip: Some(false), ..ImageSpec::default() });
    store.tag("1", &image);
    Server::new(move |request| {
        let is_token = request.path.starts_with("/token");
        let answer = match request.path.as_str() {
            _ if is_token => Answer::new(200, format!("{{\"token\":\"{}\"}}", "t".repeat(600))),
            _ if request.header("authorization").is_none() => Answer::new(401, " ".repeat(600))
                .with("WWW-Authenticate", &format!("Bearer realm=\"http://{}/token\",service=\"s\"", request.host)),
            _ => store.answer(request),
        };
        if is_meant(request) { Answer { fault: Some(fault), ..answer } } else { answer }
    })
}

#[test]
fn answers_that_drip_are_given_up() {
    for (is_meant, expected) in [
        ((|request| request.path.contains("/manifests/")) as fn(&Request) -> bool, "reading manifest 1 in"),
        (|request| request.path.starts_with("/token"), "/a/b"),
        (|request| request.path.contains("/blobs/"), "fetching blob"),
    ] {
        let begun = Instant::now();
        let error = pull(&slow(is_meant, DRIP)).unwrap_err();
        assert!(begun.elapsed() < TIMEOUT * 20, "{:?}", begun.elapsed());
        assert_eq!(error.kind, Kind::Unreachable, "{error}");
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.to_string().contains("the answer is too slow: ") && error.to_string().ends_with(" s"), "{error}");
        assert!(error.help.as_ref().unwrap().to_string().contains("Try again later"), "{:?}", error.help);
    }
}

#[test]
fn small_answers_end_in_time() {
    // Far above the minimum rate, but too slow for a manifest of this length.
    let fault = Some(Fault::Drip(100, Duration::from_millis(10)));
    let error = pull(&Server::new(move |_| Answer { fault, ..Answer::new(200, " ".repeat(20_000)) })).unwrap_err();
    assert!(error.to_string().ends_with("the answer is too slow: it did not end within 1 s"), "{error}");
}

#[test]
fn slow_lines_are_waited_for() {
    // The server pauses four times; a loaded machine lengthens the pauses.
    let timeout = TIMEOUT * 5;
    let begun = Instant::now();
    pull_within(&slow(|request| request.path.contains("/blobs/"), Fault::Slow(timeout / 3)), timeout).unwrap();
    assert!(begun.elapsed() > timeout);
}

/// A registry that reads uploads chunk by chunk, and stops after `most` chunks.
fn taking(most: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || converse(&mut stream, most));
        }
    });
    host
}

fn converse(stream: &mut std::net::TcpStream, most: usize) -> Option<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).ok()?.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0_usize);
    let mut left = length;
    // Only the layer is slow.
    let (most, pause) = if length > 1 << 20 { (most, TIMEOUT / 4) } else { (8, Duration::ZERO) };
    for _ in 0..most {
        let mut piece = vec![0; left.min(length.div_ceil(8))];
        stream.read_exact(&mut piece).ok()?;
        left -= piece.len();
        std::thread::sleep(pause);
    }
    if left > 0 {
        std::thread::sleep(TIMEOUT * 40);
    }
    let answer = match head.split(' ').next()? {
        "get" => "200 OK\r\n",
        "head" => "404 Not Found\r\n",
        "post" => "202 Accepted\r\nLocation: /v2/a/b/blobs/uploads/1\r\n",
        _ => "201 Created\r\n",
    };
    let answer = format!("HTTP/1.1 {answer}Connection: close\r\nContent-Length: 0\r\n\r\n");
    std::io::Write::write_all(stream, answer.as_bytes()).ok()
}

/// Pushes an image with a layer that exceeds the buffers of a connection.
fn push(host: &str) -> Result<String, Error> {
    let folder = tempfile::tempdir().unwrap();
    let mut artifact = CatalogBuild::default().on_scratch(&Platform::default()).unwrap();
    let large = artifact.blobs.values_mut().next().unwrap();
    *large = (32 << 20, olmkit_registry::Content::Bytes(vec![0; 32 << 20]));
    registries(&folder, TIMEOUT).push(&artifact, &reference(host))
}

#[test]
fn an_upload_takes_as_long_as_its_line() {
    let begun = Instant::now();
    push(&taking(8)).unwrap();
    assert!(begun.elapsed() > TIMEOUT, "{:?}", begun.elapsed());
}

#[test]
fn an_upload_that_is_not_accepted_is_given_up() {
    let begun = Instant::now();
    let error = push(&taking(1)).unwrap_err();
    assert!(error.to_string().ends_with("the registry takes no more of the upload for 1 s"), "{error}");
    assert!(begun.elapsed() < TIMEOUT * 20, "{:?}", begun.elapsed());
}
