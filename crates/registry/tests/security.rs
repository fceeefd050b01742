//! Requests to a registry whose certificate is not valid.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use olmkit_registry::{Environment, Error, Kind, Pulled, Reference, Registries, Security, Settings};
use olmkit_testing::{ImageSpec, Server, Store, have, self_signed};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection};

fn pull(host: &str, security: Security, home: &Path) -> Result<Pulled, Error> {
    let env = Environment::of([("HOME".to_owned(), home.display().to_string())], home);
    let mut settings = Settings::new(env);
    settings.security = security;
    settings.pause = Duration::from_millis(2);
    let reference = Reference::parse(&format!("{host}/a/b:1")).unwrap();
    Registries::new(settings).unwrap().pull(&[reference], |_| true).pop().unwrap()
}

fn help(pulled: Result<Pulled, Error>) -> String {
    let error = pulled.unwrap_err();
    assert_eq!(error.kind, Kind::Unreachable, "{error}");
    error.help.unwrap().to_string()
}

/// The plain HTTP requests to a server that also speaks TLS with a self-signed certificate.
type Plain = Arc<Mutex<Vec<String>>>;

fn both(folder: &Path) -> (String, Plain) {
    self_signed(folder, false);
    let file = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let certificate = CertificateDer::from_pem_slice(&file("registry.crt")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(&file("registry.key")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let plain = Plain::default();
    let log = Arc::clone(&plain);
    std::thread::spawn(move || listener.incoming().flatten().for_each(|stream| converse(stream, &config, &log)));
    (host, plain)
}

fn converse(mut stream: TcpStream, config: &Arc<ServerConfig>, log: &Mutex<Vec<String>>) {
    let mut first = [0; 1];
    stream.peek(&mut first).unwrap_or_default();
    if first[0] == 0x16 {
        let mut connection = ServerConnection::new(Arc::clone(config)).unwrap();
        while connection.is_handshaking() && connection.complete_io(&mut stream).is_ok() {}
        return;
    }
    let mut request = [0; 4096];
    let length = stream.read(&mut request).unwrap_or_default();
    log.lock().unwrap().push(String::from_utf8_lossy(&request[..length]).into_owned());
    let answer = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    let _ = stream.write_all(answer.as_bytes());
}

#[test]
fn nothing_is_sent_in_plain_text_after_a_certificate_that_is_not_valid() {
    if !have(&["openssl"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (host, plain) = both(&folder.path().join("server"));
    self_signed(&folder.path().join("other"), false);
    let other = folder.path().join("other/registry.crt");
    std::fs::create_dir_all(folder.path().join(".docker")).unwrap();
    let auth = format!("{{\"auths\":{{\"{host}\":{{\"auth\":\"dTpw\"}}}}}}");
    std::fs::write(folder.path().join(".docker/config.json"), auth).unwrap();
    let help = help(pull(&host, Security::WithOrPlain(other.clone()), folder.path()));
    assert_eq!(plain.lock().unwrap().clone(), [""; 0]);
    let file = other.display();
    assert!(
        help.starts_with(&format!("The certificate of the registry is signed neither by an authority in {file}")),
        "{help}"
    );
}

#[test]
fn plain_http_is_used_where_there_is_no_tls() {
    if !have(&["openssl"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    self_signed(folder.path(), false);
    let mut store = Store::default();
    let image = store.image(&ImageSpec::default());
    store.tag("1", &image);
    let server = Server::new(move |request| store.answer(request));
    pull(&server.host(), Security::WithOrPlain(folder.path().join("registry.crt")), folder.path()).unwrap();
}

#[test]
fn advice_is_about_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(|_| olmkit_testing::Answer::new(200, ""));
    let help_for = |host: &str| help(pull(host, Security::Verified, folder.path()));
    assert_eq!(help_for(&server.host()), "The registry speaks plain HTTP. For a registry without TLS, use --use-http.");
    assert_eq!(
        help_for("registry.invalid:5000"),
        "Check the name `registry.invalid:5000`: it does not resolve to an address."
    );
    let gone = server.host();
    drop(server);
    assert_eq!(help_for(&gone), format!("Check that the registry runs: nothing listens at `{gone}`."));
    if !have(&["openssl"]) {
        return;
    }
    let (host, _) = both(folder.path());
    let expected = "The certificate of the registry is not signed by an authority that this system trusts. \
                    Use --ca-file FILE with the certificate of its authority.";
    assert_eq!(help_for(&host), expected);
}
