//! A small HTTP server for tests of clients. It returns the responses of a given function and records all requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request. Names of headers are in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The address of the server, as `127.0.0.1:PORT`.
    pub host: String,
    /// The method: `GET`, `HEAD`, …
    pub method: String,
    /// The path, including the query.
    pub path: String,
    /// Names and values of the headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// Returns the value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// An error while the body of a response is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The connection is closed after this number of bytes of the body.
    Cut(usize),
    /// After this number of bytes of the body nothing more is sent, but the connection stays open.
    Stop(usize),
    /// The body never ends.
    Endless,
    /// The body is sent in pieces of this many bytes, with a pause of this length before each of them.
    Drip(usize, Duration),
    /// The body is sent in four pieces, with a pause of this length before each of them.
    Slow(Duration),
}

/// A response.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The status. With 0 the connection is closed without a response.
    pub status: u16,
    /// Additional headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// The error while the body is sent.
    pub fault: Option<Fault>,
}

impl Answer {
    /// Creates a response without headers.
    #[must_use]
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Answer { status, body: body.into(), ..Answer::default() }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// All requests to all servers that share the log, in order.
pub type Log = Arc<Mutex<Vec<Request>>>;

/// A server on loopback that runs until the value is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
    log: Log,
}

impl Server {
    /// Starts a server whose responses are computed by a function.
    pub fn new(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        Server::logging(Log::default(), answer)
    }

    /// Starts a server that shares its log with other servers.
    pub fn logging(log: Log, answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, shared, answer) = (Arc::clone(&is_over), Arc::clone(&log), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let (log, answer) = (Arc::clone(&shared), Arc::clone(&answer));
                let host = address.to_string();
                thread::spawn(move || stream.map(|stream| converse(&stream, &host, &log, &*answer)));
            }
        });
        Server { address, is_over, log }
    }

    /// Returns `127.0.0.1:PORT`.
    #[must_use]
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Returns all requests so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.log.lock().unwrap().clone()
    }

    /// Returns the requests since the last call, as `METHOD PATH`, and removes them.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        let taken = std::mem::take(&mut *self.log.lock().unwrap());
        taken.into_iter().map(|request| format!("{} {}", request.method, request.path)).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // The listener ends at its next connection.
        let _ = TcpStream::connect(self.address);
    }
}

/// Handles one request. Each connection has only one.
fn converse(stream: &TcpStream, host: &str, log: &Log, answer: &dyn Fn(&Request) -> Answer) {
    let Some(request) = read(stream, host) else { return refuse(stream) };
    log.lock().unwrap().push(request.clone());
    // An error means that the client has disconnected, which is not a failure of the test.
    let _ = write(stream, &request, &answer(&request));
}

/// Sends the response for anything but HTTP. Servers without TLS send it to clients that start with TLS.
fn refuse(mut stream: &TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
}

/// Reads a request; `None` if it is not HTTP.
fn read(stream: &TcpStream, host: &str) -> Option<Request> {
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let mut reader = BufReader::new(stream);
    let mut first = Vec::new();
    reader.by_ref().take(1 << 14).read_until(b'\n', &mut first).ok()?;
    let line = String::from_utf8(first).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let mut request = Request { host: host.to_owned(), method, path, headers, body: Vec::new() };
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}

fn write(mut stream: &TcpStream, request: &Request, answer: &Answer) -> std::io::Result<()> {
    if answer.status == 0 {
        return Ok(());
    }
    let mut head = format!("HTTP/1.1 {} Status\r\nConnection: close\r\n", answer.status);
    if answer.fault != Some(Fault::Endless) && answer.headers.iter().all(|(name, _)| name != "Content-Length") {
        head += &format!("Content-Length: {}\r\n", answer.body.len());
    }
    for (name, value) in &answer.headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    if request.method == "HEAD" {
        return Ok(());
    }
    match answer.fault {
        None => stream.write_all(&answer.body),
        Some(Fault::Cut(bytes)) => stream.write_all(&answer.body[..bytes.min(answer.body.len())]),
        Some(Fault::Stop(bytes)) => {
            stream.write_all(&answer.body[..bytes.min(answer.body.len())])?;
            thread::sleep(Duration::from_secs(30));
            Ok(())
        }
        Some(Fault::Endless) => loop {
            stream.write_all(&[b'x'; 4096])?;
        },
        Some(Fault::Drip(bytes, pause)) => answer.body.chunks(bytes.max(1)).try_for_each(|piece| {
            thread::sleep(pause);
            stream.write_all(piece)
        }),
        Some(Fault::Slow(pause)) => answer.body.chunks(answer.body.len() / 4 + 1).try_for_each(|piece| {
            thread::sleep(pause);
            stream.write_all(piece)
        }),
    }
}
