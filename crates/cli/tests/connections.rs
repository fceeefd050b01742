//! Connections to registries: proxies of the environment and client certificates.
#![cfg(feature = "native")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::registry::{CATALOG, Machine, catalog};
use olmkit_testing::{Admits, RealRegistry, Server, Store, have};

fn run(machine: &Machine, env: &[(&str, &str)], args: &[&str]) -> (bool, String) {
    let Output { status, stderr, .. } = machine.command(args).envs(env.iter().copied()).output().unwrap();
    (status.success(), String::from_utf8(stderr).unwrap())
}

/// A name that does not resolve without the proxy.
const REGISTRY: &str = "registry.invalid:5000";

#[test]
fn plain_requests_go_through_the_proxy_of_the_environment() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let proxy = Server::new(move |request| {
        let path = request.path.strip_prefix("http://registry.invalid:5000").unwrap_or_default().to_owned();
        store.answer(&olmkit_testing::Request { path, ..request.clone() })
    });
    let address = format!("http://{}", proxy.host());
    let reference = format!("{REGISTRY}/a/b:1");
    let args = ["validate", "--use-http", reference.as_str()];
    for name in ["HTTP_PROXY", "http_proxy"] {
        let (is_valid, err) = run(&Machine::new(), &[(name, &address)], &args);
        assert!(is_valid, "{name}: {err}");
        let asked = proxy.take();
        let first = format!("GET http://{REGISTRY}/v2/");
        assert!(asked.contains(&first) && asked.iter().all(|one| one.starts_with(&first)), "{asked:?}");
    }
    for without in [&[][..], &[("HTTP_PROXY", address.as_str()), ("NO_PROXY", "other.invalid,registry.invalid")]] {
        let (is_valid, err) = run(&Machine::new(), without, &args);
        assert!(!is_valid && err.contains("pinging container registry registry.invalid:5000"), "{err}");
        assert!(!err.contains("NO_PROXY"), "no proxy was asked: {err}");
    }
    let secret = "http://user:secret@127.0.0.1:9";
    let (_, err) = run(&Machine::new(), &[("HTTP_PROXY", secret), ("NO_PROXY", "other.invalid")], &args);
    assert!(err.contains("through the proxy http://127.0.0.1:9 of the environment: check that proxy"), "{err}");
    let (_, err) = run(&Machine::new(), &[("HTTP_PROXY", secret)], &["validate", &reference]);
    assert!(!err.contains("NO_PROXY"), "HTTP_PROXY is not for HTTPS: {err}");
    assert!(proxy.take().is_empty());
    for (name, value) in
        [("HTTPS_PROXY", "http://[x"), ("ALL_PROXY", "ftp://127.0.0.1:9"), ("https_proxy", "http:// x")]
    {
        let (is_valid, err) = run(&Machine::new(), &[(name, value)], &["validate", &reference]);
        let expected = format!("{name}: the value is not the address of a proxy");
        assert!(!is_valid && err.contains(&expected) && err.contains("socks5h://HOST:PORT"), "{err}");
    }
}

#[test]
fn docker_io_is_the_name_of_another_host() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let proxy = Server::new(move |request| {
        let path = request.path.strip_prefix("http://registry-1.docker.io").unwrap_or_default().to_owned();
        store.answer(&olmkit_testing::Request { path, ..request.clone() })
    });
    let address = format!("http://{}", proxy.host());
    let env = [("HTTP_PROXY", address.as_str()), ("HTTPS_PROXY", &address)];
    let (is_valid, err) = run(&Machine::new(), &env, &["validate", "--use-http", "docker.io/library/x:1"]);
    assert!(is_valid, "{err}");
    let asked = proxy.take();
    assert!(asked.contains(&"GET http://registry-1.docker.io/v2/library/x/manifests/1".to_owned()), "{asked:?}");
}

/// A proxy with tunnels, and a log of their targets.
fn tunnels() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let log = Arc::clone(&log);
            thread::spawn(move || tunnel(stream, &log));
        }
    });
    (address, asked)
}

fn tunnel(mut client: TcpStream, log: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(client.try_clone().unwrap()).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.find(String::is_empty);
    log.lock().unwrap().push(first.clone());
    let Some(host) = first.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next()) else { return };
    let mut registry = TcpStream::connect(host.replace("registry.invalid", "127.0.0.1")).unwrap();
    client.write_all(b"HTTP/1.1 200 Connected\r\n\r\n").unwrap();
    let (mut from, mut to) = (client.try_clone().unwrap(), registry.try_clone().unwrap());
    thread::spawn(move || std::io::copy(&mut from, &mut to));
    let _ = std::io::copy(&mut registry, &mut client);
}

/// A SOCKS5 proxy that resolves every name to this machine, and a log of the requested names.
fn socks() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let log = Arc::clone(&log);
            thread::spawn(move || through(stream, &log));
        }
    });
    (address, asked)
}

/// Handles the greeting and a request with a name (RFC 1928), then forwards both directions.
fn through(mut client: TcpStream, log: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut head = [0; 2];
    client.read_exact(&mut head)?;
    client.read_exact(&mut vec![0; usize::from(head[1])])?;
    client.write_all(&[5, 0])?;
    let mut request = [0; 5];
    client.read_exact(&mut request)?;
    let mut name = vec![0; usize::from(request[4])];
    client.read_exact(&mut name)?;
    let mut port = [0; 2];
    client.read_exact(&mut port)?;
    let port = u16::from_be_bytes(port);
    log.lock().unwrap().push(format!("{}:{port}", String::from_utf8_lossy(&name)));
    let mut registry = TcpStream::connect(("127.0.0.1", port))?;
    client.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0])?;
    let (mut from, mut to) = (client.try_clone()?, registry.try_clone()?);
    thread::spawn(move || std::io::copy(&mut from, &mut to));
    std::io::copy(&mut registry, &mut client)?;
    client.shutdown(std::net::Shutdown::Both)
}

#[test]
fn registries_are_reached_through_socks() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let server = Server::new(move |request| store.answer(request));
    let distant = server.host().replace("127.0.0.1", "registry.invalid");
    let args = ["validate", "--use-http", &format!("{distant}/a/b:1")];
    let (proxy, requests) = socks();
    for name in ["ALL_PROXY", "all_proxy", "HTTP_PROXY"] {
        let (is_valid, err) = run(&Machine::new(), &[(name, &format!("socks5h://{proxy}"))], &args);
        assert!(is_valid, "{name}: {err}");
        let requests = std::mem::take(&mut *requests.lock().unwrap());
        assert!(!requests.is_empty() && requests.iter().all(|name| *name == distant), "{requests:?}");
    }
    let nowhere = [("ALL_PROXY", "socks5h://127.0.0.1:9")];
    let (is_valid, err) = run(&Machine::new(), &nowhere, &args);
    assert!(!is_valid && err.contains("through the proxy socks5h://127.0.0.1:9 of the environment"), "{err}");
}

#[test]
fn tunnels_and_certificates_of_the_client() {
    if !have(&["docker-registry", "openssl"]) {
        return;
    }
    let machine = Machine::new();
    let registry = RealRegistry::start(&machine.path("registry"), true, Admits::Certificate);
    let certificate = registry.certificate.display().to_string();
    machine.write("catalog/foo/catalog.yaml", CATALOG);
    let tag = format!("{}/team/catalog:v1", registry.host);
    let push = ["build", "catalog", "--tag", &tag, "--push", "--ca-file", &certificate];
    // As docker and podman store them: the certificate of the client with the key next to it.
    let (proxy, asked) = tunnels();
    let folder = format!(".config/containers/certs.d/{}", registry.host);
    let distant = registry.host.replace("127.0.0.1", "registry.invalid");
    for (from, to) in [("registry.crt", "client.cert"), ("registry.key", "client.key"), ("registry.crt", "ca.crt")] {
        let content = std::fs::read(machine.path("registry").join(from)).unwrap();
        machine.write(&format!("{folder}/{to}"), &content);
        machine.write(&format!(".config/containers/certs.d/{distant}/{to}"), content);
    }
    let (is_pushed, err) = run(&machine, &[], &push);
    assert!(is_pushed, "{err}");
    let distant_tag = format!("{distant}/team/catalog:v1");
    let (is_valid, err) = run(&machine, &[("HTTPS_PROXY", &proxy)], &["validate", &distant_tag]);
    assert!(is_valid, "{err}");
    assert_eq!(asked.lock().unwrap().first().unwrap(), &format!("CONNECT {distant} HTTP/1.1"));
    asked.lock().unwrap().clear();
    let env = [("HTTPS_PROXY", proxy.as_str()), ("NO_PROXY", "registry.invalid")];
    let (is_valid, err) = run(&machine, &env, &["validate", &distant_tag]);
    assert!(!is_valid && asked.lock().unwrap().is_empty(), "{err}");
    // As with Go's programs, no proxy is used for the machine itself.
    let (is_valid, err) = run(&machine, &[("HTTPS_PROXY", &proxy)], &["stranded", &tag]);
    assert!(is_valid && asked.lock().unwrap().is_empty(), "{err}");
    let nowhere = [("HTTPS_PROXY", "http://127.0.0.1:9")];
    let (is_valid, err) = run(&machine, &nowhere, &["validate", &distant_tag]);
    assert!(!is_valid && err.contains("through the proxy http://127.0.0.1:9 of the environment"), "{err}");

    std::fs::remove_file(machine.path(&folder).join("client.key")).unwrap();
    let (is_valid, err) = run(&machine, &[], &["validate", &tag]);
    assert!(!is_valid && err.contains("client.key"), "{err}");

    std::fs::remove_file(machine.path(&folder).join("client.cert")).unwrap();
    let start = Instant::now();
    let (is_valid, err) = run(&machine, &[], &["validate", &tag]);
    assert!(!is_valid && err.contains("the registry requires a client certificate"), "{err}");
    assert!(err.contains("as client.cert and client.key, into one of") && err.contains(&folder), "{err}");
    assert!(start.elapsed() < Duration::from_secs(4), "it is not tried again: {:?}", start.elapsed());
}
