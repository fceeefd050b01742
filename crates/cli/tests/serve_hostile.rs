//! Malicious HTTP/2 clients: the memory of the server stays bounded, and other clients are served.
#![cfg(all(feature = "native", target_os = "linux"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::registry::Machine;

/// The maximum memory that malicious clients may cost, in KiB.
const MAX: u64 = 128 << 10;
const HEADERS: u8 = 1;
const CONTINUATION: u8 = 9;
const END_HEADERS: u8 = 4;

/// A server of a catalog whose list of bundles is several megabytes large.
struct Server {
    _machine: Machine,
    child: Child,
    port: String,
    http: String,
    before: u64,
}

impl Server {
    fn start() -> Self {
        let machine = Machine::new();
        let mut text = String::from("---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n");
        let mut entries = String::new();
        for at in 0..500 {
            let before = if at == 0 { String::new() } else { format!(", replaces: foo.v{}.0.0", at - 1) };
            entries += &format!("- {{name: foo.v{at}.0.0{before}}}\n");
            text += &format!(
                "---\nschema: olm.bundle\npackage: foo\nname: foo.v{at}.0.0\nimage: quay.io/x/foo:{at}\nproperties:\n- {{type: \
                 olm.package, value: {{packageName: foo, version: {at}.0.0}}}}\n- {{type: x, value: \"{}\"}}\n",
                "text ".repeat(1000)
            );
        }
        text += &format!("---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n{entries}");
        machine.write("catalog/catalog.yaml", text);
        let mut child = machine
            .command(&["serve", "catalog", "--port", "0", "--http", "127.0.0.1:0", "--termination-log="])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let field = |line: String, name: &str| {
            line.split(name)
                .nth(1)
                .unwrap_or_else(|| panic!("{line}"))
                .split([' ', '"'])
                .find(|part| !part.is_empty())
                .unwrap()
                .to_owned()
        };
        let port = field(lines.next().unwrap(), "port=");
        let http = field(lines.next().unwrap(), "address=");
        std::thread::spawn(move || lines.for_each(drop));
        let mut server = Server { _machine: machine, child, port, http, before: 0 };
        server.serves_others();
        server.before = server.memory();
        server
    }

    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }

    fn is_sound(&self, what: &str) {
        self.serves_others();
        let more = self.memory() - self.before;
        assert!(more < MAX, "{what}: {more} KiB");
    }

    /// Requests the bundles as another client.
    fn serves_others(&self) {
        let mut client = Client::new(&format!("127.0.0.1:{}", self.port));
        client.call(1, "/api.Registry/ListBundles");
        let answer = client.read_answer();
        assert!(answer > 2_000_000, "{answer}");
        let mut stream = TcpStream::connect(&self.http).unwrap();
        write!(stream, "GET /catalogs/catalog/api/v1/all HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        assert!(all.len() > 2_000_000, "{}", String::from_utf8_lossy(&all[..all.len().min(300)]));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that writes frames itself. Frames that the server no longer accepts are not an error.
struct Client(TcpStream);

impl Client {
    /// Connects with the largest possible windows.
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut client = Client(stream);
        client.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        client.send(&frame(4, 0, 0, &[0, 4, 0x7f, 0xff, 0xff, 0xff]));
        client.send(&frame(8, 0, 0, &(0x7fff_ffff_u32 - 65535).to_be_bytes()));
        client
    }

    fn send(&mut self, bytes: &[u8]) -> bool {
        self.0.write_all(bytes).is_ok()
    }

    fn call(&mut self, stream: u32, path: &str) -> bool {
        self.send(&call(stream, path))
    }

    /// The number of bytes of all frames until the end of a stream. No window updates are needed.
    fn read_answer(&mut self) -> usize {
        let mut all = 0;
        loop {
            let mut head = [0; 9];
            if self.0.read_exact(&mut head).is_err() {
                return all;
            }
            let mut content = vec![0; usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2])];
            self.0.read_exact(&mut content).unwrap();
            all += content.len();
            match (head[3], head[4] & 1) {
                (4, 0) => drop(self.send(&frame(4, 1, 0, &[]))),
                (0 | HEADERS, 1) => return all,
                _ => {}
            }
        }
    }
}

fn frame(kind: u8, flags: u8, stream: u32, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend_from_slice(content);
    frame
}

/// A string of HPACK without Huffman coding.
fn text(value: &str) -> Vec<u8> {
    let mut bytes = vec![u8::try_from(value.len()).unwrap()];
    bytes.extend(value.as_bytes());
    bytes
}

fn head(path: &str) -> Vec<u8> {
    [
        &[0x83, 0x86, 0x04][..],
        &text(path),
        &[0x01],
        &text("x"),
        &[0x0f, 0x10],
        &text("application/grpc"),
        &[0x00],
        &text("te"),
        &text("trailers"),
    ]
    .concat()
}

fn call(stream: u32, path: &str) -> Vec<u8> {
    [frame(HEADERS, END_HEADERS, stream, &head(path)), frame(0, 1, stream, &[0; 5])].concat()
}

/// The ids of the streams of a client.
fn streams(count: u32) -> impl Iterator<Item = u32> {
    (0..count).map(|at| 2 * at + 1)
}

#[test]
fn streams_that_are_reset_at_once() {
    let server = Server::start();
    for address in [format!("127.0.0.1:{}", server.port), server.http.clone()] {
        let mut client = Client::new(&address);
        for stream in streams(10_000) {
            let reset = frame(3, 0, stream, &8_u32.to_be_bytes());
            if !client.send(&[call(stream, "/api.Registry/ListBundles"), reset].concat()) {
                break;
            }
        }
        server.is_sound("resets");
    }
}

#[test]
fn heads_without_end() {
    let server = Server::start();
    for address in [format!("127.0.0.1:{}", server.port), server.http.clone()] {
        // A header field without an end, and an endless number of fields.
        let field = [&[0x00][..], &text("x"), &text(&"y".repeat(120))].concat();
        let fields = field.repeat(16_000 / field.len());
        for piece in [vec![b'x'; 16_000], fields] {
            let mut client = Client::new(&address);
            let mut begin = head("/api.Registry/ListBundles");
            begin.extend([0x00, 1, b'z', 0x7f, 0xff, 0xff, 0xff, 0x7f]);
            if piece[0] == 0 {
                begin.truncate(begin.len() - 8);
            }
            client.send(&frame(HEADERS, 0, 1, &begin));
            let piece = frame(CONTINUATION, 0, 1, &piece);
            let _ = (0..10_000).all(|_| client.send(&piece));
            server.is_sound("heads");
        }
    }
    let mut stream = TcpStream::connect(&server.http).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nx: ").unwrap();
    let _ = (0..10_000).all(|_| stream.write_all(&[b'x'; 16_000]).is_ok());
    server.is_sound("a head of HTTP/1.1");
}

#[test]
fn pings_and_settings_with_unread_answers() {
    let server = Server::start();
    for address in [format!("127.0.0.1:{}", server.port), server.http.clone()] {
        for asked in [frame(6, 0, 0, &[0; 8]), frame(4, 0, 0, &[0, 4, 0, 1, 0, 0])] {
            let mut client = Client::new(&address);
            let some = asked.repeat(1000);
            let _ = (0..1000).all(|_| client.send(&some));
            server.is_sound("pings");
        }
    }
}

#[test]
fn unread_answers() {
    let server = Server::start();
    let mut clients = Vec::new();
    for _ in 0..10 {
        let mut client = Client::new(&format!("127.0.0.1:{}", server.port));
        for stream in streams(1000) {
            if !client.call(stream, "/api.Registry/ListBundles") {
                break;
            }
        }
        clients.push(client);
    }
    std::thread::sleep(Duration::from_secs(2));
    server.is_sound("answers");
}
